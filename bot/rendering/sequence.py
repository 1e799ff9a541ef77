"""Sequence: the board for everybody, and one player's hand, choice of a space and choice of five."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from PIL import Image

from bot.rendering.canvas import blank, stacked
from bot.rendering.png import encode, palette_of
from bot.rendering.sequence_board import HEIGHT, board, lit, warm_board
from bot.rendering.sequence_hand import cards, warm_hand
from bot.rendering.sequence_strip import STRIP_H, WINDOWS_H, last_card, picked_card, score, warm_strip, windows
from rules.cards import Card
from rules.engine import Outcome, Seat
from rules.sequence import CARD_ON, GAME, Held, Made, Options, Placed, Removed, Space, View

MOST = 110_000
"""How many bytes a picture may have."""


def table(view: View) -> bytes:
    """Draw what the whole table sees: the board, how far each team is, and the last move."""
    return encode(_table(view), palette_of(specimen), MOST)


def hand(view: View) -> bytes:
    """Draw one player's cards as their buttons stand; with `hints` also which of their spaces are open."""
    if view.seat is None:
        raise ValueError("no seat looks, so there is no hand")
    return cards(view).png(specimen)


def choice(view: View, card: Card, spaces: Collection[Space]) -> bytes:
    """Draw the board to the player who has picked a card, its possible spaces lit; without `hints` none is."""
    colours = palette_of(choice_specimen if view.options.hints else specimen)
    return encode(_choice(view, card, spaces), colours, MOST)


def five(view: View) -> bytes:
    """Draw the line of which the player in turn chooses five, and under the board each five there is (S7)."""
    if not view.choice:
        raise ValueError("nobody is asked for five of a line")
    return encode(_five(view), palette_of(choice_specimen), MOST)


def warm_up() -> None:
    """Learn the palettes and draw every piece beforehand; takes a moment, so do it in a thread."""
    palette_of(specimen)
    palette_of(choice_specimen)
    warm_board()
    warm_hand(specimen)
    warm_strip()


def _table(view: View) -> Image.Image:
    image = board(view, STRIP_H, last=True)
    score(image, view)
    last_card(image, view)
    return image


def _choice(view: View, card: Card, spaces: Collection[Space]) -> Image.Image:
    image = lit(view, STRIP_H, spaces) if view.options.hints else board(view, STRIP_H, last=False)
    score(image, view)
    picked_card(image, card)
    return image


def _five(view: View) -> Image.Image:
    image = lit(view, WINDOWS_H, {space for each in view.choice for space in each})
    windows(image, view.choice, _team(view))
    return image


def _team(view: View) -> int:
    """Return the team in turn."""
    if view.active is None:
        raise ValueError("the match is over")
    return view.teams[view.active]


# Every colour -----------------------------------------------------------------------------------------------

LINES = ((0, 1), (95, 1), (41, 1), (45, 1), (0, 10), (59, 10), (9, 9), (54, 9), (25, 9), (0, 11), (55, 11), (12, 11))
"""Where a specimen's sequences begin, and their steps: each direction, to and from corners, crossing."""


def specimen() -> Image.Image:
    """Every colour of the board and of the hand."""
    boards = [_table(_crowded(team)) for team in range(3)]
    picked = blank(HEIGHT + STRIP_H)
    picked_card(picked, Card("9d"))
    low = (0, HEIGHT, picked.width, picked.height)
    return stacked(*boards, *map(_taken_away, range(3)), picked.crop(low), *_hands())


def choice_specimen() -> Image.Image:
    """Every colour of a board drawn back into the ground, of what is lit on it, and of the fives."""
    every = tuple(Space(space) for space, card in enumerate(CARD_ON) if card)
    pictures = [_choice(replace(_crowded(0), chips=((),) * 3, sequences=()), Card("jd"), every)]
    for team in range(3):
        view = _crowded(team)
        some = every[team::3]
        pictures.append(_choice(view, Card("9d"), some))
        pictures.append(_choice(replace(view, sequences=()), Card("js"), some[5:17]))
        asked = _five(replace(view, choice=_FIVES, active=Seat(team)))
        pictures.append(asked.crop((0, HEIGHT, asked.width, asked.height)))
    return stacked(*pictures)


_FIVES = tuple(tuple(Space(first + k) for k in range(5)) for first in (40, 41))


def _crowded(team: int) -> View:
    """A position that no match reaches: chips of all teams everywhere, and one team's sequences across them."""
    state, _ = GAME.deal(3, Options(), "specimen")
    made = tuple(Made(team, tuple(Space(first + k * step) for k in range(5))) for first, step in LINES)
    inside = {space for each in made for space in each.spaces}
    rest = [Space(space) for space, card in enumerate(CARD_ON) if card and space not in inside]
    chips = [[space for k, space in enumerate(rest) if k % 4 == each] for each in range(3)]
    chips[team] += [space for space in inside if CARD_ON[space]]
    return replace(
        state.view(None),
        active=Seat(team),
        chips=tuple(map(tuple, chips)),
        sequences=made,
        counts=(1, 0, 0),
        needed=1 + team,
        last=Placed(Seat(team), Card("kd"), Space(45)),
        outcome=Outcome(places=(1, 2, 2), scores=(1, 0, 0), reason="sequences"),
    )


def _taken_away(team: int) -> Image.Image:
    """The place of a chip that is gone, among others."""
    view = _crowded(team)
    view = replace(view, sequences=(), last=Removed(Seat(0), Card("js"), Space(99 - 11), team))
    image = _table(view)
    return image.crop((0, HEIGHT - 300, image.width, HEIGHT))


def _hands() -> list[Image.Image]:
    state, _ = GAME.deal(2, Options(), "specimen")
    view = state.view(Seat(0))
    named = [Card(card) for card in ("4h", "ts", "kd", "qc", "2h", "jc", "js")]
    hands = []
    for spaces in ((), (Space(1),)):
        held = tuple(Held(card, None if card[0] == "j" else spaces) for card in named)
        hands.append(cards(replace(view, hand=held[bool(spaces) :])).image())
    return hands
