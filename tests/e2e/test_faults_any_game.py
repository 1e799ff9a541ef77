"""In each game of turns every kind of call is answered wrongly once; the match goes on as if nothing had been."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.sandbox import Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .courses import Trouble, servers
from .game_courses import OPTIONS, GameCourse
from .logbook import kept_log
from .test_faults_passing import FEW, NOBODY_IS_A_CROWD, PURPOSES

pytestmark = pytest.mark.asyncio(loop_scope="module")
TROUBLES = (
    None,
    Trouble(500, took_effect=True),
    Trouble("reset"),
    Trouble("timeout", took_effect=True, share=(0, 2)),
)
ALL_AT_ONCE = {"who is awaited"}
"""What only a game has in which a turn waits for several."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def courses(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[tuple[str, str], GameCourse]]:
    """All courses, a few at the same time."""
    kinds = [(key, trouble) for key in OPTIONS for trouble in TROUBLES]
    with kept_log() as log:
        # A busy machine must not be what an interaction fails by.
        async with Sandbox(world=servers(len(kinds)), description=description(), answer_within=20) as sandbox:
            bot = Bot(sandbox, tmp_path_factory.mktemp("faults") / "cheza.sqlite3")
            await bot.open()
            bot.cheza.messenger.patience, bot.cheza.teller.pauses = 2.0, (0.1, 0.5)
            bot.cheza.precedence.crowd = NOBODY_IS_A_CROWD
            played = {
                (key, str(trouble)): GameCourse(sandbox, bot, number, key, trouble)
                for number, (key, trouble) in enumerate(kinds)
            }
            few = asyncio.Semaphore(FEW)

            async def play(course: GameCourse) -> None:
                async with few:
                    await course.play()

            await asyncio.gather(*map(play, played.values()))
            yield played
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing())


@pytest.mark.parametrize("trouble", [str(trouble) for trouble in TROUBLES])
@pytest.mark.parametrize("key", OPTIONS)
async def test_a_match_of_turns_goes_its_way_though_each_kind_of_call_fails_once(
    key: str, trouble: str, courses: dict[tuple[str, str], GameCourse]
) -> None:
    course = courses[key, trouble]
    if course.error is not None:
        raise course.error
    assert course.purposes >= PURPOSES - ALL_AT_ONCE
    assert set(course.lost) >= {purpose for purpose in PURPOSES - ALL_AT_ONCE if course.meant(purpose)}
    assert all(call.injected for call in course.lost.values())
