"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")  # how long an example takes says nothing where others work too
