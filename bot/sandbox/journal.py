"""What the bot asked for, and what was wrong with it: the record that tests assert on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .bell import Bell


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    data: bytes
    content_type: str


@dataclass(repr=False)
class Call:
    """One REST request of the bot."""

    method: str
    route: str
    """The template: `/channels/{channel_id}/messages`; the path itself where no route is known."""
    path: str
    at: float
    """Sandbox time of its arrival, in seconds."""
    args: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: list[Upload] = field(default_factory=list)
    status: int | None = None
    """None while it is under way, and when its answer was lost."""
    answer: Any = None
    injected: bool = False
    """A fault answered, not the sandbox itself."""
    took_effect: bool = False
    retry_after: float | None = None

    def id(self, name: str) -> int:
        """An id of the path. Anything but digits is nobody's id."""
        text = self.args[name]
        return int(text) if text.isascii() and text.isdigit() else 0

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a well-made bot never sends, or that the sandbox itself got wrong."""

    where: str
    what: str
    detail: Any = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f" ({self.detail})" if self.detail is not None else "")

    __repr__ = __str__


class Journal:
    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self.calls: list[Call] = []
        self.violations: list[Violation] = []

    def invalid(self, since: float) -> int:
        """How many calls since that moment count as invalid: 10,000 in ten minutes ban the address."""
        return sum(call.at >= since and call.status in (401, 403, 429) for call in self.calls)

    def arrived(self, call: Call) -> None:
        self.calls.append(call)
        self._bell.ring()

    def answered(self) -> None:
        self._bell.ring()

    def violation(self, where: str, what: str, detail: Any = None) -> None:
        self.violations.append(Violation(where, what, detail))
        self._bell.ring()
