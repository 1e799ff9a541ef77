"""Names: nothing in a nickname pings, formats, hides or turns the line around."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.messages.names import LONGEST, NBSP, Names, plain_name, shown_name

ISOLATES = "\u2068\u2069"
ACTIVE = re.compile(r"(?<!\\)<(@[!&]?|#|/|:|a:|t:|id:)|@(everyone|here)\b|https?://")
"""What Discord would make something of: mentions, channels, commands, emoji, times, links."""
MARKS = re.compile(r"[*_~`|\[\]()#>-]")

nasty = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *("<@123456789012345678>", "<@&123456789012345678>", "@everyone", "@here", "<#123456789012345678>"),
                *("</play:123456789012345678>", "<t:0:R>", "<:a:123456789012345678>", "<a:a:123456789012345678>"),
                *("https://a.b/_x_", "[a](https://x.y)", "**", "__", "||", "```", "~~", "\\", "# ", "> ", "- "),
                *(
                    "\u202e",
                    "\u2066",
                    "\u200b",
                    "\u200d",
                    "\ufe0f",
                    "\u3164",
                    "\u2800",
                    "\n",
                    "\x00",
                    "\u05d0",
                    "\u0661",
                ),
                *("e\u0301", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "1. ", "<id:guide>", "-# "),
            ]
        ),
        st.text(max_size=6),
    ),
    max_size=8,
).map("".join)


def unescaped(text: str) -> str:
    """Return what is seen of an escaped text."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text).replace("\u200b", "").strip(ISOLATES)


@given(nasty)
@example("@\u200deveryone")
@example("\\")
@example("\\<@123456789012345678>")
@example("\u202e\u200b")
def test_a_shown_name_pings_formats_and_hides_nothing(raw: str) -> None:
    name = shown_name(raw)
    seen = re.sub(r"\\[^0-9A-Za-z\s]", "x", name)
    assert not ACTIVE.search(name)
    assert not re.search(r"[*_~`|\\<>\[\]]", seen), "something is left that formats"
    assert not re.match(r"#|-|>|\d+\.\s", seen), "the line would begin a heading or a list"
    kinds = {unicodedata.category(letter) for letter in name if letter not in "\u200d\u200b" + ISOLATES}
    assert not {kind for kind in kinds if kind.startswith("C") or kind in ("Zl", "Zp")}
    assert unescaped(name).strip()


@given(nasty)
def test_a_name_is_never_empty_nor_longer_than_discords(raw: str) -> None:
    for name in (plain_name(raw), unescaped(shown_name(raw))):
        assert 1 <= len(name) <= LONGEST
        assert name == name.strip()


@given(nasty)
def test_a_plain_name_of_a_plain_name_is_itself(raw: str) -> None:
    assert plain_name(plain_name(raw)) == plain_name(raw)


@given(st.text(st.characters(categories=["Lo", "Ll", "Lu", "Nd"]), min_size=1, max_size=20))
def test_what_runs_from_right_to_left_is_kept_in_its_place(raw: str) -> None:
    name = shown_name(raw)
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in plain_name(raw))
    assert (name[0], name[-1]) == tuple(ISOLATES) if turns else not set(name) & set(ISOLATES)


@pytest.mark.parametrize(
    "raw", ["", " ", "\n", "\u200b", "\u202e\u2066", "\u200d", "\ufe0f", "\u3164", "\u2800", "\x00"]
)
def test_a_name_of_nothing_to_see_is_a_question_mark(raw: str) -> None:
    assert plain_name(raw) == shown_name(raw) == "?"


@pytest.mark.parametrize(
    ("raw", "plain", "shown"),
    [
        ("Alice", "Alice", "Alice"),
        ("Zoë", "Zoë", "Zoë"),
        ("A  B", "A B", "A B"),
        ("a_b", "a_b", "a\\_b"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", *["\U0001f468\u200d\U0001f469\u200d\U0001f467"] * 2),
        ("A" * 40, "A" * 32, "A" * 32),
        ("@everyone", "@everyone", "@\u200beveryone"),
        ("\u05d0\u05d1", "\u05d0\u05d1", "\u2068\u05d0\u05d1\u2069"),
    ],
)
def test_a_name_is_shown_as_its_person_wrote_it(raw: str, plain: str, shown: str) -> None:
    assert (plain_name(raw), shown_name(raw)) == (plain, shown)


def test_names_wear_the_badge_of_their_seat() -> None:
    names = Names({0: "A*", 1: "B"}, {0: "<:seat1:5>"})
    assert names[0] == f"<:seat1:5>{NBSP}**A\\***"
    assert names.light(0) == f"<:seat1:5>{NBSP}A\\*"
    assert names.plain(0) == "A*"
    assert names[1] == f"2{NBSP}**B**"
    assert names.mention(1, 77) == f"2{NBSP}<@77>"
    assert names.by_seat() == {0: names[0], 1: names[1]}
