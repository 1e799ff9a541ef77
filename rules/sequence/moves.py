"""What is done in a match of Sequence: moves and their notation, and the events that the table sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from rules.cards import Card, read_card
from rules.engine import IllegalMove, Seat
from rules.sequence.board import FIVES, Five, Space, name_of, read_space
from rules.sequence.table import TEAMS


@dataclass(frozen=True, slots=True)
class Place:
    """Put a chip on a space of a card, or with a two-eyed jack on any open one."""

    card: Card
    space: Space
    kind: Literal["place"] = "place"

    def __str__(self) -> str:
        return f"{self.card} {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Take an opponent's chip away with a one-eyed jack."""

    card: Card
    space: Space
    kind: Literal["remove"] = "remove"

    def __str__(self) -> str:
        return f"{self.card} x {name_of(self.space)}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Discard a dead card for a new one, before the play of the turn."""

    card: Card
    kind: Literal["exchange"] = "exchange"

    def __str__(self) -> str:
        return f"dead {self.card}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Say which five of a line are the sequence, by its first and its last space (S7)."""

    first: Space
    last: Space
    kind: Literal["choose"] = "choose"

    def __str__(self) -> str:
        return f"five {name_of(self.first)}-{name_of(self.last)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing and draw nothing, since nothing can be played."""

    kind: Literal["pass"] = "pass"

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Draw:
    """With `manual_draw`: take the card that one's last play is owed."""

    kind: Literal["draw"] = "draw"
    standing: ClassVar[bool] = True

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class DrawFor:
    """The same made for a seat whose person doesn't; nobody's right lapses by it (S19)."""

    kind: Literal["draw for"] = "draw for"
    standing: ClassVar[bool] = True
    automatic: ClassVar[bool] = True

    def __str__(self) -> str:
        return "draw auto"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The table's ruling that a team has talked: each of its members owes a card (S20)."""

    team: int
    kind: Literal["penalty"] = "penalty"

    def __str__(self) -> str:
        return f"penalty {TEAMS[self.team]}"


@dataclass(frozen=True, slots=True)
class Drop:
    """Discard a card that is owed for table talk."""

    card: Card
    kind: Literal["drop"] = "drop"
    standing: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"drop {self.card}"


Move: TypeAlias = Place | Remove | Exchange | Choose | Pass | Draw | DrawFor | Penalty | Drop

PLAIN: tuple[Move, ...] = (Pass(), Draw(), DrawFor(), *map(Penalty, range(len(TEAMS))))
WORDS = {str(move): move for move in PLAIN}


def parse(text: str) -> Move:
    """Read a move's notation, as `7h d6`, `js x b2`, `dead 7h`, `five b5-f5`, `pass`."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        return WORDS[words]
    found = re.fullmatch(r"(?:(dead|drop) )?(\S{2,3})(?: (x )?(\S{2,3}))?", words)
    if found is not None and (card := read_card(found[2])) is not None:
        space = None if found[4] is None else read_space(found[4])
        if found[1] is None and space is not None:
            return Remove(card, space) if found[3] else Place(card, space)
        if found[1] is not None and found[4] is None:
            return Exchange(card) if found[1] == "dead" else Drop(card)
    line = re.fullmatch(r"five (\S{2,3}) ?[-–] ?(\S{2,3})", words)
    if line is not None:
        ends = read_space(line[1]), read_space(line[2])
        for five in FIVES:
            if (five[0], five[-1]) in (ends, ends[::-1]):
                return Choose(five[0], five[-1])
    raise IllegalMove(
        "That isn't a move of Sequence; write 7h d6, with a jack jc d4 or js x b2, or dead 7h, five b5-f5, pass."
    )


# Events -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """Everyone drew a card, or those who had tied drew again; the lowest deals."""

    cards: tuple[tuple[Seat, Card], ...]
    kind: Literal["shown"] = "shown"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands were dealt; the player left of the dealer begins."""

    dealer: Seat
    first: Seat
    cards: int
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat played a card and put a chip on a space."""

    seat: Seat
    card: Card
    space: Space
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Removed:
    """A seat took a team's chip away with a one-eyed jack."""

    seat: Seat
    card: Card
    space: Space
    team: int
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class Completed:
    """A seat's team has a sequence more."""

    seat: Seat
    team: int
    spaces: Five
    count: int
    """How many the team has now."""
    kind: Literal["completed"] = "completed"


@dataclass(frozen=True, slots=True)
class FiveAsked:
    """A seat has completed a line of more than five, and has to choose which five are the sequence."""

    seat: Seat
    fives: tuple[Five, ...]
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat showed and discarded a dead card, and drew another."""

    seat: Seat
    card: Card
    kind: Literal["exchanged"] = "exchanged"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could play nothing."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The deck was empty: all discard piles were shuffled into a new one."""

    cards: int
    kind: Literal["rebuilt"] = "rebuilt"


@dataclass(frozen=True, slots=True)
class Drew:
    """With `manual_draw`: a seat drew for its last turn; which card, only its own view tells."""

    seat: Seat
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Forfeited:
    """With `manual_draw`: a seat forgot to draw, and plays on with a card less."""

    seat: Seat
    kind: Literal["forfeited"] = "forfeited"


@dataclass(frozen=True, slots=True)
class Penalised:
    """A team was called for table talk; these of its seats owe a card (more)."""

    team: int
    seats: tuple[Seat, ...]
    kind: Literal["penalised"] = "penalised"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A seat discarded a card that it owed."""

    seat: Seat
    card: Card
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; several teams: they draw."""

    reason: Literal["sequences", "stalemate"]
    teams: tuple[int, ...]
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Shown
    | Dealt
    | Placed
    | Removed
    | Completed
    | FiveAsked
    | Exchanged
    | Passed
    | Rebuilt
    | Drew
    | Forfeited
    | Penalised
    | Dropped
    | Ended
)
