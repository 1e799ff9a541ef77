"""Logs: one line per event, with match, move and guild; never a card, a hand, a seed or a token.

An exception is written by its kind and the way it took. Its message is left out unless it comes from a library that is
known to print nothing of a match: a `KeyError` of the rules would print a card.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

import discord

from bot.settings import Settings

FIELDS = ("match", "move", "turn", "guild", "channel", "game", "by", "status")
_SPEAKING = ("discord", "aiohttp", "sqlalchemy", "sqlite3", "alembic", "db", "bot.settings", "bot.codec")
"""Modules whose errors say nothing of what they were given."""

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None] | None


def describe_exception(info: ExceptionInfo) -> str:
    """Return the way of an exception and its kind."""
    if not info or info[1] is None:
        return ""
    error = info[1]
    module = type(error).__module__
    speaks = any(module == name or module.startswith(f"{name}.") for name in _SPEAKING)
    way = "".join(traceback.format_tb(info[2]))
    return f"{way}{module}.{type(error).__name__}" + (f": {error}" if speaks else "")


class TextLine(logging.Formatter):
    """A line a person reads."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        facts = " ".join(
            f"{name}={getattr(record, name)}" for name in FIELDS if getattr(record, name, None) is not None
        )
        line = f"{time} {record.levelname:<7} {record.name}: {record.getMessage()}"
        way = describe_exception(record.exc_info)
        return line + (f" ({facts})" if facts else "") + (f"\n{way}" if way else "")


class JsonLine(logging.Formatter):
    """A line a machine reads."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage(),
        }
        facts |= {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}
        way = describe_exception(record.exc_info)
        if way:
            facts["exception"] = way
        return json.dumps(facts, ensure_ascii=False)


class Gathered(logging.StreamHandler[TextIO]):
    """Writes what a loop logs within a moment in one piece; at once from a warning on, and where no loop runs.

    Each write gives the interpreter's lock away, and has to wait for it again: where many make a move at the same
    moment, writing a line for each would cost as much as looking all of their matches up. A kill can cost the lines of
    the last moment.
    """

    MOMENT = 0.1
    """Seconds that a line waits, while its loop runs freely."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._waiting_on: asyncio.AbstractEventLoop | None = None
        """The loop that will write them."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(self.format(record) + self.terminator)
            loop = _running()
            if loop is None or record.levelno >= logging.WARNING:
                self.flush()
            elif self._waiting_on is not loop:  # another one may have ended before its moment came
                self._waiting_on = loop
                loop.call_later(self.MOMENT, self.flush)
        except Exception:  # logging asks this of every handler: no fault of a log may reach whoever logs
            self.handleError(record)

    def flush(self) -> None:
        """Write what waits; logging calls this too when the program ends."""
        self.acquire()
        try:
            lines, self._lines, self._waiting_on = self._lines, [], None
            if lines and self.stream:  # a program can be started without standard error
                with suppress(OSError, ValueError):  # closed: nobody reads it, and there is no other place to say so
                    self.stream.write("".join(lines))
                    self.stream.flush()
        finally:
            self.release()


def _running() -> asyncio.AbstractEventLoop | None:
    """Return the loop of this thread, where one runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def set_up_logs(settings: Settings) -> Gathered:
    """Write the program's events to standard error; return the handler that does."""
    handler = Gathered(sys.stderr)
    handler.setFormatter(JsonLine() if settings.log_format == "json" else TextLine())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here speaks
    logging.getLogger("discord.state").addFilter(_expected)
    logging.getLogger("discord.client").addFilter(_short)
    for name in ("discord", "aiohttp", "sqlalchemy", "alembic", "aiosqlite", "PIL"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    return handler


def _expected(record: logging.LogRecord) -> bool:
    """Drop discord.py's wonder at a bot that asks for no intents."""
    return "Guilds intent seems to be disabled" not in record.getMessage()


def _short(record: logging.LogRecord) -> bool:
    """Make one line of discord.py's word that the gateway can't be reached: it tries again by itself."""
    if str(record.msg).startswith("Attempting a reconnect") and record.exc_info and record.exc_info[0] is not None:
        record.msg = f"{record.msg} ({record.exc_info[0].__name__})"
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
    return True
