"""The offline Discord without its doors: the world, and the services that change it and tell of it."""

from dataclasses import dataclass
from pathlib import Path

from .bell import Bell
from .broadcast import Broadcast
from .budget import Budget
from .commands import Commands
from .crowd import Crowd
from .description import load
from .faults import Faults
from .files import Files
from .gateway import Gateway
from .interactions import Interactions
from .journal import Journal
from .messages import Messages
from .ratelimits import RateLimits
from .snapshots import Snapshots
from .threads import Threads
from .world import World


@dataclass(frozen=True)
class Rules:
    """What a sandbox can be told to do differently."""

    token: str = "sandbox-token"  # noqa: S105 - opens nothing but the sandbox
    answer_within: float = 3.0
    max_file: int = 10 * 2**20
    """discord.py 2.7 still counts with 10 MiB; Discord's default is 20 MiB since September 2026."""
    rate_limits: bool = False
    approved_intents: int = 0
    """Privileged intents that the application may ask for."""
    description: Path | None = None


class Stage:
    def __init__(self, world: World, rules: Rules) -> None:
        self.world = world
        self.rules = rules
        self.token = rules.token
        self.bell = Bell()
        self.journal = Journal(self.bell)
        self.files = Files(world.clock)
        self.crowd = Crowd(self.bell)
        self.gateway = Gateway(world, self.journal, self.bell)
        self.broadcast = Broadcast(world, self.files, self.gateway, self.crowd)
        self.threads = Threads(world, self.broadcast)
        self.messages = Messages(world, self.files, self.broadcast, self.threads, rules.max_file)
        self.commands = Commands(world, self.bell)
        self.interactions = Interactions(
            world,
            self.files,
            self.gateway,
            self.crowd,
            self.bell,
            answer_within=rules.answer_within,
            max_file=rules.max_file,
        )
        self.snapshots = Snapshots(world, self.files, self.commands, self.gateway, self.crowd)
        self.gateway.on_change.append(self.snapshots.tell_bot_state)
        self.dm_openings = Budget(world.clock, seconds=600)
        self.faults = Faults()
        self.rate_limits = RateLimits(world.clock, switched_on=rules.rate_limits)
        self.description = None if rules.description is None else load(rules.description)
