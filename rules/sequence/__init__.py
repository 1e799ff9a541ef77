"""Sequence: a card, a chip on one of its two spaces, and five in a row; jacks are wild or take a chip away.

Ids such as S7 in this package are those of the rulings in the project's rules.
"""

from rules.engine import Game
from rules.sequence.board import CARD_ON, FIVES, SPACES_OF, Five, Space, mask_of, name_of, read_space
from rules.sequence.dealing import check, deal, redeal, tables, teams
from rules.sequence.lines import one_short
from rules.sequence.moves import (
    Choose,
    Completed,
    Dealt,
    Draw,
    DrawFor,
    Drew,
    Drop,
    Dropped,
    Ended,
    Event,
    Exchange,
    Exchanged,
    FiveAsked,
    Forfeited,
    Move,
    Pass,
    Passed,
    Penalised,
    Penalty,
    Place,
    Placed,
    Rebuilt,
    Remove,
    Removed,
    Shown,
    parse,
)
from rules.sequence.position import View
from rules.sequence.stand_in import best_first, stand_in, timeout
from rules.sequence.state import State
from rules.sequence.table import HAND, ONE_EYED, TEAMS, TWO_EYED, Held, Made, Options

__all__ = [
    "CARD_ON",
    "FIVES",
    "GAME",
    "HAND",
    "ONE_EYED",
    "SPACES_OF",
    "TEAMS",
    "TWO_EYED",
    "Choose",
    "Completed",
    "Dealt",
    "Draw",
    "DrawFor",
    "Drew",
    "Drop",
    "Dropped",
    "Ended",
    "Event",
    "Exchange",
    "Exchanged",
    "Five",
    "FiveAsked",
    "Forfeited",
    "Held",
    "Made",
    "Move",
    "Options",
    "Pass",
    "Passed",
    "Penalised",
    "Penalty",
    "Place",
    "Placed",
    "Rebuilt",
    "Remove",
    "Removed",
    "Shown",
    "Space",
    "State",
    "View",
    "best_first",
    "mask_of",
    "name_of",
    "one_short",
    "parse",
    "read_space",
]

GAME: Game[State] = Game(
    key="sequence",
    title="Sequence",
    options=Options,
    state=State,
    move=Move,
    event=Event,
    tables=tables,
    teams=teams,
    deal=deal,
    parse=parse,
    stand_in=stand_in,
    timeout=timeout,
    redeal=redeal,
    check=check,
)
