"""What the bot writes to its log, kept for a test as the lines that a host would read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.logs import TextLine, set_up_logs
from bot.settings import Settings

POOL = "sqlalchemy.pool"
LEFT_BEHIND = "garbage collector is trying to clean up non-checked-in connection"


class Logbook(logging.Handler):
    """Every line of the log at DEBUG, save what the collector says of connections that a crashed bot has left."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(TextLine())
        self.lines: list[str] = []
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(POOL) and LEFT_BEHIND in record.getMessage():
            return
        line = self.format(record)
        self.lines.append(line)
        if record.exc_info or record.levelno >= logging.ERROR:
            self.errors.append(line)

    def take(self, words: str) -> list[str]:
        """Take out the errors that a test has led to on purpose."""
        taken = [line for line in self.errors if words in line]
        self.errors[:] = [line for line in self.errors if words not in line]
        return taken

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@contextmanager
def kept_log() -> Iterator[Logbook]:
    """Set the logs up as the bot does at LOG_LEVEL=DEBUG, and keep them."""
    root, book = logging.getLogger(), Logbook()
    level = root.level
    set_up_logs(Settings(log_level="DEBUG"))
    root.handlers[:] = [book]
    try:
        yield book
    finally:
        root.removeHandler(book)
        root.setLevel(level)
