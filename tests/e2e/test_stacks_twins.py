"""Twin matches that differ only in who holds a Block: what all can see is the same, byte for byte and to the moment.

A sandbox and a bot on a clock that stands still but for what is let pass, so that the same acts have the same times
and ids in both. What is compared are all calls to places that more than one person reads: moment, route, body, files.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.now import Now
from bot.sandbox import Call, Sandbox, StillClock
from bot.selfplay import playable
from rules.engine import Seat
from rules.stacks import BLOCK, CHIP, GAME, End, Move, State, in_order

from .bots import Bot
from .closing import Closing, look_back
from .conftest import two_servers
from .logbook import Logbook
from .stacks_tables import StacksTable
from .tables import PATIENCE

PEOPLE = ("alice", "bob", "cara")
ORDERS_ANSWER, OPEN = {"live": 11, "day": 3601}, {"live": 31}
"""Seconds after which that has happened, by pace."""
ALL_COMPLETED = ("r1 r2 r3 r4", "rw rw rw rw", "b1 b2 b3 b4", "bw bw bw bw")
NEVER = 2**63
SHORT = "twin 2148"
"""A deal of which one opponent of the beginner has a Block and the other a Steal a Chip, and that is soon over."""


class StillNow(Now):
    """The time of a sandbox, to the millisecond."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__()
        self._clock = clock

    def __call__(self) -> int:
        return self._clock.now_ms()


@dataclass
class Twin:
    """One of two matches: what is played, and what everybody sees of it."""

    sandbox: Sandbox
    bot: Bot
    table: StacksTable
    since: int

    async def pass_time(self, seconds: int) -> None:
        await self.bot.pass_time(seconds)
        matches = self.bot.cheza.matches
        async with asyncio.timeout(PATIENCE):
            while any((each.due or NEVER) < matches.now() for each in await matches.deadlines(self.table.match)):
                pass  # it is being served
        turn = self.table.state.turn
        await self.table.first.until(lambda: self.table.turn() >= turn, within=PATIENCE, what="the post")
        await self.bot.quiet()

    async def play(self, notation: str) -> None:
        await self.table.play(notation)
        await self.bot.quiet()

    async def lets_pass(self, steps: int) -> None:
        """One of the opponents lets pass by hand: the first, or the second after the one in turn."""
        await self.table.answer(self.table.after(steps), "Let it pass")
        await self.bot.quiet()

    async def order(self, steps: int, wish: str) -> None:
        await self.table.order(self.table.after(steps), wish)
        await self.bot.quiet()

    def is_open(self) -> bool:
        return self.table.state.window is not None

    def seen(self) -> list[tuple[Any, ...]]:
        """All that the bot has asked for or written where more than one person reads it, since the beginning."""
        dms = {each.id for each in self.sandbox.world.channels.values() if each.recipient_id is not None}
        calls = self.sandbox.calls[self.since :]
        return [
            _written(call) for call in calls if call.route.startswith("/channels/") and call.id("channel_id") not in dms
        ]


def _written(call: Call) -> tuple[Any, ...]:
    files = [(file.filename, file.data) for file in call.files]
    return call.at, call.method, call.path, dict(call.query), json.dumps(call.body), files


@asynccontextmanager
async def twin_of(folder: Path, log: Logbook, pace: str, lay: Any, **options: str) -> Any:
    """Open a table at which three people sit, with a position laid by `lay`."""
    clock = StillClock()
    async with Sandbox(world=two_servers, clock=clock) as sandbox:
        bot = Bot(sandbox, folder / "cheza.sqlite3", StillNow(clock))
        await bot.open()
        people = [sandbox.person(name) for name in PEOPLE]
        await bot.quiet()
        table = await StacksTable.gathered(sandbox, bot.file, people[:1], pace=pace, **options)
        for person in people[1:]:
            await bot.quiet()
            await table.join(person)
        await bot.quiet()
        with sqlite3.connect(bot.file) as connection:
            connection.execute("UPDATE matches SET secret = ?", ("ab" * 16,))
        connection.close()
        await table.begin()
        await bot.quiet()
        await bot.crash()
        lay(table)
        await bot.open()
        await bot.quiet()
        yield Twin(sandbox, bot, table, len(sandbox.calls))
        await bot.close()
        look_back(sandbox, log.text, Closing())


# Windows, answered by hand, by order and by time -----------------------------------------------------------


async def four_windows(folder: Path, log: Logbook, *hands: str) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Let one player complete all four piles; return what all can see up to the last answer by order, and in all."""

    def lay(table: StacksTable) -> None:
        table.lay(["r5 r5 b5 b5 b2", *hands], ALL_COMPLETED)
        table.put(replace(table.state, seed="the same in both"))

    async with twin_of(folder, log, "live", lay, chips_to_win="7") as twin:
        await twin.play("h r5 1")
        await twin.lets_pass(2)
        assert twin.is_open(), "the other one has not answered"
        await twin.lets_pass(1)
        assert not twin.is_open()

        await twin.order(1, "never")
        await twin.play("h r5 2")
        await twin.pass_time(ORDERS_ANSWER["live"])
        assert twin.is_open(), "the other one is asked"
        await twin.lets_pass(2)
        assert not twin.is_open()

        await twin.order(1, "ask")
        await twin.order(2, "never")
        await twin.play("h b5 3")
        await twin.pass_time(ORDERS_ANSWER["live"])
        assert twin.is_open(), "nobody has answered for the first"
        await twin.pass_time(OPEN["live"] - ORDERS_ANSWER["live"])
        assert not twin.is_open()

        await twin.order(1, "always")
        await twin.order(2, "ask")
        await twin.play("h b5 4")
        before = twin.seen()
        await twin.pass_time(ORDERS_ANSWER["live"])
        if twin.is_open():
            await twin.lets_pass(2)
        assert not twin.is_open()
        return before, twin.seen()


async def test_windows_are_the_same_whoever_holds_a_block_until_one_is_spent(tmp_path: Path, log: Logbook) -> None:
    runs = []
    for number, hands in enumerate((("block b3 b4", "chip b3 b4"), ("chip b3 b4", "block b3 b4"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        runs.append(await four_windows(folder, log, *hands))
    (before, after), (before_too, after_too) = runs
    assert len(before) > 10
    assert before == before_too
    assert "Block" in str(after[len(before) :])
    assert "Nobody blocked it" in str(after_too[len(before) :])


# A whole match -----------------------------------------------------------------------------------------------


def is_clear(move: Move) -> bool:
    """Tell whether a move leaves alone what the twins hold differently."""
    return not any(word in str(move) for word in (BLOCK, CHIP))


def chosen(state: State) -> str:
    moves = tuple(move for move in playable(state, state.active) if is_clear(move))
    assert any(isinstance(move, End) for move in moves)
    return str(GAME.stand_in(state.view(state.active), moves))


def dealt(seats: int, *, swapped: bool) -> State:
    """Return the short deal, or its twin: two opponents' Block and Steal a Chip are swapped."""
    state, _ = GAME.deal(seats, replace(GAME.options(), chips_to_win=3), SHORT)
    hands = list(state.hands)
    one, two = state.opponents()
    assert sorted((BLOCK in hands[one], BLOCK in hands[two])) == sorted((CHIP in hands[one], CHIP in hands[two]))
    if swapped:
        for seat in (one, two):
            out, into = (BLOCK, CHIP) if BLOCK in hands[seat] else (CHIP, BLOCK)
            at = hands[seat].index(out)
            hands[seat] = in_order((*hands[seat][:at], into, *hands[seat][at + 1 :]))
    return replace(state, hands=tuple(hands))


async def whole_match(
    folder: Path, log: Logbook, swapped: bool, moves: Iterator[str] | None
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Play a match in which everybody has ordered never to block; return the moves, and what all could see."""
    played: list[str] = []
    async with twin_of(
        folder, log, "day", lambda table: table.put(dealt(3, swapped=swapped)), chips_to_win="3"
    ) as twin:
        for steps in range(3):
            await twin.order(steps, "never")
        while not twin.table.is_over():
            played.append(chosen(twin.table.state) if moves is None else next(moves))
            await twin.play(played[-1])
            if twin.is_open():
                await twin.pass_time(ORDERS_ANSWER["day"])
                assert not twin.is_open()
        return played, twin.seen()


async def test_a_whole_match_is_the_same_whoever_holds_a_block_where_all_have_ordered_never(
    tmp_path: Path, log: Logbook
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    moves, seen = await whole_match(folders[0], log, False, None)
    _, seen_too = await whole_match(folders[1], log, True, iter(moves))
    assert len(seen) > 14
    assert seen == seen_too


def test_the_twins_differ_in_two_hands_and_nothing_else() -> None:
    one, two = dealt(3, swapped=False), dealt(3, swapped=True)
    assert [seat for seat in map(Seat, range(3)) if one.hands[seat] != two.hands[seat]] == sorted(one.opponents())
    assert replace(one, hands=two.hands) == two
    for state in (one, two):
        GAME.check(state)
