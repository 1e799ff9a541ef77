"""A table of Sequence Stacks as people play at it: cards, targets, the turn's end, windows and standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.sandbox import Person, Seen
from bot.selfplay import playable
from rules.engine import Seat
from rules.stacks import GAME, Move
from tests.rules.stacks_table import lay

from .laid_tables import LaidTable

END = "End the turn: discard …"


class StacksTable(LaidTable):
    """One match of Sequence Stacks."""

    game = GAME

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

    def deal(self, seed: str, *, first: int | None = None) -> None:
        """Write another deal into the file of a bot that is down; the same seat begins, or `first`."""
        before = self.state
        dealt, _ = GAME.deal(len(before.hands), before.options, seed)
        seats, first = len(dealt.hands), Seat(before.active if first is None else first)
        hands = _turned([dealt.hands[(dealt.active + place) % seats] for place in range(seats)], first)
        self.put(replace(dealt, hands=tuple(hands), active=first, turn=before.turn, move_number=before.move_number))

    def opponents(self) -> list[Person]:
        """All but the one in turn, in turn order."""
        return [self.people[seat] for seat in self.state.opponents()]

    def sensible(self) -> Move:
        """What the stand-in would do in the place of the one in turn, by what they see."""
        state = self.state
        move: Move = GAME.stand_in(state.view(state.active), playable(state, state.active))
        return move

    # ---- playing

    async def panel(self, person: Person) -> Seen:
        return await self.click(person, self.post(), "My hand")

    async def make(self, person: Person, notation: str, panel: Seen | None = None) -> Seen:
        """Make a move by the panel alone, as a person would; returns what the panel then says."""
        panel = panel or await self.panel(person)
        number = self.state.move_number
        if notation.startswith("end"):
            return await self.click(person, panel, END, values=[f"m:{notation}"])
        wanted = f"m:{self.match}:{number}:{notation}"
        if wanted not in ids_of(panel):
            first = next(
                id for id in ids_of(panel) if id.startswith("p:") and notation.startswith(f"{id.split(':', 3)[3]} ")
            )
            panel = await self.click(person, panel, custom_id=first)
        return await self.click(person, panel, custom_id=wanted)

    async def play(self, notation: str, person: Person | None = None, panel: Seen | None = None) -> Seen:
        """Make a move in turn, and wait for the post that tells of it, if one does; returns what the panel says."""
        turn = self.turn()
        panel = await self.make(person or self.active, notation, panel)
        if self.state.turn > turn:
            await self.posted(turn)
        return panel

    async def answer(self, person: Person, label: str) -> Seen:
        """Answer in a window."""
        panel = await self.click(person, self.post(), "Answer")
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
        return await self.click(person, panel, custom_id=orders_of(panel), values=[f"o:order {wish}"])

    async def hand(self, person: Person) -> Seen:
        """Open one's panel, in a window too."""
        window = self.post().has_button("Answer")
        return await self.click(person, self.post(), "Answer" if window else "My hand")

    async def step(self, notation: str) -> None:
        """Make a move in turn; a window that it opens is let pass."""
        await self.play(notation)
        if self.state.window is not None:
            await self.let_pass()

    async def page(self, person: Person, title: str) -> Seen:
        """Open a page under More."""
        more = await self.click(person, self.post(), "More")
        return await self.press(person, more, title)


_EMPTY: dict[str, Any] = {"discards": "", "chips": (0, 0), "orders": None}


def _turned(things: Sequence[Any], first: int) -> list[Any]:
    """Give what is counted from the seat in turn by seats."""
    return [things[(seat - first) % len(things)] for seat in range(len(things))]


def ids_of(panel: Seen) -> list[str]:
    return [button.custom_id or "" for button in panel.buttons]


def orders_of(panel: Seen) -> str:
    """The custom id of a panel's list of standing orders."""
    return next(select.custom_id for select in panel.selects if select.options[0].value.startswith("o:order"))
