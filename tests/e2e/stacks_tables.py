"""A table of Sequence Stacks as people play at it: cards, targets, the turn's end, windows and standing orders.

Positions can be laid into the file of a bot that is down, from where its people play on.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.codec import dump_state, load_state
from bot.sandbox import Person, Sandbox, Seen
from bot.selfplay import playable
from rules.stacks import GAME, Move, State
from tests.rules.stacks_table import lay

from .tables import PATIENCE, Table

END = "End the turn: discard …"


class StacksTable(Table):
    """One match. What is on its people's screens is read there; positions, from the file."""

    def __init__(self, sandbox: Sandbox, opener: Person, lobby: Seen, file: Path) -> None:
        super().__init__(sandbox, opener, lobby)
        self.file = file

    @classmethod
    async def gathered(
        cls, sandbox: Sandbox, file: Path, people: Sequence[Person], *, pace: str | None = None, **options: str
    ) -> StacksTable:
        """Open a table, choose its options, and let all the others join."""
        given = {"game": GAME.key} | ({"pace": pace} if pace else {})
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
    ) -> StacksTable:
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

    # ---- positions

    @property
    def state(self) -> State:
        """The position that is kept in the file."""
        with sqlite3.connect(self.file) as connection:
            (text,) = connection.execute("SELECT state FROM matches WHERE id = ?", (self.match,)).fetchone()
        connection.close()
        return load_state(GAME, text)

    def lay(self, hands: Sequence[str], piles: Sequence[str] = (), *, first: int | None = None, **more: Any) -> None:
        """Write a position into the file of a bot that is down; seats are counted from the one in turn, or `first`."""
        before = self.state
        seats, first = len(before.hands), before.active if first is None else first
        for name in ("discards", "chips", "orders"):
            if name in more:
                more[name] = _turned([*more[name], *[_EMPTY[name]] * (seats - len(more[name]))], first)
        laid = lay(_turned(hands, first), piles, active=first, options=before.options, **more)
        laid = replace(laid, turn=before.turn, move_number=before.move_number, seed=before.seed)
        self.put(laid)

    def deal(self, seed: str) -> None:
        """Write another deal into the file of a bot that is down; the same seat begins."""
        before = self.state
        dealt, _ = GAME.deal(len(before.hands), before.options, seed)
        hands = _turned(
            [dealt.hands[(dealt.active + place) % len(dealt.hands)] for place in range(len(dealt.hands))], before.active
        )
        self.put(replace(dealt, hands=tuple(hands), active=before.active))

    def put(self, state: State) -> None:
        """Write a position into the file of a bot that is down."""
        GAME.check(state)
        with sqlite3.connect(self.file) as connection:
            connection.execute("UPDATE matches SET state = ? WHERE id = ?", (dump_state(GAME, state), self.match))
        connection.close()

    # ---- who

    @property
    def active(self) -> Person:
        return self.people[self.state.active]

    def after(self, steps: int) -> Person:
        """Who sits so many places after the one in turn."""
        return self.people[(self.state.active + steps) % len(self.people)]

    def opponents(self) -> list[Person]:
        """All but the one in turn, in turn order."""
        return [self.people[seat] for seat in self.state.opponents()]

    def sensible(self) -> Move:
        """What the stand-in would do in the place of the one in turn, by what they see."""
        state = self.state
        move: Move = GAME.stand_in(state.view(state.active), playable(state, state.active))
        return move

    # ---- playing

    async def make(self, person: Person, notation: str, panel: Seen | None = None) -> Seen:
        """Make a move by the panel alone, as a person would; returns what the panel then says."""
        panel = panel or await self.panel(person)
        number = self.state.move_number
        if notation.startswith("end"):
            return await (await person.click(panel, END, values=[f"m:{notation}"])).reply()
        wanted = f"m:{self.match}:{number}:{notation}"
        if wanted not in ids_of(panel):
            first = next(
                id for id in ids_of(panel) if id.startswith("p:") and notation.startswith(f"{id.split(':', 3)[3]} ")
            )
            panel = await (await person.click(panel, custom_id=first)).reply()
        return await (await person.click(panel, custom_id=wanted)).reply()

    async def play(self, notation: str, person: Person | None = None, panel: Seen | None = None) -> Seen:
        """Make a move in turn, and wait for the post that tells of it, if one does; returns what the panel says."""
        turn = self.turn()
        panel = await self.make(person or self.active, notation, panel)
        if self.state.turn > turn:
            await self.posted(turn)
        return panel

    async def answer(self, person: Person, label: str) -> Seen:
        """Answer in a window."""
        panel = await (await person.click(self.post(), "Answer")).reply()
        return await self.press(person, panel, label)

    async def let_pass(self) -> None:
        """All opponents let pass what was completed."""
        turn = self.turn()
        for person in self.opponents():
            await self.answer(person, "Let it pass")
        await self.posted(turn)

    async def order(self, person: Person, wish: str) -> Seen:
        """Leave a standing order on one's own panel."""
        panel = await self.hand(person)
        return await (await person.click(panel, custom_id=orders_of(panel), values=[f"o:order {wish}"])).reply()

    async def hand(self, person: Person) -> Seen:
        """Open one's panel, in a window too."""
        window = self.post().has_button("Answer")
        return await (await person.click(self.post(), "Answer" if window else "My hand")).reply()

    async def step(self, notation: str) -> None:
        """Make a move in turn; a window that it opens is let pass."""
        await self.play(notation)
        if self.state.window is not None:
            await self.let_pass()

    async def page(self, person: Person, title: str) -> Seen:
        """Open a page under More."""
        more = await (await person.click(self.post(), "More")).reply()
        return await self.press(person, more, title)

    async def until_told(self, words: str) -> Seen:
        """Wait until the newest post says something."""
        return await self.first.until(
            lambda: seen if words in (seen := self.post()).text else None, within=PATIENCE, what=words
        )


_EMPTY: dict[str, Any] = {"discards": "", "chips": (0, 0), "orders": None}


def _turned(things: Sequence[Any], first: int) -> list[Any]:
    """Give what is counted from the seat in turn by seats."""
    return [things[(seat - first) % len(things)] for seat in range(len(things))]


def ids_of(panel: Seen) -> list[str]:
    return [button.custom_id or "" for button in panel.buttons]


def orders_of(panel: Seen) -> str:
    """The custom id of a panel's list of standing orders."""
    return next(select.custom_id for select in panel.selects if select.options[0].value.startswith("o:order"))
