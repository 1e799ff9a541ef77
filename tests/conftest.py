"""What holds for all tests."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings

# Each start of the bot executes its cogs anew; compiling them each time would be part of all tests' time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")  # how long an example takes says nothing where others work too


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes share the tests: one more than there are cores, as a third of their time is waiting."""
    return (os.cpu_count() or 1) + 1
