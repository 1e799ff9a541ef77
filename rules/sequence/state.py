"""How one position of Sequence leads to the next."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, TypeVar

from rules.cards import PLACE, Card, in_order
from rules.chance import shuffled
from rules.engine import IllegalMove, Outcome, Seat
from rules.sequence.board import FIVES, Five, name_of
from rules.sequence.lines import completed, may_complete
from rules.sequence.moves import (
    Choose,
    Completed,
    Draw,
    DrawFor,
    Drew,
    Drop,
    Dropped,
    Ended,
    Event,
    Exchange,
    Exchanged,
    FiveAsked,
    Forfeited,
    Move,
    Passed,
    Penalised,
    Penalty,
    Place,
    Placed,
    Rebuilt,
    Remove,
    Removed,
)
from rules.sequence.position import Position
from rules.sequence.refusals import (
    check_draw,
    check_drop,
    check_exchange,
    check_pass,
    check_penalty,
    check_place,
    check_remove,
)
from rules.sequence.table import Made

T = TypeVar("T")


@dataclass(frozen=True)  # without slots, so that `_with` can copy all fields at once: `replace` takes ten times as long
class State(Position):
    """A position that can be moved in."""

    def _with(self, changes: dict[str, Any]) -> State:
        state = object.__new__(State)
        object.__setattr__(state, "__dict__", self.__dict__ | changes)
        return state

    def apply(self, who: Seat | None, move: Move) -> tuple[State, tuple[Event, ...]]:
        if self.outcome is not None:
            raise IllegalMove("The match is over, so nothing more is played; start another one.")
        events: list[Event] = []
        if isinstance(move, Penalty):
            if who is not None:
                raise IllegalMove("Table talk is called by the match's opener or a moderator, not by a seat.")
            return self._penalise(move.team, events), tuple(events)
        if who is None or not 0 <= who < len(self.hands):
            raise IllegalMove("Only a seat of this table can play; the table itself only calls table talk.")
        if isinstance(move, Drop):
            return self._drop(who, move.card, events), tuple(events)
        if isinstance(move, (Draw, DrawFor)):
            return self._draw_late(who, events, lapse=isinstance(move, Draw)), tuple(events)
        if who != self.active:
            raise IllegalMove("It's not your turn; {seat} is to play.", seat=self.active)
        if isinstance(move, Choose):
            return self._choose(who, move, events), tuple(events)
        if self.choices:
            raise IllegalMove("First choose which five of your line are the sequence.")
        if self.debts[who]:
            raise IllegalMove("You owe a card for table talk; discard one before anything else.")
        if isinstance(move, Place):
            check_place(self, who, move.card, move.space)
            return self._place(who, move, events), tuple(events)
        if isinstance(move, Remove):
            check_remove(self, who, move.card, move.space)
            return self._remove(who, move, events), tuple(events)
        if isinstance(move, Exchange):
            check_exchange(self, who, move.card)
            return self._exchange(who, move.card, events), tuple(events)
        check_pass(self, who)
        return self._pass(who, events), tuple(events)

    def _place(self, who: Seat, move: Place, events: list[Event]) -> State:
        card, space, team = move.card, move.space, self.team_of(who)
        own = self.chips[team] | 1 << space
        changes = self._playing(Placed(who, card, space), team, own, events)
        if not may_complete(own, space):
            return self._turned(who, changes, events)
        state = self._with(changes)
        made, choices = completed(own, space, [FIVES[each.spaces] for each in self.sequences if each.team == team])
        if self.count(team) + len(made) + len(choices) >= self.needed:  # it wins: nothing is asked (S7)
            made, choices = made + tuple(fives[0] for fives in choices), ()
        for five in made:
            state = state._declare(who, five, events)
        if choices:
            events.append(FiveAsked(who, choices[0]))
            return state._with({"choices": choices, "move_number": self.move_number + 1})
        return state._finish(who, events)

    def _remove(self, who: Seat, move: Remove, events: list[Event]) -> State:
        bit = 1 << move.space
        team = next(team for team, chips in enumerate(self.chips) if chips & bit)
        removed = Removed(who, move.card, move.space, team)
        changes = self._playing(removed, team, self.chips[team] & ~bit, events)
        return self._turned(who, changes, events)  # the draw stays (S1); no sequence comes or goes (S11)

    # A turn is a dozen changes; they are collected in a dict, so that a position is copied once for all of them.

    def _playing(self, event: Placed | Removed, team: int, chips: int, events: list[Event]) -> dict[str, Any]:
        """Return what changes when a card is laid on its seat's pile, and with it a team's chips."""
        who = event.seat
        events.append(event)
        changes = self._discarding(who, event.card)
        if self.rights[who]:  # who plays again has forgotten the card of the turn before (S19)
            events.append(Forfeited(who))
            changes["rights"] = _at(self.rights, who, 0)
        changes["chips"] = _at(self.chips, team, chips)
        changes["last"] = event
        changes["passes"] = 0
        return changes

    def _discarding(self, who: Seat, card: Card) -> dict[str, Any]:
        """Return what changes when a card goes from a hand onto its seat's pile."""
        hand = list(self.hands[who])
        hand.remove(card)
        changes: dict[str, Any] = {
            "hands": _at(self.hands, who, tuple(hand)),
            "piles": _at(self.piles, who, (*self.piles[who], card)),
        }
        if self.drawn[who] == card and card not in hand:
            changes["drawn"] = _at(self.drawn, who, None)
        return changes

    def _declare(self, who: Seat, five: Five, events: list[Event]) -> State:
        team = self.team_of(who)
        state = self._with({"sequences": (*self.sequences, Made(team, five))})
        events.append(Completed(who, team, five, state.count(team)))
        return state

    def _choose(self, who: Seat, move: Choose, events: list[Event]) -> State:
        if not self.choices:
            raise IllegalMove("There is no line to choose five of; play a card.")
        chosen = next((five for five in self.choices[0] if (five[0], five[-1]) == (move.first, move.last)), None)
        if chosen is None:
            raise IllegalMove(
                "These can be the five: {fives}.",
                fives=[f"{name_of(five[0])}-{name_of(five[-1])}".upper() for five in self.choices[0]],
            )
        state = self._declare(who, chosen, events)._with({"choices": self.choices[1:]})
        if state.choices:
            events.append(FiveAsked(who, state.choices[0]))
            return state._with({"move_number": self.move_number + 1})
        return state._finish(who, events)

    def _finish(self, who: Seat, events: list[Event]) -> State:
        """End a turn in which something was completed: win, or go on."""
        team = self.team_of(who)
        if self.count(team) >= self.needed:
            return self._end("sequences", (team,), events)  # and no draw (S16)
        return self._turned(who, {}, events)

    def _turned(self, who: Seat, changes: dict[str, Any], events: list[Event]) -> State:
        """End a turn in which a card was played, beside what it has changed: draw, or earn the right to."""
        if self.options.manual_draw:
            changes["rights"] = _at(changes.get("rights", self.rights), who, self.turn)
        else:
            self._draw(who, changes, events)
        return self._passed_on(changes)

    def _passed_on(self, changes: dict[str, Any]) -> State:
        """Let the turn pass to the left, beside what else has changed."""
        turn = self.turn + 1
        changes["move_number"] = self.move_number + 1
        changes["turn"] = turn
        changes["since"] = turn
        changes["active"] = (self.active + 1) % len(self.hands)
        changes["exchanges"] = 0
        return self._with(changes)

    def _draw(self, who: Seat, changes: dict[str, Any], events: list[Event]) -> None:
        """Draw a card, beside what else has changed; an empty deck is rebuilt first (S15)."""
        deck = self.deck
        if not deck:
            cards = in_order(chain(*changes.get("piles", self.piles)))
            events.append(Rebuilt(len(cards)))
            deck = shuffled(cards, self.seed, f"deck {self.rebuilds + 1}")
            changes["piles"] = ((),) * len(self.piles)
            changes["rebuilds"] = self.rebuilds + 1
            changes["rebuilt_in"] = self.turn
        card = deck[-1]
        changes["deck"] = deck[:-1]
        hands = changes.get("hands", self.hands)
        hand = list(hands[who])
        insort(hand, card, key=PLACE.__getitem__)
        changes["hands"] = _at(hands, who, tuple(hand))
        changes["drawn"] = _at(self.drawn, who, card)

    def _exchange(self, who: Seat, card: Card, events: list[Event]) -> State:
        events.append(Exchanged(who, card))
        changes = self._discarding(who, card)
        self._draw(who, changes, events)
        changes["exchanges"] = self.exchanges + 1
        changes["move_number"] = self.move_number + 1
        return self._with(changes)

    def _pass(self, who: Seat, events: list[Event]) -> State:
        events.append(Passed(who))
        passes = self.passes + 1
        if passes < len(self.hands):
            return self._passed_on({"passes": passes})
        counts = [self.count(team) for team in range(len(self.chips))]  # a stalemate (S14)
        best = tuple(team for team, count in enumerate(counts) if count == max(counts))
        return self._with({"passes": passes})._end("stalemate", best, events)

    def _draw_late(self, who: Seat, events: list[Event], *, lapse: bool) -> State:
        """Draw for one's last turn (S19); with `lapse`, who played before and hasn't drawn loses the card."""
        check_draw(self, who)
        changes: dict[str, Any] = {}
        self._draw(who, changes, events)
        events.append(Drew(who))
        rights = list(_at(self.rights, who, 0))
        for seat, right in enumerate(self.rights):
            if lapse and 0 < right < self.rights[who] and self.hands[seat]:
                rights[seat] = 0
                events.append(Forfeited(Seat(seat)))
        changes["rights"] = tuple(rights)
        return self._with(changes)

    def _penalise(self, team: int, events: list[Event]) -> State:
        check_penalty(self, team)
        debtors, turn = self.room(team), self.turn + 1
        events.append(Penalised(team, debtors))
        return self._with(
            {
                "move_number": self.move_number + 1,
                "turn": turn,
                "debts": tuple(debt + (seat in debtors) for seat, debt in enumerate(self.debts)),
                "debts_since": tuple(
                    turn if seat in debtors and not self.debts[seat] else since
                    for seat, since in enumerate(self.debts_since)
                ),
            }
        )

    def _drop(self, who: Seat, card: Card, events: list[Event]) -> State:
        check_drop(self, who, card)
        events.append(Dropped(who, card))
        return self._with({**self._discarding(who, card), "debts": _at(self.debts, who, self.debts[who] - 1)})

    def _end(self, reason: Literal["sequences", "stalemate"], best: tuple[int, ...], events: list[Event]) -> State:
        events.append(Ended(reason, best))
        teams = [self.team_of(Seat(seat)) for seat in range(len(self.hands))]
        behind = 1 + sum(team in best for team in teams)
        return self._with(
            {
                "move_number": self.move_number + 1,
                "turn": self.turn + 1,
                "debts": (0,) * len(self.hands),
                "rights": (0,) * len(self.hands),
                "outcome": Outcome(
                    places=tuple(1 if team in best else behind for team in teams),
                    scores=tuple(map(self.count, teams)),
                    reason=reason,
                ),
            }
        )


def _at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)
