from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bot.sandbox import Person, Sandbox
from bot.sandbox.demo import guide
from tests.e2e.bots import Bot

from .chromium import FLAGS, MISSING, find_chromium, is_required
from .window import Window

LEFT_OUT = find_chromium() is None and not is_required()
collect_ignore_glob = ["test_*.py"] if LEFT_OUT else []

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
PLAY: dict[str, str | int] = {"game": "take5", "bots": 3}

PATIENCE = 30.0
"""In place of the three seconds for an answer: a busy machine is no fault of the page."""

Opener = Callable[..., Awaitable[Window]]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if LEFT_OUT:
        terminalreporter.write_line(f"tests/page was left out. {MISSING}", yellow=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = find_chromium()
    assert path is not None, MISSING
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(answer_within=PATIENCE) as sandbox:
        sandbox.stage.snapshots.guide = guide(sandbox.world, "play", PLAY, "three bots take the other seats")
        yield sandbox
        assert sandbox.violations == []


@pytest_asyncio.fixture(loop_scope="session")
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(sandbox, tmp_path / "cheza.sqlite3")
    await bot.open()
    yield bot
    await bot.close()


@pytest_asyncio.fixture(loop_scope="session")
async def window(sandbox: Sandbox, browser: Browser) -> AsyncIterator[Opener]:
    """Opens a window of a person, each in a browser of their own; all must end without an error."""
    opened: list[Window] = []

    async def open_window(name: str, size: dict[str, int] = WIDE, scheme: str = "dark") -> Window:
        window = await Window.opened(browser, sandbox, name, size, scheme)
        opened.append(window)
        return window

    yield open_window
    for each in opened:
        await each.page.context.close()
    assert [fault for each in opened for fault in each.faults] == []


@pytest.fixture
def alice(sandbox: Sandbox) -> Person:
    return sandbox.person("alice")


@pytest.fixture
def bob(sandbox: Sandbox) -> Person:
    return sandbox.person("bob")
