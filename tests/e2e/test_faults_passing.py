"""Every kind of call of a whole match is answered once by what passes; the match goes on as if nothing had been."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.sandbox import Sandbox

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .courses import LONG, Course, Trouble, servers
from .logbook import kept_log

pytestmark = pytest.mark.asyncio(loop_scope="module")
PURPOSES = {
    "the answer to /play",
    "what comes of /play",
    "the answer to Options",
    "what comes of Options",
    "the answer to an option",
    "what comes of an option",
    "the answer to Join",
    "a word aside of Join",
    "the lobby",
    "the answer to Start",
    "the thread",
    "the opening post",
    "a DM channel",
    "the first hand by DM",
    "the answer to My hand",
    "what comes of My hand",
    "the answer to a move",
    "what comes of a move",
    "who is awaited",
    "the post of a turn",
    "a hand by DM anew",
    "the end of the hand before",
    "the end of a post",
    "the ending",
    "the end of a hand",
}
ONCE = (
    Trouble(429),
    Trouble(429, retry_after=LONG),
    Trouble(500),
    Trouble(502),
    Trouble("reset"),
    Trouble("timeout", share=(0, 2)),
    Trouble("timeout", share=(1, 2)),
)
TROUBLES = [*ONCE, *(replace(trouble, took_effect=True) for trouble in ONCE)]
NOBODY_IS_A_CROWD = 1_000_000
"""All answers are acknowledged first; what comes in one call is in `test_crowds`."""
FEW = 8
"""So many at the same time: most of it is waiting, but everybody looks again after every change."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def courses(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[dict[str, Course]]:
    """All courses, a few at the same time."""
    with kept_log() as log:
        # A busy machine must not be what an interaction fails by.
        async with Sandbox(world=servers(1 + len(TROUBLES)), description=description(), answer_within=20) as sandbox:
            bot = Bot(sandbox, tmp_path_factory.mktemp("faults") / "cheza.sqlite3")
            await bot.open()
            bot.cheza.messenger.patience, bot.cheza.teller.pauses = 2.0, (0.1, 0.5)
            bot.cheza.precedence.crowd = NOBODY_IS_A_CROWD
            played = [Course(sandbox, bot, number, trouble) for number, trouble in enumerate([None, *TROUBLES])]
            few = asyncio.Semaphore(FEW)

            async def play(course: Course) -> None:
                async with few:
                    await course.play()

            await asyncio.gather(*map(play, played))
            yield {str(course.trouble): course for course in played}
            await bot.close()
            assert not log.errors, "\n".join(log.errors)
            look_back(sandbox, log.text, Closing())


async def test_every_kind_of_call_of_a_match_has_its_faults(courses: dict[str, Course]) -> None:
    calm = courses["None"]
    if calm.error is not None:
        raise calm.error
    assert calm.purposes == PURPOSES


@pytest.mark.parametrize("trouble", [str(trouble) for trouble in TROUBLES])
async def test_a_match_goes_its_way_though_each_kind_of_call_fails_once(
    trouble: str, courses: dict[str, Course]
) -> None:
    course = courses[trouble]
    if course.error is not None:
        raise course.error
    assert set(course.lost) >= set(filter(course.meant, PURPOSES))
    assert all(call.injected for call in course.lost.values())
