"""What holds for all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from bot import fairness

from .deals import deal_alike, deal_by_secret

# Each start of the bot executes its cogs anew; compiling them each time would be part of all tests' time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")  # how long an example takes says nothing where others work too

SEED_TEXT = fairness.seed_text
BY_THE_CLOCK = ("e2e", "page", "simcord")
"""Folders of tests in which interactions have ids that grow with the clock."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes share the tests: one more than there are cores, as a third of their time is waiting."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True, scope="module")
def file_dealt_alike(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give the matches that a file prepares for all its tests the same deals in each run."""
    with pytest.MonkeyPatch.context() as patch:
        deal_alike(patch, request.node.nodeid)
        if request.path.parent.name in BY_THE_CLOCK:
            deal_by_secret(patch)
        yield


@pytest.fixture(autouse=True)
def dealt_alike(file_dealt_alike: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Do the same for the matches of a test."""
    with pytest.MonkeyPatch.context() as patch:
        deal_alike(patch, request.node.nodeid)
        yield


@pytest.fixture
def dealt_as_ever(file_dealt_alike: None) -> Iterator[None]:
    """Let all that the rules of fairness name decide the deal, not the secret alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "seed_text", SEED_TEXT)
        yield
