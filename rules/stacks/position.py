"""The positions of Sequence Stacks and what is read off them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.engine import Outcome, Seat, Wait
from rules.stacks.moves import Answer, End, Lay, Move, Reverse, SetOrder, Skip, Source, StealCard, StealChip
from rules.stacks.table import (
    BLOCK,
    BOX,
    CHIP,
    COLOURS,
    ORDERS,
    REVERSE,
    SKIP,
    TAKE,
    Card,
    Chips,
    Colour,
    Last,
    Options,
    Order,
    Pile,
    View,
    Window,
    colour_of,
    follows,
    is_action,
    places_of,
    starts,
    wins,
    with_chip,
)

ANSWERS: tuple[Move, ...] = (Answer(True), Answer(False))
ORDERING: tuple[Move, ...] = tuple(map(SetOrder, ORDERS))


@dataclass(frozen=True)
class Position:
    """One position.

    The draw pile is drawn from its front; discard piles and the action pile have their top card last. A completed
    pile keeps its place until its window is closed. `answers` are those given in the window: whether a seat blocks.
    """

    options: Options
    seed: str
    move_number: int
    turn: int
    active: Seat
    direction: int
    skips: int
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[Pile, ...]
    draw: tuple[Card, ...]
    aside: tuple[Card, ...]
    actions: tuple[Card, ...]
    discards: tuple[tuple[Card, ...], ...]
    chips: tuple[Chips, ...]
    shuffles: int
    stalled: bool
    """Whether action and discard piles were shuffled and no chip has been taken from the box since (K19)."""
    last: Last | None
    window: int | None
    """The place of the pile that may be blocked yet."""
    answers: tuple[bool | None, ...]
    orders: tuple[Order | None, ...]
    outcome: Outcome | None

    @property
    def wait(self) -> Wait:
        return "turn" if self.window is None else "window"

    @property
    def to_act(self) -> Mapping[Seat, int]:
        # `turn` stands still within a turn and within a window, so it is also the turn since which.
        if self.outcome is not None:
            return {}
        if self.window is not None:  # whether they have answered or not: that is hidden
            return dict.fromkeys(sorted(self.opponents()), self.turn)
        return {self.active: self.turn}

    def legal_moves(self, who: Seat | None) -> tuple[Move, ...]:
        if self.outcome is not None or who is None or not 0 <= who < len(self.hands):
            return ()
        if self.window is None:
            return (*self.plays(), *ORDERING) if who == self.active else ORDERING
        if who == self.active or self.answers[who] is not None:
            return ORDERING
        return (*(ANSWERS if BLOCK in self.hands[who] else ANSWERS[1:]), *ORDERING)

    def settled(self, seat: Seat, slow: bool) -> Move | None:
        """K12: an order to block lets pass where there is no Block."""
        if self.window is None or seat == self.active or self.answers[seat] is not None:
            return None
        order = self.orders[seat] or ("win" if slow else "ask")
        if order == "ask":
            return None
        wanted = order == "always" or (order == "win" and self.would_win())
        return Answer(wanted and BLOCK in self.hands[seat])

    def view(self, seat: Seat | None) -> View:
        return View(
            options=self.options,
            seats=len(self.hands),
            seat=seat,
            active=self.active if self.outcome is None else None,
            direction=self.direction,
            skips=self.skips,
            piles=self.piles,
            last=self.last,
            window=None if self.window is None else Window(self.window, self.would_win()),
            answer=None if seat is None else self.answers[seat],
            order=None if seat is None else self.orders[seat],
            hand=() if seat is None else self.hands[seat],
            counts=tuple(map(len, self.hands)),
            chips=self.chips,
            box=self.box,
            discards=self.discards,
            draw=len(self.draw),
            aside=len(self.aside),
            actions=self.actions,
            stalled=self.stalled,
            outcome=self.outcome,
        )

    # What follows is asked by moves and their refusals -----------------------------------------------

    @property
    def box(self) -> int:
        """How many chips are left to take."""
        return BOX - sum(map(sum, self.chips))

    def opponents(self) -> Iterator[Seat]:
        """Go round all but the active seat, in turn order from it."""
        seats = len(self.hands)
        for steps in range(1, seats):
            yield Seat((self.active + steps * self.direction) % seats)

    def would_win(self) -> bool:
        """Tell whether the completion in the window wins if it isn't blocked."""
        return self.window is not None and wins(
            self.options, with_chip(self.chips[self.active], colour_of(self.window))
        )

    def undecided(self) -> Seat | None:
        """Return the first opponent in order who hasn't let pass what was completed: the result hangs on it (K8)."""
        return next((seat for seat in self.opponents() if self.answers[seat] is not False), None)

    def top(self, seat: Seat) -> Card | None:
        """Return the top card of a seat's discard pile."""
        return self.discards[seat][-1] if self.discards[seat] else None

    def piles_for(self, card: Card) -> list[int | None]:
        """Return where a card can be laid; None: it can begin a pile."""
        places = places_of(card)
        found: list[int | None] = [pile for pile in places if self.piles[pile] and follows(card, self.piles[pile])]
        if starts(card) and not all(self.piles[pile] for pile in places):
            found.append(None)
        return found

    def robbable(self, colour: Colour) -> list[Seat]:
        """Return whose chips of a colour the active seat may steal (K13)."""
        if wins(self.options, with_chip(self.chips[self.active], colour)):
            return []
        return [seat for seat in sorted(self.opponents()) if self.chips[seat][COLOURS.index(colour)]]

    def plays(self) -> Iterator[Move]:
        """Go through what the active seat can do: cards of the hand, the top discard, and ending the turn."""
        hand = self.hands[self.active]
        for card in dict.fromkeys(hand):
            yield from self.plays_of("h", card)
        top = self.top(self.active)
        if top is not None:
            yield from self.plays_of("d", top)
        if hand:
            yield from map(End, dict.fromkeys(hand))
        else:
            yield End(None)

    def plays_of(self, source: Source, card: Card) -> Iterator[Move]:
        """Go through the plays of one card."""
        if not is_action(card):
            for pile in self.piles_for(card):
                yield Lay(source, card, pile)
        elif card == SKIP:
            yield Skip(source)
        elif card == REVERSE:
            yield Reverse(source)
        elif card == TAKE:
            for seat in sorted(self.opponents()):
                if self.discards[seat]:
                    yield StealCard(source, seat)
        elif card == CHIP:
            for colour in COLOURS:
                for seat in self.robbable(colour):
                    yield StealChip(source, seat, colour)
