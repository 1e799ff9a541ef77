"""A click over the sandbox, beside a bare ping: to the first answer, and to the finished panel.

Each bot is a process of its own on a sandbox of its own, both sandboxes in this process; clicks and pings go by turns.
A click is a person's move: it is kept, and the panel is drawn anew; at a table of two, so that every other click ends
a turn, whose new post with its picture is drawn and sent too, once the answers are made. A panel comes as an edit
after a first answer, or in a crowd as the first answer itself. Pings come when all that the clicks before them led to
is done; the p99 of a burst of 64 is its slowest. What is timed runs from the act to the arrival of the bot's call at
the sandbox, on the sandbox's own clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from bot.bench import live, ping
from bot.bench.measure import Effort, folder, milliseconds, p99
from bot.bench.rows import Row, at_most
from bot.sandbox import Answer, Person, Sandbox, Seen, World
from bot.sandbox.model import CallbackKind
from bot.telling.tidying import TICK
from db.repositories import PeopleRepository
from db.session import Database
from rules import GAMES

PAIRS, AT_ONCE, ROUNDS = 40, 64, 9
FIRST, PANEL, MANY = at_most(3), at_most(14), at_most(8)
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
PATIENCE = 60.0
QUIET = 0.1
"""Seconds without a call after which a bot counts as idle."""
SETTLED = TICK + QUIET
"""The same after a click: the edit that says who has chosen waits so long, and must not fall into the next ping."""


def rows(effort: Effort) -> Iterator[Row]:
    """One click at a time, then as many matches' clicks at once."""
    with folder() as made:
        at_once = effort.many(AT_ONCE)
        alone, together = asyncio.run(_measured(made, at_once, effort.times(PAIRS), effort.times(ROUNDS)))
    pings = milliseconds([*chain(*alone.pings)])
    yield Row("click to the first answer", milliseconds([*chain(*alone.first)]), pings, "ms", FIRST)
    yield Row("click to the finished panel", milliseconds([*chain(*alone.finished)]), pings, "ms", PANEL)
    yield Row(f"click {at_once} at once, panel p99", p99(together.finished), p99(together.pings), "ms", MANY)
    yield Row(f"click {at_once} at once, unanswered", together.unanswered, together.clicks, "clicks", at_most(0))


class Spent:
    """Seconds of some clicks and of as many pings, burst by burst."""

    def __init__(self) -> None:
        self.clicks = 0
        self.first: list[list[float]] = []
        self.finished: list[list[float]] = []
        self.pings: list[list[float]] = []

    @property
    def unanswered(self) -> int:
        return self.clicks - sum(map(len, self.finished))


@dataclass(frozen=True, slots=True)
class Table:
    """A match of two people in a channel of its own."""

    channel_id: int
    people: tuple[Person, ...]

    def post(self) -> Seen | None:
        """Return the newest post that has a hand's button."""
        found = [
            seen
            for seen in self.people[0].messages(self.channel_id)
            if not seen.ephemeral and any((button.custom_id or "").startswith("h:") for button in seen.buttons)
        ]
        return found[-1] if found else None

    async def panel(self) -> tuple[Person, Seen, str] | None:
        """Open panels until somebody has a move to click; return who, where and which."""
        post = self.post()
        if post is None:
            return None
        hand = next(button.custom_id for button in post.buttons if (button.custom_id or "").startswith("h:"))
        for person in self.people:
            panel = await (await person.click(post, custom_id=hand)).reply(PATIENCE)
            if "You chose" not in panel.text:
                moves = [button for button in panel.buttons if (button.custom_id or "").startswith("m:")]
                if free := [button.custom_id for button in moves if not button.disabled]:
                    return person, panel, str(free[0])
        return None


class Arena:
    """Both bots at work, and the tables that their people sit at."""

    def __init__(self, cheza: Sandbox, pinger: Sandbox, tables: Sequence[Table], caller: Person) -> None:
        self.cheza = cheza
        self._pinger = pinger
        self.tables = tables
        self._caller = caller

    async def click(self, spent: Spent, clicks: Sequence[tuple[Person, Seen, str]]) -> None:
        """Make some clicks in one moment, and wait until the bot is idle again."""
        mark = len(self.cheza.calls)
        await _together(person.click(panel, custom_id=id) for person, panel, id in clicks)
        wanted = len(clicks)
        await _idle(self.cheza, lambda: len(_finished(self.cheza, mark)) >= wanted, SETTLED)
        spent.clicks += wanted
        spent.first.append(_taken(self.cheza, mark, CALLBACK, "POST"))
        spent.finished.append(_finished(self.cheza, mark))

    async def ping(self, spent: Spent, number: int) -> None:
        """Ping so often in one moment."""
        mark = len(self._pinger.calls)
        await _together(self._caller.slash("games", "ping") for _ in range(number))
        await _idle(self._pinger, lambda: True)
        spent.pings.append(_taken(self._pinger, mark, CALLBACK, "POST"))


async def _measured(made: Path, at_once: int, pairs: int, rounds: int) -> tuple[Spent, Spent]:
    alone, together = Spent(), Spent()
    async with _arena(made, at_once) as arena:
        for number in range(pairs):
            found = await arena.tables[number % at_once].panel()
            if found is not None:
                await _idle(arena.cheza, lambda: True)
                await arena.click(alone, [found])
                await arena.ping(alone, 1)
        # One click ahead at half of the tables, so that half of the clicks of each burst end a turn.
        await arena.click(Spent(), await _opened(arena.tables[::2]))
        for _ in range(rounds):
            opened = await _opened(arena.tables)
            await _idle(arena.cheza, lambda: True)
            await arena.click(together, opened)
            await arena.ping(together, at_once)
    return alone, together


async def _opened(tables: Sequence[Table]) -> list[tuple[Person, Seen, str]]:
    """Open a panel with a move to click at each table."""
    return [found for table in tables if (found := await table.panel()) is not None]


@asynccontextmanager
async def _arena(made: Path, tables: int) -> AsyncIterator[Arena]:
    """Start both bots; ours finds so many matches in its database, and tells them before it is measured."""

    def people_and_channels(world: World) -> None:
        people = [world.add_user(f"p{number}") for number in range(2 * tables)]
        guild = world.add_guild("Bench", people)
        for number in range(tables):
            world.add_channel(guild, f"table-{number}")
        for person in people:
            world.open_dm(person.id)

    async with Sandbox(world=people_and_channels) as cheza, Sandbox() as pinger:
        channels = [channel.id for channel in cheza.world.channels_of(cheza.guild.id)]
        seated = [
            Table(channel, (cheza.person(f"p{2 * number}"), cheza.person(f"p{2 * number + 1}")))
            for number, channel in enumerate(channels)
        ]
        url = live.url_of(made / "clicks.sqlite3")
        async with live.opened(Database(url)) as matches:
            async with matches.database.write() as connection:
                await PeopleRepository(connection).set_place(cheza.guild.id, "channel")
            for table in seated:
                people = [person.id for person in table.people]
                await live.begin(matches, next(iter(GAMES)), people, cheza.guild.id, table.channel_id)
        bots = (
            cheza.child(database_url=url, log=made / "cheza.log"),
            pinger.child(command=ping.COMMAND, log=made / "ping.log"),
        )
        for bot in bots:
            await bot.start()
        for sandbox in (cheza, pinger):
            await sandbox.bot_ready(PATIENCE)
        await _idle(cheza, lambda: all(table.post() for table in seated))
        yield Arena(cheza, pinger, seated, pinger.person("alice"))


async def _together(acts: Iterable[Coroutine[Any, Any, Answer]]) -> None:
    await asyncio.gather(*acts)


async def _idle(sandbox: Sandbox, done: Callable[[], object], quiet: float = QUIET) -> None:
    """Wait until something is done and no call has come for a while; whatever is late counts as unanswered."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                calls = len(sandbox.calls)
                await asyncio.sleep(quiet)
                if len(sandbox.calls) == calls and done():
                    return
    except TimeoutError:
        return


def _finished(sandbox: Sandbox, mark: int) -> list[float]:
    """Return the seconds from each act to the message that it led to."""
    return [*_taken(sandbox, mark, ORIGINAL, "PATCH"), *_taken(sandbox, mark, CALLBACK, "POST", CallbackKind.UPDATE)]


def _taken(sandbox: Sandbox, mark: int, route: str, method: str, kind: CallbackKind | None = None) -> list[float]:
    """Return the seconds from each act to the arrival of its call, for the calls since a mark, of a kind of answer."""
    began = {each.token: each.created_at for each in sandbox.stage.interactions.by_id.values()}
    taken: list[float] = []
    for call in sandbox.calls[mark:]:
        token = call.args.get("interaction_token") or call.args.get("webhook_token")
        meant = call.route == route and call.method == method and (kind is None or call.body["type"] == kind)
        if meant and token in began and call.status in (200, 204):
            taken.append(call.at - began[token])
    return taken
