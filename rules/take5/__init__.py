"""Take 5, also called 6 nimmt!: everybody lays a card at once; the sixth card of a row takes the other five.

Ids such as N4 in this package are those of the rulings in the project's rules.
"""

from rules.engine import Game
from rules.take5.stand_in import stand_in, timeout
from rules.take5.state import State, check, deal, is_over, redeal, tables, teams
from rules.take5.table import (
    ChooseRow,
    Dealt,
    Event,
    Move,
    Options,
    Pick,
    Placed,
    Played,
    Round,
    RoundEnded,
    RowAsked,
    Shown,
    Took,
    View,
    bull_heads,
    cheapest_row,
    heads_of,
    parse,
    row_for,
)

__all__ = [
    "GAME",
    "ChooseRow",
    "Dealt",
    "Event",
    "Move",
    "Options",
    "Pick",
    "Placed",
    "Played",
    "Round",
    "RoundEnded",
    "RowAsked",
    "Shown",
    "State",
    "Took",
    "View",
    "bull_heads",
    "cheapest_row",
    "heads_of",
    "is_over",
    "parse",
    "row_for",
]

GAME: Game[State] = Game(
    key="take5",
    title="Take 5",
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
