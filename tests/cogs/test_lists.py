"""Lists, pages and forms, as far as Discord has no part in them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client import Cheza
from bot.i18n import Refused, say_in
from bot.messages.posts import ending_post, lobby_key, lobby_post
from bot.messages.scenes import Scene, scene_of
from bot.positions import Position
from bot.timing.pace import DAY, HOUR, MINUTE
from cogs.games import SHOWN, GamesCog
from cogs.lobby import refuse_missing
from cogs.preferences import PreferencesForm, form
from cogs.records import LINES_A_PAGE, _paged
from cogs.table import TableCog
from db.records import ResultRecord, UserRecord, Waiting
from rules.engine import Outcome, Seat
from tests.bot.room import NOON, Room
from tests.rules.sequence_table import lay as sequence
from tests.rules.stacks_table import lay as stacks
from tests.rules.take5_table import lay

SAY = say_in(None)


def waiting(number: int, **columns: object) -> Waiting:
    made = Waiting(number, 900, 901, 77, "take5", "running", NOON, NOON + 1000)
    return replace(made, **columns)  # type: ignore[arg-type]  # its columns


async def scene(bot: Cheza, room: Room, number: int) -> Scene:
    return scene_of(await room.matches.position(number), bot.presentations, {}, SAY)


# /games ----------------------------------------------------------------------------------------------------


async def test_a_list_says_of_each_match_where_it_is_and_whom_it_waits_for(bot: Cheza) -> None:
    mine = (
        waiting(1),
        waiting(2, due=None),
        waiting(3, asked_at=None),
        waiting(4, status="lobby", asked_at=None, place_id=None),
    )
    made = GamesCog(bot)._list(mine, SAY)
    lines = made.text().splitlines()[1:]
    assert ["your turn" in line for line in lines] == [True, True, False, False]
    assert "<t:" in lines[0]
    assert "<t:" not in lines[1]
    assert "waits for others" in lines[2]
    assert "still open" in lines[3]
    assert ["<#77>" in line for line in lines] == [True, True, True, False]
    ids = [item.custom_id for item in made.view().walk_children() if isinstance(item, discord.ui.Button)]
    assert ids == ["h:1:0:g", "h:2:0:g"]


async def test_a_long_list_is_cut_and_says_so(bot: Cheza) -> None:
    made = GamesCog(bot)._list(tuple(waiting(n) for n in range(1, SHOWN + 4)), SAY)
    assert made.text().endswith("-# and 3 more")
    assert len(made.view().to_components()) == 3  # type: ignore[no-untyped-call]  # discord.py's
    assert len(made.text()) <= 4000


async def test_who_plays_nothing_is_told_how_to_begin(bot: Cheza) -> None:
    assert "/play" in GamesCog(bot)._list((), SAY).text()


# /move -----------------------------------------------------------------------------------------------------


async def test_autocomplete_offers_ones_own_legal_moves_that_begin_so(bot: Cheza, room: Room) -> None:
    number = (await room.match(2)).match.id
    position = await room.put(number, lay([[20], [40], [60], [80]], [(5, 51, 55), (90, 91, 92)]))
    offered = TableCog(bot)._choices(position, Seat(0), "5", SAY)
    assert [choice.value for choice in offered] == ["5", "51", "55"]
    assert [choice.value for choice in TableCog(bot)._choices(position, Seat(0), "", SAY)] == ["5", "51", "55"]
    assert TableCog(bot)._choices(position, Seat(0), "9", SAY) == []
    after = await room.pick_all(number, [5, 90])
    assert next(choice.value for choice in TableCog(bot)._choices(after, Seat(0), "row", SAY)) == "row 1"
    assert TableCog(bot)._choices(after, Seat(1), "", SAY) == []


async def test_what_is_typed_is_looked_for_among_all_of_many_moves_in_notation_and_in_words(
    bot: Cheza, room: Room
) -> None:
    number = (await room.match(2, game="sequence")).match.id
    jacks = await room.put(number, sequence(["jc jd 7h 8h 9h ah 2c", ""]))
    offers = partial(offered, bot, jacks)
    everything = [str(move) for move in jacks.state.legal_moves(Seat(0))]
    assert len(everything) > 150
    assert offers("") == everything[:25]
    assert offers("JD  j10") == offers("jd j10") == []  # a corner
    assert offers("jd i10") == ["jd i10"]
    assert offers("jd i") == [f"jd i{row}" for row in range(1, 11)]
    assert offers("i10") == ["jc i10", "jd i10"]
    assert offers("i10 jd") == offers("J♦ on I10") == ["jd i10"]
    assert offers("8♥") == offers("8h") == [move for move in everything if move.startswith("8h")] != []
    assert offers("8♠") == []


async def test_cards_targets_and_orders_of_a_full_hand_are_found_by_typing(bot: Cheza, room: Room) -> None:
    number = (await room.match(6, game="stacks")).match.id
    hands = ["r1 b1 r3 rw bw skip chip take take block", *["b2"] * 5]
    discards = ["r4", "b1", "b2", "b3", "r5", "skip"]
    rich = await room.put(number, stacks(hands, ["r1 r2", "r1"], discards=discards, chips=[(0, 0), *[(1, 1)] * 5]))
    offers = partial(offered, bot, rich)
    everything = [str(move) for move in rich.state.legal_moves(Seat(0))]
    assert len(everything) > 30
    assert everything[-4:] == ["order ask", "order never", "order win", "order always"]
    assert offers("order") == offers("from now on") == everything[-4:]
    assert offers("discard bl") == ["end b1", "end bw", "end block"]
    assert offers("end block") == ["end block"]
    assert offers("player 6 chip") == ["h chip 6 r", "h chip 6 b"]
    assert offers("player 6: blue") == ["h chip 6 b"]
    assert offers("red wild pile") == ["h rw 1", "h rw 2"]
    assert offers("rw") == ["h rw 1", "h rw 2", "end rw"]
    assert offers("nothing so") == []


def offered(bot: Cheza, position: Position, typed: str) -> list[str]:
    return [choice.value for choice in TableCog(bot)._choices(position, Seat(0), typed, SAY)]


# /history --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [(), ("a",), ("a" * 2999,) * 5, tuple(map(str, range(200))), ("x" * 900,) * 10])
def test_pages_hold_every_line_once_and_fit(told: tuple[str, ...]) -> None:
    pages = _paged(told)
    assert [line for page in pages for line in page] == list(told)
    assert all(len(page) <= LINES_A_PAGE and len("\n".join(page)) <= 3100 for page in pages)
    assert all(pages) or not told


# /preferences ----------------------------------------------------------------------------------------------


async def test_the_form_shows_what_is_preferred_now() -> None:
    ann = UserRecord(1, "Ann", hand="panel", ping="thread", reminders="end", zone="America/New_York")
    made: Any = form(replace(ann, quiet_from=22 * 60 + 30, quiet_to=8 * 60), SAY).to_dict()
    assert made["custom_id"] == "preferences"
    assert len(made["title"]) <= 45
    parts = {each["component"]["custom_id"]: each["component"] for each in made["components"]}
    lists = {id: part["options"] for id, part in parts.items() if "options" in part}
    chosen = {id: [option["value"] for option in options if option.get("default")] for id, options in lists.items()}
    assert chosen == {"hand": ["panel"], "ping": ["thread"], "reminders": ["end"]}
    assert (parts["quiet"]["value"], parts["zone"]["value"]) == ("22:30-08:00", "America/New York")
    assert len(made["components"]) <= 5
    assert all(len(each["label"]) <= 45 and len(each.get("description") or "") <= 100 for each in made["components"])


def test_a_form_is_read_by_its_names_whatever_else_it_holds() -> None:
    data = {
        "components": [
            {"component": {"custom_id": "hand", "value": "dm"}},
            {"component": {"custom_id": "ping", "value": None}},
            {"component": {"value": "x"}},
            {"content": "words"},
        ]
    }
    found = re.compile("form").fullmatch("form")
    assert found is not None
    assert PreferencesForm(found, data).filled() == {"hand": "dm"}
    assert PreferencesForm(found, {}).filled() == {}


# Permissions -----------------------------------------------------------------------------------------------


def place(**missing: bool) -> Any:
    permissions = discord.Permissions.all()
    permissions.update(**missing)
    return SimpleNamespace(app_permissions=permissions, channel=None)


def test_each_permission_that_is_missing_is_named_as_discord_names_it() -> None:
    refuse_missing(place(), threads=True)
    with pytest.raises(Refused) as refused:
        refuse_missing(place(attach_files=False, create_public_threads=False), threads=True)
    said = str(refused.value)
    assert "Attach Files" in said
    assert "Create Public Threads" in said
    assert "Send Messages," not in said


def test_where_no_thread_is_wanted_none_is_asked_for() -> None:
    refuse_missing(place(create_public_threads=False, send_messages_in_threads=False), threads=False)


# Posts -----------------------------------------------------------------------------------------------------


async def test_a_lobby_names_the_options_that_were_changed(bot: Cheza, room: Room) -> None:
    number = await room.lobby(2)
    usual = lobby_post(await scene(bot, room, number), None).text()
    before = lobby_key(await scene(bot, room, number))
    await room.lobbies.set_option(number, room.person(1), "target", "100")
    changed = lobby_post(await scene(bot, room, number), None).text()
    assert "Changed: " not in usual
    assert "100" in next(line for line in changed.splitlines() if "Changed: " in line)
    assert lobby_key(await scene(bot, room, number)) != before


async def test_a_lobby_shows_the_beginning_of_its_seal_and_nothing_of_its_secret(bot: Cheza, room: Room) -> None:
    made = await scene(bot, room, await room.lobby(2))
    text = lobby_post(made, None).text()
    assert made.position.match.secret not in text
    assert made.heading().endswith(f"{made.position.match.id}")


@pytest.mark.parametrize(
    ("took", "said"),
    [
        (0, "1 minute"),
        (90 * MINUTE, "90 minutes"),
        (3 * HOUR, "3 hours"),
        (47 * HOUR, "47 hours"),
        (2 * DAY, "2 days"),
        (9 * DAY + 13 * HOUR, "10 days"),
    ],
)
async def test_an_ending_says_how_long_the_match_took(bot: Cheza, room: Room, took: int, said: str) -> None:
    made = await scene(bot, room, (await room.match(2)).match.id)
    match = replace(made.position.match, status="over", ended_at=(made.position.match.started_at or 0) + took)
    state = replace(made.position.state, outcome=Outcome((1, 1), (5, 5), "target"))
    over = replace(made, position=replace(made.position, match=match, state=state))
    results = [
        ResultRecord(1, seat, 900, "take5", seat, False, 1, 5, True, 1000.0, after, NOON)
        for seat, after in enumerate((1010.4, 990.0))
    ]
    text = ending_post(over, (), (), results).text()
    assert f" in {said} " in text
    assert "**1=**" in text
    assert "1010 (+10)" in text
    assert "990 (−10)" in text
