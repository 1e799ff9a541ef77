"""Positions of Sequence worth looking at, each with the picture it is for, and matches played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

from bot.rendering import sequence
from rules.cards import Card
from rules.chance import shuffled
from rules.engine import Outcome, Seat
from rules.sequence import (
    CARD_ON,
    GAME,
    SPACES_OF,
    Five,
    Held,
    Made,
    Options,
    Place,
    Placed,
    Remove,
    Removed,
    Space,
    State,
    View,
    read_space,
)

Drawn = Callable[[], bytes]


def spaces(names: str) -> tuple[Space, ...]:
    """Read `D4 D5 E6`."""
    found = tuple(map(read_space, names.split()))
    return tuple(sorted(space for space in found if space is not None))


def line(names: str) -> Five:
    """Read the ends of five, as `C2 G6`."""
    first, last = spaces(names)
    step = (last - first) // 4
    return tuple(Space(first + k * step) for k in range(5))


def position(
    *chips: str,
    made: tuple[tuple[int, str], ...] = (),
    last: str = "",
    gone: int | None = None,
    turn: int | None = None,
    winners: tuple[int, ...] = (),
    seats: int | None = None,
    needed: int | None = None,
    options: Options | None = None,
) -> View:
    """A spectator's view. `made`: teams with the ends of a sequence; `last`: `7h D6`; `gone`: whose chip it took."""
    teams = len(chips)
    seats = seats or teams
    options = options or Options(teams=teams)
    state, _ = GAME.deal(seats, options, "position")
    counts = tuple(sum(team == each for each, _ in made) for team in range(teams))
    move: Placed | Removed | None = None
    if last:
        card, (space,) = Card(last.split()[0]), spaces(last.split()[1])
        move = Placed(Seat(0), card, space) if gone is None else Removed(Seat(0), card, space, gone)
    places = tuple(1 if seat % teams in winners else 2 for seat in range(seats))
    return replace(
        state.view(None),
        needed=needed or state.needed,
        active=None if turn is None else Seat(turn),
        chips=tuple(map(spaces, chips)),
        sequences=tuple(Made(team, line(ends)) for team, ends in made),
        counts=counts,
        last=move,
        outcome=Outcome(places, counts, "sequences") if winners else None,
    )


def holding(view: View, cards: str) -> View:
    """The view of a seat with these cards, which are marked as the chips lie."""
    taken = {space for chips in view.chips for space in chips}
    named = map(Card, cards.split())
    held = [
        Held(card, tuple(space for space in SPACES_OF[card] if space not in taken) if SPACES_OF[card] else None)
        for card in named
    ]
    return replace(view, seat=Seat(0), hand=tuple(held))


def asked(view: View, *ends: str) -> View:
    """The view while its seat in turn is asked for five of a line."""
    return replace(view, choice=tuple(map(line, ends)))


# The design's own ---------------------------------------------------------------------------------------------

BLUE = "C2 D3 E4 F5 G6 B5 B6 H3 D8 E8 I8 F2 C9 G8 A6 J4 J6"
GREEN = "D4 D5 D6 E5 F6 G4 H4 C7 B8 I2 I3 E9 H9 C3 F9 A3 J7 J9"
TWO = position(BLUE, GREEN, made=((0, "C2 G6"),), last="7h D6", turn=0)
THREE = (
    "D4 E5 F6 B2 B3 H7 H8 J5 C9 A4 G2 E9 I6",
    "C3 C4 C6 C8 F3 G4 H4 I4 B8 E8 G9 J8",
    "B10 C10 D10 E10 F4 D7 E7 F7 H3 I9 A7 G6",
)
THREE_END = position(*THREE, made=((2, "A10 E10"),), last="kd C10", winners=(2,))
THREE_BY_TWO = position(*THREE, made=((2, "A10 E10"),), last="kd C10", turn=1, needed=3)
GONE = position(BLUE, GREEN.replace("D6 ", ""), made=((0, "C2 G6"),), last="js D6", gone=1)
CROSSING = position(
    f"{BLUE} G4 E6 D7",
    "D4 D5 D6 E5 F6 H4 C7 B8 I2 I3 E9 H9 C3 F9 A3 J7 J9 B7 D8 F10 A9 B9",
    made=((0, "C2 G6"), (0, "H3 D7")),
    last="4h F5",
    winners=(0,),
)
HAND = "9d ts kd qc 4h jc js"
FREE = tuple(Space(space) for space, card in enumerate(CARD_ON) if card)


def open_spaces(view: View) -> tuple[Space, ...]:
    """Where a two-eyed jack can go."""
    return tuple(space for space in FREE if all(space not in chips for chips in view.chips))


# More ---------------------------------------------------------------------------------------------------------

START = position("", "", turn=1)
# A chip taken away where a band crosses the space's print from the space above.
GONE_BESIDE = position("H3 G4 F5 E6 D7 C2", "D4 D5 H9 G9", made=((0, "H3 D7"),), last="js F6", gone=1, turn=1, needed=3)
STALEMATE = position(
    f"{BLUE} G4 E6 D7", GREEN, "D10 H10 G10", made=((0, "C2 G6"),), last="qd D10", winners=(0, 1, 2), needed=3
)
NINE = position("B5 C5 D5 E5 F5 G5 H5 I5 C2 C3 J4", "A6 B6 C6 D8 E8", last="5h E5", turn=0, seats=12)
EIGHT = asked(NINE, "B5 F5", "C5 G5", "D5 H5", "E5 I5")
SIX_DOWN_LEFT = asked(
    position("C3 D4", "B2 B3 C8", "I2 H3 G4 F5 E6 D7 J5", last="2c G4", turn=2),
    "I2 E6",
    "H3 D7",
)
SEVEN_DOWN = asked(
    position("C3 D4", "F3 F4 F5 F6 F7 F8 F9 B2", made=((1, "B5 F5"),), last="4h F5", turn=1),
    "F3 F7",
    "F4 F8",
    "F5 F9",
)
WILD = Options(jacks="all_wild")
UNMARKED = Options(hints=False)


def _choice(view: View, card: str, lit: tuple[Space, ...]) -> Drawn:
    return partial(sequence.choice, view, Card(card), lit)


@cache
def _end_of_match(seats: int, seed: str, teams: int = 2, needed: int = 3) -> View:
    *_, last = walk(seats, seed, Options(teams=teams, sequences_to_win=3 if needed == 3 else 2))
    return last.view(None)


def crowded() -> bytes:
    """The last position of a long random match of two."""
    return sequence.table(_end_of_match(2, "crowded 7"))


def crowded_of_three() -> bytes:
    """The last position of a long random match of three teams."""
    return sequence.table(_end_of_match(12, "crowded 1", 3))


POSITIONS: dict[str, Drawn] = {
    "look_two": partial(sequence.table, TWO),
    "look_three_end": partial(sequence.table, THREE_END),
    "look_three_by_two": partial(sequence.table, THREE_BY_TWO),
    "look_removed": partial(sequence.table, GONE),
    "look_crossing": partial(sequence.table, CROSSING),
    "look_choice": _choice(TWO, "9d", spaces("H5 F10")),
    "look_jack": _choice(TWO, "jc", open_spaces(TWO)),
    "look_hand": partial(sequence.hand, holding(TWO, HAND)),
    "table_start": partial(sequence.table, START),
    "table_gone_beside": partial(sequence.table, GONE_BESIDE),
    "table_stalemate": partial(sequence.table, STALEMATE),
    "table_crowded": crowded,
    "table_crowded_of_three": crowded_of_three,
    "choice_one": _choice(GONE_BESIDE, "3h", spaces("I9")),
    "choice_none": _choice(GONE_BESIDE, "js", ()),
    "choice_all": _choice(START, "jd", FREE),
    "choice_few_chips": _choice(CROSSING, "jh", spaces("D4 D5 D6 E5 F6 H4 C7 B8 I2 I3 E9")),
    "choice_many_chips": _choice(THREE_END, "js", tuple(sorted(THREE_END.chips[0] + THREE_END.chips[1]))),
    "choice_unmarked": _choice(replace(TWO, options=UNMARKED), "9d", spaces("H5 F10")),
    "five_of_eight": partial(sequence.five, EIGHT),
    "five_of_six": partial(sequence.five, SIX_DOWN_LEFT),
    "five_of_seven": partial(sequence.five, SEVEN_DOWN),
    "hand_none": partial(sequence.hand, holding(position("", "", seats=12), "")),
    "hand_one": partial(sequence.hand, holding(position("", "", seats=4), "th")),
    "hand_three": partial(sequence.hand, holding(position("", "", seats=12), "2c th js")),
    "hand_five": partial(sequence.hand, holding(position("B4", "D4", seats=6), "ac ks jd qh")),
    "hand_wild": partial(sequence.hand, holding(position("", "", options=WILD), "jc jc jd jd jh js as")),
    "hand_unmarked": partial(sequence.hand, holding(replace(TWO, options=UNMARKED), HAND)),
}


@cache
def drawn(name: str) -> bytes:
    """Draw one of the positions, once."""
    return POSITIONS[name]()


def walk(seats: int, seed: str, options: Options | None = None) -> Iterator[State]:
    """Play a match at random and show each of its positions."""
    state, _ = GAME.deal(seats, options or Options(), seed)
    yield state
    while state.to_act:
        who = next(iter(state.to_act))
        move = shuffled(state.legal_moves(who), seed, f"{state.move_number}")[0]
        state, _ = state.apply(who, move)
        yield state


def pictures_of(state: State, who: Seat | None) -> Iterator[Drawn]:
    """All the pictures that are drawn of a position for a seat or, with None, for everybody."""
    view = state.view(who)
    yield partial(sequence.table, view)
    if who is None:
        return
    yield partial(sequence.hand, view)
    targets: dict[Card, list[Space]] = {}
    for move in state.legal_moves(who):
        if isinstance(move, (Place, Remove)):
            targets.setdefault(move.card, []).append(move.space)
    for card, lit in targets.items():
        yield partial(sequence.choice, view, card, tuple(lit))
    if view.choice:
        yield partial(sequence.five, view)
