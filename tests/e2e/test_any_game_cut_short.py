"""In each game of turns the bot ends before and after each call of a turn and of the end: all is told, and once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox import Person, Sandbox
from bot.sandbox.faults import Held

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .courses import servers
from .forked import Forked
from .game_courses import OPTIONS, Decision, GameCourse, decision
from .laid_tables import LaidTable
from .logbook import Logbook, kept_log
from .passing_tables import PassingTable
from .sequence_tables import SequenceTable
from .stacks_tables import StacksTable
from .tables import PATIENCE
from .test_crashed_at_each_call import END, NONCE_FORGOTTEN, crashed, held_at

GAMES = {"sequence": SequenceTable, "passing": PassingTable, "stacks": StacksTable}
STOPS = (
    ("POST", "the place", False),
    ("POST", "the place", True),
    ("POST", "the DM", False),
    ("POST", "the DM", True),
    ("DELETE", "the DM", True),
    ("PATCH", "the place", False),
)
"""The calls of a turn at which the process is killed, each before it took effect or after."""
TURN = ("the post of a turn", "a hand by DM anew", "the end of the hand before", "the end of a post")


@pytest.fixture(params=OPTIONS)
async def course(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GameCourse]:
    with kept_log() as log:
        async with Sandbox(world=servers(1), description=description()) as sandbox:
            bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
            await bot.open()
            yield GameCourse(sandbox, bot, 0, request.param)
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing(interactions_may_fail=True))


async def test_each_call_of_a_turn_and_of_the_end_may_be_cut_short(course: GameCourse) -> None:
    table = await course.started()
    await course.turn_passed()
    made = await course.at_a_turns_end()
    mover = await course.person(made.seat)
    other = next(person for person in course.people if person is not mover)
    await course.bot.settled()
    called = len(other.pings)
    held = held_at(course, TURN[0], took_effect=False)
    await course.make(made)
    await crashed(course, held, TURN)
    assert table.turn() == made.after.turn
    assert len(table.posts()) == 1
    assert len(other.pings) == called + 1
    assert [seen.labels for seen in other.messages("dm")] == [["Play here"]]

    last = await course.at_the_end()
    await course.bot.settled()
    held = held_at(course, END[0], took_effect=False)
    await course.make(last)
    await crashed(course, held, END)
    assert table.is_over()
    assert len(table.posts()) == 1
    assert len([seen for seen in table.told() if seen.has_button("Fair deal?")]) == 1
    assert "Over" in table.lobby_now().text
    for person in course.people:
        assert [bool(seen.labels) for seen in person.messages("dm")] == [False]
    board = await (await course.ann.slash(course.games, "leaderboard", game=course.game.key)).reply()
    assert "of 1" in board.text


async def test_killed_at_each_call_of_a_turn_of_each_game(
    sandbox: Sandbox, log: Logbook, tmp_path: Path, twelve: list[Person]
) -> None:
    """A kill meets all three at the same call."""
    file = tmp_path / "cheza.sqlite3"
    child = Forked(sandbox, file, tmp_path / "log")
    await child.start()
    pairs = zip(twelve[::2], twelve[1::2], strict=True)
    tables = [await table.dealt(sandbox, file, next(pairs), pace="none") for table in GAMES.values()]
    for table in tables:
        await table.first.until(lambda one=table: all(person.messages("dm") for person in one.awaited()))  # type: ignore[misc]  # mypy infers no lambda with a default
    made = [await at_a_turns_end(table) for table in tables]
    for table, each in zip(tables, made, strict=True):
        await move(table, each)
        await table.first.until(lambda one=table, turn=each.after.turn: one.turn() == turn, within=PATIENCE)  # type: ignore[misc]  # as above
    made = [await at_a_turns_end(table) for table in tables]
    others = [table.people[1 - each.seat] for table, each in zip(tables, made, strict=True)]
    called = [len(person.pings) for person in others]

    def holds(method: str, where: str, took_effect: bool) -> list[Held]:
        places = [
            table.place().id if where == "the place" else person.channel("dm").id
            for table, person in zip(tables, others, strict=True)
        ]
        return [
            sandbox.hold(method=method, path_regex=rf"/channels/{place}/messages.*", took_effect=took_effect)
            for place in places
        ]

    held = holds(*STOPS[0])
    for table, each in zip(tables, made, strict=True):
        await move(table, each)
    for stop in (*STOPS[1:], None):
        for each_held in held:
            await each_held.reached(within=PATIENCE)
        await child.kill()
        for each_held in held:
            each_held.discard()
        await sandbox.pass_time(NONCE_FORGOTTEN)
        held = holds(*stop) if stop is not None else []
        await child.start()
    for table, each, other, before in zip(tables, made, others, called, strict=True):
        await table.put_away()
        assert table.turn() == each.after.turn
        heads = [seen.text.partition(":")[0] for seen in table.told()]  # "-# Turn 3", of the newest its title
        assert len(set(heads)) == len(heads), "nothing was posted twice"
        assert len(other.pings) == before + 1
        assert [seen.labels for seen in other.messages("dm")] == [["Play here"]]
    assert await child.terminate() == 0
    look_back(sandbox, child.output(), Closing())


async def at_a_turns_end(table: LaidTable) -> Decision:
    """Play on until a move passes the turn to the other one."""
    while True:
        made = decision(table.game, table.state)
        if made.after.wait == "turn" and made.after.turn > made.state.turn and made.seat not in made.after.to_act:
            return made
        await move(table, made)


async def move(table: LaidTable, made: Decision) -> None:
    """Make a move, by typing it."""
    person = table.people[made.seat]
    await (await person.slash("games", "move", move=str(made.move), match=table.match)).reply(within=PATIENCE)
