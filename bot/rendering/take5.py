"""Take 5: the four rows for everybody, a round's score, and one player's cards and choice of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from PIL import Image

from bot.rendering.canvas import MARGIN, WIDTH, blank, panel, ring, stacked, text
from bot.rendering.colours import BRIGHT, CAN, LAST, LINE, MUTED, RAISED, WARN, WELL
from bot.rendering.marks import BADGE, awaited, badge, coin, tick
from bot.rendering.pieces import Layout, Piece, alone
from bot.rendering.png import encode, palette_of
from bot.rendering.take5_cards import card, fresh_card, icon
from rules.engine import Outcome, Seat
from rules.take5 import Options, Played, Round, View, heads_of

ROWS, PLACES = 4, 6  # the sixth place of a row takes the other five
CARD_W, CARD_H, GAP = 126, 122, 15
ROW_H, ROW_PITCH = CARD_H + 28, CARD_H + 36
TAG_W, TAG_H, TAG_PITCH = 84, 80, 101  # ten of them fit
QUEUE_H = TAG_H + 26
HAND_W, HAND_H, HAND_GAP = 186, 156, 19
COST_RIGHT, COST_W, COST_H = 20, 120, ROW_H - 10  # what a row costs, in its well
DANGER = "#4A2A2A"  # the place that takes, once its row is full


def table(view: View) -> bytes:
    """Draw what the whole table sees: the rows, the last trick, and everybody's bull heads."""
    return _png(_table(view))


def scoring(view: View) -> bytes:
    """Draw how the round ended that the last trick finished, and what it cost everybody."""
    if view.finished is None:
        raise ValueError("no round has just ended")
    return _png(_scoring(view.finished, view.options, view.outcome))


def hand(view: View) -> bytes:
    """Draw one player's cards, rising, as their buttons stand; the picked one is framed."""
    return _hand(view.hand, view.pick).png(specimen)


def choice(view: View) -> bytes:
    """Draw the rows as offers to the player whose card fits behind none of them."""
    if not view.waiting:
        raise ValueError("nobody is asked for a row")
    return _choice(view).png(specimen)


def warm_up() -> None:
    """Learn the palette and draw every piece beforehand; takes a moment, so do it in a thread."""
    palette_of(specimen)
    for number in range(1, 105):
        for width, height in ((CARD_W, CARD_H), (TAG_W, TAG_H)):
            card(number, width, height)
        for each in (held_card(number, picked=False), held_card(number, picked=True), _in_row(number)):
            each.found(specimen)
    for each in (_no_card(), *map(_offer, range(ROWS))):
        each.found(specimen)
    for seat in range(10):
        for size in (BADGE, 44, 38):
            badge(seat, size)


def _png(image: Image.Image) -> bytes:
    return encode(image, palette_of(specimen))


# The table --------------------------------------------------------------------------------------------------


def _table(view: View) -> Image.Image:
    # Once a round has ended, new rows lie there: of the last trick nothing is left to show.
    fresh = view.finished is not None and view.outcome is None
    played = () if fresh else view.played
    gained = {} if fresh else dict(view.gained)
    scores = [past + now for past, now in zip(view.totals, view.heads, strict=True)]
    low = view.waiting[0].seat if view.waiting else None
    rows_top = MARGIN + (QUEUE_H if view.waiting else 0)
    strip_top = rows_top + ROWS * ROW_PITCH
    pitch = 58 if low is None else 68
    columns = _columns(view.seats)
    image = blank(strip_top + 30 + -(-view.seats // columns) * pitch)
    _queue(image, view.waiting, BRIGHT)
    _rows(image, rows_top, view.rows, played, over=view.outcome is not None)
    for seat, score in enumerate(scores):
        x = MARGIN + seat % columns * (1020 // columns)
        y = strip_top + 34 + seat // columns * pitch
        _seat(image, x, y, Seat(seat), score, gained.get(Seat(seat)), seat in view.chosen, seat == low)
    return image


def _columns(seats: int) -> int:
    """Seats stand in one line up to five, then in two."""
    return seats if seats <= 5 else -(-seats // 2)


def _seat(
    image: Image.Image,
    x: float,
    y: float,
    seat: Seat,
    score: int,
    gained: int | None,
    chosen: bool,
    low: bool,
) -> None:
    """A seat's heads so far and what the last trick cost it; a tick once it has chosen, a bar if awaited."""
    badge(seat).on(image, x, y - 23)
    if chosen:
        tick().centred(image, x + 42, y + 16)
    if low:
        awaited().on(image, x, y + 29)
    wide = text(image, (x + 58, y), str(score), 34, BRIGHT, role="number", anchor="lm")
    if gained is not None:
        text(image, (x + 66 + wide, y), f"+{gained}", 30, WARN, role="number", anchor="lm")


def _queue(image: Image.Image, waiting: Sequence[Played], colour: str) -> None:
    """The cards that wait above the rows for a choice of row, the low one framed."""
    for k, each in enumerate(waiting):
        x, y = MARGIN + k * TAG_PITCH, MARGIN
        card(each.card, TAG_W, TAG_H).on(image, x, y)
        if k == 0:
            ring(TAG_W, TAG_H, colour, 14, 5, 3).centred(image, x + TAG_W / 2, y + TAG_H / 2)
        badge(each.seat, 38).centred(image, x + TAG_W - 4, y - 1)


# Rows -------------------------------------------------------------------------------------------------------


def _at(top: int, row: int, place: int) -> tuple[int, int]:
    return MARGIN + 60 + place * (CARD_W + GAP), top + 14 + row * ROW_PITCH


@cache
def _wells() -> Image.Image:
    """Four wells with the places of their five cards and the sixth that takes them."""
    image = blank(ROWS * ROW_PITCH)
    for row in range(ROWS):
        y = row * ROW_PITCH
        panel(WIDTH - 2 * MARGIN, ROW_H, WELL, 20).on(image, MARGIN, y)
        text(image, (MARGIN + 30, y + ROW_H / 2), str(row + 1), 34, MUTED)
        for place in range(PLACES):
            panel(CARD_W, CARD_H, "", 14, RAISED, 3).on(image, *_at(0, row, place))
        icon(56, RAISED).centred(image, _at(0, row, PLACES - 1)[0] + CARD_W / 2, y + ROW_H / 2)
    return image


def _rows(
    image: Image.Image, top: int, rows: Sequence[Sequence[int]], played: Sequence[Played], over: bool = False
) -> None:
    """The rows, the last trick's cards in amber with who laid them; a full row warns, unless all is over."""
    image.paste(_wells(), (0, top))
    for row, cards in enumerate(rows):
        full = len(cards) == PLACES - 1 and not over
        y = top + row * ROW_PITCH
        if full:
            panel(WIDTH - 2 * MARGIN, ROW_H, "", 20, WARN, 5).on(image, MARGIN, y)
            x6, y6 = _at(top, row, PLACES - 1)
            panel(CARD_W, CARD_H, DANGER, 14, WARN, 4).on(image, x6, y6)
            icon(64, WARN).centred(image, x6 + CARD_W / 2, y6 + CARD_H / 2)
        _cards(image, top, row, cards, {each.card: each.seat for each in played})
        mid = y + ROW_H / 2
        icon(38, WARN if full else MUTED).centred(image, WIDTH - MARGIN - 81, mid)
        ink = WARN if full else BRIGHT
        total = str(heads_of(cards))
        text(image, (WIDTH - MARGIN - 55, mid), total, 36, ink, role="number", anchor="lm")


def _cards(image: Image.Image, top: int, row: int, cards: Sequence[int], laid: Mapping[int, Seat]) -> None:
    spots = [(number, *_at(top, row, place)) for place, number in enumerate(cards)]
    for number, x, y in spots:
        card(number, CARD_W, CARD_H).on(image, x, y)
        if number in laid:
            ring(CARD_W, CARD_H, LAST, 14, 5, 2).centred(image, x + CARD_W / 2, y + CARD_H / 2)
    for number, x, y in spots:  # over all frames, so that none cuts a badge
        if number in laid:
            badge(laid[number], 44).centred(image, x + CARD_W - 10, y + 9)


# A round's score --------------------------------------------------------------------------------------------

SCORE_H, SCORE_GAP = 136, 12


def _scoring(finished: Round, options: Options, outcome: Outcome | None) -> Image.Image:
    seats = len(finished.totals)
    columns = _columns(seats)
    lines = -(-seats // columns)
    foot = MARGIN + ROWS * ROW_PITCH
    image = blank(foot + 12 + lines * (SCORE_H + SCORE_GAP) - SCORE_GAP + MARGIN)
    _rows(image, MARGIN, finished.rows, finished.played, over=True)
    wide = (WIDTH - 2 * MARGIN - SCORE_GAP * (columns - 1)) // columns
    limit = options.target if options.rounds is None else 0
    for seat, (cost, total) in enumerate(zip(finished.heads, finished.totals, strict=True)):
        x = MARGIN + seat % columns * (wide + SCORE_GAP)
        y = foot + 12 + seat // columns * (SCORE_H + SCORE_GAP)
        panel(wide, SCORE_H, WELL, 16).on(image, x, y)
        badge(seat).on(image, x + 16, y + 18)
        text(image, (x + 76, y + 42), str(total), 46, BRIGHT, role="number", anchor="lm")
        text(image, (x + 76, y + 86), f"+{cost}", 32, WARN if cost else MUTED, role="number", anchor="lm")
        if outcome is not None and seat in outcome.winners:
            coin(46).on(image, x + 16, y + 66)
        if limit:
            _way(image, x + 16, y + SCORE_H - 20, wide - 32, (total - cost) / limit, total / limit)
    return image


def _way(image: Image.Image, x: float, y: float, wide: int, before: float, now: float) -> None:
    """How far a seat has gone towards the match's end, this round's part in the colour of what hurts."""
    panel(wide, 8, LINE, 4).on(image, x, y)
    for share, colour in ((now, WARN), (before, MUTED)):
        panel(wide, 8, colour, 4).left(round(wide * min(share, 1))).on(image, x, y)


# For one player ---------------------------------------------------------------------------------------------


def _hand(cards: Sequence[int], pick: int | None) -> Layout:
    lines = [cards[i : i + 5] for i in range(0, len(cards), 5)] or [()]
    layout = Layout(2 * MARGIN + len(lines) * (HAND_H + HAND_GAP) - HAND_GAP)
    for k in range(5 * len(lines)):
        piece = held_card(cards[k], picked=cards[k] == pick) if k < len(cards) else _no_card()
        layout.lay(piece, MARGIN + k % 5 * (HAND_W + HAND_GAP), MARGIN + k // 5 * (HAND_H + HAND_GAP))
    return layout


@cache
def held_card(number: int, *, picked: bool) -> Piece:
    """A card of a hand, in a frame once it is picked."""
    frame = ring(HAND_W, HAND_H, CAN, 14, 7, 3) if picked else None
    around = (frame.size[0] - HAND_W) // 2 if frame else 0
    return Piece(lambda: alone(fresh_card(number, HAND_W, HAND_H), frame), around)


@cache
def _no_card() -> Piece:
    """The place of a card that is played."""
    return Piece(lambda: alone(panel(HAND_W, HAND_H, "", 14, RAISED, 3)))


def _choice(view: View) -> Layout:
    top = MARGIN + QUEUE_H
    layout = Layout(top + ROWS * ROW_PITCH - 8 + MARGIN)
    layout.lay(Piece(partial(_offered, view.waiting)), 0, 0)
    for row, cards in enumerate(view.rows):
        y = top + row * ROW_PITCH
        layout.lay(_offer(row), MARGIN, y)
        layout.lay(_cost(heads_of(cards)), WIDTH - MARGIN - COST_RIGHT - COST_W, y + (ROW_H - COST_H) // 2)
        for place, number in enumerate(cards):
            layout.lay(_in_row(number), *_at(top, row, place))
    return layout


def _offered(waiting: Sequence[Played]) -> Image.Image:
    image = blank(MARGIN + QUEUE_H, MARGIN + len(waiting) * TAG_PITCH)
    _queue(image, waiting, CAN)
    return image


@cache
def _offer(row: int) -> Piece:
    """A row that may be taken, without its cards and what they cost."""

    def draw() -> Image.Image:
        image = alone(panel(WIDTH - 2 * MARGIN, ROW_H, WELL, 20, CAN, 4))
        text(image, (31, ROW_H / 2), str(row + 1), 40, CAN, role="number")
        icon(76, BRIGHT).centred(image, WIDTH - 2 * MARGIN - 190, ROW_H / 2)
        return image

    return Piece(draw)


@cache
def _cost(heads: int) -> Piece:
    """The bull heads of a row."""

    def draw() -> Image.Image:
        image = Image.new("RGB", (COST_W, COST_H), WELL)
        text(image, (4, COST_H / 2), str(heads), 76, BRIGHT, role="number", anchor="lm")
        return image

    return Piece(draw)


@cache
def _in_row(number: int) -> Piece:
    """A card in a well."""
    return Piece(lambda: alone(card(number, CARD_W, CARD_H), ground=WELL))


# Every colour -----------------------------------------------------------------------------------------------


def specimen() -> Image.Image:
    """Everything that the pictures of this game can show."""
    seats = tuple(map(Seat, range(10)))
    rows = ((1, 10, 15, 11, 55), (2, 20), (104, 66, 30), (3, 5))
    laid = (Played(seats[0], 1), Played(seats[9], 11), Played(seats[6], 66), Played(seats[3], 30))
    numbers = (7, 22, 35, 40, 55, 60, 71, 88, 95, 100)
    queue = tuple(map(Played, seats, numbers))
    costs = tuple(range(0, 40, 4))
    totals = tuple(range(10, 110, 10))
    view = View(
        options=Options(),
        seats=10,
        seat=None,
        round=1,
        trick=2,
        rows=rows,
        hand=(),
        pick=None,
        chosen=seats[:5],
        played=laid,
        waiting=queue,
        gained=((seats[0], 5), (seats[6], 11)),
        heads=costs,
        totals=totals,
        finished=None,
        outcome=None,
    )
    finished = Round(1, rows, laid, costs, totals)
    return stacked(
        _table(view),
        _scoring(finished, Options(), Outcome((1,) * 10, totals, "target")),
        _choice(view).image(),
        _hand((1, 5, 10, 11, 55, 33, 40, 45), 1).image(),
        *(_marked(seat) for seat in seats),
    )


def _marked(seat: Seat) -> Image.Image:
    """A seat's badge on every kind of card, since each of its edges is a colour of its own."""
    image = blank(CARD_H + 4 * GAP)
    _cards(image, 0, 0, (1, 5, 10, 11, 55), dict.fromkeys((1, 5, 10, 11, 55), seat))
    return image
