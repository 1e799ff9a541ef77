"""Routes: a method and a template, the fields that are understood, and what answers."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..journal import Call
from ..stage import Stage

Handler: TypeAlias = Callable[[Stage, Call], Any]
"""Changes the stage at once, without awaiting, and returns the answer; None is 204."""


@dataclass(frozen=True)
class Route:
    method: str
    template: str
    handler: Handler
    fields: frozenset[str] | None
    """Fields of the body that the sandbox acts on, or that may be ignored; any other is a violation."""
    status: int
    needs_token: bool
    many: bool
    """The body is a list of objects, not one."""
    pattern: re.Pattern[str]


@dataclass
class Routes:
    """The routes of one topic."""

    all: list[Route] = field(default_factory=list)

    def add(
        self,
        method: str,
        template: str,
        *,
        fields: frozenset[str] | None = None,
        status: int = 200,
        needs_token: bool = True,
        many: bool = False,
    ) -> Callable[[Handler], Handler]:
        expression = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)

        def register(handler: Handler) -> Handler:
            route = Route(method, template, handler, fields, status, needs_token, many, re.compile(expression))
            self.all.append(route)
            return handler

        return register


MESSAGE_FIELDS = frozenset(
    {
        "content",
        "embeds",
        "components",
        "attachments",
        "flags",
        "allowed_mentions",
        "tts",
        "nonce",
        "enforce_nonce",
        "message_reference",
    }
)
EDIT_FIELDS = MESSAGE_FIELDS - {"nonce", "enforce_nonce", "message_reference"}
"""`tts` means nothing in an edit, yet discord.py sends it with every edit by token."""
