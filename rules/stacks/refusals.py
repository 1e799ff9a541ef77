"""Why a move of Sequence Stacks can't be made now, each in a sentence that says what can."""

from __future__ import annotations

from rules.engine import IllegalMove, Seat
from rules.stacks.moves import Answer, End, Lay, Source, StealCard, StealChip
from rules.stacks.position import Position
from rules.stacks.table import (
    BLOCK,
    CHIP,
    COLOURS,
    TAKE,
    Card,
    is_action,
    places_of,
    shown,
    starts,
    wins,
    with_chip,
)


def check_held(state: Position, source: Source, card: Card) -> None:
    """Refuse a card that isn't where it is to be played from."""
    who = state.active
    if source == "h" and card not in state.hands[who]:
        raise IllegalMove(
            "{card} isn't in your hand; you hold {hand}.", card=shown(card), hand=tuple(map(shown, state.hands[who]))
        )
    if source == "d":
        top = state.top(who)
        if top is None:
            raise IllegalMove("Your discard pile is empty; play from your hand.")
        if top != card:
            raise IllegalMove(
                "{card} isn't on top of your discard pile; that's {top}.", card=shown(card), top=shown(top)
            )


def check_lay(state: Position, move: Lay) -> int:
    """Return the place where a card comes to lie; refuse where it can't."""
    card = move.card
    if is_action(card):
        raise IllegalMove("{card} is an action; it goes on no pile.", card=shown(card))
    check_held(state, move.source, card)
    possible = state.piles_for(card)
    if move.pile in possible:
        if move.pile is not None:
            return move.pile
        return next(pile for pile in places_of(card) if not state.piles[pile])
    if move.pile is None:
        if not starts(card):
            raise IllegalMove("A pile begins with a 1 or a wild, not with {card}.", card=shown(card))
        raise IllegalMove(
            "Both places for {card} are taken; there is room for two piles of a colour.", card=shown(card)
        )
    if move.pile not in range(len(state.piles)):
        raise IllegalMove("There is no pile {pile}; they are 1 to 4.", pile=move.pile + 1)
    if move.pile not in places_of(card):
        if card[0] == "r":
            raise IllegalMove("{card} is red; it goes on pile 1 or 2.", card=shown(card))
        raise IllegalMove("{card} is blue; it goes on pile 3 or 4.", card=shown(card))
    if not state.piles[move.pile]:
        raise IllegalMove("Place {pile} is free; write new to begin a pile.", pile=move.pile + 1)
    raise IllegalMove(
        "Pile {pile} needs a {number} or a wild, not {card}.",
        pile=move.pile + 1,
        number=len(state.piles[move.pile]) + 1,
        card=shown(card),
    )


def check_victim(state: Position, victim: Seat) -> None:
    """Refuse to steal from oneself, or from nobody."""
    if not 0 <= victim < len(state.hands):
        raise IllegalMove("There is no player {number} here.", number=victim + 1)
    if victim == state.active:
        raise IllegalMove("You can't steal from yourself; name an opponent.")


def check_steal_card(state: Position, move: StealCard) -> None:
    """Refuse to take a card where none lies."""
    check_held(state, move.source, TAKE)
    check_victim(state, move.victim)
    if not state.discards[move.victim]:
        raise IllegalMove("The discard pile of {seat} is empty; there is nothing to steal.", seat=move.victim)


def check_steal_chip(state: Position, move: StealChip) -> None:
    """Refuse to take a chip that isn't there, or one that would win (K13)."""
    check_held(state, move.source, CHIP)
    check_victim(state, move.victim)
    if not state.chips[move.victim][COLOURS.index(move.colour)]:
        if move.colour == "r":
            raise IllegalMove("{seat} has no red chip.", seat=move.victim)
        raise IllegalMove("{seat} has no blue chip.", seat=move.victim)
    if wins(state.options, with_chip(state.chips[state.active], move.colour)):
        raise IllegalMove("A stolen chip can't win the game; that one would.")


def check_end(state: Position, move: End) -> None:
    """Refuse a discard that isn't held, and none where a card is held (K3)."""
    if move.card is not None:
        check_held(state, "h", move.card)
    elif state.hands[state.active]:
        raise IllegalMove(
            "Your turn ends with a discard; you hold {hand}.", hand=tuple(map(shown, state.hands[state.active]))
        )


def check_answer(state: Position, who: Seat, move: Answer) -> None:
    """Refuse an answer where none is asked, where it is given, or a Block that isn't held."""
    if state.window is None:
        raise IllegalMove("Nothing is being completed; a Block answers only the last card of somebody's sequence.")
    if who == state.active:
        raise IllegalMove("It's for the others to answer what you complete.")
    if state.answers[who] is not None:
        raise IllegalMove("You have answered, and an answer is final.")
    if move.block and BLOCK not in state.hands[who]:
        raise IllegalMove("You hold no Block; let it pass.")
