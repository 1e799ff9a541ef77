"""A table of The Passing Game as people play at it: tiles, ends, draws, passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.sandbox import Person, Seen
from rules.passing import GAME, Draw, Keep, Move, Pass, Play, State, shown
from tests.rules.passing_table import lay

from .laid_tables import LaidTable


class PassingTable(LaidTable):
    """One match of The Passing Game."""

    game = GAME

    def lay(self, where: str, *hands: str, drawn: int = 0, points: Sequence[int] | None = None) -> State:
        """Write a position into the file of a bot that is down; hands and points are counted from the seat in turn."""
        before: State = self.state
        seats, first = len(before.hands), before.active
        sides = len(before.points)
        laid = lay(
            where,
            [hands[(seat - first) % seats] for seat in range(seats)],
            drawn=drawn,
            active=first,
            leader=first,
            points=[points[(side - first) % sides] for side in range(sides)] if points else None,
            options=before.options,
        )
        laid = replace(laid, turn=before.turn, move_number=before.move_number, seed=before.seed)
        self.put(laid)
        return laid

    async def panel(self, person: Person) -> Seen:
        return await self.click(person, self.post(), "My hand")

    async def make(self, person: Person, move: Move) -> Seen:
        panel = await self.panel(person)
        match move:
            case Play(tile, None):
                label = shown(tile) if panel.has_button(shown(tile)) else f"Play {shown(tile)}"
                return await self.press(person, panel, label)
            case Play(tile, end):
                number = self.state.view(None).ends[end == "right"]
                if panel.has_button(shown(tile)):
                    panel = await self.press(person, panel, shown(tile))
                return await self.press(person, panel, f"On the {number}")
            case Draw():
                return await self.press(person, panel, f"Draw ({self.state.view(None).drawable} left)")
            case Pass():
                return await self.press(person, panel, "Pass")
            case Keep():
                return await self.press(person, panel, "Keep it")
