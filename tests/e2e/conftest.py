from __future__ import annotations

import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox import Permission, Person, Sandbox
from bot.sandbox.demo_world import build_demo
from bot.sandbox.world import World

from .bots import Bot
from .closing import Closing, look_back
from .courses import Course, servers
from .logbook import Logbook, kept_log

SERVERS = 60
BESIDE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


def description() -> Path | None:
    """Discord's own description of its API, where there is one: every body is then held to it."""
    if named := os.environ.get("CHEZA_OPENAPI"):
        return Path(named)
    return BESIDE if BESIDE.exists() else None


def two_servers(world: World) -> None:
    """Tafarn with its twelve, of whom leo moderates; and Cantina, where alice, kim and mia are."""
    build_demo(world)
    tafarn = next(iter(world.guilds.values()))
    people = {user.username: user for user in world.people}
    world.add_role(tafarn, "Stewards", Permission.MANAGE_MESSAGES, [people["leo"]])
    mia = world.add_user("mia")
    cantina = world.add_guild("Cantina", [people["alice"], people["kim"], mia])
    world.add_channel(cantina, "cantina")
    world.open_dm(mia.id)


@pytest.fixture
def closing() -> Closing:
    return Closing()


@pytest.fixture
def log() -> Iterator[Logbook]:
    with kept_log() as book:
        yield book


@pytest.fixture
async def sandbox(log: Logbook, closing: Closing) -> AsyncIterator[Sandbox]:
    async with Sandbox(world=two_servers, description=description()) as sandbox:
        yield sandbox
        assert not log.errors, "\n".join(log.errors)
        look_back(sandbox, log.text, closing)


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
    await bot.open()
    yield bot
    await bot.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ground(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Callable[[], Course]]:
    """One bot for all tests of a file, in which a course goes over a server of its own."""
    with kept_log() as log:
        async with Sandbox(world=servers(SERVERS), description=description()) as sandbox:
            bot = Bot(sandbox, tmp_path_factory.mktemp("ground") / "cheza.sqlite3")
            await bot.open()
            numbers = itertools.count()
            yield lambda: Course(sandbox, bot, next(numbers))
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing(interactions_may_fail=True))


@pytest.fixture
def course(ground: Callable[[], Course]) -> Iterator[Course]:
    course = ground()
    yield course
    course.sandbox.faults.clear()


def _person(name: str) -> object:
    @pytest.fixture(name=name)
    def person(sandbox: Sandbox) -> Person:
        return sandbox.person(name)

    return person


alice, bob, cara, dai, eli, fay = map(_person, ("alice", "bob", "cara", "dai", "eli", "fay"))
kim, leo, mia = map(_person, ("kim", "leo", "mia"))


@pytest.fixture
def twelve(sandbox: Sandbox) -> list[Person]:
    """Everybody of Tafarn."""
    return [sandbox.person(user.username) for user in sandbox.world.people if user.username != "mia"]
