"""A permission that the bot lacks is named before anybody waits, and what can be done without it is done."""

from __future__ import annotations

import re

import pytest

from bot.sandbox import Permission, Person, Sandbox

from .bots import Bot
from .tables import GAME, Table

NAMES = {
    Permission.VIEW_CHANNEL: "View Channel",
    Permission.SEND_MESSAGES: "Send Messages",
    Permission.ATTACH_FILES: "Attach Files",
    Permission.READ_MESSAGE_HISTORY: "Read Message History",
    Permission.CREATE_PUBLIC_THREADS: "Create Public Threads",
    Permission.SEND_MESSAGES_IN_THREADS: "Send Messages in Threads",
}
FOR_THREADS = (Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS)


def games(person: Person) -> int:
    return person.channel("games").id


@pytest.mark.parametrize("missing", NAMES, ids=NAMES.values())
async def test_play_names_the_permission_that_is_missing_and_opens_nothing(
    missing: Permission, sandbox: Sandbox, bot: Bot, alice: Person
) -> None:
    sandbox.staff.deny_bot(games(alice), missing)
    reply = await (await alice.slash("games", "play", game=GAME)).reply()
    assert reply.ephemeral
    named = [name for name in NAMES.values() if re.search(rf"{name}(?! in Threads)", reply.text)]
    assert NAMES[missing] in named
    assert len(named) == 1 or missing is Permission.VIEW_CHANNEL  # without it, the rest is lacking too
    assert [seen for seen in alice.messages("games") if not seen.ephemeral] == []
    assert "no match" in (await (await alice.slash("tavern", "games")).reply()).text


async def test_play_names_several_missing_permissions_at_once(sandbox: Sandbox, bot: Bot, alice: Person) -> None:
    sandbox.staff.deny_bot(games(alice), Permission.ATTACH_FILES, Permission.CREATE_PUBLIC_THREADS)
    reply = await (await alice.slash("games", "play", game=GAME)).reply()
    assert "Attach Files" in reply.text
    assert "Create Public Threads" in reply.text


async def test_no_thread_permission_is_asked_for_where_matches_are_played_in_the_channel(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    await (await alice.slash("games", "settings", matches="channel")).reply()
    sandbox.staff.deny_bot(games(alice), *FOR_THREADS)
    table = await Table.started(sandbox, alice, bob)
    assert table.place().name == "games"


@pytest.mark.parametrize("missing", [Permission.ATTACH_FILES, Permission.CREATE_PUBLIC_THREADS])
async def test_a_permission_lost_before_the_start_is_named_by_start_and_nothing_is_dealt(
    missing: Permission, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    sandbox.staff.deny_bot(games(alice), missing)
    answer = await alice.click(table.lobby, "Start")
    assert NAMES[missing] in (await answer.reply()).text
    assert table.lobby_now().has_button("Start")
    sandbox.staff.clear_overwrite(games(alice), sandbox.world.bot)
    await table.start()


@pytest.mark.parametrize("why", ["refused", "too many threads"])
async def test_a_thread_that_can_not_be_made_leaves_the_match_in_the_channel(
    why: str, sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    if why == "refused":
        sandbox.faults.add(method="POST", path_regex=r"/channels/.*/threads", answer=403, code=50013)
    else:
        sandbox.world.active_thread_cap = 0
    await table.start()
    assert table.place().name == "games"
    assert len(sandbox.calls_to("POST", "/channels/{channel_id}/messages/{message_id}/threads")) == 1
    assert await table.trick()
    assert (await (await bob.slash("games", "hand")).reply()).pictures or table.row_is_asked()


async def test_a_table_inside_a_thread_needs_the_permission_to_write_in_threads(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    host = await Table.started(sandbox, alice, bob)
    sandbox.staff.deny_bot(games(alice), Permission.SEND_MESSAGES_IN_THREADS)
    reply = await (await alice.slash(host.place(), "play", game=GAME)).reply()
    assert "Send Messages in Threads" in reply.text
    assert not reply.has_button("Join")
    sandbox.staff.deny_bot(games(alice), Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
    inner = await Table.started(sandbox, alice, bob, where=host.place().id)
    assert inner.place().id == host.place().id


async def test_a_thread_that_is_deleted_in_mid_match_leaves_the_match_playable_by_command_and_dm(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bot.settled()
    sandbox.staff.delete_channel(table.place().id)
    panels = []
    for person in (alice, bob):
        panel = await (await person.slash("games", "hand", match=table.match)).reply()
        panels.append(panel)
        move = next(each for each in panel.buttons if (each.custom_id or "").startswith("m:"))
        await (await person.click(panel, custom_id=move.custom_id)).reply()
    await bot.settled()
    board = await (await bob.slash("games", "table", match=table.match)).reply()
    assert "trick 2" in board.text or "take a row" in board.text
    calls = len(sandbox.calls)
    for person in (alice, bob):
        panel = await (await person.slash("games", "hand", match=table.match)).reply()
        moves = [each for each in panel.buttons if (each.custom_id or "").startswith("m:")]
        if moves:
            await (await person.click(panel, custom_id=moves[0].custom_id)).reply()
    await bot.settled()
    assert not [call for call in sandbox.calls[calls:] if f"/channels/{table.lobby.id}/" in call.path], (
        "no further call"
    )
