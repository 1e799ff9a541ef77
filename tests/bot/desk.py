"""A desk at which a teller tells a match on an offline Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from bot.lobbies import Person
from bot.messenger import Messenger
from bot.presence import Presence
from bot.presentation import Presentations
from bot.sandbox import Sandbox
from bot.table import Teller
from bot.telling.hands import HandTeller
from bot.telling.tellings import Tellings
from cogs.take5 import Take5
from db.records import TellingRecord
from db.repositories import PeopleRepository
from tests.rules.take5_table import lay
from tests.sandbox.bots import DESCRIPTION, Puppet, running

from .room import Room

ROWS = [[20], [40], [60], [80]]
HANDS = [(21, 22, 23, 24), (41, 42, 43, 44)]


@dataclass
class Desk:
    """A match of alice and bob that a teller tells on an offline Discord, in the channel of its lobby."""

    sandbox: Sandbox
    room: Room
    teller: Teller
    hands: HandTeller
    number: int
    people: tuple[int, int]
    games: int
    opens: Callable[[], Teller]

    async def restart(self) -> None:
        """Stop the teller where it stands; the next one starts from what is kept."""
        await self.teller.close(0)
        self.teller = self.opens()

    async def kept(self) -> TellingRecord:
        return await self.room.matches.telling(self.number)

    async def trick(self, card: int, other: int) -> None:
        """Let both pick, and tell it."""
        for person, picked in zip(self.people, (card, other), strict=True):
            await self.room.matches.play(self.number, person, str(picked), None)
        await self.told()

    async def told(self) -> None:
        self.teller.tell(self.number)
        async with asyncio.timeout(20):
            await self.teller.settled()

    def shown(self) -> list[str]:
        return [each.text for each in self.sandbox.person("alice").messages(self.games)]

    def by_dm(self, name: str) -> int:
        """Return how many turns have come to somebody by DM."""
        return sum("Your turn" in each.text for each in self.sandbox.person(name).messages("dm"))


@asynccontextmanager
async def open_desk(room: Room) -> AsyncIterator[Desk]:
    """Open a desk with a match that is dealt, and of which nothing is told yet."""
    async with (
        Sandbox(description=DESCRIPTION) as sandbox,
        running(sandbox, Puppet(max_ratelimit_timeout=30.0)) as client,
    ):
        games, presentations = sandbox.person("alice").channel("games").id, Presentations()
        presentations.enter(Take5())
        alice, bob = (
            Person(sandbox.person(name).user.id, name, 70 + index) for index, name in enumerate(("alice", "bob"))
        )
        position = await room.lobbies.open(sandbox.guild.id, games, alice, "take5", "day")
        number = position.match.id
        await room.lobbies.join(number, bob)
        async with room.database.write() as connection:
            await PeopleRepository(connection).set_place(sandbox.guild.id, "channel")
            for person in (alice, bob):
                await PeopleRepository(connection).change_user(person.id, ping="thread", hand="panel")
        await room.lobbies.start(number, alice)
        await room.put(number, lay(ROWS, HANDS))
        messenger = Messenger(client)
        presence = Presence(messenger, room.database, room.time)
        opens = partial(Teller, messenger, room.matches, presentations, {}, presence)
        hands = HandTeller(messenger, room.matches, Tellings(messenger, room.database))
        desk = Desk(sandbox, room, opens(), hands, number, (alice.id, bob.id), games, opens)
        yield desk
        await desk.teller.close(5)
        assert sandbox.violations == []
