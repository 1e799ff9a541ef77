"""How one position of Sequence Stacks leads to the next."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from rules.chance import shuffled
from rules.engine import IllegalMove, InvalidOption, Outcome, Seat
from rules.stacks.moves import (
    Answer,
    Blocked,
    CardStolen,
    ChipStolen,
    Completed,
    Dealt,
    Discarded,
    Drew,
    End,
    Ended,
    Event,
    Gained,
    Laid,
    Lay,
    Move,
    Reason,
    Reverse,
    Reversed,
    SetOrder,
    Shuffled,
    Skip,
    Skipped,
    SkipPlayed,
    Source,
    StealCard,
    StealChip,
)
from rules.stacks.position import Position
from rules.stacks.refusals import (
    check_answer,
    check_end,
    check_held,
    check_lay,
    check_steal_card,
    check_steal_chip,
)
from rules.stacks.table import (
    BLOCK,
    CHIP,
    FULL,
    HAND,
    PILES,
    REVERSE,
    SKIP,
    TAKE,
    Card,
    Last,
    Options,
    colour_of,
    deck_of,
    in_order,
    wins,
    with_chip,
)

T = TypeVar("T")


def tables(options: Options) -> range:
    return range(2, 7)


def teams(seats: int, options: Options) -> tuple[int, ...]:
    return tuple(range(seats))


@dataclass(frozen=True)  # without slots, so that `_with` can copy all fields at once: `replace` takes ten times as long
class State(Position):
    """A position that can be moved in."""

    def _with(self, **changes: Any) -> State:
        state = object.__new__(State)
        object.__setattr__(state, "__dict__", self.__dict__ | changes)
        return state

    def apply(self, who: Seat | None, move: Move) -> tuple[State, tuple[Event, ...]]:
        if self.outcome is not None:
            raise IllegalMove("The match is over, so nothing more is played; start another one.")
        if who is None or not 0 <= who < len(self.hands):
            raise IllegalMove("Only a seat of this table can move; Sequence Stacks has no rulings by the table.")
        if isinstance(move, SetOrder):
            return self._with(orders=_at(self.orders, who, move.wish)), ()
        events: list[Event] = []
        state = self._answer(who, move, events) if isinstance(move, Answer) else self._play(who, move, events)
        # The end is one turn, whatever led to it: a window that closes, or a draw after a turn that was ended.
        return state if state.outcome is None else state._with(turn=self.turn + 1), tuple(events)

    def _answer(self, who: Seat, move: Answer, events: list[Event]) -> State:
        check_answer(self, who, move)
        return self._with(answers=_at(self.answers, who, move.block))._close(events)

    def _play(self, who: Seat, move: Lay | Skip | Reverse | StealCard | StealChip | End, events: list[Event]) -> State:
        if who != self.active:
            raise IllegalMove("It isn't your turn; {seat} is to play.", seat=self.active)
        if self.window is not None:
            raise IllegalMove("First the others say whether they block what you have completed.")
        state = self._with(move_number=self.move_number + 1)
        if isinstance(move, Lay):
            return state._lay(who, move, check_lay(self, move), events)
        if isinstance(move, End):
            check_end(self, move)
            return state._end(who, move.card, events)
        if isinstance(move, Skip):
            check_held(self, move.source, SKIP)
            events.append(SkipPlayed(who, move.source))
            state = state._used(move.source, SKIP)._with(skips=self.skips + 1)
        elif isinstance(move, Reverse):
            check_held(self, move.source, REVERSE)
            events.append(Reversed(who, move.source, -self.direction))
            state = state._used(move.source, REVERSE)._with(direction=-self.direction)
        elif isinstance(move, StealCard):
            check_steal_card(self, move)
            state = state._steal_card(who, move, events)
        else:
            check_steal_chip(self, move)
            state = state._steal_chip(who, move, events)
        return state._filled(events)

    # Playing cards --------------------------------------------------------------------------------------

    def _without(self, source: Source, card: Card) -> State:
        """Take a card from the active seat's hand or discard pile."""
        who = self.active
        if source == "d":
            return self._with(discards=_at(self.discards, who, self.discards[who][:-1]))
        return self._with(hands=_at(self.hands, who, _less(self.hands[who], card)))

    def _used(self, source: Source, card: Card) -> State:
        """Put an action on the pile of its own."""
        return self._without(source, card)._with(actions=(*self.actions, card))

    def _lay(self, who: Seat, move: Lay, place: int, events: list[Event]) -> State:
        pile = (*self.piles[place], move.card)
        events.append(Laid(who, move.card, move.source, place, len(pile)))
        state = self._without(move.source, move.card)._with(piles=_at(self.piles, place, pile), last=Last(who, place))
        if len(pile) < FULL:
            return state._filled(events)
        # The chip and five new cards wait for the answers (K11).
        state = state._with(window=place, turn=self.turn + 1)
        events.append(Completed(who, place, colour_of(place), state.would_win()))
        return state

    def _steal_card(self, who: Seat, move: StealCard, events: list[Event]) -> State:
        card = self.discards[move.victim][-1]
        events.append(CardStolen(who, move.source, move.victim, card))
        state = self._used(move.source, TAKE)
        return state._with(
            discards=_at(state.discards, move.victim, state.discards[move.victim][:-1]),
            hands=_at(state.hands, who, in_order((*state.hands[who], card))),
        )

    def _steal_chip(self, who: Seat, move: StealChip, events: list[Event]) -> State:
        events.append(ChipStolen(who, move.source, move.victim, move.colour))
        chips = _at(self.chips, move.victim, with_chip(self.chips[move.victim], move.colour, -1))
        return self._used(move.source, CHIP)._with(chips=_at(chips, who, with_chip(chips[who], move.colour)))

    # Windows --------------------------------------------------------------------------------------------

    def _close(self, events: list[Event]) -> State:
        """Close the window once the result is fixed (K8): blocked by the first in order, or let pass by all."""
        blocker = self.undecided()
        if self.window is None or (blocker is not None and self.answers[blocker] is None):
            return self
        who, place, colour = self.active, self.window, colour_of(self.window)
        state = self._with(
            move_number=self.move_number + 1,
            turn=self.turn + 1,
            window=None,
            answers=(None,) * len(self.hands),
            piles=_at(self.piles, place, ()),
            aside=(*self.aside, *self.piles[place]),
        )
        if blocker is not None:
            events.append(Blocked(blocker, who, colour))
            hand = _less(self.hands[blocker], BLOCK)
            state = state._with(hands=_at(self.hands, blocker, hand), actions=(*self.actions, BLOCK))
            return state._filled(events)
        red, blue = with_chip(self.chips[who], colour)
        events.append(Gained(who, colour, red, blue))
        state = state._with(chips=_at(self.chips, who, (red, blue)), stalled=False)
        if wins(self.options, (red, blue)):
            return state._over("chips", who, events)
        return state._filled(events) if state.box else state._over("box", None, events)

    # Drawing, and the turn's end ------------------------------------------------------------------------

    def _filled(self, events: list[Event]) -> State:
        """Let the active seat draw if its hand has become empty (K1)."""
        return self if self.hands[self.active] else self._draw(HAND, events)

    def _draw(self, number: int, events: list[Event]) -> State:
        """Let the active seat draw so many cards, or fewer where there are no more (K18)."""
        state, who = self, self.active
        while number > 0:
            if not state.draw:
                state = state._shuffled(events)
                if state.outcome is not None or not state.draw:
                    break
            drawn = state.draw[:number]
            events.append(Drew(who, len(drawn)))
            number -= len(drawn)
            state = state._with(
                hands=_at(state.hands, who, in_order((*state.hands[who], *drawn))), draw=state.draw[len(drawn) :]
            )
        return state

    def _shuffled(self, events: list[Event]) -> State:
        """Make a new draw pile: of the sequences set aside, else of actions and what lies under the top discards."""
        state, cards = self, self.aside
        if cards:
            events.append(Shuffled("aside", len(cards)))
            state = state._with(aside=())
        else:
            cards = tuple(chain(self.actions, *(pile[:-1] for pile in self.discards)))
            if not cards:
                return self
            if self.stalled:
                return self._over("standstill", None, events)
            events.append(Shuffled("discards", len(cards)))
            state = state._with(actions=(), discards=tuple(pile[-1:] for pile in self.discards), stalled=True)
        return state._with(
            draw=shuffled(in_order(cards), self.seed, f"draw pile {self.shuffles + 1}"), shuffles=self.shuffles + 1
        )

    def _end(self, who: Seat, card: Card | None, events: list[Event]) -> State:
        """End a turn: discard, refill by that option, skip (K16), and begin the next turn."""
        events.append(Discarded(who, card))
        state = self._with(last=self.last if self.last is not None and self.last.seat == who else None)
        if card is not None:
            state = state._without("h", card)._with(discards=_at(self.discards, who, (*self.discards[who], card)))
        if self.options.refill == "end":
            state = state._draw(HAND - len(state.hands[who]), events)
            if state.outcome is not None:
                return state
        order = [*self.opponents(), who]
        skipped = min(self.skips, len(order) - 1)
        events.extend(map(Skipped, order[:skipped]))
        following = order[skipped]
        state = state._with(active=following, skips=0, turn=self.turn + 1)
        held = len(state.hands[following])
        return state._draw(HAND - held if self.options.refill == "start" or not held else 0, events)

    def _over(self, reason: Reason, winner: Seat | None, events: list[Event]) -> State:
        """End the match: the winner before all others, who stand by their chips (K19)."""
        totals = tuple(map(sum, self.chips))
        ranks = [(seat != winner, -total) for seat, total in enumerate(totals)]
        outcome = Outcome(tuple(1 + sum(other < mine for other in ranks) for mine in ranks), totals, reason)
        events.append(Ended(reason, outcome.winners))
        return self._with(outcome=outcome)


def deal(seats: int, options: Options, seed: str) -> tuple[State, tuple[Event, ...]]:
    if seats not in tables(options):
        raise InvalidOption("Sequence Stacks is played by 2 to 6; you are {count}.", count=seats)
    cards = shuffled(deck_of(seats), seed, "deal")
    dealer = Seat(shuffled(range(seats), seed, "dealer")[0])
    first, dealt = Seat((dealer + 1) % seats), HAND * seats
    state = State(
        options=options,
        seed=seed,
        move_number=0,
        turn=1,
        active=first,
        direction=1,
        skips=0,
        hands=tuple(in_order(cards[start : start + HAND]) for start in range(0, dealt, HAND)),
        piles=((),) * len(PILES),
        draw=cards[dealt:],
        aside=(),
        actions=(),
        discards=((),) * seats,
        chips=((0, 0),) * seats,
        shuffles=0,
        stalled=False,
        last=None,
        window=None,
        answers=(None,) * seats,
        orders=(None,) * seats,
        outcome=None,
    )
    return state, (Dealt(dealer, first),)


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)
