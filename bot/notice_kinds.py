"""The kinds of notices there are, by the name that is kept with each."""

from __future__ import annotations

from bot.notices import NoticeKind

KINDS: dict[str, NoticeKind] = {}
