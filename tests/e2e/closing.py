"""What holds at the end of every test: nothing broken, nothing unanswered, nothing that could ping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.sandbox import Call, Sandbox

BROKEN = ("failed, code", "could not be told", "could not be served", "stumbled", "Traceback")


@dataclass
class Closing:
    """What a test may ask to be left out of the last look."""

    interactions_may_fail: bool = False
    """The bot was killed while somebody pressed something."""


def look_back(sandbox: Sandbox, log: str, closing: Closing) -> None:
    """Look at all that happened in a test."""
    assert sandbox.violations == []
    if not closing.interactions_may_fail:
        assert [each for each in sandbox.stage.interactions.by_id.values() if each.failed] == []
    broken = [line for line in log.splitlines() if any(word in line for word in BROKEN)]
    assert not broken, "\n".join(broken)
    for call, body in spoken(sandbox.calls):
        assert_pings_nobody_unmeant(call, body)
        if call.route.startswith("/channels/"):
            assert_no_raw_id(call, body)


def spoken(calls: list[Call]) -> Iterator[tuple[Call, dict[str, Any]]]:
    """Every call that writes or changes a message, with the message's body."""
    for call in calls:
        if call.method not in ("POST", "PATCH", "PUT") or not isinstance(call.body, dict):
            continue
        body = call.body.get("data") if call.route.endswith("/callback") else call.body
        if isinstance(body, dict) and ("components" in body or "content" in body):
            if call.route.endswith("/callback") and call.body.get("type") == MODAL:
                continue
            yield call, body


MODAL = 9


def assert_pings_nobody_unmeant(call: Call, body: dict[str, Any]) -> None:
    """Every message says whom it may ping: nobody, or people by their ids."""
    allowed = body.get("allowed_mentions")
    assert isinstance(allowed, dict), f"{call} leaves open whom it pings"
    assert not allowed.get("parse"), f"{call} pings whatever its text names"
    assert not allowed.get("roles"), f"{call} pings roles"


def assert_no_raw_id(call: Call, body: Any) -> None:
    """No message names a person or a place by the number that Discord has for it."""
    for text in texts_of(body):
        assert not re.search(r"\d{17,}", re.sub(r"<[^<>]*\d>", "", text)), f"{call} says {text}"


def texts_of(body: Any) -> Iterator[str]:
    """Everything in a message that people read."""
    if isinstance(body, list):
        for each in body:
            yield from texts_of(each)
    elif isinstance(body, dict):
        for key, each in body.items():
            if key in ("content", "label", "description", "placeholder") and isinstance(each, str):
                yield each
            elif isinstance(each, dict | list):
                yield from texts_of(each)
