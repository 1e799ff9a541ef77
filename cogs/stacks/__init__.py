"""Sequence Stacks as people see it: its words, its choices, its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from bot.examples import under_way
from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Board, OptionWords, Page, Panel, Picture
from bot.rendering import stacks as drawing
from bot.rendering.stacks_cards import tone_of
from cogs.stacks.guide import rules_text
from cogs.stacks.labels import label_of
from cogs.stacks.panels import playable, turn_panel, waiting_panel, window_panel
from cogs.stacks.words import (
    Sentences,
    captions,
    card_name,
    completes,
    hand_alt,
    heaps,
    table_alt,
)
from rules.stacks import GAME, Event, Move, View, colour_of

if TYPE_CHECKING:
    from bot.client import Cheza

HOLLOW = (5, 6)
"""Seats whose badge wears another outline here."""


class StacksGame:
    """The presentation of Sequence Stacks."""

    game = GAME

    def warm_up(self) -> None:
        drawing.warm_up()

    def about(self, say: Say) -> str:
        return say("First to five chips. 2 to 6 players, about 25 minutes of clicks.")

    def teams(self, say: Say) -> tuple[str, ...]:
        return ()

    def badge(self, seat: int | None, team: int | None) -> str | None:
        if seat is None:
            return None
        # As in the picture, where a disc or a triangle would be taken for a chip.
        return f"seat{seat + 1}_hollow" if seat + 1 in HOLLOW else f"seat{seat + 1}"

    def options(self, say: Say) -> Mapping[str, OptionWords]:
        return {
            "refill": OptionWords(
                say("Refill"),
                say("When a hand is filled up to five cards again."),
                {"start": say("as the turn begins"), "end": say("as the turn ends")},
            ),
            "chips_to_win": OptionWords(
                say("Chips to win"), say("How many chips win."), {str(count): str(count) for count in (3, 5, 7)}
            ),
            "colours": OptionWords(
                say("Both colours"),
                say("The winner needs one, two or three chips of each colour, of 3, 5 or 7."),
                {"on": say("on"), "off": say("off")},
            ),
        }

    def progress(self, view: View, say: Say) -> str:
        return say("to {count} chips", count=view.options.chips_to_win)

    # The public table --------------------------------------------------------------------------

    def told(self, events: Iterable[Event], view: View, names: Names, say: Say) -> tuple[str, ...]:
        return Sentences(names, say).tell(events)

    def history(self, events: Iterable[Event], names: Names, say: Say) -> tuple[str, ...]:
        return Sentences(names, say, every=True).tell(events)

    def boards(self, view: View, names: Names, say: Say) -> tuple[Board, ...]:
        return (Board(Picture("stacks", table_alt(view, names, say), partial(drawing.table, view, heaps(say)))),)

    def asks(self, view: View, names: Names, say: Say) -> str | None:
        if view.window is None:
            return None
        return say("{completes} Anyone may block it.", completes=completes(view, view.window, names, say))

    def accent(self, view: View) -> int | None:
        return None if view.window is None else int(tone_of(colour_of(view.window.pile)).fill[1:], 16)

    def note(self, view: View, names: Names, say: Say) -> str | None:
        return None

    def standing(self, view: View, names: Names, say: Say) -> str | None:
        if view.active is None:
            return None
        around = [(view.active + steps * view.direction) % view.seats for steps in range(view.seats)]
        order = say("Order of play: {names}", names=", ".join(map(names.light, around)))
        if not view.stalled:
            return order
        end = say("Unless a chip is taken before actions and discards are shuffled again, the match ends then.")
        return f"{order}\n{end}"

    def pages(self, view: View, names: Names, say: Say) -> Mapping[str, Page]:
        piles = [
            f"{names.light(seat)}: {', '.join(card_name(card, say) for card in reversed(pile)) or say('none')}"
            for seat, pile in enumerate(view.discards)
        ]
        actions = ", ".join(card_name(card, say) for card in reversed(view.actions)) or say("none")
        newest = say("The newest card of each pile stands first.")
        counts = say("Draw pile {draw}, set aside {aside}, chips in the box {box}.", **_counts(view))
        played = say("Actions played: {cards}", cards=actions)
        return {"piles": Page(say("Discard piles"), "\n".join((*piles, played, f"-# {newest}", f"-# {counts}")))}

    # The private panel -------------------------------------------------------------------------

    def panel(self, view: View, legal: tuple[Move, ...], path: str, names: Names, say: Say) -> Panel:
        if view.outcome is not None:
            return Panel(say("{ending}.", ending=self.ending(view, names, say)))
        hand = self._hand(view, legal, say)
        if view.window is not None:
            return window_panel(view, legal, hand, names, say)
        if view.active != view.seat:
            return waiting_panel(view, hand, names, say)
        return turn_panel(view, legal, path, hand, names, say)

    def hand(self, view: View, names: Names, say: Say) -> Picture | None:
        return self._hand(view, (), say)

    def _hand(self, view: View, legal: tuple[Move, ...], say: Say) -> Picture | None:
        if view.seat is None or not (view.hand or view.discards[view.seat]):
            return None
        able = [card_name(each.card, say) for each in playable(legal)]
        return Picture("hand", hand_alt(view, able, say), partial(drawing.hand, view, legal, captions(say)))

    def choice_label(self, move: Move, view: View, say: Say) -> str:
        return label_of(move, say)

    def ruling_label(self, move: Move, say: Say) -> str:
        return str(move)  # there are none

    # The end -----------------------------------------------------------------------------------

    def ending(self, view: View, names: Names, say: Say) -> str:
        assert view.outcome is not None  # noqa: S101 - called for a match that is over
        winners = [names.light(seat) for seat in view.outcome.winners]
        if len(winners) == 1:
            return say("{name} wins", name=winners[0])
        return say("{names} share the victory", names=say.listed(winners))

    def score(self, score: int, say: Say) -> str:
        return say.many("{count} chip", "{count} chips", score)

    def example(self, say: Say) -> Picture:
        names = Names({seat: say("player {number}", number=seat + 1) for seat in range(4)}, {})
        return self.boards(under_way(GAME, seats=4, moves=80), names, say)[0].picture

    def rules(self, say: Say) -> tuple[str, ...]:
        return rules_text(say)


def _counts(view: View) -> dict[str, int]:
    return {"draw": view.draw, "aside": view.aside, "box": view.box}


async def setup(bot: Cheza) -> None:
    """Enter the game."""
    bot.presentations.enter(StacksGame())


async def teardown(bot: Cheza) -> None:
    """Take the game away."""
    bot.presentations.remove(GAME.key)
