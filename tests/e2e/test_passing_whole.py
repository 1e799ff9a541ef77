"""Whole matches of The Passing Game by people who click: two, three, four alone, and four in partnerships.

The bot is closed or crashed and opened again before each click.
"""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Call, Person, Sandbox
from rules.passing import Draw, Pass, Play, shown

from .bots import Bot
from .logbook import Logbook
from .passing_chain import fresh
from .passing_tables import PassingTable
from .tables import moves_of, turns_of
from .test_secrets import public

TILE = re.compile(r"\b[0-6]–[0-6]\b")
LINE = {Draw: "drew a tile", Pass: "passed"}
SOME = 5
"""Tiles that people lay in a round before they all pass, so that a match isn't long."""


@pytest.mark.parametrize(
    ("count", "partners", "points"),
    [(2, "off", (25, 25)), (3, "off", (9, 9, 9)), (4, "off", (0,) * 4), (4, "on", (9, 9))],
)
async def test_a_whole_match_opened_again_before_every_click_is_played_to_its_target(
    count: int, partners: str, points: tuple[int, ...], sandbox: Sandbox, bot: Bot, twelve: list[Person], kim: Person
) -> None:
    table = await PassingTable.dealt(sandbox, bot.file, twelve[:count], target="31", partners=partners)
    assert ("Blue: " in table.post().text) == (partners == "on")
    await bot.crash()
    table.put(fresh(table.state, "two rounds" if count == 2 else "whole", points))
    await bot.open()
    table.between = bot.reopen
    expected = table.state
    while expected.outcome is None:
        active, turn = table.people[expected.active], expected.turn
        move = table.sensible() if len(expected.train) < SOME else Pass()
        if len(expected.train) == 3 and expected.view(None).drawable and not expected.view(None).since_last:
            move = Draw()
        said = await table.make(active, move)
        expected, _ = expected.apply(expected.active, move)
        assert table.state == expected, "nothing is lost, nothing doubled"
        post = await table.posted(turn)
        words = f"**{shown(move.tile)}**" if isinstance(move, Play) else LINE[type(move)]
        assert words in post.text and words in said.text
        if expected.outcome is None:
            assert table.awaited() == [table.people[expected.active]]
            assert [picture.name for picture in post.pictures] == ["round.png", "passing.png"][
                expected.finished is None :
            ]
    table.between = None
    ending = table.post().text
    assert ("wins: " in ending) == (partners == "on")
    for seat, person in enumerate(table.people):
        place = expected.outcome.places[seat]
        assert re.search(
            rf"\*\*{place}=?\*\* .*{person.user.global_name} · {expected.outcome.scores[seat]} point", ending
        )
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == turns_of(table.post()) + 1
    board = await (await table.first.slash("games", "leaderboard", game="passing")).reply()
    assert len(re.findall(r"of 1\b", board.text)) == count


async def test_only_who_is_in_turn_can_play(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    table = await PassingTable.dealt(sandbox, bot.file, twelve[:3])
    active, move, before = table.active, table.sensible(), table.state
    foreign = f"m:{table.match}:{before.move_number}:{move}"
    for person in table.people:
        panel = await table.panel(person)
        assert bool(moves_of(panel)) == (person is active)
        if person is not active:
            assert f"{active.user.global_name}'s turn" in panel.text.replace("*", "")
            typed = await (await person.slash(table.place(), "move", move=str(move), match=table.match)).reply()
            assert "not your turn" in typed.text or "isn't your turn" in typed.text
            assert (await person.click(table.post(), custom_id=foreign, raw=True)).failed is False
    assert table.state == before
    refused = await (await active.slash(table.place(), "move", move="pass", match=table.match)).reply()
    assert "You lead, so you have to play a tile" in refused.text
    choices = (await active.autocomplete(table.place(), "move", "move")).choices
    assert choices, "what can be typed is offered"


async def test_no_tile_drawn_or_held_is_in_anything_public_or_in_the_log(
    sandbox: Sandbox, bot: Bot, log: Logbook, twelve: list[Person]
) -> None:
    table = await PassingTable.dealt(sandbox, bot.file, twelve[:2], draw_then_play="on")
    await bot.crash()
    table.put(fresh(table.state, "secret", (0, 0)))
    await bot.open()
    for move in [table.sensible(), Draw(), None, Draw(), None, None]:
        calls, lines, state = len(sandbox.calls), len(log.lines), table.state
        made = move or (state.legal_moves(state.active)[-1] if state.drawn is not None else table.sensible())
        laid = {shown(tile) for tile in (*state.train, *(tile[::-1] for tile in state.train))}
        laid |= {shown(made.tile), shown(made.tile[::-1])} if isinstance(made, Play) else set()
        said = await table.make(table.active, made)
        await bot.settled()
        if isinstance(made, Draw):
            drawn = table.state.drawn
            assert drawn is not None and f"You drew {shown(drawn)}" in said.text, "the drawer alone is told"
        assert set(TILE.findall(_public(sandbox, sandbox.calls[calls:]))) <= laid
        assert not TILE.search("\n".join(log.lines[lines:]))


def _public(sandbox: Sandbox, calls: list[Call]) -> str:
    """What a run of calls wrote for all, characters as people read them."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), public(sandbox, calls))
