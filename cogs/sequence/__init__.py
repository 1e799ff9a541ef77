"""Sequence as people see it: its words, its choices, its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from bot.examples import under_way
from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Board, OptionWords, Page, Panel, Picture
from bot.rendering import sequence as drawing
from cogs.sequence.guide import rules_text
from cogs.sequence.panels import card_panel, drop_panel, five_panel, place_panel, waiting_panel
from cogs.sequence.words import at, board_alt, hand_alt, one_more, sequences, team_name, tell
from rules.cards import sign
from rules.sequence import (
    GAME,
    TEAMS,
    Choose,
    Completed,
    Drop,
    Event,
    Exchange,
    FiveAsked,
    Move,
    Pass,
    Penalty,
    Place,
    Placed,
    Remove,
    Shown,
    View,
)

if TYPE_CHECKING:
    from bot.client import Cheza


class SequenceGame:
    """The presentation of Sequence."""

    game = GAME

    def warm_up(self) -> None:
        drawing.warm_up()

    def about(self, say: Say) -> str:
        return say("Five chips in a row. 2 to 12 players, alone or in teams, about 30 minutes of clicks.")

    def teams(self, say: Say) -> tuple[str, ...]:
        return tuple(team_name(team, say) for team in range(len(TEAMS)))

    def badge(self, seat: int | None, team: int | None) -> str | None:
        return None if team is None else TEAMS[team]

    def options(self, say: Say) -> Mapping[str, OptionWords]:
        on_off = {"off": say("off"), "on": say("on")}
        return {
            "sequences_to_win": OptionWords(
                say("Sequences to win"),
                say("Usually two with two teams, one with three."),
                {"usual": say("as usual"), "1": "1", "2": "2", "3": "3"},
            ),
            "teams": OptionWords(
                say("Teams"), say("With 6 or 12 players."), {"2": say("two teams"), "3": say("three teams")}
            ),
            "lock": OptionWords(
                say("Safe chips"),
                say("Which chips of a sequence a jack can't take."),
                {"five": say("just its five"), "run": say("the whole unbroken line")},
            ),
            "manual_draw": OptionWords(
                say("Drawing by hand"), say("Forget to draw, and you play on with a card less."), on_off
            ),
            "dead_cards": OptionWords(
                say("Dead cards"),
                say("How often one may be swapped in a turn."),
                {"once": say("once"), "none": say("never"), "unlimited": say("as often as you like")},
            ),
            "jacks": OptionWords(
                say("Jacks"),
                say("Whether one-eyed jacks take chips away."),
                {"standard": say("one-eyed ones take"), "all_wild": say("all place anywhere")},
            ),
            "hints": OptionWords(say("Hints"), say("Mark open spaces and dead cards for the player."), on_off),
        }

    def progress(self, view: View, say: Say) -> str:
        counts = ", ".join(f"{team_name(team, say)} {count}" for team, count in enumerate(view.counts))
        return say("turn {turn} · {counts} of {needed}", turn=view.turn, counts=counts, needed=view.needed)

    # The public table --------------------------------------------------------------------------

    def told(self, events: Iterable[Event], view: View, names: Names, say: Say) -> tuple[str, ...]:
        events = _unanswered(events)
        said = [told for event in events if (told := tell(event, view.seat, names, say)) is not None]
        mine = any(isinstance(each, Placed | Completed) and each.seat == view.seat for each in events)
        if mine and view.options.hints and view.outcome is None and not view.choice and (more := one_more(view, say)):
            said.append(more)
        return tuple(said)

    def history(self, events: Iterable[Event], names: Names, say: Say) -> tuple[str, ...]:
        told: list[str] = []
        for event in events:
            if isinstance(event, Shown):
                cards = ", ".join(f"{names.light(seat)} {sign(card)}" for seat, card in event.cards)
                told.append(say("Drawn for the deal: {cards}", cards=cards))
            elif (words := tell(event, None, names, say)) is not None:
                told.append(words)
        return tuple(told)

    def boards(self, view: View, names: Names, say: Say) -> tuple[Board, ...]:
        return (Board(Picture("sequence", board_alt(view, say), partial(drawing.table, view))),)

    def asks(self, view: View, names: Names, say: Say) -> str | None:
        return say("to say which five count") if view.choice else None

    def accent(self, view: View) -> int | None:
        return None

    def note(self, view: View, names: Names, say: Say) -> str | None:
        owing = [f"{names.light(seat)} {debt}" for seat, debt in enumerate(view.debts) if debt]
        drawing_ = [names.light(seat) for seat in view.may_draw]
        swapped = view.exchanges if view.active is not None else 0
        parts = [
            say.many(
                "{name} has swapped a dead card.",
                "{name} has swapped {count} dead cards.",
                swapped,
                name=names.light(view.active or 0),
            )
            if swapped
            else "",
            say("Owe cards: {names}", names=", ".join(owing)) if owing else "",
            say("May still draw: {names}", names=", ".join(drawing_)) if drawing_ else "",
        ]
        return "\n".join(part for part in parts if part) or None

    def standing(self, view: View, names: Names, say: Say) -> str | None:
        return None

    def pages(self, view: View, names: Names, say: Say) -> Mapping[str, Page]:
        piles = [
            f"{names.light(seat)}: {' '.join(map(sign, reversed(pile))) or say('none')}"
            for seat, pile in enumerate(view.piles)
        ]
        hands = ", ".join(f"{names.light(seat)} {count}" for seat, count in enumerate(view.cards))
        counts = say("Deck: {deck}. Cards in hand: {hands}.", deck=view.deck, hands=hands)
        newest = say("The newest card of each pile stands first.")
        return {"piles": Page(say("Discard piles"), "\n".join((*piles, f"-# {newest}", f"-# {counts}")))}

    # The private panel -------------------------------------------------------------------------

    def panel(self, view: View, legal: tuple[Move, ...], path: str, names: Names, say: Say) -> Panel:
        if view.outcome is not None:
            return Panel(say("{ending}.", ending=self.ending(view, names, say)))
        choices = [move for move in legal if isinstance(move, Choose)]
        if choices:
            return five_panel(view, choices, say)
        hand = self.hand(view, names, say)
        drops = [move for move in legal if isinstance(move, Drop)]
        if drops:
            return drop_panel(view, drops, hand, say)
        if view.active != view.seat:
            return waiting_panel(view, legal, hand, names, say)
        card, _, row = path.partition(" ")
        plays = [move for move in legal if isinstance(move, Place | Remove) and move.card == card]
        if plays:
            return place_panel(view, plays, row, say)
        return card_panel(view, legal, hand, names, say)

    def hand(self, view: View, names: Names, say: Say) -> Picture | None:
        if not view.hand:
            return None
        return Picture("hand", hand_alt(view, say), partial(drawing.hand, view))

    def choice_label(self, move: Move, view: View, say: Say) -> str:
        match move:
            case Place(card, space):
                return say("{card} on {space}", card=sign(card), space=at(space))
            case Remove(card, space):
                return say("{card} takes the chip on {space}", card=sign(card), space=at(space))
            case Exchange(card):
                return say("swap the dead {card}", card=sign(card))
            case Choose(first, last):
                return say("the five {line}", line=f"{at(first)}–{at(last)}")
            case Drop(card):
                return say("give up {card}", card=sign(card))
            case Pass():
                return say("pass")
            case _:
                return say("draw")

    def ruling_label(self, move: Move, say: Say) -> str:
        if isinstance(move, Penalty):
            return say("Table talk by {team}", team=team_name(move.team, say))
        return str(move)

    # The end -----------------------------------------------------------------------------------

    def ending(self, view: View, names: Names, say: Say) -> str:
        assert view.outcome is not None  # noqa: S101 - called for a match that is over
        winners = view.outcome.winners
        teams = sorted({view.teams[seat] for seat in winners})
        if len(teams) > 1:
            return say("{teams} draw", teams=say.listed([team_name(team, say) for team in teams])).capitalize()
        members = say.listed([names.light(seat) for seat in winners])
        if len(winners) == 1:
            return say("{name} wins", name=members)
        return say("{team} wins: {names}", team=team_name(teams[0], say).capitalize(), names=members)

    def score(self, score: int, say: Say) -> str:
        return sequences(score, say)

    def example(self, say: Say) -> Picture:
        return self.boards(under_way(GAME, seats=2, moves=44), Names({}, {}), say)[0].picture

    def rules(self, say: Say) -> tuple[str, ...]:
        return rules_text(say)


def _unanswered(events: Iterable[Event]) -> list[Event]:
    """Leave out that which five count was asked, where the answer follows."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Completed):
            kept = [each for each in kept if not isinstance(each, FiveAsked)]
        kept.append(event)
    return kept


async def setup(bot: Cheza) -> None:
    """Enter the game."""
    bot.presentations.enter(SequenceGame())


async def teardown(bot: Cheza) -> None:
    """Take the game away."""
    bot.presentations.remove(GAME.key)
