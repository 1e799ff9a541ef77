"""The Passing Game as people see it: its words, its choices, its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from bot.examples import under_way
from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Board, OptionWords, Page, Panel, Picture
from bot.rendering import passing as drawing
from cogs.passing.guide import rules_text
from cogs.passing.panels import end_panel, keep_panel, tile_panel, waiting_panel
from cogs.passing.words import (
    count_told,
    hand_alt,
    has_partners,
    partners_told,
    points,
    round_alt,
    score_so_far,
    side_name,
    table_alt,
    tell,
)
from rules.passing import GAME, Counted, Dealt, Draw, Event, Keep, Move, Pass, Play, View, shown, written

if TYPE_CHECKING:
    from bot.client import Cheza

CHIPS = ("blue", "green")


class PassingGame:
    """The presentation of The Passing Game."""

    game = GAME

    def warm_up(self) -> None:
        drawing.warm_up()

    def about(self, say: Say) -> str:
        return say("Get rid of your dominoes. 2 to 4 players, about 15 minutes of clicks.")

    def teams(self, say: Say) -> tuple[str, ...]:
        return tuple(side_name(side, say) for side in range(len(CHIPS)))

    def badge(self, seat: int | None, team: int | None) -> str | None:
        if seat is not None:
            return f"seat{seat + 1}"
        return CHIPS[team] if team in (0, 1) else None

    def options(self, say: Say) -> Mapping[str, OptionWords]:
        on_off = {"off": say("off"), "on": say("on")}
        targets = {"off": say("usual")} | {str(n): str(n) for n in (31, 61, 101, 151, 201)}
        return {
            "target": OptionWords(
                say("Target"), say("So many points win; usually 101, with four players 61."), targets
            ),
            "lead": OptionWords(
                say("Lead"),
                say("Who leads the rounds after the first."),
                {"random": say("drawn at random"), "rotate": say("each in turn"), "winner": say("the round's winner")},
            ),
            "draw_then_play": OptionWords(
                say("Play what you draw"), say("A tile just drawn may be played at once."), on_off
            ),
            "partners": OptionWords(say("Partners"), say("Four players in two teams, partners opposite."), on_off),
            "partner_scoring": OptionWords(
                say("Partners' scoring"),
                say("Whether partners' hands are added, or the lowest single hand wins for its team."),
                {"side": say("hands added"), "individual": say("lowest hand")},
            ),
            "domino_wins_tie": OptionWords(
                say("Out wins ties"), say("Whoever goes out wins a tie for the lowest hand."), on_off
            ),
        }

    def progress(self, view: View, say: Say) -> str:
        return say("round {round} · to {target}", round=view.round, target=view.target)

    # The public table --------------------------------------------------------------------------

    def told(self, events: Iterable[Event], view: View, names: Names, say: Say) -> tuple[str, ...]:
        told: list[str] = []
        for event in events:
            if isinstance(event, Dealt) and event.round == 1:
                told += partners_told(view, names, say)
            told.append(tell(event, names, say))
        return tuple(told)

    def history(self, events: Iterable[Event], names: Names, say: Say) -> tuple[str, ...]:
        told: list[str] = []
        for event in events:
            told.append(tell(event, names, say))
            if isinstance(event, Counted):
                told += count_told(event, names, say)
        return tuple(told)

    def boards(self, view: View, names: Names, say: Say) -> tuple[Board, ...]:
        table = Picture("passing", table_alt(view, names, say), partial(drawing.table, view, say("pass")))
        if view.finished is None:
            return (Board(table),)
        scoring = Picture("round", round_alt(view.finished, view, names, say), partial(drawing.scoring, view))
        if view.outcome is not None:
            return (Board(scoring),)
        return (Board(scoring), Board(table, say("Round {round} begins:", round=view.round)))

    def asks(self, view: View, names: Names, say: Say) -> str | None:
        return say("to play the tile just drawn, or keep it") if view.asked else None

    def accent(self, view: View) -> int | None:
        return None

    def note(self, view: View, names: Names, say: Say) -> str | None:
        if not view.pass_ends_round or view.active is None:
            return None
        return say("If {name} passes too, the round is over.", name=names.light(view.active))

    def standing(self, view: View, names: Names, say: Say) -> str | None:
        return score_so_far(view, names, say)

    def pages(self, view: View, names: Names, say: Say) -> Mapping[str, Page]:
        return {}

    # The private panel -------------------------------------------------------------------------

    def panel(self, view: View, legal: tuple[Move, ...], path: str, names: Names, say: Say) -> Panel:
        if view.outcome is not None:
            return Panel(say("{ending}.", ending=self.ending(view, names, say)))
        hand = self.hand(view, names, say)
        if view.active != view.seat:
            return waiting_panel(view, hand, names, say)
        plays = [move for move in legal if isinstance(move, Play)]
        if view.drawn is not None:
            return keep_panel(view, view.drawn, plays, hand, say)
        picked = [move for move in plays if written(move.tile) == path]
        if len(picked) > 1:
            return end_panel(view, picked, say)
        return tile_panel(view, legal, hand, say)

    def hand(self, view: View, names: Names, say: Say) -> Picture | None:
        if not view.hand:
            return None
        return Picture("hand", hand_alt(view, say), partial(drawing.hand, view))

    def choice_label(self, move: Move, view: View, say: Say) -> str:
        match move:
            case Play(tile, end) if end is not None and view.ends is not None:
                return say("{tile} on the {end}", tile=shown(tile), end=view.ends[end == "right"])
            case Play(tile):
                return shown(tile)
            case Draw():
                return say("draw")
            case Pass():
                return say("pass")
            case Keep():
                return say("keep it")

    def ruling_label(self, move: Move, say: Say) -> str:
        return str(move)  # there are none

    # The end -----------------------------------------------------------------------------------

    def ending(self, view: View, names: Names, say: Say) -> str:
        assert view.outcome is not None  # noqa: S101 - called for a match that is over
        winners = view.outcome.winners
        members = say.listed([names.light(seat) for seat in winners])
        if has_partners(view):
            team = side_name(view.sides[winners[0]], say).capitalize()
            return say("{team} wins: {names}", team=team, names=members)
        return say("{name} wins", name=members)

    def score(self, score: int, say: Say) -> str:
        return points(score, say)

    def example(self, say: Say) -> Picture:
        view = under_way(GAME, seats=3, moves=15)
        names = Names({seat: say("player {number}", number=seat + 1) for seat in range(3)}, {})
        return self.boards(view, names, say)[-1].picture

    def rules(self, say: Say) -> tuple[str, ...]:
        return rules_text(say)


async def setup(bot: Cheza) -> None:
    """Enter the game."""
    bot.presentations.enter(PassingGame())


async def teardown(bot: Cheza) -> None:
    """Take the game away."""
    bot.presentations.remove(GAME.key)
