"""Tables of The Passing Game laid by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rules.engine import Seat
from rules.passing import GAME, TILES, Event, Idle, Last, Move, Options, Pass, State, Tile, low_first, parse
from rules.passing.scoring import sides_of

USUAL = Options()
PARTNERS = Options(partners=True)
INDIVIDUAL = Options(partners=True, partner_scoring="individual")


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles like `25 53`, as they lie."""
    return tuple((int(each[0]), int(each[1])) for each in text.split())


def lay(
    where: str,
    hands: Sequence[str],
    *,
    drawn: int = 0,
    active: int = 0,
    points: Sequence[int] | None = None,
    options: Options = USUAL,
    number: int = 1,
    leader: int = 0,
) -> State:
    """Lay a table in the middle of a round; what isn't named lies in the boneyard.

    `where` is the train, or two ends like `2..5`: then some train between them, so long that everybody has been
    dealt a hand and so many tiles were `drawn` since.
    """
    seats = len(hands)
    held = tuple(tuple(sorted(tiles(hand))) for hand in hands)
    known = frozenset(tile for hand in held for tile in hand)
    dealt = seats * (6 if seats == 4 else 7)
    train = (
        train_between(int(where[0]), int(where[-1]), dealt + drawn - len(known), known)
        if ".." in where
        else tiles(where)
    )
    lying = known | set(map(low_first, train))
    state = State(
        options=options,
        seed="laid by hand",
        move_number=20,
        turn=20,
        round=number,
        leader=Seat(leader),
        active=Seat(active),
        train=train,
        first=0,
        last=Last(Seat((active - 1) % seats), len(train) - 1) if train else None,
        hands=held,
        boneyard=tuple(tile for tile in TILES if tile not in lying),
        drawn=None,
        last_drawn=(None,) * seats,
        idles=tuple(Idle(Seat(active), "drew", (train[0][0], train[0][1]), 1) for _ in range(len(lying) - dealt)),
        points=tuple(points or [0] * len(set(sides_of(seats, options)))),
        finished=None,
        outcome=None,
    )
    GAME.check(state)
    return state


@cache
def train_between(left: int, right: int, length: int, without: frozenset[Tile]) -> tuple[Tile, ...]:
    """Return some train of so many tiles."""
    free = set(TILES) - without

    def grown(train: tuple[Tile, ...], end: int) -> tuple[Tile, ...] | None:
        if len(train) == length:
            return train if end == right else None
        # The number with the most tiles left first: so a long train hardly ever gets stuck.
        for other in sorted(range(7), key=lambda number: -sum(number in tile for tile in free)):
            tile = low_first((end, other))
            if tile in free:
                free.remove(tile)
                if (found := grown((*train, (end, other)), other)) is not None:
                    return found
                free.add(tile)
        return None

    train = grown((), left)
    assert train is not None, f"There is no train {left}..{right} of {length} tiles."
    return train


def with_front(state: State, *, fitting: bool) -> State:
    """Put a tile that fits, or one that doesn't, where the boneyard is drawn from."""
    left, right = state.train[0][0], state.train[-1][1]
    front = next(tile for tile in state.boneyard if (left in tile or right in tile) == fitting)
    return replace(state, boneyard=(front, *(tile for tile in state.boneyard if tile != front)))


def play(state: State, *notations: str) -> tuple[State, tuple[Event, ...]]:
    """Let the active seats move one after the other; return where it led and the events of the last move."""
    events: tuple[Event, ...] = ()
    for notation in notations:
        state, events = move(state, parse(notation))
    return state, events


def move(state: State, made: Move) -> tuple[State, tuple[Event, ...]]:
    after, events = state.apply(state.active, made)
    GAME.check(after)
    return after, events


def all_pass(state: State) -> tuple[State, tuple[Event, ...]]:
    """Let everybody pass once in a row, so that the round is counted (B3)."""
    events: tuple[Event, ...] = ()
    for _ in state.hands:
        state, events = move(state, Pass())
    return state, events


def legal(state: State) -> list[str]:
    """Return what the active seat may do, in notation."""
    return [str(each) for each in state.legal_moves(state.active)]


def ends(state: State) -> str:
    found = state.view(None).ends
    assert found is not None
    return f"{found[0]}..{found[1]}"


def play_out(state: State) -> State:
    """Go on with the first legal move until the match is over."""
    for _ in range(5_000):
        if state.outcome is not None:
            return state
        state, _ = state.apply(state.active, state.legal_moves(state.active)[0])
    raise AssertionError("The match doesn't end.")
