"""What keeps SQLite from its work: a full or failing disk, another program, a file that may not be written."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

AGAIN = 600.0
"""Seconds until the log repeats what it has said of the same trouble."""
_UNSOUND = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


class DatabaseRefused(Exception):
    """The database can't be used as it is; the text is one sentence that says what to do."""


class DiskTrouble(DatabaseRefused):
    """What was asked for could not be written, or read, and nothing is changed. The log has said why, for the host."""


def refusal(path: Path, error: BaseException | None) -> DatabaseRefused:
    """Turn what the disk and SQLite raise into a sentence for the host, who opens or copies a database."""
    kind = _kind(error)
    if kind in _UNSOUND:
        return unsound(path)
    what = _what(path, kind)
    if what is not None:
        return DatabaseRefused(f"{what}, then try again.")
    reason = error.strerror if isinstance(error, OSError) else error
    return DatabaseRefused(
        f"{path} can't be opened ({reason}): check its disk, and that Cheza may write to its folder."
    )


def unsound(path: Path) -> DatabaseRefused:
    """Return the refusal of a file that SQLite can't make out."""
    return DatabaseRefused(f"{_what(path, sqlite3.SQLITE_CORRUPT)}.")


class Health:
    """Whether the file of a running bot can be used. The log hears of trouble once, not at each click."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said: str | None = None
        self._said_at = 0.0
        self._told = False
        self.in_trouble = False
        """Whether the newest try to write has failed."""

    @contextmanager
    def watching(self, *, reads: bool = False) -> Iterator[None]:
        """Make `DiskTrouble` of errors that are no fault of what is asked; a success in writing ends the trouble."""
        try:
            yield
        except DBAPIError as error:
            # To write where only reading is allowed is a fault of ours.
            if reads and _kind(error.orig) == sqlite3.SQLITE_READONLY:
                raise
            raise (self._met(error.orig, reads) or error) from error
        if not reads and self.in_trouble:
            self._over()

    def _met(self, error: BaseException | None, reads: bool) -> DiskTrouble | None:
        kind = _kind(error)
        what = _what(self._path, kind)
        if what is None and kind == sqlite3.SQLITE_IOERR:
            what = f"The disk under {self._path} fails ({getattr(error, 'sqlite_errorname', error)}): check it"
        if what is None:
            return None
        if what != self._said or time.monotonic() - self._said_at > AGAIN:
            log.error(
                "%s. Until then nothing can be kept: players are told so, and play goes on by itself after it.", what
            )
            self._said, self._said_at, self._told = what, time.monotonic(), True
        self.in_trouble = self.in_trouble or not reads
        return DiskTrouble(f"{what}.")

    def _over(self) -> None:
        self.in_trouble = False
        if self._told:
            log.warning("%s can be written again; play goes on.", self._path)
            self._told = False


def _kind(error: BaseException | None) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


def _what(path: Path, kind: int) -> str | None:
    """Say what is wrong and what to do, without the full stop; None where SQLite's own word says more."""
    if kind in _UNSOUND:
        return (
            f"{path} is not a sound SQLite database: put back a copy (Cheza keeps some beside it), "
            "or move it away to begin anew"
        )
    if kind in _CLOSED:
        return f"{path} can't be written: let the user that runs Cheza write to that file and to its folder"
    if kind in _HELD:
        return f"{path} is held by another program: close that"
    if kind == sqlite3.SQLITE_FULL:
        return f"The disk under {path} is full: make room"
    return None
