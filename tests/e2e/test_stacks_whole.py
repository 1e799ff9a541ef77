"""Whole matches of Sequence Stacks by people who click, at every table size: windows answered, chips taken."""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .stacks_tables import StacksTable
from .tables import turns_of

SHORT = {2: "lucky 176", 3: "lucky 96", 4: "lucky 317", 5: "lucky 76", 6: "lucky 94"}
"""Deals that soon come to an end, by the number of players."""


@pytest.mark.parametrize(("count", "seed"), SHORT.items())
async def test_a_whole_match_is_played_to_its_chips(
    count: int, seed: str, sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await StacksTable.dealt(sandbox, bot.file, twelve[:count], chips_to_win="3")
    assert "to 3 chips" in table.post().text
    await bot.crash()
    table.deal(seed)
    await bot.open()
    windows, posts, panel = 0, 1, None
    while not table.is_over():
        active, turn = table.active, table.turn()
        assert table.awaited() == [active]
        panel = await table.play(str(table.sensible()), panel=panel)
        if table.state.window is not None:
            windows += 1
            posts += 1
            assert "Anyone may block it." in table.post().text
            assert not table.awaited(), "nobody is called by name: anybody may answer"
            await table.let_pass()
        if table.turn() > turn:
            posts += 1
            panel = None
    outcome = table.state.outcome
    assert outcome is not None
    assert windows >= 3
    ending = table.post().text
    for seat, person in enumerate(table.people):
        chips = "1 chip" if outcome.scores[seat] == 1 else f"{outcome.scores[seat]} chips"
        assert re.search(rf"\*\*{outcome.places[seat]}=?\*\* .*{person.user.global_name} · {chips}", ending)
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == posts == turns_of(table.post()) + 1, (
        "a post for each turn's end and each window, none for a card"
    )
