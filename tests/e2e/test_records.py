"""What is left of a match: the leaderboard, its history, and whether its deal was fair."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sys
from pathlib import Path

import pytest

from bot.sandbox import Person, Sandbox, Seen
from bot.sandbox.model import Channel
from db.records import RatingRecord
from db.repositories import LeaderboardRepository, PeopleRepository

from .bots import Bot
from .tables import GAME, Table, moves_of

ROOT = Path(__file__).parents[2]


async def earlier_matches(bot: Bot, sandbox: Sandbox, ratings: dict[Person, float], played: int = 4) -> None:
    """Keep standings as earlier matches would have left them."""
    async with bot.cheza.database.write() as connection:
        for person in ratings:
            await PeopleRepository(connection).saw(person.id, str(person.user.global_name))
        await LeaderboardRepository(connection).put_ratings(
            [
                RatingRecord(
                    guild_id=sandbox.guild.id,
                    game=GAME,
                    with_bots=False,
                    user_id=person.id,
                    mu=25.0,
                    sigma=5.0,
                    rating=rating,
                    played=played,
                    won=2,
                    shared_wins=1,
                    place_sum=played * 2,
                    last_at=0,
                )
                for person, rating in ratings.items()
            ]
        )


async def board(person: Person, **options: object) -> Seen:
    return await (await person.slash("games", "leaderboard", **options)).reply()


def ranks(seen: Seen) -> dict[str, str]:
    """The rank of each name on a page, as it is written."""
    found = re.findall(r"^\*\*(\d+=?)\*\* \*\*(\w+)\*\*", seen.text, re.MULTILINE)
    return {name: rank for rank, name in found}


# The leaderboard ----------------------------------------------------------------------------------------


async def test_ties_share_a_rank_who_left_is_not_listed_and_no_rank_is_skipped_for_them(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    alice, bob, cara, dai, eli, *_ = twelve
    await earlier_matches(bot, sandbox, {alice: 1100, bob: 1050.2, cara: 1049.8, dai: 1075, eli: 900})
    sandbox.staff.remove_member(sandbox.guild, dai.user)
    page = await board(eli)
    assert ranks(page) == {"Alice": "1", "Bob": "2=", "Cara": "2=", "Eli": "4"}
    assert "Tafarn" in page.text
    assert "Dai" not in page.text
    sandbox.staff.remove_member(sandbox.guild, bob.user)
    await bot.pass_time(25 * 3600)
    assert ranks(await board(alice)) == {"Alice": "1", "Cara": "2", "Eli": "3"}


async def test_the_leaderboard_has_pages_and_always_shows_who_asks(
    sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    await earlier_matches(bot, sandbox, {person: 1100 - 10 * number for number, person in enumerate(twelve)})
    page = await board(twelve[11])
    listed = ranks(page)
    assert len(listed) == 11
    assert listed["Leo"] == "12"
    assert page.button("Previous").disabled
    await twelve[0].click(page, "Next")
    await twelve[0].until(lambda: "Kim" in (twelve[0].find(page.id) or page).text)
    second = twelve[0].find(page.id)
    assert second is not None
    assert {"Kim", "Leo"} <= ranks(second).keys()
    assert second.button("Next").disabled
    assert len([seen for seen in twelve[0].messages("games") if seen.has_button("Previous")]) == 1, "one post turns"


async def test_a_match_counts_for_its_people_and_matches_with_bots_are_kept_apart(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    ending = await table.play_out()
    shared = "share" in ending.text
    page = await board(alice)
    assert page.text.count("of 1") == 2
    assert len(re.findall(r"1 of 1", page.text)) == (2 if shared else 1)
    with_bots = await board(alice, bots=True)
    assert "of 1" not in with_bots.text
    against = await Table.opened(sandbox, alice)
    await against.add_bot()
    await against.start()
    while not against.is_over():
        turn = against.turn()
        panel = await against.panel(alice)
        await against.press(alice, panel, moves_of(panel)[0].label)
        await against.posted(turn)
    await alice.click(page, "With bots")
    await alice.until(lambda: "Alice" in (alice.find(page.id) or page).text and "Bob" not in alice.find(page.id).text)  # type: ignore[union-attr]  # it is there
    assert (await board(alice)).text.count("of 1") == 2
    assert "of 1" not in await spans(alice, "cantina"), "every server has its own"


async def spans(person: Person, where: str) -> str:
    pages = [await (await person.slash(where, "leaderboard", span=span)).reply() for span in ("month", "season", "all")]
    return "\n".join(page.text for page in pages)


# Fair and told ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("dealt_as_ever")
async def test_the_seal_of_the_lobby_is_that_of_the_secret_shown_at_the_end(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    found = re.search(r"sealed: ([0-9a-f]+)", table.lobby.text)
    assert found
    await table.start()
    ending = await table.play_out()
    opened = await (await bob.click(ending, "Fair deal?")).reply()
    seal, secret = re.findall(r"`([0-9a-f]{64}|[0-9a-f]{32})`", opened.text)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == seal
    assert seal.startswith(found[1])
    assert "gives this match" in opened.text


@pytest.mark.usefixtures("dealt_as_ever")
async def test_verify_checks_a_match_beside_the_running_bot(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    going_on = await verify(bot, table.match)
    assert going_on[0] == 2
    assert "over" in going_on[1]
    await table.play_out()
    code, said = await verify(bot, table.match)
    assert (code, "It fits" in said) == (0, True)
    async with bot.cheza.database.read() as connection:
        assert await PeopleRepository(connection).fact("alive_at"), "the bot runs on"


async def verify(bot: Bot, match: int) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "verify",
        str(match),
        env={**os.environ, "DATABASE_URL": bot.settings.database_url},
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


# Commands -----------------------------------------------------------------------------------------------


async def test_games_lists_ones_own_matches_everywhere_the_longest_waiting_first(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    first = await Table.started(sandbox, alice, bob)
    await bot.pass_time(60)
    second = await Table.started(sandbox, kim, alice, where="cantina")
    await bot.pass_time(60)
    third = await Table.opened(sandbox, bob, alice)
    await first.pick(alice)
    await bot.settled()
    for where in ("games", "cantina", "dm"):
        mine = await (await alice.slash(where, "games")).reply()
        listed = [int(number) for number in re.findall(r"Take 5 #?(\d+)", mine.text)]
        assert listed[0] == second.match, "the one that waits for her"
        assert sorted(listed) == [first.match, second.match, third.match]
    mine = await (await alice.slash("dm", "games")).reply()
    panel = await (await alice.click(mine, mine.buttons[0].label)).reply()
    assert moves_of(panel)
    theirs = await (await bob.slash("dm", "games")).reply()
    assert sorted(int(number) for number in re.findall(r"Take 5 #?(\d+)", theirs.text)) == [first.match, third.match]
    assert "no match" in (await (await sandbox.person("leo").slash("games", "games")).reply()).text


async def test_hand_table_move_and_history_work_in_the_thread_the_channel_and_the_dm(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.trick()
    places: list[object] = [table.place(), "games", "dm"]
    for where in places:
        hand = await (await alice.slash(where, "hand")).reply()  # type: ignore[arg-type]  # a place or its name
        assert hand.pictures
        shown = await (await alice.slash(where, "table")).reply()  # type: ignore[arg-type]  # a place or its name
        assert [picture.name for picture in shown.pictures] == ["take5.png"]
        assert moves_of(shown) == []
        history = await (await alice.slash(where, "history")).reply()  # type: ignore[arg-type]  # a place or its name
        assert "Laid" in history.text
        nonsense = await (await alice.slash(where, "move", move="a card")).reply()  # type: ignore[arg-type]  # a place or its name
        assert "move of Take 5" in nonsense.text
        assert all(seen.ephemeral or seen.channel_id == alice.channel("dm").id for seen in (hand, shown, history))


async def test_help_and_rules_answer_anybody_anywhere(sandbox: Sandbox, bot: Bot, alice: Person, mia: Person) -> None:
    for person, where in ((alice, "games"), (alice, "dm"), (mia, "cantina"), (mia, "dm")):
        for topic in ("play", "fair", "kept"):
            told = await (await person.slash(where, "help", topic=topic)).reply()
            assert len(told.text) > 200
        told = await (await person.slash(where, "rules", game=GAME)).reply()
        assert "bull heads" in told.text
        assert (await (await person.slash(where, "hand")).reply()).text


async def test_the_settings_of_a_server_are_its_staffs(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    offered = {command["name"] for command in sandbox.stage.commands.usable(channel_of(sandbox, bob), bob.id)}
    assert "settings" not in offered
    assert "play" in offered
    assert (await (await alice.slash("games", "settings", matches="thread")).reply()).ephemeral


def channel_of(sandbox: Sandbox, person: Person) -> Channel:
    return sandbox.world.channels[person.channel("games").id]
