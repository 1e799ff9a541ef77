"""Messages as blocks, and the views that discord.py sends of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.messages.layout import (
    BRASS,
    Button,
    Gallery,
    Kept,
    Line,
    Message,
    Option,
    Select,
    box,
    buttons,
    lines,
    message,
    moment,
    rows_of,
    small,
)
from bot.presentation import DrawnPicture, Picture

PICTURE = DrawnPicture("take5", "A board", b"PNG")


def payload(made: Message) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = made.view().to_components()  # type: ignore[no-untyped-call]  # discord.py's
    return components


async def test_blocks_become_components_in_their_order() -> None:
    made = message(
        "Words", Gallery(PICTURE), None, "", Line(), buttons(Button("A", "a", "blue")), box("In", accent=BRASS)
    )
    kinds = [each["type"] for each in payload(made)]
    assert kinds == [10, 12, 14, 1, 17]
    assert payload(made)[4]["accent_color"] == BRASS
    assert [each["content"] for each in payload(made)[4]["components"]] == ["In"]


@pytest.mark.parametrize(("look", "style"), [("blue", 1), ("grey", 2), ("green", 3), ("red", 4)])
async def test_a_button_looks_as_it_is_meant(look: Any, style: int) -> None:
    (row,) = payload(message(buttons(Button("Go", "m:1:2:55", look, disabled=True))))
    (button,) = row["components"]
    assert (button["style"], button["label"], button["custom_id"], button["disabled"]) == (
        style,
        "Go",
        "m:1:2:55",
        True,
    )


async def test_a_list_is_cut_to_discords_lengths() -> None:
    options = tuple(Option("L" * 120, str(n), "A" * 120, chosen=n == 3) for n in range(25))
    (row,) = payload(message(Select("o:1:x", options, "Choose")))
    (select,) = row["components"]
    assert (select["custom_id"], select["placeholder"], len(select["options"])) == ("o:1:x", "Choose", 25)
    assert {len(option["label"]) for option in select["options"]} == {100}
    assert {len(option["description"]) for option in select["options"]} == {100}
    assert [option["value"] for option in select["options"] if option["default"]] == ["3"]


async def test_a_view_is_not_remembered_and_does_not_time_out() -> None:
    view = message(buttons(Button("A", "a"))).view()
    assert view.timeout is None
    assert view.is_finished()


async def test_each_view_is_a_new_one() -> None:
    made = message("x")
    assert made.view() is not made.view()


async def test_files_are_fresh_on_each_call() -> None:
    made = message(Gallery(PICTURE), box(Gallery(PICTURE)))
    first, second = made.files(), made.files()
    assert len(first) == 1
    assert first[0].fp.read() == b"PNG"
    assert second[0].fp.read() == b"PNG"
    assert (second[0].filename, second[0].description) == ("take5.png", "A board")
    (gallery, _) = payload(made)
    assert gallery["items"][0]["media"]["url"] == "attachment://take5.png"


async def test_a_picture_that_is_kept_sends_no_file() -> None:
    made = message(Kept("take5", "Alt"))
    assert made.files() == []
    assert payload(made)[0]["items"][0]["description"] == "Alt"


async def test_an_alt_text_is_never_longer_than_discord_takes() -> None:
    made = message(Gallery(DrawnPicture("x", "y" * 2000, b"")))
    assert len(made.files()[0].description or "") == 1024
    assert len(payload(made)[0]["items"][0]["description"]) == 1024


def test_the_words_of_a_message_can_be_read_without_discord() -> None:
    assert message("a", box("b", box("c")), Gallery(PICTURE), buttons(Button("d", "d"))).text() == "a\nb\nc"


def test_buttons_are_laid_in_rows_of_five() -> None:
    made = [Button(str(n), str(n)) for n in range(12)]
    rows = rows_of(made)
    assert [len(row.buttons) for row in rows] == [5, 5, 2]
    assert [button for row in rows for button in row.buttons] == made
    assert rows_of([]) == ()


def test_lines_join_what_there_is_and_small_print_is_small_on_every_line() -> None:
    assert lines("a", None, "", "b") == "a\nb"
    assert small("a\nb") == "-# a\n-# b"
    assert small("") == ""


def test_a_moment_is_shown_by_each_readers_client() -> None:
    assert moment(1_790_000_000_999) == "<t:1790000000:R>"
    assert moment(1_790_000_000_000, "f") == "<t:1790000000:f>"


async def test_a_picture_is_drawn_off_the_loop() -> None:
    def draw() -> bytes:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return b"x"

    assert await Picture("n", "a", draw).drawn() == DrawnPicture("n", "a", b"x")


async def test_a_message_longer_than_discord_takes_is_noticed_before_it_is_sent() -> None:
    with pytest.raises(ValueError, match="maximum number of children"):
        message(*["x"] * 41).view()
