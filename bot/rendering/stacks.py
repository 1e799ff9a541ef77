"""Sequence Stacks: the piles and players for everybody, and one player's hand and choice of a target."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from PIL import Image

from bot.rendering.canvas import MARGIN, WIDTH, blank, dim, panel, ring, stacked, text
from bot.rendering.colours import BRIGHT, CAN, LAST, LINE, MUTED
from bot.rendering.png import encode, palette_of
from bot.rendering.stacks_cards import back, card, free_place
from bot.rendering.stacks_fields import (
    DISCARD_H,
    DISCARD_W,
    FIELD_GAP,
    FIELD_H,
    chip_row,
    discard_at,
    field,
    warm_fields,
    width_of,
)
from rules.engine import Outcome, Seat
from rules.stacks import (
    ACTIONS,
    CARDS,
    CHIP,
    FULL,
    GAME,
    PILES,
    REVERSE,
    SKIP,
    TAKE,
    Card,
    Last,
    Lay,
    Move,
    Options,
    Pile,
    Reverse,
    Skip,
    StealCard,
    StealChip,
    View,
    is_action,
    places_of,
)

PILE_W, PILE_H, PILE_GAP = 140, 198, 16
HEAP_W, HEAP_H, HEAP_GAP = 106, 150, 24
FIELDS_TOP = MARGIN + PILE_H + 36
HAND_W, HAND_GAP, APART = 138, 20, 60
A_LINE = 8
"""So many cards of a hand stand in a line, the top of the own discard pile included."""
NAMES = ("draw", "set aside", "actions")
NO_WORDS: Mapping[Card, str] = MappingProxyType({})


def table(view: View, names: tuple[str, str, str] = NAMES) -> bytes:
    """Draw what the whole table sees; `names` are those of the draw pile, the sequences set aside and the actions."""
    return _png(_table(view, names))


def hand(view: View, legal: Collection[Move], words: Mapping[Card, str] = NO_WORDS) -> bytes:
    """Draw one player's cards and apart from them the top of their discard pile; `words` are those of actions.

    What `legal` moves can play is framed and the rest drawn back; where none plays a card, all is bright.
    """
    if view.seat is None:
        raise ValueError("no seat looks, so there is no hand")
    return _png(_hand(view.hand, _top(view, view.seat), playable(legal), words))


def choice(view: View, moves: Collection[Move], names: tuple[str, str, str] = NAMES) -> bytes:
    """Draw the table to a player who has picked a card: what its moves could be made on is lit."""
    if not moves:
        raise ValueError("nothing can be chosen")
    return _png(_choice(view, moves, names))


def warm_up() -> None:
    """Learn the palette and draw every piece beforehand; takes a moment, so do it in a thread."""
    palette_of(specimen)
    for which in CARDS:
        for number in range(1, FULL + 1):
            card(which, PILE_W, PILE_H, number if which[1] == "w" else None)
        for width in sorted({_card_width(shown) for shown in range(1, A_LINE + 1)}):
            card(which, width, _card_height(width))
        if is_action(which):
            card(which, HEAP_W, HEAP_H)
    for out in (False, True):
        back(HEAP_W, HEAP_H, out=out)
    for pile in PILES:
        free_place(pile, PILE_W, PILE_H)
    warm_fields()


def _png(image: Image.Image) -> bytes:
    return encode(image, palette_of(specimen))


def _top(view: View, seat: int) -> Card | None:
    return view.discards[seat][-1] if view.discards[seat] else None


# The table --------------------------------------------------------------------------------------------------


def _table(view: View, names: tuple[str, str, str] = NAMES, *, bare: bool = False) -> Image.Image:
    """Draw the piles, the heaps beside them, and the players; `bare` of what happened last and who is awaited."""
    columns = _columns(view.seats)
    lines = -(-view.seats // columns)
    image = blank(FIELDS_TOP + lines * (FIELD_H + FIELD_GAP) - FIELD_GAP + MARGIN)
    for place, pile in enumerate(view.piles):
        _pile(image, place, pile)
    if view.last is not None and not bare:
        x = _pile_left(view.last.pile)
        ring(PILE_W, PILE_H, LAST, 14, 7, 3).centred(image, x + PILE_W / 2, MARGIN + PILE_H / 2)
    _heaps(image, view, names)
    for seat in range(view.seats):
        x, y = _field_at(view, seat)
        awaited = view.active is not None and not bare and (seat == view.active) == (view.window is None)
        field(image, view, seat, (x, y), awaited=awaited)
    return image


def _pile_left(place: int) -> int:
    return MARGIN + place * (PILE_W + PILE_GAP)


def _pile(image: Image.Image, place: int, pile: Pile) -> None:
    """Lay the top card of a pile, a wild as the number that it is; or show that one may begin here."""
    if pile:
        top = card(pile[-1], PILE_W, PILE_H, len(pile) if pile[-1][1] == "w" else None)
    else:
        top = free_place(place, PILE_W, PILE_H)
    top.on(image, _pile_left(place), MARGIN)


def _heaps(image: Image.Image, view: View, names: tuple[str, str, str]) -> None:
    used = card(view.actions[-1], HEAP_W, HEAP_H) if view.actions else panel(HEAP_W, HEAP_H, "", 14, LINE, 3)
    heaps = ((back(HEAP_W, HEAP_H), view.draw), (back(HEAP_W, HEAP_H, out=True), view.aside), (used, None))
    x = WIDTH - MARGIN - 3 * HEAP_W - 2 * HEAP_GAP
    for (sprite, count), name in zip(heaps, names, strict=True):
        sprite.on(image, x, MARGIN)
        if count is not None:
            text(image, (x + HEAP_W / 2, MARGIN + HEAP_H / 2 - 2), str(count), 44, BRIGHT, role="number")
        text(image, (x + HEAP_W / 2, MARGIN + HEAP_H + 30), name, 24, MUTED)
        x += HEAP_W + HEAP_GAP


def _columns(seats: int) -> int:
    """Players stand in one line up to four, then in two."""
    return seats if seats < 5 else 3


def _field_at(view: View, seat: int) -> tuple[int, int]:
    columns = _columns(view.seats)
    x = MARGIN + seat % columns * (width_of(columns) + FIELD_GAP)
    return x, FIELDS_TOP + seat // columns * (FIELD_H + FIELD_GAP)


# For one player ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Playable:
    """What can be played: cards of the hand, and whether the top of the own discard pile."""

    cards: frozenset[Card]
    top: bool


def playable(legal: Collection[Move]) -> Playable:
    """Return which cards some moves play."""
    plays = [move for move in legal if isinstance(move, Lay | Skip | Reverse | StealCard | StealChip)]
    return Playable(
        frozenset(_card_of(move) for move in plays if move.source == "h"), any(move.source == "d" for move in plays)
    )


def _card_of(move: Lay | Skip | Reverse | StealCard | StealChip) -> Card:
    if isinstance(move, Lay):
        return move.card
    return {"skip": SKIP, "reverse": REVERSE, "take": TAKE, "chip": CHIP}[move.kind]


def _card_width(shown: int) -> int:
    """Return how wide each of so many cards in a line is."""
    return min(HAND_W, (WIDTH - 2 * MARGIN - APART - HAND_GAP * (shown - 1)) // shown)


def _card_height(width: int) -> int:
    return round(width * 1.45)


def _hand(cards: Sequence[Card], top: Card | None, can: Playable, words: Mapping[Card, str] = NO_WORDS) -> Image.Image:
    shown: list[tuple[Card, bool]] = [(each, each in can.cards) for each in cards]
    if top is not None:
        shown.append((top, can.top))
    count = max(-(-len(shown) // A_LINE), 1)
    a_line = max(-(-len(shown) // count), 1)
    lines = [shown[i : i + a_line] for i in range(0, len(shown), a_line)] or [[]]
    width = _card_width(a_line if count == 1 else A_LINE)
    height = _card_height(width)
    pitch = height + 24 + MARGIN
    image = blank(len(lines) * pitch + MARGIN)
    anything = bool(can.cards) or can.top
    for number, line in enumerate(lines):
        last = top is not None and number == len(lines) - 1
        wide = len(line) * (width + HAND_GAP) - HAND_GAP + (APART - HAND_GAP if last and len(line) > 1 else 0)
        x, y = (WIDTH - wide) // 2, MARGIN + number * pitch
        for k, (which, lit) in enumerate(line):
            if last and k == len(line) - 1:
                if k:
                    x += APART - HAND_GAP
                panel(4, height, LINE, 2).on(image, x - 32, y)
            card(which, width, height).on(image, x, y)
            if lit:
                ring(width, height, CAN, 14, 6, 3).centred(image, x + width / 2, y + height / 2)
            elif anything:
                dim(image, (x, y, x + width, y + height), 0.5)
            ink = BRIGHT if lit or not anything else MUTED
            text(image, (x + width / 2, y + height + 30), words.get(which, ""), 24, ink)
            x += width + HAND_GAP
    return image


def _choice(view: View, moves: Collection[Move], names: tuple[str, str, str] = NAMES) -> Image.Image:
    """Draw everything back, then lay again what can be chosen, in a frame."""
    bright = _table(view, names, bare=True)
    image = bright.copy()
    dim(image, (0, 0, image.width, image.height), 0.6)
    for move in moves:
        left, top, width, height = _target(view, move)
        box = left, top, left + width, top + height
        image.paste(bright.crop(box), box[:2])
        # A player's two rows of chips lie close to each other.
        frame = ring(width, height, CAN, 18, 3, 0) if isinstance(move, StealChip) else ring(width, height, CAN, 14, 5)
        frame.centred(image, left + width / 2, top + height / 2)
    return image


def _target(view: View, move: Move) -> tuple[int, int, int, int]:
    """Return where on the table a move is made: left, top, width, height."""
    if isinstance(move, Lay):
        place = move.pile
        if place is None:
            place = next(place for place in places_of(move.card) if not view.piles[place])
        return _pile_left(place), MARGIN, PILE_W, PILE_H
    if isinstance(move, StealCard):
        x, y = _field_at(view, move.victim)
        left, top = discard_at(width_of(_columns(view.seats)))
        return x + left, y + top, DISCARD_W, DISCARD_H
    if isinstance(move, StealChip):
        x, y = _field_at(view, move.victim)
        left, top, width, height = chip_row(view, move.victim, move.colour, width_of(_columns(view.seats)))
        return x + left, y + top, width, height
    raise ValueError(f"{move} is made on nothing of the table")


# Every colour -----------------------------------------------------------------------------------------------


def specimen() -> Image.Image:
    """Everything that the pictures of this game can show."""
    tops = [Card(top) for top in ("r4", "b2", "rw", "bw", "skip", "block")]
    state, _ = GAME.deal(6, Options(), "specimen")
    piles = tuple(tuple(map(Card, pile.split())) for pile in ("r1 r2 r3 r4", "", "b1 b2 bw", ""))
    view = replace(
        state.view(None),
        piles=piles,
        last=Last(Seat(0), 0),
        actions=(Card("block"),),
        aside=2,
        chips=tuple((seat, 5 - seat) for seat in range(6)),
        counts=tuple(range(6)),
        discards=tuple((top,) for top in tops),
        active=Seat(0),
    )
    steals: list[Move] = [StealCard("h", Seat(2)), StealChip("h", Seat(3), "r"), StealChip("h", Seat(3), "b")]
    lit = Playable(frozenset((Card("b2"), Card("bw"), Card("rw"), Card("skip"))), top=True)
    words = dict.fromkeys(ACTIONS, "steal")
    return stacked(
        _table(view),
        _table(replace(view, active=None, outcome=Outcome((1,) * 6, (5,) * 6, "box"), piles=piles[2:] + piles[:2])),
        _choice(view, [*steals, Lay("h", Card("r1"), None), Lay("h", Card("b1"), None), Lay("h", Card("b4"), 2)]),
        _choice(replace(view, piles=((), *piles[1:])), [Lay("h", Card("r1"), None), StealCard("h", Seat(0))]),
        _hand(tuple(map(Card, ("r5", "b2", "bw", "rw", "block"))), Card("b4"), lit, words),
        _hand(tuple(map(Card, ("b5", "r2", "bw", "rw", "skip"))), Card("r4"), replace(lit, cards=frozenset()), words),
        _hand(tuple(map(Card, ("b5", "r2", "bw", "rw", "skip"))), None, Playable(frozenset(), top=False), words),
    )
