"""A move kept by sqlite3 alone: as little as a durable move can be.

Fair, because it writes the very rows that `Matches.play` has just written, into a copy of the same database with
the same indexes and foreign keys, just as durably (WAL, synchronous FULL, one transaction), after it has read the
same match and seats. It does nothing else: no rules, no JSON, no lock, no thread, and every statement is at hand.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Written:
    """What a move left in the database."""

    match: tuple[Any, ...]
    """state, version, log_length, turn, id"""
    moves: Rows
    gone: Rows
    """Deadlines: match, seat, kind"""
    new: Rows


class Bare:
    """One connection to a file."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._add_moves, self._add_deadlines = map(self._insertion, ("moves", "deadlines"))

    def _insertion(self, table: str) -> str:
        columns = self._connection.execute(f"PRAGMA table_info({table})").fetchall()
        return f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our own tables

    def close(self) -> None:
        self._connection.close()

    def pragma(self, name: str) -> Any:
        """Return how the connection is set."""
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    def keep(self, written: Written) -> None:
        """Read a match and write its next move, durably."""
        run, many = self._connection.execute, self._connection.executemany
        run("BEGIN IMMEDIATE")
        run("SELECT * FROM matches WHERE id = ?", written.match[-1:]).fetchone()
        run("SELECT * FROM seats WHERE match_id = ? ORDER BY seat", written.match[-1:]).fetchall()
        run("UPDATE matches SET state = ?, version = ?, log_length = ?, turn = ? WHERE id = ?", written.match)
        many(self._add_moves, written.moves)
        many("DELETE FROM deadlines WHERE match_id = ? AND seat = ? AND kind = ?", written.gone)
        many(self._add_deadlines, written.new)
        run("COMMIT")

    def deadlines(self, match_id: int) -> set[tuple[Any, ...]]:
        return set(self._connection.execute("SELECT * FROM deadlines WHERE match_id = ?", (match_id,)))

    def written(self, match_id: int, from_seq: int, before: set[tuple[Any, ...]]) -> Written:
        """Return what a move has written since there were so many rows of the log, and those deadlines."""
        run, after = self._connection.execute, self.deadlines(match_id)
        asked = "SELECT state, version, log_length, turn, id FROM matches WHERE id = ?"
        moves = "SELECT * FROM moves WHERE match_id = ? AND seq >= ?"
        return Written(
            run(asked, (match_id,)).fetchone(),
            run(moves, (match_id, from_seq)).fetchall(),
            [each[:3] for each in before - after],
            sorted(after - before),
        )
