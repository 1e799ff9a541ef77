"""A chain of steps of The Passing Game, one of each kind, at a table of two; between the steps a bot may end and start.

The position is laid so that a few turns hold them all: a draw that is asked about and kept, a tile, one with its end
chosen, passes that end a round, a lead, and the tile that ends the match.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from rules.passing import GAME, State

from .passing_tables import PassingTable
from .tables import moves_of

KINDS = ("drawn", "kept", "end asked", "tile", "passed", "round over", "led", "match over")
OPTIONS = {"target": "31", "draw_then_play": "on", "lead": "rotate"}
LIKE_AN_OPEN_PANEL = ("end asked",)
"""Steps that keep nothing."""


def lay_chain(table: PassingTable) -> None:
    """Write the chain's position into the file of a bot that is down."""
    table.lay("1..2", "12 16", "55 66 00", points=[16, 25])


async def chain(table: PassingTable) -> AsyncIterator[str]:
    """Take the steps; after each, its kind is told, and the next one is made on panels opened before."""
    one, two = table.active, table.after(1)
    drawable = table.state.view(None).drawable

    panel = await table.press(one, await table.panel(one), f"Draw ({drawable} left)")
    yield "drawn"
    assert "drew a tile" in panel.text and "You drew" in panel.text
    await table.until_told("to play the tile just drawn, or keep it")
    turn = table.turn()
    await table.press(one, panel, "Keep it")
    yield "kept"
    assert "kept it" in (await table.posted(turn)).text
    await table.play("pass", two)
    yield "passed"
    panel = await table.press(one, await table.panel(one), "1–2")
    yield "end asked"
    turn = table.turn()
    await table.press(one, panel, "On the 2")
    yield "tile"
    assert "played **1–2** on the 2" in (await table.posted(turn)).text
    await table.play("pass", two)
    yield "passed"
    assert "passes too, the round is over" in table.post().text
    turn = table.turn()
    panel = await table.panel(one)
    assert "If you pass too" in panel.text
    await table.press(one, panel, "Pass")
    yield "round over"
    post = await table.posted(turn)
    assert "Everybody has passed in turn" in post.text and "Round 2:" in post.text
    leader = table.active
    turn, panel = table.turn(), await table.panel(leader)
    await table.press(leader, panel, moves_of(panel)[-1].label)
    yield "led"
    assert " led **" in (await table.posted(turn)).text
    while not table.is_over():
        await table.play("pass" if table.state.train else str(table.sensible()))
    yield "match over"


def once_each(table: PassingTable, history: str) -> None:
    """See that everything in the chain is told, and told once."""
    for words in ("kept it", "played **1–2** on the 2"):
        assert history.count(words) == 1, words
    assert history.count("drew a tile") == 1
    assert history.count("Hands: ") == table.state.round
    assert len(table.told()) == table.state.turn, "one post a turn, and the ending"


def fresh(state: State, seed: str, points: tuple[int, ...]) -> State:
    """A deal of one's choice in place of a match's own, with some points."""
    dealt, _ = GAME.deal(len(state.hands), state.options, seed)
    return replace(dealt, points=points, turn=state.turn, move_number=state.move_number)
