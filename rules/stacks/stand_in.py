"""Who plays a seat of Sequence Stacks when no person does."""

from __future__ import annotations

from collections.abc import Sequence

from rules.stacks.moves import Answer, End, Move, Reverse, Skip, StealCard, StealChip
from rules.stacks.planning import Planner, fits, keeping, lacking
from rules.stacks.table import BLOCK, Card, View, is_action, places_of, with_chip


def stand_in(view: View, legal: Sequence[Move]) -> Move:
    """Play what completes, actions first; keep wilds, and Blocks for what would win; discard what is needed least."""
    if view.window is not None:
        block = Answer(True)
        return block if block in legal and view.window.wins else Answer(False)
    action = best_action(view, legal)
    if action is not None:
        return action
    _, lay = Planner(view).best()
    return lay if lay is not None and lay in legal else discard(view, legal)


def timeout(view: View, legal: Sequence[Move]) -> Move:
    """K21: end the turn with the stand-in's discard; let pass what others complete."""
    return Answer(False) if view.window is not None else discard(view, legal)


def discard(view: View, legal: Sequence[Move]) -> Move:
    """End the turn with the card that is least worth keeping."""
    return min(
        (move for move in legal if isinstance(move, End)),
        key=lambda move: 0.0 if move.card is None else keeping(view, move.card),
    )


def best_action(view: View, legal: Sequence[Move]) -> Move | None:
    """Return an action that is worth playing now."""
    last = len(view.hand) == 1
    for move in legal:
        if isinstance(move, Reverse):
            return move
        if isinstance(move, Skip) and (last or view.skips < (1 if view.seats == 2 else view.seats - 1)):
            return move
    for kind in (StealChip, StealCard):
        moves = [(worth_of_theft(view, move), move) for move in legal if isinstance(move, kind)]
        if moves:
            worth, move = max(moves, key=lambda each: each[0])
            if worth > 0:
                return move
    return None


def worth_of_theft(view: View, move: StealCard | StealChip) -> float:
    """Return what stealing brings: a chip one needs, and most where its owner needs few more."""
    if isinstance(move, StealCard):
        return worth_of_card(view, view.discards[move.victim][-1])
    own, theirs = view.chips[view.seat or 0], view.chips[move.victim]
    mine = lacking(view.options, own) - lacking(view.options, with_chip(own, move.colour))
    lost = lacking(view.options, with_chip(theirs, move.colour, -1)) - lacking(view.options, theirs)
    return 2.0 * mine + lost * (1 + 1 / lacking(view.options, theirs))


def worth_of_card(view: View, card: Card) -> float:
    """Return what a card of somebody else's discard pile is worth in one's own hand."""
    if card == BLOCK:
        return 3.0
    if is_action(card):
        return 1.0
    if card[1] == "w":
        return 5.0
    heights = (len(view.piles[pile]) for pile in places_of(card))
    return max((float(height) for height in heights if fits(card, height)), default=0.5)
