"""Notices on an offline Discord: told once, after the post of their turn, kept true, and put away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.messages.layout import Button, Message, buttons, lines, message
from bot.messages.posts import hand_id
from bot.messages.scenes import Scene
from bot.messenger import Code
from bot.telling.notice_kinds import KINDS
from bot.telling.notices import NoticeKind
from bot.telling.tellings import EDIT_TRIES
from db.records import NoticeRecord
from db.repositories import NoticeRepository

from .desk import Desk, open_desk
from .room import Room

POSTS, FORGOTTEN = r".*/messages", 3600
"""Messages sent; seconds after which Discord no longer knows a nonce."""


def news(scene: Scene, notice: NoticeRecord) -> Message:
    match = scene.position.match
    return message(
        lines(f"News: {notice.data} for {scene.names.light(1)}"),
        buttons(Button("My hand", hand_id(match.id, notice.turn, f"n{notice.number}"), "blue")),
    )


@pytest.fixture
async def desk(room: Room, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setitem(KINDS, "news", NoticeKind(news, lambda _scene, notice: f"Old: {notice.data}"))
    monkeypatch.setitem(
        KINDS,
        "matter",
        NoticeKind(
            news,
            lambda _scene, notice: f"Settled: {notice.data}",
            lasts=lambda _scene, notice: notice.open,
            calls=lambda _scene, notice: [notice.user_id] if notice.user_id else [],
        ),
    )
    async with open_desk(room) as desk:
        yield desk


async def keep(desk: Desk, *notices: NoticeRecord) -> None:
    async with desk.room.matches.lock(desk.number):
        await desk.room.matches.note(await desk.room.matches.position(desk.number), notices)


async def kept(desk: Desk) -> tuple[NoticeRecord, ...]:
    async with desk.room.database.read() as connection:
        return await NoticeRepository(connection).of_match(desk.number)


def told(desk: Desk) -> list[str]:
    """What stands in the place beside the posts of turns."""
    return [text for text in desk.shown() if text.startswith(("News", "-# Old", "-# Settled"))]


async def test_it_is_told_once_silently_after_the_post_of_its_turn_and_pings_nobody(desk: Desk) -> None:
    await keep(desk, NoticeRecord("news", "rain"))
    await desk.told()
    await desk.told()
    post, notice = desk.shown()[-2:]
    assert "Waiting for" in post
    assert notice.startswith("News: rain for")
    (sent,) = [call for call in desk.sandbox.calls if "News: rain" in str(call.body)]
    assert sent.body["flags"] & (1 << 12), "silent"
    assert sent.body["allowed_mentions"]["parse"] == []
    assert not sent.body["allowed_mentions"].get("users")
    assert [each.number for each in await kept(desk)] == [1]


async def test_it_has_a_sound_for_whom_it_calls_alone(desk: Desk) -> None:
    alice, bob = desk.people
    await keep(desk, NoticeRecord("matter", f"<@{alice}>", open=True, user_id=bob))
    await desk.told()
    (sent,) = [call for call in desk.sandbox.calls if "News:" in str(call.body)]
    assert [int(user) for user in sent.body["allowed_mentions"]["users"]] == [bob]
    assert not sent.body.get("flags", 0) & (1 << 12)


async def test_it_is_kept_with_the_change_that_causes_it_or_not_at_all(desk: Desk) -> None:
    before = await desk.room.everything()
    desk.room.meddle("CREATE TRIGGER no BEFORE INSERT ON notices BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        await keep(desk, NoticeRecord("news", "rain"))
    assert await desk.room.everything() == before


async def test_it_keeps_one_line_without_buttons_when_its_turn_is_over(desk: Desk) -> None:
    await keep(desk, NoticeRecord("news", "rain"))
    await desk.told()
    await desk.trick(21, 41)
    assert told(desk) == ["-# Old: rain"]
    (left,) = [each for each in desk.sandbox.person("alice").messages(desk.games) if "Old" in each.text]
    assert not left.buttons
    edits = len(desk.sandbox.calls_to("PATCH", "/channels/{channel_id}/messages/{message_id}"))
    await desk.told()
    assert len(desk.sandbox.calls_to("PATCH", "/channels/{channel_id}/messages/{message_id}")) == edits


async def test_a_matter_lasts_over_turns_is_edited_where_it_changes_and_put_away_when_it_is_settled(
    desk: Desk,
) -> None:
    await keep(desk, NoticeRecord("matter", "one voice", open=True))
    await desk.told()
    await desk.trick(21, 41)
    assert [text.split(" for ")[0] for text in told(desk)] == ["News: one voice"]
    (notice,) = await kept(desk)
    await keep(desk, NoticeRecord("matter", "two voices", open=True, number=notice.number))
    await desk.told()
    assert [text.split(" for ")[0] for text in told(desk)] == ["News: two voices"]
    await keep(desk, NoticeRecord("matter", "decided", number=notice.number))
    await desk.told()
    assert told(desk) == ["-# Settled: decided"]


async def test_what_is_over_before_it_could_be_told_is_not_told(desk: Desk) -> None:
    await desk.told()
    await keep(desk, NoticeRecord("news", "rain"))
    for person, card in zip(desk.people, ("21", "41"), strict=True):
        await desk.room.matches.play(desk.number, person, card, None)
    await desk.told()
    assert told(desk) == []
    assert all(each.done for each in await kept(desk))


async def test_the_end_of_the_match_puts_every_notice_away(desk: Desk) -> None:
    await keep(desk, NoticeRecord("matter", "a vote", open=True), NoticeRecord("news", "rain"))
    await desk.told()
    for cards in ((21, 41), (22, 42), (23, 43)):
        await desk.trick(*cards)
    desk.room.meddle("UPDATE matches SET status = 'cancelled', version = version + 1 WHERE id = ?", desk.number)
    await desk.told()
    assert told(desk) == ["-# Settled: a vote", "-# Old: rain"]


async def test_one_that_may_have_gone_out_before_a_kill_is_looked_for_and_not_sent_again(desk: Desk) -> None:
    await desk.told()
    desk.sandbox.faults.add(answer="reset", method="POST", path_regex=POSTS, took_effect=True)
    await keep(desk, NoticeRecord("news", "rain"))
    desk.teller.tell(desk.number)
    await desk.sandbox.until(lambda: bool(told(desk)))
    await desk.restart()
    await desk.sandbox.pass_time(FORGOTTEN)
    await desk.told()
    assert len(told(desk)) == 1
    assert (await kept(desk))[0].message_id is not None


async def test_one_that_went_out_before_a_kill_is_put_away_though_its_turn_is_over_by_then(desk: Desk) -> None:
    await desk.told()
    desk.sandbox.faults.add(answer="reset", method="POST", path_regex=POSTS, took_effect=True)
    await keep(desk, NoticeRecord("news", "rain"))
    desk.teller.tell(desk.number)
    await desk.sandbox.until(lambda: bool(told(desk)))
    await desk.restart()
    for person, card in zip(desk.people, ("21", "41"), strict=True):
        await desk.room.matches.play(desk.number, person, card, None)
    await desk.told()
    assert told(desk) == ["-# Old: rain"]
    assert "n." not in (await desk.kept()).intents


async def test_an_edit_that_is_refused_for_the_moment_is_made_after_all_though_nothing_else_is_told(desk: Desk) -> None:
    await keep(desk, NoticeRecord("matter", "one voice", open=True))
    await desk.told()
    (notice,) = await kept(desk)
    desk.teller.pauses = (0,)
    desk.sandbox.faults.add(
        answer=501, method="PATCH", path_regex=rf"{POSTS}/{notice.message_id}", times=EDIT_TRIES - 1
    )
    await keep(desk, NoticeRecord("matter", "decided", number=notice.number))
    await desk.told()
    assert told(desk) == ["-# Settled: decided"]


@pytest.mark.parametrize(("status", "code"), [(403, Code.NO_PERMISSION), (404, Code.UNKNOWN_CHANNEL)])
async def test_one_that_its_place_refuses_is_left_out_and_comes_after_all_when_the_table_is_asked_for(
    desk: Desk, status: int, code: int
) -> None:
    await desk.told()
    fault = desk.sandbox.faults.add(answer=status, code=code, method="POST", path_regex=POSTS)
    await keep(desk, NoticeRecord("matter", "a vote", open=True))
    await desk.told()
    assert fault.spent
    assert told(desk) == []
    await desk.room.matches.play(desk.number, desk.people[0], "21", None)
    await desk.told()
    calls = len(desk.sandbox.calls_to("POST", "/channels/{channel_id}/messages"))
    assert calls == len(desk.shown()) + 1, "it isn't tried again by itself"
    desk.room.meddle("UPDATE tellings SET place_gone = 1")
    await desk.teller.revive(desk.number, desk.games)
    await desk.told()
    assert len(told(desk)) == 1


async def test_one_that_is_refused_for_the_moment_holds_up_no_other(desk: Desk) -> None:
    await desk.told()
    desk.sandbox.faults.add(answer=501, method="POST", predicate=lambda call: "rain" in str(call.body), times=None)
    await keep(desk, NoticeRecord("news", "rain"), NoticeRecord("news", "sun"))
    desk.teller.tell(desk.number)
    await desk.sandbox.until(lambda: any("sun" in text for text in told(desk)))
    desk.sandbox.faults.clear()
    await desk.sandbox.until(lambda: len(told(desk)) == 2, within=20)


async def test_an_edit_that_never_succeeds_is_left_until_something_changes(desk: Desk) -> None:
    desk.teller.pauses = (0,)
    await keep(desk, NoticeRecord("matter", "one voice", open=True))
    await desk.told()
    refused = desk.sandbox.faults.add(answer=501, method="PATCH", times=None)
    (notice,) = await kept(desk)
    await keep(desk, NoticeRecord("matter", "two voices", open=True, number=notice.number))
    for _ in range(2):
        await desk.told()
    assert len(refused.calls) == EDIT_TRIES
    desk.sandbox.faults.clear()
    await keep(desk, NoticeRecord("matter", "three voices", open=True, number=notice.number))
    await desk.told()
    assert told(desk)[0].startswith("News: three voices")


async def test_one_that_was_deleted_is_edited_no_more(desk: Desk) -> None:
    await keep(desk, NoticeRecord("matter", "one voice", open=True))
    await desk.told()
    (notice,) = await kept(desk)
    assert notice.message_id is not None
    desk.sandbox.staff.delete_message(notice.message_id)
    await keep(desk, NoticeRecord("matter", "two voices", open=True, number=notice.number))
    for _ in range(2):
        await desk.told()
    edits = desk.sandbox.calls_to("PATCH", "/channels/{channel_id}/messages/{message_id}")
    assert len([call for call in edits if call.args["message_id"] == str(notice.message_id)]) == 1
    assert told(desk) == []
