"""What is done in a match of Sequence Stacks: moves and their notation, and the events that the table sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from rules.engine import IllegalMove, Seat
from rules.stacks.table import ORDERS, PLACE, Card, Colour, Order

Source: TypeAlias = Literal["h", "d"]
"""Where a card is played from: the hand, or the top of one's own discard pile."""
Reason: TypeAlias = Literal["chips", "standstill", "box"]
"""Why a match was over: won, or K19."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card on a pile, or with `pile` None begin one on the lowest free place of its colour."""

    source: Source
    card: Card
    pile: int | None
    kind: Literal["lay"] = "lay"

    def __str__(self) -> str:
        return f"{self.source} {self.card} {'new' if self.pile is None else self.pile + 1}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Let the next player lose the turn."""

    source: Source
    kind: Literal["skip"] = "skip"

    def __str__(self) -> str:
        return f"{self.source} {self.kind}"


@dataclass(frozen=True, slots=True)
class Reverse:
    """Turn the direction of play."""

    source: Source
    kind: Literal["reverse"] = "reverse"

    def __str__(self) -> str:
        return f"{self.source} {self.kind}"


@dataclass(frozen=True, slots=True)
class StealCard:
    """Take the top card of an opponent's discard pile into the hand."""

    source: Source
    victim: Seat
    kind: Literal["take"] = "take"

    def __str__(self) -> str:
        return f"{self.source} {self.kind} {self.victim + 1}"


@dataclass(frozen=True, slots=True)
class StealChip:
    """Take a chip of an opponent."""

    source: Source
    victim: Seat
    colour: Colour
    kind: Literal["chip"] = "chip"

    def __str__(self) -> str:
        return f"{self.source} {self.kind} {self.victim + 1} {self.colour}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn with a discard; without a card only where there is none to hold (K3)."""

    card: Card | None
    kind: Literal["end"] = "end"

    def __str__(self) -> str:
        return "end" if self.card is None else f"end {self.card}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Block what somebody else completes, or let it pass."""

    block: bool
    kind: Literal["answer"] = "answer"

    def __str__(self) -> str:
        return "block" if self.block else "let"


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Say what is to be answered from now on; nobody else learns of it (K12)."""

    wish: Order
    kind: Literal["order"] = "order"
    standing: ClassVar[bool] = True
    order: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"order {self.wish}"


Move: TypeAlias = Lay | Skip | Reverse | StealCard | StealChip | End | Answer | SetOrder

PLAIN: tuple[Move, ...] = (Answer(True), Answer(False), End(None), *map(SetOrder, ORDERS))
WORDS = {str(move): move for move in PLAIN}
NOTATION = re.compile(
    r"(?P<source>[hd]) (?:(?P<card>[rb][1-5w]) (?P<pile>[1-4]|new)|(?P<plain>skip|reverse)"
    r"|take (?P<of>[1-6])|chip (?P<victim>[1-6]) (?P<colour>[rb]))|end (?P<end>\S+)"
)


def parse(text: str) -> Move:
    """Read a move's notation, as `h r3 1`, `d rw new`, `h chip 2 r`, `end block`, `let`."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        return WORDS[words]
    found = NOTATION.fullmatch(words)
    if found is not None and found["end"] in PLACE:
        return End(Card(found["end"]))
    if found is not None and found["source"] is not None:
        source: Source = "h" if found["source"] == "h" else "d"
        if found["card"] is not None:
            return Lay(source, Card(found["card"]), None if found["pile"] == "new" else int(found["pile"]) - 1)
        if found["plain"] is not None:
            return Skip(source) if found["plain"] == "skip" else Reverse(source)
        if found["of"] is not None:
            return StealCard(source, Seat(int(found["of"]) - 1))
        return StealChip(source, Seat(int(found["victim"]) - 1), "r" if found["colour"] == "r" else "b")
    raise IllegalMove(
        "That isn't a move of Sequence Stacks; write h r3 1 from the hand or d r3 1 from your discard pile, with new"
        " instead of a pile h r1 new, or h skip, h reverse, h take 2, h chip 2 r, end r3, block, let, order ask."
    )


# Events -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands were dealt; the player left of the dealer begins."""

    dealer: Seat
    first: Seat
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid on a pile, as this number of it."""

    seat: Seat
    card: Card
    source: Source
    pile: int
    number: int
    kind: Literal["laid"] = "laid"


@dataclass(frozen=True, slots=True)
class Completed:
    """A seat laid the five of a pile; the others may block it."""

    seat: Seat
    pile: int
    colour: Colour
    wins: bool
    """Whether it wins the match if nobody does."""
    kind: Literal["completed"] = "completed"


@dataclass(frozen=True, slots=True)
class Blocked:
    """A seat spent a Block: the completed pile was set aside without a chip."""

    seat: Seat
    active: Seat
    colour: Colour
    kind: Literal["blocked"] = "blocked"


@dataclass(frozen=True, slots=True)
class Gained:
    """Nobody blocked: the completed pile was set aside, and its seat took a chip from the box."""

    seat: Seat
    colour: Colour
    red: int
    """How many the seat has now."""
    blue: int
    kind: Literal["gained"] = "gained"


@dataclass(frozen=True, slots=True)
class SkipPlayed:
    """A Skip was played; it acts at the end of the turn."""

    seat: Seat
    source: Source
    kind: Literal["skip"] = "skip"


@dataclass(frozen=True, slots=True)
class Reversed:
    """The direction of play turned; 1: it passes to the left now."""

    seat: Seat
    source: Source
    direction: int
    kind: Literal["reverse"] = "reverse"


@dataclass(frozen=True, slots=True)
class CardStolen:
    """A seat took the top card of another's discard pile into its hand."""

    seat: Seat
    source: Source
    victim: Seat
    card: Card
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class ChipStolen:
    """A seat took a chip of another."""

    seat: Seat
    source: Source
    victim: Seat
    colour: Colour
    kind: Literal["chip"] = "chip"


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat ended its turn with a discard, or without one where it had no card."""

    seat: Seat
    card: Card | None
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn."""

    seat: Seat
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew; which cards, it alone knows."""

    seat: Seat
    cards: int
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The draw pile was empty: cards were shuffled into a new one."""

    what: Literal["aside", "discards"]
    """The sequences set aside, or the action pile and what lay under the tops of the discard piles."""
    cards: int
    kind: Literal["shuffled"] = "shuffled"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: somebody has the chips, nothing moves any more, or the box is empty."""

    reason: Reason
    winners: tuple[Seat, ...]
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Dealt
    | Laid
    | Completed
    | Blocked
    | Gained
    | SkipPlayed
    | Reversed
    | CardStolen
    | ChipStolen
    | Discarded
    | Skipped
    | Drew
    | Shuffled
    | Ended
)
