"""The first answer to an interaction (interactions/receiving-and-responding.mdx, Interaction Callback)."""

from typing import Any

from .. import payloads
from ..command_limits import check_choices
from ..component_limits import check_modal
from ..components import settle
from ..journal import Call
from ..jsons import Json
from ..model import CallbackKind, Interaction, InteractionKind, Message, MessageFlag
from ..refusals import Refusal, form_error
from ..stage import Stage
from .routing import Routes

routes = Routes()

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@routes.add("POST", CALLBACK, fields=frozenset({"type", "data"}), needs_token=False)
def callback(stage: Stage, call: Call) -> Any:
    interaction = stage.interactions.for_callback(call.id("interaction_id"), call.args["interaction_token"])
    kind = _kind_of(call.body, interaction)
    data: Json = call.body.get("data") or {}
    message = _carry_out(stage, interaction, kind, data, call)
    stage.interactions.answered(interaction, kind)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    return _response(stage, interaction, kind, message)


def _kind_of(body: Json, interaction: Interaction) -> CallbackKind:
    """Which kinds may answer what: the notes under Interaction Callback Type."""
    try:
        kind = CallbackKind(int(body.get("type") or 0))
    except ValueError:
        raise form_error("type", "BASE_TYPE_CHOICES", "Not a callback type the sandbox knows.") from None
    updates = kind in (CallbackKind.UPDATE, CallbackKind.DEFERRED_UPDATE)
    if updates and interaction.source_id is None:
        raise form_error("type", "INTERACTION_CALLBACK_INVALID", "Only a component's message can be updated.")
    if kind is CallbackKind.MODAL and interaction.kind is InteractionKind.MODAL_SUBMIT:
        raise form_error("type", "INTERACTION_CALLBACK_INVALID", "A modal cannot answer a modal.")
    if (kind is CallbackKind.AUTOCOMPLETE) != (interaction.kind is InteractionKind.AUTOCOMPLETE):
        raise form_error("type", "INTERACTION_CALLBACK_INVALID", "Autocomplete and nothing else takes choices.")
    return kind


def _carry_out(stage: Stage, interaction: Interaction, kind: CallbackKind, data: Json, call: Call) -> Message | None:
    channel = stage.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refusal(10003)
    shut = channel.thread is not None and channel.thread.archived and channel.thread.locked
    if shut and kind in (CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE):
        raise Refusal(50083)
    match kind:
        case CallbackKind.MESSAGE:
            message = stage.messages.post(
                channel, stage.world.bot.id, data, call.files, interaction=interaction, where="data."
            )
            interaction.ephemeral = message.only_for is not None
            interaction.original_id = message.id
            return message
        case CallbackKind.DEFERRED_MESSAGE:
            interaction.ephemeral = bool(MessageFlag(data.get("flags") or 0) & MessageFlag.EPHEMERAL)
            interaction.loading = True
            message = stage.messages.post_thinking(channel, interaction)
            interaction.original_id = message.id
            return message
        case CallbackKind.DEFERRED_UPDATE:
            interaction.original_id = interaction.source_id
            return None
        case CallbackKind.UPDATE:
            source = channel.messages.get(interaction.source_id or 0)
            if source is None:
                raise Refusal(10008)
            interaction.original_id = source.id
            return stage.messages.edit(source, data, call.files, where="data.")
        case CallbackKind.AUTOCOMPLETE:
            choices = data.get("choices") or []
            check_choices(choices, "data.choices")
            interaction.choices = choices
            return None
        case CallbackKind.MODAL:
            _open_modal(stage, interaction, data)
            return None


def _open_modal(stage: Stage, interaction: Interaction, modal: Json) -> None:
    check_modal(modal)
    settle(modal["components"])
    interaction.modal = modal
    interaction.modal_open = True
    stage.crowd.tell(
        interaction.user_id,
        {
            "t": "modal",
            "channel": str(interaction.channel_id),
            "interaction": str(interaction.id),
            "modal": modal,
        },
    )


def _response(stage: Stage, interaction: Interaction, kind: CallbackKind, message: Message | None) -> Json:
    about: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "response_message_loading": interaction.loading,
        "response_message_ephemeral": interaction.ephemeral,
    }
    if interaction.original_id is not None:
        about["response_message_id"] = str(interaction.original_id)
    answer: Json = {"interaction": about}
    if message is not None and kind in (CallbackKind.MESSAGE, CallbackKind.UPDATE):
        shown = payloads.message(stage.world, stage.files, message)
        answer["resource"] = {"type": int(kind), "message": shown}
    return answer
