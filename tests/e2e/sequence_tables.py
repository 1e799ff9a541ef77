"""A table of Sequence as people play at it: a card and a space, a list or a form, jacks, dead cards, table talk.

Positions can be laid into the file of a bot that is down, from where its people play on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.sandbox import Person, Seen
from rules.cards import sign
from rules.sequence import (
    GAME,
    Choose,
    Draw,
    Drop,
    Exchange,
    Move,
    Pass,
    Place,
    Remove,
    Space,
    name_of,
)
from tests.rules.sequence_table import lay

from .laid_tables import LaidTable

ROWS = "Another space: choose its row"
TYPE = "Type a space"
BACK = "Another card"
MINE, THEIRS = 0, 1
"""Teams of a laid position, from the seat in turn."""


class SequenceTable(LaidTable):
    """One match of Sequence."""

    game = GAME

    def lay(
        self,
        *hands: str,
        chips: Mapping[int, Iterable[Space]] | None = None,
        sequences: Iterable[tuple[int, Sequence[Space]]] = (),
        piles: Sequence[str] = (),
        top: str = "",
        fill: bool = True,
        passes: int = 0,
    ) -> None:
        """Write a position into the file of a bot that is down; seats and teams are counted from the seat in turn."""
        before = self.state
        seats, teams, first = len(before.hands), len(before.chips), before.active
        around = [(seat - first) % seats for seat in range(seats)]
        laid = lay(
            [hands[place] if place < len(hands) else "" for place in around],
            {(first + team) % teams: spaces for team, spaces in (chips or {}).items()},
            sequences=[((first + team) % teams, five) for team, five in sequences],
            active=first,
            piles=[piles[place] if place < len(piles) else "" for place in around] if piles else None,
            top=top,
            options=before.options,
            fill=fill,
            passes=passes,
        )
        laid = replace(laid, turn=before.turn, since=before.turn, move_number=before.move_number, seed=before.seed)
        self.put(laid)

    def deal(self, seed: str) -> None:
        """Write a deal of one's choice into the file of a bot that is down, counted from the seat in turn."""
        before = self.state
        (dealt, _), seats = GAME.deal(len(before.hands), before.options, seed), len(before.hands)
        hands = tuple(dealt.hands[(dealt.active + seat - before.active) % seats] for seat in range(seats))
        self.put(replace(dealt, active=before.active, hands=hands, seed=before.seed))

    # ---- who

    def team(self, of: Person) -> list[Person]:
        """Somebody's team, in the order of its seats."""
        teams = len(self.state.chips)
        return self.people[self.people.index(of) % teams :: teams]

    def out_of_the_way(self, side: Sequence[Person]) -> Move:
        """A move that hinders a side as little as can be, so that a match is soon over."""
        state = self.state
        theirs = state.view(None).chips[self.people.index(side[0]) % len(state.chips)]

        def nearness(move: Move) -> float:
            if not isinstance(move, Place):
                return 10 if isinstance(move, Remove) else 5
            row, column = divmod(move.space, 10)
            return -min((max(abs(row - chip // 10), abs(column - chip % 10)) for chip in theirs), default=0)

        move: Move = min(state.legal_moves(state.active), key=nearness)
        return move

    # ---- playing

    async def card(self, person: Person, card: str) -> Seen:
        """Open one's panel and press a card."""
        return await self.press(person, await self.panel(person), sign_of(card))

    async def space(self, person: Person, panel: Seen, space: str) -> Seen:
        """Press a space, or find it by its row."""
        if not panel.has_button(space):
            panel = await self.row(person, panel, int(space[1:]))
        return await self.press(person, panel, space)

    async def row(self, person: Person, panel: Seen, row: int) -> Seen:
        """Choose a row from the list of a jack's spaces."""
        return await (await person.click(panel, ROWS, values=[f"Row {row}"])).reply()

    async def typed(self, person: Person, panel: Seen, space: str) -> Seen:
        """Type a jack's space into the form."""
        return await (await person.submit(await person.click(panel, TYPE), {"rest": space})).reply()

    async def make(self, person: Person, move: Move) -> Seen:
        """Make a move by the panel alone, as a person would; returns what the panel then says."""
        match move:
            case Place(card, space) | Remove(card, space):
                return await self.space(person, await self.card(person, card), name_of(space).upper())
            case _:
                return await self.press(person, await self.panel(person), label_of(move))

    async def page(self, person: Person, title: str) -> Seen:
        """Open a page under More."""
        more = await (await person.click(self.post(), "More")).reply()
        return await self.press(person, more, title)


def sign_of(card: str) -> str:
    """A card as a button names it."""
    return sign(GAME.parse(f"drop {card}").card)


def label_of(move: Move) -> str:
    """The button of a panel that makes a move."""
    match move:
        case Exchange(card):
            return f"Swap {sign(card)}"
        case Drop(card):
            return sign(card)
        case Choose(first, last):
            return f"{name_of(first).upper()}–{name_of(last).upper()}"
        case Draw():
            return "Draw"
        case Pass():
            return "Pass"
    raise AssertionError(f"{move} is two clicks")


def cards_shown(panel: Seen) -> list[str]:
    """The cards on a panel's buttons, dead and unplayable ones too."""
    return [button.label for button in panel.buttons if re.fullmatch(r"(?:10|[2-9JQKA])[♠♥♦♣]", button.label)]


def cards_held(panel: Seen) -> list[str]:
    """The cards on a hand's picture, as its alt text says."""
    return [card for picture in panel.pictures for card in re.findall(r"(?:10|[2-9JQKA])[♠♥♦♣]", picture.alt)]


def chips_shown(post: Seen) -> tuple[tuple[Space, ...], ...]:
    """Each team's chips on a board, as its alt text says."""
    on_board: dict[str, list[Space]] = {team: [] for team in "bgr"}
    for row, line in enumerate(post.pictures[0].alt.splitlines()[1:]):
        for column, cell in enumerate(line.split()[1:]):
            if (chip := cell.rstrip("*")[-1:]) in on_board:
                on_board[chip].append(Space(10 * row + column))
    return tuple(map(tuple, on_board.values()))


def spaces_shown(panel: Seen) -> list[str]:
    """The spaces on a panel's buttons."""
    return [button.label for button in panel.buttons if re.fullmatch(r"[A-J](?:10|[1-9])", button.label)]
