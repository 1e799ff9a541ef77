"""The questions that a player of Sequence is asked, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from bot.i18n import Say
from bot.messages.names import Names
from bot.presentation import Choice, Panel, Pick, Picture, Typing
from bot.rendering import sequence as drawing
from cogs.sequence.words import at, choice_alt, line, team_name
from rules.cards import sign
from rules.sequence import (
    Choose,
    Draw,
    Drop,
    Exchange,
    Move,
    Pass,
    Place,
    Remove,
    View,
    best_first,
)

FEW = 4
"""Spaces that stand as buttons; of more, the best few do, and the rest is found by row."""
BEST = 5


def card_panel(view: View, legal: Sequence[Move], hand: Picture | None, names: Names, say: Say) -> Panel:
    """Ask for a card."""
    assert view.seat is not None  # noqa: S101 - a panel is a seat's
    playable = {move.card for move in legal if isinstance(move, Place | Remove)}
    cards = tuple(
        Choice(sign(card), path=card, style="step", disabled=view.options.hints and card not in playable)
        for card in dict.fromkeys(held.card for held in view.hand)
    )
    others: list[Choice] = []
    for move in legal:
        if isinstance(move, Exchange):
            others.append(Choice(say("Swap {card}", card=sign(move.card)), move=str(move)))
        elif isinstance(move, Draw):
            others.append(Choice(say("Draw"), move=str(move), standing=True))
        elif isinstance(move, Pass):
            others.append(Choice(say("Pass"), move=str(move)))
    team = names.badge(view.seat)
    question = say("**You are {badge} {team}. Choose a card.**", badge=team, team=team_name(view.teams[view.seat], say))
    if not playable:
        question = say(
            "**You are {badge} {team}. Nothing can be played.**", badge=team, team=team_name(view.teams[view.seat], say)
        )
    return Panel(
        question,
        tuple(_card_hints(view, say)),
        hand,
        tuple(row for row in (cards, tuple(others)) if row),
    )


def _card_hints(view: View, say: Say) -> Iterable[str]:
    if view.drawn is not None:
        yield say("You drew {card} last.", card=sign(view.drawn))
    dead = list(dict.fromkeys(sign(held.card) for held in view.hand if held.dead))
    if dead and view.options.hints:
        yield say.many(
            "{cards} is dead: both its spaces are taken.",
            "{cards} are dead: both their spaces are taken.",
            len(dead),
            cards=say.listed(dead),
        )
        if view.exchanges and view.options.dead_cards == "once":
            yield say("You have swapped one in this turn; a second waits for your next.")


def place_panel(view: View, plays: Sequence[Move], row: str, say: Say) -> Panel:
    """Ask for a space: buttons for a few, else the best few, and a list of rows that leads to the rest."""
    card, takes = plays[0].card, isinstance(plays[0], Remove)  # type: ignore[union-attr]  # Place or Remove
    spaces = [move.space for move in plays]  # type: ignore[union-attr]  # Place or Remove
    question = (
        say("Which chip does {card} take away?", card=sign(card))
        if takes
        else say("Where does {card} go?", card=sign(card))
    )
    if row.isdecimal():
        shown = [move for move in plays if _row(move) == int(row)]
        plays = shown or plays
    picture = Picture("choice", choice_alt(card, spaces, say), partial(drawing.choice, view, card, tuple(spaces)))
    back = say("Another card")
    if len(plays) <= FEW or (row.isdecimal() and shown):
        return Panel(question, (), picture, (tuple(map(_space_choice, plays)),), back=back)
    best = tuple(map(_space_choice, best_first(view, plays)[:BEST])) if view.options.hints else ()
    rows = sorted({_row(move) for move in plays})
    pick = Pick(
        say("Another space: choose its row"),
        tuple(
            Choice(
                say("Row {row}", row=each),
                path=f"{card} {each}",
                about=", ".join(at(move.space) for move in plays if _row(move) == each),  # type: ignore[union-attr]  # as above
            )
            for each in rows
        ),
    )
    typing = Typing(say("Type a space"), say("The space, as C7"), f"{card} x" if takes else card)
    hints = (say("The best few spaces stand first; any other is found by its row."),) if best else ()
    return Panel(question, hints, picture, (best,) if best else (), (pick,), typing, back)


def five_panel(view: View, choices: Sequence[Choose], say: Say) -> Panel:
    picture = Picture(
        "choice",
        say("The lines to choose from: {lines}.", lines=", ".join(map(line, view.choice))),
        partial(drawing.five, view),
    )
    return Panel(
        say("Which five are the sequence?"),
        (say("The rest of the line stays open to jacks, and to another sequence."),),
        picture,
        (tuple(Choice(f"{at(move.first)}–{at(move.last)}", move=str(move)) for move in choices),),
    )


def drop_panel(view: View, drops: Sequence[Drop], hand: Picture | None, say: Say) -> Panel:
    debt = view.debts[view.seat or 0]
    return Panel(
        say("Your team was called for table talk. Which card do you give up?"),
        (say.many("You owe {count} card.", "You owe {count} cards.", debt),),
        hand,
        (tuple(Choice(sign(move.card), move=str(move), standing=True) for move in drops),),
    )


def waiting_panel(view: View, legal: Sequence[Move], hand: Picture | None, names: Names, say: Say) -> Panel:
    draws = tuple(Choice(say("Draw"), move=str(move), standing=True) for move in legal if isinstance(move, Draw))
    active = view.active if view.active is not None else 0
    hints = (say("You drew {card} last.", card=sign(view.drawn)),) if view.drawn is not None else ()
    question = say("**It's {name}'s turn.**", name=names[active].replace("**", ""))
    return Panel(question, hints, hand, (draws,) if draws else ())


def _row(move: Move) -> int:
    assert isinstance(move, Place | Remove)  # noqa: S101 - only these have a space
    return move.space // 10 + 1


def _space_choice(move: Move) -> Choice:
    assert isinstance(move, Place | Remove)  # noqa: S101 - only these have a space
    return Choice(at(move.space), move=str(move))
