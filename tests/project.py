"""Where the project lies, and which files are its own."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def tracked() -> tuple[Path, ...]:
    """Return the files that git knows and that are there."""
    listing = ["git", "ls-files", "-z"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout  # noqa: S603 - the developer's own git
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())
