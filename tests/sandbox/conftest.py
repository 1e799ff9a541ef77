from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.sandbox import Person, Sandbox

from .bots import DESCRIPTION, Api, Puppet, running


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox whose every test ends without a violation, unless it clears them itself."""
    async with Sandbox(description=DESCRIPTION) as sandbox:
        yield sandbox
        assert sandbox.violations == []


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Puppet]:
    """A connected bot without commands and without intents."""
    async with running(sandbox) as bot:
        yield bot


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, sandbox)


@pytest.fixture
def alice(sandbox: Sandbox) -> Person:
    return sandbox.person("alice")


@pytest.fixture
def bob(sandbox: Sandbox) -> Person:
    return sandbox.person("bob")


@pytest.fixture
def games(alice: Person) -> int:
    """The id of #games."""
    return alice.channel("games").id
