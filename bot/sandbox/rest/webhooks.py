"""Later answers by an interaction's token: follow-ups, and edits of what was answered."""

from typing import Any

from .. import payloads
from ..journal import Call
from ..model import Interaction, Message
from ..refusals import Refusal
from ..stage import Stage
from .routing import EDIT_FIELDS, MESSAGE_FIELDS, Routes

routes = Routes()

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
MESSAGE = WEBHOOK + "/messages/{message_id}"


def _interaction(stage: Stage, call: Call) -> Interaction:
    return stage.interactions.by_token(call.id("webhook_id"), call.args["webhook_token"])


def _message(stage: Stage, call: Call, interaction: Interaction) -> Message:
    """A message of this token: @original, or one of its follow-ups."""
    wanted = interaction.original_id if call.args["message_id"] == "@original" else call.id("message_id")
    channel = stage.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refusal(10003)
    if wanted is None or wanted not in (interaction.original_id, *interaction.followups):
        raise Refusal(10008)
    if wanted not in channel.messages:
        raise Refusal(10008)
    return channel.messages[wanted]


@routes.add("POST", WEBHOOK, fields=MESSAGE_FIELDS, needs_token=False)
def follow_up(stage: Stage, call: Call) -> Any:
    """The first follow-up after a deferred message fills that message, whatever its own flags say."""
    interaction = _interaction(stage, call)
    channel = stage.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refusal(10003)
    thinking = channel.messages.get(interaction.original_id or 0)
    if interaction.loading and thinking is not None:
        message = stage.messages.edit(thinking, call.body, call.files)
        interaction.loading = False
    else:
        message = stage.messages.post(channel, stage.world.bot.id, call.body, call.files, interaction=interaction)
        interaction.followups.append(message.id)
    return payloads.message(stage.world, stage.files, message)


@routes.add("GET", MESSAGE, needs_token=False)
def read(stage: Stage, call: Call) -> Any:
    message = _message(stage, call, _interaction(stage, call))
    return payloads.message(stage.world, stage.files, message)


@routes.add("PATCH", MESSAGE, fields=EDIT_FIELDS, needs_token=False)
def edit(stage: Stage, call: Call) -> Any:
    interaction = _interaction(stage, call)
    message = stage.messages.edit(_message(stage, call, interaction), call.body, call.files)
    if message.id == interaction.original_id:
        interaction.loading = False
    return payloads.message(stage.world, stage.files, message)


@routes.add("DELETE", MESSAGE, needs_token=False)
def delete(stage: Stage, call: Call) -> Any:
    stage.messages.delete(_message(stage, call, _interaction(stage, call)))
