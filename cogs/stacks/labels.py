"""Moves of Sequence Stacks in words, as autocomplete lists them."""

from __future__ import annotations

from bot.i18n import Say
from cogs.stacks.words import card_name, colour_name
from rules.stacks import (
    CHIP,
    REVERSE,
    SKIP,
    TAKE,
    Answer,
    End,
    Lay,
    Move,
    Order,
    Reverse,
    SetOrder,
    Skip,
    StealCard,
)


def label_of(move: Move, say: Say) -> str:
    match move:
        case Lay():
            return _lay_label(move, say)
        case End():
            if move.card is None:
                return say("end the turn")
            return say("end the turn: discard {card}", card=card_name(move.card, say))
        case Answer():
            return say("block it") if move.block else say("let it pass")
        case SetOrder():
            return _order_label(move.wish, say)
        case Skip():
            label = card_name(SKIP, say)
        case Reverse():
            label = card_name(REVERSE, say)
        case StealCard():
            label = say("{card} of player {number}", card=card_name(TAKE, say), number=move.victim + 1)
        case _:
            label = say(
                "{card} of player {number}: {colour}",
                card=card_name(CHIP, say),
                number=move.victim + 1,
                colour=colour_name(move.colour, say),
            )
    return label if move.source == "h" else say("{play} (of your discard pile)", play=label)


def _lay_label(move: Lay, say: Say) -> str:
    card = card_name(move.card, say)
    if move.source == "h":
        if move.pile is None:
            return say("{card} begins a pile", card=card)
        return say("{card} on pile {pile}", card=card, pile=move.pile + 1)
    if move.pile is None:
        return say("{card} of your discard pile begins a pile", card=card)
    return say("{card} of your discard pile on pile {pile}", card=card, pile=move.pile + 1)


def _order_label(wish: Order, say: Say) -> str:
    return {
        "ask": say("from now on ask me"),
        "never": say("from now on never block"),
        "win": say("from now on block what would win"),
        "always": say("from now on always block"),
    }[wish]
