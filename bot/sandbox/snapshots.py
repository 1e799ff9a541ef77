"""The whole of what one person has on the screen, for a page that opens or must start anew."""

from typing import Protocol

from . import payloads
from .commands import Commands
from .crowd import Crowd
from .files import Files
from .gateway import Gateway
from .jsons import Json
from .screens import channel_on_screen
from .world import World


class BotSwitch(Protocol):
    """The process of the bot, where the sandbox has one to start and kill."""

    @property
    def running(self) -> bool: ...
    async def start(self) -> None: ...
    async def kill(self) -> None: ...


class Snapshots:
    def __init__(self, world: World, files: Files, commands: Commands, gateway: Gateway, crowd: Crowd) -> None:
        self._world = world
        self._files = files
        self._commands = commands
        self._gateway = gateway
        self._crowd = crowd
        self.switch: BotSwitch | None = None
        self.guide: Json | None = None
        """First steps that the page shows: see API.md of the prototype, `guide`."""

    def bot_state(self) -> str:
        if self._gateway.connected:
            return "running"
        return "starting" if self.switch is not None and self.switch.running else "stopped"

    def of(self, user_id: int) -> Json:
        world = self._world
        guilds = [guild for guild in world.guilds.values() if user_id in guild.members]
        return {
            "t": "snapshot",
            "now": world.clock.now_ms(),
            "me": payloads.user(world.users[user_id]),
            "users": [payloads.user(user) for user in world.users.values()],
            "server": ", ".join(guild.name for guild in guilds),
            "bot": self.bot_state(),
            "bot_switch": self.switch is not None,
            "dm_closed": world.users[user_id].dms_closed,
            "commands": self._commands_of(user_id),
            "guide": self.guide,
            "channels": [
                channel_on_screen(world, self._files, channel, user_id)
                for channel in world.channels.values()
                if world.sees(user_id, channel)
            ],
        }

    def tell_all(self) -> None:
        """Replaces what is on everybody's screen, after a change of what they may see."""
        self._crowd.show(self._world.people, self.of)

    def tell_commands(self) -> None:
        self._crowd.show(self._world.people, lambda user_id: {"t": "commands", "commands": self._commands_of(user_id)})

    def tell_bot_state(self) -> None:
        self._crowd.show(self._world.people, lambda _: {"t": "bot", "state": self.bot_state()})

    def _commands_of(self, user_id: int) -> Json:
        """The slash commands a person can call: in the channels they see, and in the DM with the bot."""
        seen = [channel for channel in self._world.channels.values() if self._world.sees(user_id, channel)]
        in_guilds = [channel for channel in seen if channel.guild_id is not None]
        in_dm = [channel for channel in seen if channel.guild_id is None]
        return {
            "guild": self._commands.slash_commands(in_guilds, user_id),
            "dm": self._commands.slash_commands(in_dm, user_id),
        }
