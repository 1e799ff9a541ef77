"""The positions of The Passing Game and how one leads to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.chance import shuffled
from rules.engine import IllegalMove, InvalidOption, Outcome, Seat, Wait
from rules.passing.refusals import must_be_playable
from rules.passing.scoring import (
    all_laid,
    best_of,
    drawable,
    drawn_leader,
    hand_size,
    next_leader,
    none_fits,
    outcome_of,
    sides_of,
    target_of,
)
from rules.passing.table import (
    TILES,
    Blocked,
    Counted,
    Dealt,
    Draw,
    Drew,
    Event,
    Idle,
    Keep,
    Kept,
    Last,
    Move,
    Options,
    Pass,
    Passed,
    Play,
    Played,
    Round,
    Tile,
    View,
    WentOut,
    Why,
    ends_of,
    laid,
    passes,
    pips_of,
    plays_of,
    shown,
)


def tables(options: Options) -> tuple[int, ...]:
    return (4,) if options.partners else (2, 3, 4)


def teams(seats: int, options: Options) -> tuple[int, ...]:
    return sides_of(seats, options)


@dataclass(frozen=True, slots=True)
class State:
    """One position.

    The boneyard is drawn from its front. `drawn` is a tile of the active hand, while its seat is asked whether to
    play it; `last_drawn` is what each seat drew with its latest action, if it drew.
    """

    options: Options
    seed: str
    move_number: int
    turn: int
    round: int
    leader: Seat
    active: Seat
    train: tuple[Tile, ...]
    first: int
    last: Last | None
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    drawn: Tile | None
    last_drawn: tuple[Tile | None, ...]
    idles: tuple[Idle, ...]
    points: tuple[int, ...]
    finished: Round | None
    outcome: Outcome | None

    @property
    def wait(self) -> Wait:
        return "turn"

    @property
    def to_act(self) -> Mapping[Seat, int]:
        # `turn` stands still while a drawer is asked, so it is also the turn since which.
        return {self.active: self.turn} if self.outcome is None else {}

    def legal_moves(self, who: Seat | None) -> tuple[Move, ...]:
        if self.outcome is not None or who != self.active:
            return ()
        ends = ends_of(self.train)
        if self.drawn is not None:
            return (*plays_of(self.drawn, ends), Keep())
        moves: list[Move] = [play for tile in self.hands[who] for play in plays_of(tile, ends)]
        if ends is not None:
            moves += [Draw(), Pass()] if drawable(len(self.boneyard)) else [Pass()]
        return tuple(moves)

    def apply(self, who: Seat | None, move: Move) -> tuple[State, tuple[Event, ...]]:
        if self.outcome is not None:
            raise IllegalMove("The match is over, so nothing more is played; start another one.")
        if who is None or not 0 <= who < len(self.hands):
            raise IllegalMove("Only a seat of this table can move; The Passing Game has no rulings by the table.")
        if who != self.active:
            raise IllegalMove("It isn't your turn; {seat} is to move.", seat=self.active)
        if isinstance(move, Play):
            return self._play(move)
        if isinstance(move, Keep):
            return self._keep()
        if self.drawn is not None:
            raise IllegalMove(
                "You have drawn, and that was your turn; play {tile} if it fits, or keep it.", tile=shown(self.drawn)
            )
        if not self.train:
            raise IllegalMove("You lead, so you have to play a tile; any of yours will do.")
        return self._draw() if isinstance(move, Draw) else self._pass()

    def settled(self, seat: Seat, slow: bool) -> Move | None:
        return None

    def view(self, seat: Seat | None) -> View:
        seats = len(self.hands)
        return View(
            options=self.options,
            seats=seats,
            seat=seat,
            sides=sides_of(seats, self.options),
            target=target_of(seats, self.options),
            round=self.round,
            leader=self.leader,
            active=self.active if self.outcome is None else None,
            asked=self.drawn is not None,
            train=self.train,
            first=self.first,
            last=self.last,
            hand=() if seat is None else self.hands[seat],
            drawn=self.drawn if seat == self.active else None,
            last_drawn=None if seat is None else self.last_drawn[seat],
            counts=tuple(map(len, self.hands)),
            boneyard=len(self.boneyard),
            drawable=drawable(len(self.boneyard)),
            idles=self.idles,
            points=self.points,
            finished=self.finished,
            outcome=self.outcome,
        )

    def _play(self, move: Play) -> tuple[State, tuple[Event, ...]]:
        who, ends = self.active, ends_of(self.train)
        must_be_playable(move, self.hands[who], ends, self.drawn, drawable(len(self.boneyard)))
        train, end = laid(self.train, move)
        grown_left = end == "left"
        on = None if ends is None else ends[0] if grown_left else ends[1]
        hand = tuple(tile for tile in self.hands[who] if tile != move.tile)
        state = replace(
            self,
            train=train,
            first=self.first + grown_left,
            last=Last(who, 0 if grown_left else len(train) - 1),
            hands=(*self.hands[:who], hand, *self.hands[who + 1 :]),
            drawn=None,
            last_drawn=self._drew(None),
        )
        return state._go_on(Played(who, move.tile, on, end))

    def _draw(self) -> tuple[State, tuple[Event, ...]]:
        if not drawable(len(self.boneyard)):
            raise IllegalMove("No tile can be drawn: the last two always stay; play a tile or pass.")
        who, tile = self.active, self.boneyard[0]
        state = replace(
            self._idle("drew"),
            hands=(*self.hands[:who], tuple(sorted((*self.hands[who], tile))), *self.hands[who + 1 :]),
            boneyard=self.boneyard[1:],
            last_drawn=self._drew(tile),
        )
        return state._go_on(Drew(who), tile if self.options.draw_then_play else None)

    def _keep(self) -> tuple[State, tuple[Event, ...]]:
        if self.drawn is None:
            raise IllegalMove("You are not asked whether to keep a tile: you have drawn none in this turn.")
        return replace(self, drawn=None)._go_on(Kept(self.active))

    def _pass(self) -> tuple[State, tuple[Event, ...]]:
        return replace(self._idle("passed"), last_drawn=self._drew(None))._go_on(Passed(self.active))

    def _drew(self, tile: Tile | None) -> tuple[Tile | None, ...]:
        return (*self.last_drawn[: self.active], tile, *self.last_drawn[self.active + 1 :])

    def _idle(self, did: Literal["drew", "passed"]) -> State:
        ends = self.train[0][0], self.train[-1][1]
        return replace(self, idles=(*self.idles, Idle(self.active, did, ends, len(self.train))))

    def _go_on(self, event: Event, asked: Tile | None = None) -> tuple[State, tuple[Event, ...]]:
        """Count the round if it is over (P5), else let the next seat move, or the same one if it is asked (P1)."""
        state = replace(self, move_number=self.move_number + 1, finished=None)
        why = self._over()
        if why is not None:
            events = [event]
            return state._count(why, events), tuple(events)
        if asked is not None:
            return replace(state, drawn=asked), (event,)
        following = Seat((self.active + 1) % len(self.hands))
        return replace(state, turn=self.turn + 1, active=following), (event,)

    def _over(self) -> Why | None:
        """Return how the round is over, None while it goes on; a last tile that also blocks counts as going out."""
        if not self.hands[self.active]:
            return "out"
        if all_laid(self.train):
            return "ends"
        if none_fits(self.train, self.hands, len(self.boneyard)):
            return "hands"
        return "passes" if passes(self.idles, self.train) == len(self.hands) else None

    def _count(self, why: Why, events: list[Event]) -> State:
        """Show all hands, score the round, and deal the next one unless the match is over."""
        assert self.last is not None  # noqa: S101 - nothing is over before the first tile
        out = self.active if why == "out" else None
        events.append(Blocked(why) if why != "out" else WentOut(self.active))
        sides, pips = sides_of(len(self.hands), self.options), tuple(map(pips_of, self.hands))
        best, score = best_of(self.options, self.hands, out)
        side = sides[best[0]] if best else None
        points = tuple(mine + score if each == side else mine for each, mine in enumerate(self.points))
        finished = Round(self.round, self.train, self.first, self.last, why, out, self.hands, pips, best, score, points)
        events.append(Counted(self.round, self.hands, pips, best, score, points))
        outcome = outcome_of(points, sides, target_of(len(self.hands), self.options))
        state = replace(self, turn=self.turn + 1, points=points, finished=finished, outcome=outcome)
        if outcome is not None:
            return state
        leader = next_leader(self.options, finished, self.leader, self.seed)
        events.append(Dealt(self.round + 1, leader))
        return _dealt(state, self.round + 1, leader)


def _dealt(state: State, number: int, leader: Seat) -> State:
    """Shuffle all tiles and deal a round."""
    seats = len(state.hands)
    tiles, size = shuffled(TILES, state.seed, f"round {number}"), hand_size(seats)
    return replace(
        state,
        round=number,
        leader=leader,
        active=leader,
        train=(),
        first=0,
        last=None,
        hands=tuple(tuple(sorted(tiles[size * seat : size * (seat + 1)])) for seat in range(seats)),
        boneyard=tiles[size * seats :],
        drawn=None,
        last_drawn=(None,) * seats,
        idles=(),
    )


def deal(seats: int, options: Options, seed: str) -> tuple[State, tuple[Event, ...]]:
    if seats not in tables(options):
        if options.partners:
            raise InvalidOption("Partners play with four; you are {count}.", count=seats)
        raise InvalidOption("The Passing Game is played by 2, 3 or 4; you are {count}.", count=seats)
    leader = drawn_leader(range(seats), seed, 1)
    bare = State(
        options=options,
        seed=seed,
        move_number=0,
        turn=1,
        round=0,
        leader=leader,
        active=leader,
        train=(),
        first=0,
        last=None,
        hands=((),) * seats,
        boneyard=(),
        drawn=None,
        last_drawn=(None,) * seats,
        idles=(),
        points=(0,) * len(set(sides_of(seats, options))),
        finished=None,
        outcome=None,
    )
    return _dealt(bare, 1, leader), (Dealt(1, leader),)
