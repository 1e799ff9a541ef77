"""The positions of Take 5 and how one leads to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from rules.chance import shuffled
from rules.engine import IllegalMove, InvalidOption, Outcome, Seat, Wait
from rules.take5.table import (
    FULL,
    HAND,
    ROWS,
    ChooseRow,
    Dealt,
    Event,
    Move,
    Options,
    Pick,
    Placed,
    Played,
    Round,
    RoundEnded,
    RowAsked,
    Shown,
    Took,
    View,
    deck_of,
    heads_of,
    row_for,
)


def tables(options: Options) -> range:
    return range(2, 11)


def teams(seats: int, options: Options) -> tuple[int, ...]:
    return tuple(range(seats))


def is_over(options: Options, rounds: int, totals: tuple[int, ...]) -> bool:
    """N2; looked at only when a round is complete."""
    if options.rounds is not None:
        return rounds >= options.rounds
    highest = max(totals)
    return highest >= options.target if options.end_at == "reach" else highest > options.target


@dataclass(frozen=True, slots=True)
class State:
    """One position.

    A picked card stays in its hand until the trick is shown; then it is in `waiting` until it is placed.
    """

    options: Options
    seed: str
    move_number: int
    turn: int
    round: int
    trick: int
    rows: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    picks: tuple[int | None, ...]
    played: tuple[Played, ...]
    waiting: tuple[Played, ...]
    gained: tuple[tuple[Seat, int], ...]
    piles: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    totals: tuple[int, ...]
    finished: Round | None
    outcome: Outcome | None

    @property
    def wait(self) -> Wait:
        return "turn"

    @property
    def to_act(self) -> Mapping[Seat, int]:
        # `turn` stands still within a trick and while a row is chosen, so it is also the turn since which.
        if self.outcome is not None:
            return {}
        if self.waiting:
            return {self.waiting[0].seat: self.turn}
        return {Seat(seat): self.turn for seat, pick in enumerate(self.picks) if pick is None}

    def legal_moves(self, who: Seat | None) -> tuple[Move, ...]:
        if self.outcome is not None or who is None or not 0 <= who < len(self.hands):
            return ()
        if not self.waiting:
            return tuple(map(Pick, self.hands[who]))  # whoever has chosen may change the card (N7)
        return tuple(map(ChooseRow, range(ROWS))) if who == self.waiting[0].seat else ()

    def apply(self, who: Seat | None, move: Move) -> tuple[State, tuple[Event, ...]]:
        if self.outcome is not None:
            raise IllegalMove("The match is over, so nothing more is played; start another one.")
        if who is None or not 0 <= who < len(self.hands):
            raise IllegalMove("Only a seat of this table can move; Take 5 has no rulings by the table.")
        if isinstance(move, Pick):
            return self._pick(who, move.card)
        return self._choose(who, move.row)

    def settled(self, seat: Seat, slow: bool) -> Move | None:
        return None

    def view(self, seat: Seat | None) -> View:
        over = self.outcome is not None
        return View(
            options=self.options,
            seats=len(self.hands),
            seat=seat,
            round=self.round,
            trick=self.trick,
            rows=self.rows,
            hand=() if seat is None else self.hands[seat],
            pick=None if seat is None else self.picks[seat],
            chosen=tuple(Seat(index) for index, pick in enumerate(self.picks) if pick is not None),
            played=self.played,
            waiting=self.waiting,
            gained=self.gained,
            heads=tuple(0 if over else heads_of(pile) for pile in self.piles),  # at the end they are in the totals
            totals=self.totals,
            finished=self.finished,
            outcome=self.outcome,
        )

    def _pick(self, who: Seat, card: int) -> tuple[State, tuple[Event, ...]]:
        if self.waiting:
            low = self.waiting[0].seat
            if who == low:
                raise IllegalMove("Your card fits behind no row; choose a row to take first, from 1 to 4.")
            raise IllegalMove("The cards lie open; choose your next card when {seat} has taken a row.", seat=low)
        if card not in self.hands[who]:
            raise IllegalMove("{card} isn't in your hand any more; you hold {hand}.", card=card, hand=self.hands[who])
        chosen = replace(self, picks=(*self.picks[:who], card, *self.picks[who + 1 :]))
        if None in chosen.picks:
            return chosen, ()
        events: list[Event] = []
        return replace(chosen, move_number=self.move_number + 1, turn=self.turn + 1)._show(events), tuple(events)

    def _choose(self, who: Seat, row: int) -> tuple[State, tuple[Event, ...]]:
        if not self.waiting:
            raise IllegalMove(
                "Row {row} is for the player with the low card, and no card is too low now; choose a card.",
                row=row + 1,
            )
        low = self.waiting[0].seat
        if who != low:
            raise IllegalMove("Row {row} is for the player with the low card; that's {seat}.", row=row + 1, seat=low)
        if not 0 <= row < ROWS:
            raise IllegalMove("There is no row {row}; choose one from 1 to 4.", row=row + 1)
        events: list[Event] = []
        state = replace(self, move_number=self.move_number + 1, turn=self.turn + 1)._take(row, "low", events)
        return state._resolve(events), tuple(events)

    def _show(self, events: list[Event]) -> State:
        """Turn the picked cards over, and run on."""
        laid = [Played(Seat(seat), card) for seat, card in enumerate(self.picks) if card is not None]
        shown = tuple(sorted(laid, key=lambda each: each.card))
        events.append(Shown(shown, last=self.trick == HAND))
        return replace(
            self,
            hands=tuple(
                tuple(card for card in hand if card != pick) for hand, pick in zip(self.hands, self.picks, strict=True)
            ),
            picks=(None,) * len(self.picks),
            played=shown,
            waiting=shown,
            gained=(),
            finished=None,
        )._resolve(events)

    def _resolve(self, events: list[Event]) -> State:
        """Place the cards that wait, the lowest first, until a row must be asked (N4) or all lie."""
        state = self
        while state.waiting:
            seat, card = state.waiting[0].seat, state.waiting[0].card
            row = row_for(state.rows, card)
            if row is None:
                events.append(RowAsked(seat, card))
                return state
            if len(state.rows[row]) == FULL:
                state = state._take(row, "sixth", events)
            else:
                events.append(Placed(seat, card, row))
                state = replace(
                    state,
                    rows=(*state.rows[:row], (*state.rows[row], card), *state.rows[row + 1 :]),
                    waiting=state.waiting[1:],
                )
        return state._next_trick(events)

    def _take(self, row: int, why: Literal["sixth", "low"], events: list[Event]) -> State:
        """Let the lowest waiting card take a row and start it anew in its place (N6)."""
        seat, card = self.waiting[0].seat, self.waiting[0].card
        heads = heads_of(self.rows[row])
        events.append(Took(seat, card, row, heads, why))
        return replace(
            self,
            rows=(*self.rows[:row], (card,), *self.rows[row + 1 :]),
            piles=(*self.piles[:seat], self.piles[seat] + self.rows[row], *self.piles[seat + 1 :]),
            gained=tuple(sorted((*self.gained, (seat, heads)))),
            waiting=self.waiting[1:],
        )

    def _next_trick(self, events: list[Event]) -> State:
        if self.trick == HAND:
            return self._end_round(events)
        state = replace(self, trick=self.trick + 1)
        if state.trick == HAND:  # the last card is nobody's choice (N8)
            return replace(state, picks=tuple(hand[0] for hand in self.hands))._show(events)
        return state

    def _end_round(self, events: list[Event]) -> State:
        heads = tuple(map(heads_of, self.piles))
        totals = tuple(map(sum, zip(self.totals, heads, strict=True)))
        events.append(RoundEnded(self.round, heads, totals))
        finished = Round(self.round, self.rows, self.played, heads, totals)
        state = replace(self, totals=totals, finished=finished)
        if is_over(self.options, self.round, totals):
            return replace(state, outcome=_outcome(self.options, totals))
        events.append(Dealt(self.round + 1))
        return _dealt(state, self.round + 1)


def _outcome(options: Options, totals: tuple[int, ...]) -> Outcome:
    """The lowest total wins; ties share (N3)."""
    places = tuple(1 + sum(other < mine for other in totals) for mine in totals)
    return Outcome(places, totals, "target" if options.rounds is None else "rounds")


def _dealt(state: State, number: int) -> State:
    """Shuffle all cards and deal a round: a hand each, four rows, the rest aside."""
    seats = len(state.totals)
    cards = shuffled(deck_of(seats, state.options), state.seed, f"round {number}")
    dealt = HAND * seats
    return replace(
        state,
        round=number,
        trick=1,
        hands=tuple(tuple(sorted(cards[first : first + HAND])) for first in range(0, dealt, HAND)),
        rows=tuple((card,) for card in cards[dealt : dealt + ROWS]),
        aside=tuple(sorted(cards[dealt + ROWS :])),
        piles=((),) * seats,
    )


def deal(seats: int, options: Options, seed: str) -> tuple[State, tuple[Event, ...]]:
    if seats not in tables(options):
        raise InvalidOption("Take 5 is played by 2 to 10; you are {count}.", count=seats)
    nobody = ((),) * seats
    bare = State(
        options=options,
        seed=seed,
        move_number=0,
        turn=1,
        round=0,
        trick=0,
        rows=(),
        hands=nobody,
        picks=(None,) * seats,
        played=(),
        waiting=(),
        gained=(),
        piles=nobody,
        aside=(),
        totals=(0,) * seats,
        finished=None,
        outcome=None,
    )
    return _dealt(bare, 1), (Dealt(1),)


def redeal(state: State, seat: Seat | None, seed: str) -> State:
    """What a seat can't see: the other hands and the picks in them, the cards aside, the deals to come.

    Piles stay: everybody saw how their cards were taken.
    """
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = chain(state.aside, *(state.hands[other] for other in others))
    cards = shuffled(sorted(hidden), seed, "redeal")
    size = len(state.hands[0])
    hands, picks = list(state.hands), list(state.picks)
    for place, other in enumerate(others):
        dealt = cards[place * size : (place + 1) * size]
        hands[other] = tuple(sorted(dealt))
        if picks[other] is not None:
            picks[other] = dealt[0]
    aside = tuple(sorted(cards[len(others) * size :]))
    return replace(state, seed=seed, hands=tuple(hands), picks=tuple(picks), aside=aside)


def check(state: State) -> None:
    """Raise `AssertionError` with a sentence if this position cannot be."""
    seats = len(state.hands)
    lying = chain(*state.rows, *state.hands, *state.piles, state.aside, (each.card for each in state.waiting))
    _must(sorted(lying) == list(deck_of(seats, state.options)), "Every card is in exactly one place.")
    _must(len(state.rows) == ROWS, "There are four rows.")
    _must(all(1 <= len(row) <= FULL for row in state.rows), "A row has one to five cards.")
    _must(all(row == tuple(sorted(row)) for row in state.rows), "The cards of a row rise.")
    open_trick = not state.waiting and state.outcome is None
    left = HAND + 1 - state.trick if open_trick else HAND - state.trick
    _must(all(len(hand) == left for hand in state.hands), f"In trick {state.trick} every hand has {left} cards.")
    _must(not open_trick or left > 1, "Nobody is asked for the last card of a round.")
    picked = [pick for pick in state.picks if pick is not None]
    _must(len(picked) < seats, "When all have chosen, the cards are shown.")
    _must(
        all(pick is None or pick in hand for pick, hand in zip(state.picks, state.hands, strict=True)),
        "A picked card is one of the hand.",
    )
    if state.waiting:
        _must(not picked, "Nobody chooses a card while a row is asked.")
        _must(state.waiting == state.played[-len(state.waiting) :], "The highest cards of a trick wait.")
        _must(
            row_for(state.rows, state.waiting[0].card) is None,
            "A row is asked for a card lower than all row ends.",
        )
    rounds = state.round if state.outcome is not None else state.round - 1
    _must(
        (state.outcome is not None) == (rounds > 0 and is_over(state.options, rounds, state.totals)),
        "It ends in time.",
    )
    if state.finished is not None:
        _must(state.finished.number == rounds, "The finished round is the last one.")
        _must(state.finished.totals == state.totals, "The totals are those of the finished round.")


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)
