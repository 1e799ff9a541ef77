"""Tables of Sequence laid by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.cards import CARDS, Card, in_order
from rules.engine import Seat
from rules.sequence import GAME, HAND, Event, Made, Move, Options, Space, State, read_space

USUAL = Options()
BLUE, GREEN, RED = range(3)
A, B, C, D = map(Seat, range(4))
FILLERS = [card for card in reversed(CARDS * 2) if card[0] in "3689k"]
"""Cards that hands are filled up with; the positions here don't turn on them."""


def at(*places: tuple[int, int]) -> tuple[Space, ...]:
    """Spaces by row and column from 0, as the worked positions of the rules write them."""
    return tuple(Space(10 * row + column) for row, column in places)


def spaces(names: str) -> tuple[Space, ...]:
    """Spaces by their names: `spaces("d6 i5")`."""
    found = [space for name in names.split() if (space := read_space(name)) is not None]
    assert len(found) == len(names.split())
    return tuple(found)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def lay(
    hands: Sequence[str],
    chips: Mapping[int, Iterable[Space]] | None = None,
    *,
    sequences: Iterable[tuple[int, Sequence[Space]]] = (),
    active: int = 0,
    piles: Sequence[str] | None = None,
    top: str = "",
    options: Options = USUAL,
    fill: bool = True,
    rights: Sequence[int] | None = None,
    debts: Sequence[int] | None = None,
    passes: int = 0,
) -> State:
    """Lay a table at the start of a turn.

    Hands are filled up with cards that don't matter. The deck holds what lies nowhere else; `top` is what is drawn
    from it first. A pile `*` takes all that is left, so that the deck is empty.
    """
    seats = len(hands)
    left = list(CARDS * 2)
    held = [list(cards(hand)) for hand in hands]
    for card in (*(card for hand in held for card in hand), *cards(top)):
        left.remove(card)
    lying: list[tuple[Card, ...]] = [()] * seats
    for seat, pile in enumerate(piles or ()):
        if pile != "*":
            lying[seat] = cards(pile)
            for card in lying[seat]:
                left.remove(card)
    fillers = iter(FILLERS)
    for hand in held:
        while fill and len(hand) < HAND[seats]:
            card = next(fillers)
            if card in left:
                left.remove(card)
                hand.append(card)
    if piles is not None and "*" in piles:
        lying[piles.index("*")], left = tuple(left), []
    dealt, _ = GAME.deal(seats, options, "laid by hand")
    masks = [sum(1 << space for space in (chips or {}).get(team, ())) for team in range(len(dealt.chips))]
    fields = {
        **{name: getattr(dealt, name) for name in State.__dataclass_fields__},
        "move_number": 40,
        "turn": 50,
        "since": 50,
        "active": Seat(active),
        "hands": tuple(map(in_order, held)),
        "deck": (*left, *reversed(cards(top))),
        "piles": tuple(lying),
        "chips": tuple(masks),
        "sequences": tuple(Made(team, tuple(sorted(five))) for team, five in sequences),
        "rights": tuple(rights or dealt.rights),
        "debts": tuple(debts or dealt.debts),
        "debts_since": tuple(45 if debt else 0 for debt in debts or dealt.debts),
        "passes": passes,
    }
    state = State(**fields)
    GAME.check(state)
    return state


def move(notation: str) -> Move:
    found: Move = GAME.parse(notation)
    return found


def play(state: State, *notations: str) -> tuple[State, tuple[Event, ...]]:
    """Let the seats in turn make moves, one after the other; return the last one's events.

    Moves of others are written with their seat, counted from 1, those of the table with 0: `2: draw`.
    """
    events: tuple[Event, ...] = ()
    for notation in notations:
        seat, colon, text = notation.rpartition(":")
        who = state.active if not colon else None if seat == "0" else Seat(int(seat) - 1)
        wanted = move(text)
        assert wanted in state.legal_moves(who), f"{notation} is not legal"
        state, events = state.apply(who, wanted)
        GAME.check(state)
    return state, events


def legal(state: State, who: int | None) -> list[str]:
    """Return a seat's legal moves in notation."""
    return [str(each) for each in state.legal_moves(None if who is None else Seat(who))]
