"""What the bot may reach: the refusals that handlers share."""

from ..journal import Call
from ..model import Channel, Guild, Message
from ..permissions import Permission
from ..refusals import Refusal
from ..stage import Stage


def channel_of(stage: Stage, call: Call, *needed: Permission) -> Channel:
    """The channel of the path, if it exists (10003), is seen (50001) and allows what is needed (50013)."""
    channel = stage.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise Refusal(10003)
    bot = stage.world.bot.id
    if not stage.world.sees(bot, channel):
        raise Refusal(50001)
    if not stage.world.may(channel, bot, *needed):
        raise Refusal(50013)
    return channel


def guild_of(stage: Stage, call: Call) -> Guild:
    """The guild of the path; one without the bot is as unknown as one that never was."""
    guild = stage.world.guilds.get(call.id("guild_id"))
    if guild is None or stage.world.bot.id not in guild.members:
        raise Refusal(10004)
    return guild


def message_in(channel: Channel, message_id: int) -> Message:
    """A message that the channel routes reach; ephemeral ones answer 10008 there."""
    message = channel.messages.get(message_id)
    if message is None or message.only_for is not None:
        raise Refusal(10008)
    return message
