"""What holds for all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from bot import fairness

from .deals import deal_alike

# Each start of the bot executes its cogs anew; compiling them each time would be part of all tests' time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")  # how long an example takes says nothing where others work too

SEED_TEXT = fairness.seed_text


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes share the tests: one more than there are cores, as a third of their time is waiting."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def dealt_alike(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give the matches of a test the same deals in each run."""
    with pytest.MonkeyPatch.context() as patch:
        deal_alike(patch, request.node.nodeid)
        yield


@pytest.fixture
def dealt_as_ever(dealt_alike: None) -> Iterator[None]:
    """Let everything that is named decide the deal again, not the secret alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "seed_text", SEED_TEXT)
        yield
