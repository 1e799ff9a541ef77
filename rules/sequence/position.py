"""What there is in a position of Sequence: whose turn, what each seat can do, what each may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import compress

from rules.cards import CARDS, Card
from rules.engine import Outcome, Seat, Wait
from rules.sequence.board import BOTH, CORNERS, SPACES, SPACES_OF, Five, Space, flags, mask_of, spaces_in
from rules.sequence.lines import protected
from rules.sequence.moves import (
    Choose,
    Draw,
    DrawFor,
    Drop,
    Exchange,
    Move,
    Pass,
    Penalty,
    Place,
    Placed,
    Remove,
    Removed,
)
from rules.sequence.table import ONE_EYED, TWO_EYED, Held, Made, Options, needed_by

OPEN = (1 << len(SPACES)) - 1 & ~CORNERS
"""The spaces that a chip can be put on."""
# Every move there is, made once: a list of legal moves only picks them.
PAIRS: dict[Card, dict[int, tuple[Place, ...]]] = {
    card: {mask_of(spaces): tuple(Place(card, space) for space in spaces) for spaces in (pair, pair[:1], pair[1:])}
    for card, pair in SPACES_OF.items()
}
"""For each card, by which of its spaces are open, the chips it can put."""
JACKS = {card: tuple(Place(card, space) for space in SPACES) for card in (*TWO_EYED, *ONE_EYED)}
REMOVES = {card: tuple(Remove(card, space) for space in SPACES) for card in ONE_EYED}
"""For each jack what it can do on every space."""
EXCHANGES = {card: Exchange(card) for card in CARDS}
DROPS = {card: Drop(card) for card in CARDS}
DRAWS = (Draw(), DrawFor())


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or with `seat` None what everybody may."""

    options: Options
    seats: int
    seat: Seat | None
    teams: tuple[int, ...]
    """The team of each seat."""
    needed: int
    """How many sequences win."""
    turn: int
    active: Seat | None
    """Whose turn it is; None when the match is over."""
    chips: tuple[tuple[Space, ...], ...]
    """The spaces of each team's chips, rising."""
    sequences: tuple[Made, ...]
    counts: tuple[int, ...]
    """How many sequences each team has."""
    safe: tuple[Space, ...]
    """The spaces whose chips no jack can take."""
    last: Placed | Removed | None
    """The chip that was put or taken away last."""
    hand: tuple[Held, ...]
    """By suit and rank; empty for a spectator."""
    drawn: Card | None
    """The card of this hand that its seat drew last."""
    piles: tuple[tuple[Card, ...], ...]
    """Each seat's discard pile, the last card on top; anybody may look through it (S21)."""
    deck: int
    """How many cards can be drawn before the deck is rebuilt."""
    cards: tuple[int, ...]
    """How many cards each seat holds."""
    exchanges: int
    """How many dead cards have been exchanged in this turn."""
    choice: tuple[Five, ...]
    """While the seat in turn has to choose which five of a line it has completed: these (S7)."""
    debts: tuple[int, ...]
    """How many cards each seat owes for table talk (S20)."""
    may_draw: tuple[Seat, ...]
    """With `manual_draw`, who hasn't drawn yet and still may (S19)."""
    passes: int
    """How many turns in a row have been passed (S14)."""
    outcome: Outcome | None


@dataclass(frozen=True)
class Position:
    """One position, hidden parts included."""

    options: Options
    seed: str
    move_number: int
    turn: int
    active: Seat
    since: int
    """The `turn` since which the active seat is awaited; a penalty lets `turn` grow within a seat's turn."""
    hands: tuple[tuple[Card, ...], ...]
    """In order."""
    drawn: tuple[Card | None, ...]
    """The card of each hand that was drawn last."""
    deck: tuple[Card, ...]
    """The next card to be drawn is the last."""
    piles: tuple[tuple[Card, ...], ...]
    chips: tuple[int, ...]
    """Each team's chips, as a mask."""
    sequences: tuple[Made, ...]
    choices: tuple[tuple[Five, ...], ...]
    """For each line still to be asked about, the fives to choose from (S7)."""
    last: Placed | Removed | None
    exchanges: int
    rebuilds: int
    rebuilt_in: int
    """The `turn` in which the deck was rebuilt last, or 0."""
    passes: int
    debts: tuple[int, ...]
    debts_since: tuple[int, ...]
    rights: tuple[int, ...]
    """The `turn` whose card each seat may still draw (S19), or 0."""
    outcome: Outcome | None

    @property
    def wait(self) -> Wait:
        return "turn"

    @property
    def to_act(self) -> Mapping[Seat, int]:
        # A debtor in turn is asked for the turn, in which the debt comes first: its clock is that of the turn.
        if self.outcome is not None:
            return {}
        waited = {Seat(seat): self.debts_since[seat] for seat, debt in enumerate(self.debts) if debt}
        waited[self.active] = self.since
        return waited

    def settled(self, seat: Seat, slow: bool) -> Move | None:
        return None

    # What there is ---------------------------------------------------------------------------------------

    @property
    def needed(self) -> int:
        return needed_by(len(self.chips), self.options)

    def team_of(self, seat: Seat) -> int:
        return seat % len(self.chips)

    def count(self, team: int) -> int:
        """Return how many sequences a team has."""
        return sum(made.team == team for made in self.sequences)

    def free(self) -> int:
        """Return the mask of the open spaces."""
        free = OPEN
        for chips in self.chips:
            free &= ~chips
        return free

    def safe(self) -> int:
        """Return the mask of the chips that no jack can take."""
        safe = 0
        for team, chips in enumerate(self.chips):
            fives = [made.spaces for made in self.sequences if made.team == team]
            safe |= protected(chips, fives, run=self.options.lock == "run")
        return safe

    def removable(self, seat: Seat) -> int:
        """Return the mask of the chips that a one-eyed jack of a seat can take (S4)."""
        others = 0
        for team, chips in enumerate(self.chips):
            if team != self.team_of(seat):
                others |= chips
        return others & ~self.safe() if self.sequences else others

    def removes(self, card: Card) -> bool:
        """Tell whether a card takes a chip away."""
        return card in ONE_EYED and self.options.jacks == "standard"

    def plays(self, seat: Seat) -> tuple[list[Move], list[Card]]:
        """Return what a seat's hand can play, and its dead cards."""
        plays: list[Move] = []
        dead: list[Card] = []
        free, before = self.free(), None
        for card in self.hands[seat]:
            if card == before:  # two of a kind lie side by side
                continue
            before = card
            if both := BOTH[card]:
                if open_ := both & free:
                    plays += PAIRS[card][open_]
                else:
                    dead.append(card)
            elif self.removes(card):
                plays += compress(REMOVES[card], flags(self.removable(seat)))
            else:
                plays += compress(JACKS[card], flags(free))
        return plays, dead

    def may_exchange(self) -> bool:
        """Tell whether this turn has room for a dead card's exchange."""
        if self.options.dead_cards == "once":
            return self.exchanges == 0
        return self.options.dead_cards == "unlimited" and self.rebuilt_in < self.since

    def room(self, team: int) -> tuple[Seat, ...]:
        """Return the seats of a team that can owe a card more: a debt is at most the hand less one (S20)."""
        if len(self.hands) == len(self.chips):  # nobody has a team-mate
            return ()
        seats = range(team, len(self.hands), len(self.chips))
        return tuple(Seat(seat) for seat in seats if self.debts[seat] < len(self.hands[seat]) - 1)

    def legal_moves(self, who: Seat | None) -> tuple[Move, ...]:
        if self.outcome is not None:
            return ()
        if who is None:
            return tuple(Penalty(team) for team in range(len(self.chips)) if self.room(team))
        if not 0 <= who < len(self.hands):
            return ()
        moves: list[Move] = []
        mine, owes = who == self.active, self.debts[who] > 0
        if owes:
            moves += [DROPS[card] for card in dict.fromkeys(self.hands[who])]
        if mine and self.choices:
            return (*(Choose(five[0], five[-1]) for five in self.choices[0]), *moves)
        if mine and owes:
            return tuple(moves)
        if self.rights[who]:
            moves += DRAWS
        if not mine:
            return tuple(moves)
        plays, dead = self.plays(who)
        if plays or not self.rights[who]:
            moves += plays
            if dead and self.may_exchange():
                moves += [EXCHANGES[card] for card in dead]
                if not plays and self.exchanges:
                    moves.append(Pass())
            elif not plays:
                moves.append(Pass())
        return tuple(moves)

    def view(self, seat: Seat | None) -> View:
        free = self.free()
        return View(
            options=self.options,
            seats=len(self.hands),
            seat=seat,
            teams=tuple(self.team_of(Seat(each)) for each in range(len(self.hands))),
            needed=self.needed,
            turn=self.turn,
            active=self.active if self.outcome is None else None,
            chips=tuple(map(spaces_in, self.chips)),
            sequences=self.sequences,
            counts=tuple(map(self.count, range(len(self.chips)))),
            safe=spaces_in(self.safe()),
            last=self.last,
            hand=() if seat is None else tuple(_held(card, free) for card in self.hands[seat]),
            drawn=None if seat is None else self.drawn[seat],
            piles=self.piles,
            deck=len(self.deck),
            cards=tuple(map(len, self.hands)),
            exchanges=self.exchanges,
            choice=self.choices[0] if self.choices else (),
            debts=self.debts,
            may_draw=tuple(Seat(each) for each, right in enumerate(self.rights) if right),
            passes=self.passes,
            outcome=self.outcome,
        )


def _held(card: Card, free: int) -> Held:
    return Held(card, spaces_in(BOTH[card] & free) if BOTH[card] else None)
