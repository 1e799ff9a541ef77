"""What Discord shows, as it is kept, and the message that goes out once; on an offline Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.messages.layout import Button, Gallery, Message, buttons, message
from bot.messenger import Code, Messenger, Verdict, code_of, custom_ids, described, judge
from bot.presentation import DrawnPicture
from bot.sandbox import Sandbox
from bot.telling.tellings import (
    Moved,
    Retired,
    Tellings,
    Told,
    dump_intents,
    dump_retired,
    dump_told,
    load_intents,
    load_retired,
    load_told,
)
from db.records import TellingRecord
from tests.sandbox.bots import DESCRIPTION, PNG, running

from .room import Room

MARKER = "h:1:1:t"
POST = message("A turn", buttons(Button("My hand", MARKER, "blue")))


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(answer, {"code": code, "message": "hand 55"})


@dataclass
class Desk:
    """A teller's tools, on an offline Discord."""

    sandbox: Sandbox
    messenger: Messenger
    tellings: Tellings
    room: Room
    games: int

    async def kept(self, match_id: int) -> TellingRecord:
        return await self.room.matches.telling(match_id)

    def shown(self) -> list[str]:
        return [each.text for each in self.sandbox.person("alice").messages(self.games)]

    async def send(self, telling: TellingRecord, post: Message = POST, channel: int = 0) -> int:
        _, sent = await self.tellings.send_once(telling, channel or self.games, "t.1.1.0", MARKER, post)
        return sent


@pytest.fixture
async def desk(room: Room) -> AsyncIterator[Desk]:
    async with Sandbox(description=DESCRIPTION) as sandbox, running(sandbox) as client:
        messenger = Messenger(client)
        games = sandbox.person("alice").channel("games").id
        yield Desk(sandbox, messenger, Tellings(messenger, room.database), room, games)
        assert sandbox.violations == []


# Records ---------------------------------------------------------------------------------------------------


def test_what_is_told_is_kept_as_text_and_read_back() -> None:
    told = {0: Told(3, "dm", hand=True), 4: Told(2, "self", hand=False)}
    retired = [Retired(5, "-# over\n*x*", 2)]
    assert load_told(dump_told(told)) == told
    assert load_retired(dump_retired(retired)) == retired
    assert load_intents(dump_intents(["a", "b"])) == ["a", "b"]
    fresh = TellingRecord(1)
    assert (load_told(fresh.pinged), load_retired(fresh.retire), load_intents(fresh.intents)) == ({}, [], [])


async def test_an_intent_that_is_fulfilled_is_taken_out_and_no_other(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    telling = await desk.tellings.note(await desk.kept(number), intents=dump_intents(["a", "b", "c"]))
    for fulfilled, left in ((["b"], ["a", "c"]), (["z"], ["a", "c"]), ([], ["a", "c"]), (["c", "a"], [])):
        telling = await desk.tellings.note(telling, fulfilled=fulfilled, place_id=5)
        assert load_intents(telling.intents) == left
        assert await desk.kept(number) == telling


async def test_an_intent_is_lost_to_nobody_who_knows_the_telling_as_it_was(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    before = await desk.kept(number)
    for nonce in ("d.1.1.0", "d.1.1.1", "d.1.1.2"):
        await desk.tellings.send_once(before, desk.games, nonce, MARKER, POST)
    await desk.tellings.note(before, fulfilled=["d.1.1.1"])
    assert load_intents((await desk.kept(number)).intents) == ["d.1.1.0", "d.1.1.2"]


async def test_a_step_that_is_refused_for_the_moment_holds_up_no_other_and_is_raised_at_the_end(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id

    async def refused(telling: TellingRecord) -> TellingRecord:
        await desk.tellings.note(telling, place_id=5)
        raise http_error(501)

    async def posts(telling: TellingRecord) -> TellingRecord:
        return await desk.tellings.note(telling, post_id=(telling.place_id or 0) + 1)

    with pytest.raises(discord.HTTPException):
        await desk.tellings.each(await desk.kept(number), [refused, posts])
    assert (await desk.kept(number)).post_id == 6


async def test_a_step_that_fails_otherwise_ends_the_round(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    before = await desk.kept(number)

    async def fails(telling: TellingRecord) -> TellingRecord:
        raise http_error(403)

    async def posts(telling: TellingRecord) -> TellingRecord:
        return await desk.tellings.note(telling, post_id=1)

    with pytest.raises(discord.HTTPException):
        await desk.tellings.each(before, [fails, posts])
    assert await desk.kept(number) == before


# Judging ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (http_error(429), Verdict.PASSING),
        (http_error(500), Verdict.PASSING),
        (http_error(503), Verdict.PASSING),
        (http_error(400, Code.ARCHIVED), Verdict.FINAL),
        (http_error(403, Code.DM_CLOSED), Verdict.FINAL),
        (http_error(404, Code.UNKNOWN_MESSAGE), Verdict.FINAL),
        (discord.RateLimited(60), Verdict.PASSING),
        (aiohttp.ServerDisconnectedError(), Verdict.PASSING),
        (TimeoutError(), Verdict.PASSING),
        (ConnectionResetError(), Verdict.PASSING),
        (KeyError(55), None),
        (AssertionError(), None),
    ],
    ids=lambda value: described(value) if isinstance(value, BaseException) else "",
)
def test_a_refusal_passes_or_is_final(error: BaseException, refusal: Verdict | None) -> None:
    assert judge(error) is refusal


def test_an_error_is_described_without_a_word_of_what_was_sent() -> None:
    assert described(http_error(403, 50007)) == "HTTPException 403/50007"
    assert described(KeyError("hand 55")) == "KeyError"


# Sending once ----------------------------------------------------------------------------------------------


async def test_the_intent_is_noted_before_the_message_goes_out(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    held = desk.sandbox.hold(method="POST", path_regex=r".*/messages")
    task = asyncio.create_task(desk.send(await desk.kept(number)))
    await held.reached()
    assert load_intents((await desk.kept(number)).intents) == ["t.1.1.0"]
    assert desk.shown() == []
    held.release()
    await task
    assert desk.shown() == ["A turn"]


async def test_an_open_intent_whose_message_is_there_sends_nothing(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    first = await desk.send(await desk.kept(number))
    await desk.sandbox.pass_time(3600)  # Discord has forgotten the nonce
    assert await desk.send(await desk.kept(number)) == first
    assert desk.shown() == ["A turn"]


async def test_an_open_intent_whose_message_is_not_there_sends_it(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    telling = await desk.tellings.note(await desk.kept(number), intents=dump_intents(["t.1.1.0"]))
    other = message("Another turn", buttons(Button("My hand", "h:1:0:t")))
    await desk.messenger.send(desk.games, other, "t.1.0.0")
    await desk.send(telling)
    assert desk.shown() == ["Another turn", "A turn"]


async def test_a_message_whose_answer_was_lost_is_not_sent_twice(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    desk.sandbox.faults.add(answer="reset", method="POST", path_regex=r".*/messages", took_effect=True)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await desk.send(await desk.kept(number))
    await desk.send(await desk.kept(number))
    assert desk.shown() == ["A turn"]


async def test_a_final_refusal_takes_the_intent_back(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    desk.sandbox.faults.add(answer=403, code=Code.NO_ACCESS, method="POST", path_regex=r".*/messages")
    with pytest.raises(discord.Forbidden):
        await desk.send(await desk.kept(number))
    assert load_intents((await desk.kept(number)).intents) == []


async def test_a_passing_refusal_leaves_the_intent(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    desk.sandbox.faults.add(answer=501, method="POST", path_regex=r".*/messages", times=None)
    with pytest.raises(discord.HTTPException):
        await desk.send(await desk.kept(number))
    assert load_intents((await desk.kept(number)).intents) == ["t.1.1.0"]


async def test_what_is_meant_for_who_sits_goes_out_to_nobody_who_has_left_the_seat(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    telling = await desk.kept(number)
    for sitter in ((0, 2), (1, 1)):
        with pytest.raises(Moved):
            await desk.tellings.send_once(telling, desk.games, "d.1.1.0", MARKER, POST, sitter=sitter)
    assert desk.shown() == []
    assert await desk.kept(number) == telling
    await desk.tellings.send_once(telling, desk.games, "d.1.1.0", MARKER, POST, sitter=(0, 1))
    assert desk.shown() == ["A turn"]


async def test_an_archived_thread_is_opened_and_the_message_sent_again(desk: Desk) -> None:
    number = (await desk.room.match(2)).match.id
    lobby = await desk.messenger.send(desk.games, message("lobby"), "l")
    thread = await desk.messenger.open_thread(desk.games, lobby, "match", 10080)
    desk.sandbox.faults.add(answer=400, code=Code.ARCHIVED, method="POST", path_regex=rf".*/{thread}/messages")
    await desk.send(await desk.kept(number), channel=thread)
    assert [each.text for each in desk.sandbox.person("alice").messages(thread)] == ["A turn"]
    assert len(desk.sandbox.calls_to("PATCH", "/channels/{channel_id}")) == 1


# The messenger ---------------------------------------------------------------------------------------------


async def test_only_who_is_meant_is_pinged(desk: Desk) -> None:
    alice, bob = (desk.sandbox.person(name).user.id for name in ("alice", "bob"))
    words = message(f"<@{alice}> <@{bob}> @everyone")
    await desk.messenger.send(desk.games, words, "a", mention=[bob])
    await desk.messenger.send(desk.games, words, "b")
    first, second = (call.body["allowed_mentions"] for call in posts(desk))
    assert (first["parse"], [str(user) for user in first["users"]]) == ([], [str(bob)])
    assert second["parse"] == []
    assert not second.get("users")


def posts(desk: Desk) -> list[Any]:
    return desk.sandbox.calls_to("POST", "/channels/{channel_id}/messages")


async def test_a_repeat_with_the_same_nonce_shows_one_message(desk: Desk) -> None:
    first = await desk.messenger.send(desk.games, POST, "same")
    assert await desk.messenger.send(desk.games, POST, "same") == first
    assert desk.shown() == ["A turn"]


async def test_a_thread_that_is_open_already_is_taken(desk: Desk) -> None:
    lobby = await desk.messenger.send(desk.games, message("lobby"), "l")
    assert await desk.messenger.open_thread(desk.games, lobby, "match", 10080) == lobby
    assert await desk.messenger.open_thread(desk.games, lobby, "match", 10080) == lobby


async def test_an_edit_keeps_or_replaces_the_picture(desk: Desk) -> None:
    drawn = DrawnPicture("take5", "Alt", PNG)
    sent = await desk.messenger.send(desk.games, message("a", Gallery(drawn)), "a")
    await desk.messenger.edit(desk.games, sent, message("b", Gallery(drawn)))
    assert desk.shown() == ["b"]
    await desk.messenger.edit(desk.games, sent, message("c"))
    assert desk.shown() == ["c"]


async def test_an_edit_that_may_wait_hands_back_its_refusal(desk: Desk) -> None:
    sent = await desk.messenger.send(desk.games, POST, "a")
    assert await desk.messenger.try_edit(desk.games, sent, message("b")) is None
    assert code_of(await desk.messenger.try_edit(desk.games, 5, message("c"))) == Code.UNKNOWN_MESSAGE
    desk.sandbox.faults.add(answer=501, method="PATCH")
    refused = await desk.messenger.try_edit(desk.games, sent, message("c"))
    assert refused is not None
    assert judge(refused) is Verdict.PASSING
    await desk.messenger.delete(desk.games, sent)
    await desk.messenger.delete(desk.games, sent)
    assert desk.shown() == []


async def test_a_message_is_known_by_its_buttons(desk: Desk) -> None:
    await desk.messenger.send(desk.games, POST, "a")
    assert await desk.messenger.find(desk.games, MARKER) is not None
    assert await desk.messenger.find(desk.games, "h:1:2:t") is None
    async for found in desk.messenger.place(desk.games).history(limit=1):
        assert custom_ids(found) == {MARKER}


async def test_a_place_that_is_gone_holds_no_message(desk: Desk) -> None:
    assert await desk.messenger.find(5, MARKER) is None


async def test_a_dm_channel_is_one_a_person(desk: Desk) -> None:
    alice = desk.sandbox.person("alice").user.id
    assert await desk.messenger.dm_channel(alice) == await desk.messenger.dm_channel(alice)
