"""The bot is killed (SIGKILL) before and after each call of a vote and of a seat's changing hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.sandbox import Person, Sandbox, Seen

from .closing import Closing, look_back
from .conftest import description, two_servers
from .forked import Forked
from .tables import PATIENCE, Table, cards_of, hand_in_dm
from .test_seats import give_up, more, noticed, notices, offer, press

pytestmark = pytest.mark.asyncio(loop_scope="module")
NONCE_FORGOTTEN = 20 * 60
"""Seconds after which Discord would take a message for a new one, though it is sent with the same nonce."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(world=two_servers, description=description()) as sandbox:
        yield sandbox


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def child(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Forked]:
    folder = tmp_path_factory.mktemp("killed")
    child = Forked(sandbox, folder / "cheza.sqlite3", folder / "log")
    await child.start()
    yield child
    await child.terminate()
    look_back(sandbox, child.output(), Closing(interactions_may_fail=True))


async def killed_at(
    sandbox: Sandbox, child: Forked, person: Person, seen: Seen, label: str, call: tuple[str, str], *, after: bool
) -> None:
    """Press something, and kill the bot at a call that comes of it; then start it again."""
    held = sandbox.hold(method=call[0], path_regex=call[1], took_effect=after)
    click = asyncio.ensure_future(person.click(seen, label))
    await held.reached(within=PATIENCE)
    await child.kill()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await child.start()
    await click


def gone_from(table: Table, seen: Seen) -> bool:
    found = table.first.find(seen.id)
    return found is not None and not found.buttons


calls = pytest.mark.parametrize("after", [False, True], ids=["before", "after"])


@calls
@pytest.mark.parametrize("which", ["the answer", "the notice", "the word for the caller"])
async def test_a_vote_that_is_called_is_posted_once(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    asked = await press(alice, await more(table, alice), "Vote about a seat")
    call = {
        "the answer": ("POST", r"/interactions/.*/callback"),
        "the notice": ("POST", rf"/channels/{table.place().id}/messages"),
        "the word for the caller": ("PATCH", r"/webhooks/.*/messages/@original"),
    }[which]
    await killed_at(sandbox, child, alice, asked, "3 Cara", call, after=after)
    if which == "the answer":  # nothing was kept: alice presses again
        await alice.click(asked, "3 Cara")
    post = await noticed(table, "what about the seat of")
    await press(alice, post, "Someone else")
    await press(bob, post, "Someone else")
    await noticed(table, "Who takes the seat of")
    assert len([seen for seen in notices(table) if "Cara" in seen.text and "vote" in seen.text]) <= 1
    assert len([seen for seen in table.told() if "what about the seat of" in seen.text]) <= 1


@calls
@pytest.mark.parametrize("which", ["the answer", "the word for who has voted", "the edit of the vote"])
async def test_a_voice_is_kept_or_not_given(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    asked = await press(alice, await more(table, alice), "Vote about a seat")
    await press(alice, asked, "3 Cara")
    post = await noticed(table, "what about the seat of")
    call = {
        "the answer": ("POST", r"/interactions/.*/callback"),
        "the word for who has voted": ("PATCH", r"/webhooks/.*/messages/@original"),
        "the edit of the vote": ("PATCH", rf"/channels/{table.place().id}/messages/{post.id}"),
    }[which]
    await killed_at(sandbox, child, alice, post, "Call it off", call, after=after)
    if which == "the answer":
        await alice.click(post, "Call it off")
    await alice.until(lambda: "Alice" in said_of(table, post).partition("Voted:")[2], within=PATIENCE)
    await press(bob, post, "Call it off")
    await alice.until(table.is_over, within=PATIENCE, what="the last post")
    assert "The table voted" in table.post().text


def said_of(table: Table, seen: Seen) -> str:
    found = table.first.find(seen.id)
    return found.text if found else ""


@calls
@pytest.mark.parametrize("which", ["the answer", "what was decided", "the offer", "the vote's end"])
async def test_what_a_vote_decides_is_done_and_told_once(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person, dai: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await press(alice, await press(alice, await more(table, alice), "Vote about a seat"), "3 Cara")
    post = await noticed(table, "what about the seat of")
    await press(alice, post, "Someone else")
    await alice.until(lambda: "Alice" in said_of(table, post).partition("Voted:")[2], within=PATIENCE)
    thread = table.place().id
    call = {
        "the answer": ("POST", r"/interactions/.*/callback"),
        "what was decided": ("PATCH", r"/webhooks/.*/messages/@original"),
        "the offer": ("POST", rf"/channels/{thread}/messages"),
        "the vote's end": ("PATCH", rf"/channels/{thread}/messages/{post.id}"),
    }[which]
    await killed_at(sandbox, child, bob, post, "Someone else", call, after=after)
    if which == "the answer":
        await bob.click(post, "Someone else")
    free = await noticed(table, "Who takes the seat of")
    await alice.until(lambda: gone_from(table, post), within=PATIENCE, what="a vote without buttons")
    assert len([seen for seen in table.told() if "Who takes" in seen.text]) == 1
    assert "The seat is yours" in (await press(dai, free, "Take the seat")).text
    await noticed(table, "in place of **Cara**")


@calls
@pytest.mark.parametrize("which", ["the answer", "the offer", "the word for the giver"])
async def test_an_offer_is_made_once_and_calls_once(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    form = await press(bob, await more(table, bob), "Hand over my seat")
    pings = len(cara.pings)
    method, path = {
        "the answer": ("POST", r"/interactions/.*/callback"),
        "the offer": ("POST", rf"/channels/{table.place().id}/messages"),
        "the word for the giver": ("PATCH", r"/webhooks/.*/messages/@original"),
    }[which]
    held = sandbox.hold(method=method, path_regex=path, took_effect=after)
    click = asyncio.ensure_future(bob.click(form, "Choose a person", values=[cara.id]))
    await held.reached(within=PATIENCE)
    await child.kill()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await child.start()
    await click
    if which == "the answer":
        await bob.click(form, "Choose a person", values=[cara.id])
    asked = await noticed(table, "would hand you")
    assert len(cara.pings) == pings + 1
    assert len([seen for seen in table.told() if "would hand you" in seen.text]) == 1
    assert "The seat is yours" in (await press(cara, asked, "Take the seat")).text


@calls
@pytest.mark.parametrize(
    "which", ["the answer", "the panel", "the news", "the offer's end", "the old hand's end", "the post's edit"]
)
async def test_a_seat_changes_hands_whole_and_the_hand_with_it(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await bob.until(lambda: hand_in_dm(bob, table), within=PATIENCE)
    hand = cards_of(await table.panel(bob))
    await offer(table, bob, cara)
    asked = await noticed(table, "would hand you")
    thread, dm = table.place().id, bob.channel("dm").id
    call = {
        "the answer": ("POST", r"/interactions/.*/callback"),
        "the panel": ("PATCH", r"/webhooks/.*/messages/@original"),
        "the news": ("POST", rf"/channels/{thread}/messages"),
        "the offer's end": ("PATCH", rf"/channels/{thread}/messages/{asked.id}"),
        "the old hand's end": ("PATCH", rf"/channels/{dm}/messages/\d+"),
        "the post's edit": ("PATCH", rf"/channels/{thread}/messages/{table.post().id}"),
    }[which]
    await killed_at(sandbox, child, cara, asked, "Take the seat", call, after=after)
    if which == "the answer":
        await cara.click(asked, "Take the seat")
    await noticed(table, "in place of **Bob**")
    await alice.until(lambda: gone_from(table, asked), within=PATIENCE, what="an offer without buttons")
    await bob.until(
        lambda: not [seen for seen in bob.messages("dm") if f"#{thread}>" in seen.text and seen.pictures],
        within=PATIENCE,
        what="no hand left with who has handed over",
    )
    assert len([seen for seen in table.told() if "in place of **Bob**" in seen.text]) == 1
    assert cards_of(await table.panel(cara)) == hand
    assert "watching" in (await table.panel(bob)).text
    table.people = [alice, cara]
    await table.pick_all()
    await table.posted(1)


@calls
async def test_a_hand_that_was_on_its_way_when_its_seat_changed_hands_is_wiped(
    after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    dm = bob.channel("dm").id
    held = sandbox.hold(method="POST", path_regex=rf"/channels/{dm}/messages", took_effect=after)
    await table.start()
    await held.reached(within=PATIENCE)
    await offer(table, bob, cara)
    mine = await (await cara.slash("games", "table", match=table.match)).reply()  # the teller waits for bob's hand
    got = await press(cara, await press(cara, mine, "Offered: 2 Bob"), "Take the seat")
    assert "The seat is yours" in got.text
    await child.kill()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await child.start()
    await noticed(table, "in place of **Bob**")
    await bob.until(
        lambda: not [seen for seen in bob.messages("dm") if f"#{table.place().id}>" in seen.text and seen.pictures],
        within=PATIENCE,
        what="no hand left with who has handed over",
    )
    table.people = [alice, cara]
    await table.pick_all()
    await table.posted(1)
    first = f"h:{table.match}:1:d"
    sent = [call for call in sandbox.calls if call.path == f"/channels/{cara.channel('dm').id}/messages"]
    assert not [call for call in sent if first in str(call.body)], "who has the hand before them is called by nothing"


@calls
@pytest.mark.parametrize("which", ["the question", "the last post", "the question's end", "the lobby"])
async def test_a_match_that_all_call_off_is_called_off_once(
    which: str, after: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    sure = await press(alice, await more(table, alice), "Call the match off")
    thread, games = table.place().id, table.lobby.channel_id
    if which == "the question":
        call = ("POST", rf"/channels/{thread}/messages")
        await killed_at(sandbox, child, alice, sure, "Ask them", call, after=after)
        post = await noticed(table, "asks to call the match off")
        await press(bob, post, "Call it off")
    else:
        await press(alice, sure, "Ask them")
        post = await noticed(table, "asks to call the match off")
        call = {
            "the last post": ("POST", rf"/channels/{thread}/messages"),
            "the question's end": ("PATCH", rf"/channels/{thread}/messages/{post.id}"),
            "the lobby": ("PATCH", rf"/channels/{games}/messages/{table.lobby.id}"),
        }[which]
        await killed_at(sandbox, child, bob, post, "Call it off", call, after=after)
    await alice.until(table.is_over, within=PATIENCE, what="the last post")
    await alice.until(lambda: gone_from(table, post), within=PATIENCE, what="a question without buttons")
    await alice.until(lambda: "Called off" in table.lobby_now().text, within=PATIENCE)
    assert len([seen for seen in table.told() if "Everybody who played wanted" in seen.text]) == 1
    assert len([seen for seen in table.told() if "asks to call" in seen.text]) == 0
