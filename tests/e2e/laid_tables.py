"""A table of any game: its options, its people in the order of their seats, positions read from and laid into the file.

A position is laid while the bot is down; from there its people play on.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from bot.codec import dump_state, load_state
from bot.sandbox import Person, Sandbox, Seen
from rules.engine import Game

from .tables import PATIENCE, Table


class LaidTable(Table):
    """One match. What is on its people's screens is read there; positions, from the file."""

    game: ClassVar[Game[Any]]

    def __init__(self, sandbox: Sandbox, opener: Person, lobby: Seen, file: Path) -> None:
        super().__init__(sandbox, opener, lobby)
        self.file = file
        self.between: Callable[[], Awaitable[None]] | None = None
        """What happens before each press of a post's or a panel's button, as a restart of the bot."""

    @classmethod
    async def gathered(
        cls, sandbox: Sandbox, file: Path, people: Sequence[Person], *, pace: str | None = None, **options: str
    ) -> Self:
        """Open a table, choose its options, and let all the others join."""
        given = {"game": cls.game.key} | ({"pace": pace} if pace else {})
        answer = await people[0].slash("games", "play", **given)
        table = cls(sandbox, people[0], await answer.reply(), file)
        for option, value in options.items():
            await table.choose(option, value)
        for person in people[1:]:
            await table.join(person)
        return table

    @classmethod
    async def dealt(
        cls, sandbox: Sandbox, file: Path, people: Sequence[Person], *, pace: str | None = None, **options: str
    ) -> Self:
        """Open a table and begin. From then on its people are in the order of their seats."""
        table = await cls.gathered(sandbox, file, people, pace=pace, **options)
        await table.begin()
        return table

    async def begin(self) -> None:
        """Press Start; from then on the people are in the order of their seats."""
        await self.start()
        line = next(line for line in self.post().text.splitlines() if line.startswith("At the table"))
        by_id = {person.id: person for person in self.people}
        self.people = [by_id[int(found)] for found in re.findall(r"<@(\d+)>", line)]
        # Else, after a kill, the post of the deal would tell what follows too.
        async with asyncio.timeout(PATIENCE):
            while self._read("SELECT post_id FROM tellings WHERE match_id = ?") is None:  # noqa: ASYNC110 - no bell rings
                await asyncio.sleep(0)

    def seats(self) -> int:
        lines = self.lobby_now().text.splitlines()
        people = sum(any(line.endswith(person.user.global_name or "?") for line in lines) for person in self.people)
        return people + sum(line.endswith("(bot)") for line in lines)

    # ---- positions

    @property
    def state(self) -> Any:
        """The position that is kept in the file."""
        return load_state(self.game, self._read("SELECT state FROM matches WHERE id = ?"))

    def put(self, state: Any) -> None:
        """Write a position into the file of a bot that is down."""
        self.game.check(state)
        with sqlite3.connect(self.file) as connection:
            connection.execute("UPDATE matches SET state = ? WHERE id = ?", (dump_state(self.game, state), self.match))
        connection.close()

    def _read(self, question: str) -> Any:
        with sqlite3.connect(self.file) as connection:
            (answer,) = connection.execute(question, (self.match,)).fetchone()
        connection.close()
        return answer

    # ---- who

    @property
    def active(self) -> Person:
        seat: int = self.state.active
        return self.people[seat]

    def after(self, steps: int) -> Person:
        """Who sits so many places after the one in turn."""
        seat: int = self.state.active + steps
        return self.people[seat % len(self.people)]

    def sensible(self) -> Any:
        """What the stand-in would do in the place of the one in turn, by what they see."""
        state = self.state
        return self.game.stand_in(state.view(state.active), state.legal_moves(state.active))

    # ---- playing

    async def click(self, person: Person, seen: Seen, label: str | None = None, **more: Any) -> Seen:
        """Use a button or list, with what happens before; returns what is then said."""
        if self.between is not None:
            await self.between()
        return await (await person.click(seen, label, **more)).reply(within=PATIENCE)

    async def press(self, person: Person, panel: Seen, label: str) -> Seen:
        return await self.click(person, panel, label)

    async def make(self, person: Person, move: Any) -> Seen:
        """Make a move by the panel alone, as a person would; returns what the panel then says."""
        raise NotImplementedError

    async def play(self, notation: str, person: Person | None = None) -> Seen:
        """Make a move in turn, and wait for the post that tells of it; returns what the panel says."""
        turn, move = self.turn(), self.game.parse(notation)
        panel = await self.make(person or self.active, move)
        if self.state.turn > turn:
            await self.posted(turn)
        return panel

    async def until_told(self, words: str) -> Seen:
        """Wait until the newest post says something."""
        return await self.first.until(
            lambda: seen if words in (seen := self.post()).text else None, within=PATIENCE, what=words
        )
