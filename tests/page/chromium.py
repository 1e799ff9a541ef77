"""Where Chromium is, and how it is started."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

VARIABLE = "CHEZA_CHROMIUM"
MISSING = (
    f"The tests of the page need Chromium: install it (Debian: apt-get install chromium), or name one in {VARIABLE}."
)
USUAL = ("/usr/bin/chromium", "chromium", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine; one that is named but missing counts as none."""
    named = os.environ.get(VARIABLE)
    for candidate in (named,) if named else USUAL:
        if found := shutil.which(candidate):
            return str(Path(found))
    return None


def is_required() -> bool:
    """Continuous integration may not leave these tests out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
