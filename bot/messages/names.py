"""People's names as they are shown: nothing in a nickname can ping, format, hide or turn the line around."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from discord.utils import escape_mentions

LONGEST = 32
NBSP = "\u00a0"
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_JOINER, _VARIATION = "\u200d", "\ufe0f"  # kept: emoji are made of them
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters that show nothing: fillers of Hangul, the empty pattern of Braille."""
_MARKS = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|^[#-]|(?:(?<=^\d)|(?<=^\d\d))\.")
"""What Discord would make something of: formatting, mentions and links; a heading or a list where a line begins."""


def plain_name(raw: str) -> str:
    """Return a name for places without markdown (thread names, alt text, select labels)."""
    kept = "".join(
        letter
        for letter in raw.translate(_BLANK)
        if letter in (_JOINER, _VARIATION) or unicodedata.category(letter)[0] != "C" or letter.isspace()
    )
    name = unicodedata.normalize("NFC", " ".join(kept.split()))
    name = name.lstrip(_JOINER + _VARIATION + " ")[:LONGEST].rstrip(_JOINER + " ")
    return name if any(unicodedata.category(letter)[0] not in "CMZ" for letter in name) else "?"


def shown_name(raw: str) -> str:
    """Return a name for a message: escaped, and isolated where it runs from right to left."""
    name = escape_mentions(_MARKS.sub(r"\\\g<0>", plain_name(raw)))
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"
    return name


class Names:
    """The names of a match's seats, as a text on Discord shows them: the badge of the picture before each."""

    def __init__(self, raw: Mapping[int, str], badges: Mapping[int, str]) -> None:
        self._raw = dict(raw)
        self._badges = dict(badges)

    def __getitem__(self, seat: int) -> str:
        """Return a seat's badge and name in bold, kept on one line."""
        return f"{self.badge(seat)}{NBSP}**{shown_name(self._raw[seat])}**"

    def light(self, seat: int) -> str:
        """Return a seat's badge and name, for small print."""
        return f"{self.badge(seat)}{NBSP}{shown_name(self._raw[seat])}"

    def mention(self, seat: int, user_id: int) -> str:
        """Return a seat's badge and a mention of its person."""
        return f"{self.badge(seat)}{NBSP}<@{user_id}>"

    def plain(self, seat: int) -> str:
        """Return a seat's name alone, for alt text and for labels."""
        return plain_name(self._raw[seat])

    def badge(self, seat: int) -> str:
        """Return a seat's badge: an emoji of the application, or a number or word where there is none."""
        return self._badges.get(seat, str(seat + 1))

    def by_seat(self) -> dict[int, str]:
        """Return every seat's name as in a sentence."""
        return {seat: self[seat] for seat in self._raw}
