"""What lies on a table of Sequence Stacks: cards and piles, options, and what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NewType, TypeAlias

from rules.engine import Outcome, Seat, option

Card = NewType("Card", str)
"""A colour and a number or `w`, as `r3` and `bw`; or an action's name."""
Colour: TypeAlias = Literal["r", "b"]
Order: TypeAlias = Literal["ask", "never", "win", "always"]
"""What a seat wants done when somebody completes: be asked, or block never, when it would win, or always."""
Chips: TypeAlias = tuple[int, int]
"""Red ones and blue ones."""
Pile: TypeAlias = tuple[Card, ...]
"""From the one up."""

COLOURS: tuple[Colour, ...] = ("r", "b")
ORDERS: tuple[Order, ...] = ("ask", "never", "win", "always")
SKIP, REVERSE, TAKE, CHIP, BLOCK = map(Card, ("skip", "reverse", "take", "chip", "block"))
ACTIONS = {SKIP: 3, REVERSE: 3, TAKE: 3, CHIP: 4, BLOCK: 3}
"""How many there are of each."""
OUT_FOR_TWO = {SKIP: 1, REVERSE: 3, TAKE: 1, CHIP: 2, BLOCK: 1}
"""How many of them two players take out."""
NAMES = {SKIP: "Skip", REVERSE: "Reverse", TAKE: "Steal a Card", CHIP: "Steal a Chip", BLOCK: "Block"}
EACH, WILDS = 9, 7
"""How many there are of each number, and of wilds, in a colour."""
FULL = 5
HAND = 5
BOX = 40
PILES = (0, 1, 2, 3)
"""The places for piles: two of red, then two of blue."""

CARDS = (*(Card(colour + number) for colour in COLOURS for number in "12345w"), *ACTIONS)
"""In the order of a sorted hand."""
PLACE = {card: place for place, card in enumerate(CARDS)}


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is played; the defaults are the usual game."""

    refill: Literal["start", "end"] = option("start", ("start", "end"))
    chips_to_win: int = option(5, (3, 5, 7))
    colours: bool = option(True, (True, False))


@dataclass(frozen=True, slots=True)
class Last:
    """The place that a card was laid on last, and by whom."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class Window:
    """A completed pile that may be blocked yet."""

    pile: int
    wins: bool
    """Whether it wins the match if nobody blocks it."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or with `seat` None what everybody may."""

    options: Options
    seats: int
    seat: Seat | None
    active: Seat | None
    """Whose turn it is, also while others may block; None at the end."""
    direction: int
    """1 while the turn passes to the left, else -1."""
    skips: int
    """How many Skips were played in this turn."""
    piles: tuple[Pile, ...]
    """By place: red, red, blue, blue; a place without a pile is empty."""
    last: Last | None
    """Where a card was laid last, in the present turn or the one before."""
    window: Window | None
    answer: bool | None
    """This seat's own answer in the window: whether it blocks."""
    order: Order | None
    """This seat's own standing order; None: it has given none."""
    hand: tuple[Card, ...]
    """Sorted; empty for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    chips: tuple[Chips, ...]
    box: int
    """How many chips lie there."""
    discards: tuple[tuple[Card, ...], ...]
    """Each seat's own pile, the top card last."""
    draw: int
    """How many cards the draw pile has."""
    aside: int
    """How many cards lie with the sequences set aside."""
    actions: tuple[Card, ...]
    """The action cards played, the newest last."""
    stalled: bool
    """Whether the match ends when actions and discards would be shuffled again, unless a chip is taken first (K19)."""
    outcome: Outcome | None


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards as a hand shows them: red, blue, actions."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


@cache
def deck_of(seats: int) -> tuple[Card, ...]:
    """Return the cards that so many players play with, sorted."""
    left_out = OUT_FOR_TWO if seats == 2 else {}
    numbers = (
        Card(colour + number)
        for colour in COLOURS
        for number, count in (*((each, EACH) for each in "12345"), ("w", WILDS))
        for _ in range(count)
    )
    actions = (card for card, count in ACTIONS.items() for _ in range(count - left_out.get(card, 0)))
    return in_order((*numbers, *actions))


def is_action(card: Card) -> bool:
    return card in ACTIONS


def colour_of(pile: int) -> Colour:
    """Return the colour of a place."""
    return "r" if pile < 2 else "b"


def places_of(card: Card) -> tuple[int, ...]:
    """Return the places of a card's colour; an action has none."""
    return () if is_action(card) else PILES[:2] if card[0] == "r" else PILES[2:]


def starts(card: Card) -> bool:
    """Tell whether a card can begin a pile."""
    return not is_action(card) and card[1] in "1w"


def follows(card: Card, pile: Pile) -> bool:
    """Tell whether a card is the next of a pile of its colour."""
    return card[1] in ("w", str(len(pile) + 1))


def least_of(options: Options) -> int:
    """Return how many chips of each colour are needed to win."""
    return (options.chips_to_win - 1) // 2 if options.colours else 0


def wins(options: Options, chips: Chips) -> bool:
    """Tell whether chips are enough to win."""
    return sum(chips) >= options.chips_to_win and min(chips) >= least_of(options)


def with_chip(chips: Chips, colour: Colour, change: int = 1) -> Chips:
    """Return chips with one more of a colour, or with `change` -1 one less."""
    red, blue = chips
    return (red + change, blue) if colour == "r" else (red, blue + change)


def shown(card: Card) -> str:
    """Write a card as in a sentence: `R3`, `BW`, `Steal a Chip`."""
    return NAMES.get(card, card.upper())
