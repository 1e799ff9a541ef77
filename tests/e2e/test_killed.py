"""The bot is a process, and is killed (SIGKILL) at each kind of step and at each call of a turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.sandbox import Person, Sandbox

from .closing import Closing, look_back
from .conftest import description, two_servers
from .forked import Forked
from .tables import ONCE_MORE, Table, cards_of, hand_in_dm, moves_of, turns_of

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


# Kinds of steps -----------------------------------------------------------------------------------------


async def test_killed_with_an_open_lobby(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.opened(sandbox, alice)
    await child.restart()
    await table.join(bob)
    await table.start()
    assert table.awaited() == [alice, bob]


async def test_killed_after_a_pick(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    card = cards_of(await table.panel(alice))[5]
    await table.pick(alice, card)
    await child.restart()
    await table.pick(bob)
    assert f"Alice {card}" in (await table.posted(1)).pictures[0].alt


async def test_killed_after_the_last_pick(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick_all()
    await child.restart()
    await table.posted(1)
    await table.put_away()
    assert len(table.told()) == 2


async def test_killed_while_a_row_is_chosen(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob, rounds=None)
    while not table.row_is_asked():
        turn = table.turn()
        await table.pick_all()
        await table.posted(turn)
    turn = table.turn()
    person, panel = await table.chooser()
    await child.restart()
    await table.press(person, panel, moves_of(panel)[2].label)
    await child.restart()
    await table.posted(turn)
    assert "took row 3" in await table.history(person)
    await table.put_away()
    assert len(table.told()) == turn + 1


async def test_killed_at_a_deadline(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob, pace="live")
    await sandbox.pass_time(125)
    await alice.until(lambda: table.notices(ONCE_MORE), what="word that both have their time once more")
    held = sandbox.hold(method="POST", path_regex=rf"/channels/{table.place().id}/messages")
    await sandbox.pass_time(125)
    await held.reached()
    await child.kill()
    held.discard()
    await child.start()
    await table.posted(1)
    await table.put_away()
    assert table.turn() == 2
    assert len([seen for seen in table.told() if ONCE_MORE not in seen.text]) == 2
    hands = [cards_of(await table.panel(person)) for person in (alice, bob)]
    assert [len(hand) for hand in hands] == [9, 9] or table.row_is_asked()


async def test_killed_at_the_end(sandbox: Sandbox, child: Forked, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    while "trick 9" not in table.post().text or table.row_is_asked():
        await table.trick()
    turn = table.turn()
    await table.pick_all()
    await child.restart()
    await table.posted(turn)
    await table.take_rows()
    await child.restart()
    assert table.is_over()
    await table.closed_lobby()
    await table.put_away()
    assert len(table.told()) == turns_of(table.post()) + 1
    board = await (await alice.slash("games", "leaderboard")).reply()
    assert "of 1" in board.text
    assert "of 2" not in board.text


# Calls of a turn ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A table at which bob is about to lay the last card of a trick, for which alice then waits by DM."""

    table: Table
    alice: Person
    bob: Person

    def call(self, which: str) -> tuple[str, str]:
        """The method and path of a call of the turn."""
        thread, dm = self.table.place().id, self.alice.channel("dm").id
        return {
            "the answer to the click": ("POST", r"/interactions/.*/callback"),
            "the panel": ("PATCH", r"/webhooks/.*/messages/@original"),
            "the post": ("POST", rf"/channels/{thread}/messages"),
            "the hand by DM": ("POST", rf"/channels/{dm}/messages"),
            "the old hand's end": ("DELETE", rf"/channels/{dm}/messages/\d+"),
            "the old post's end": ("PATCH", rf"/channels/{thread}/messages/{self.table.post().id}"),
        }[which]


@pytest.mark.parametrize("took_effect", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "which",
    [
        "the answer to the click",
        "the panel",
        "the post",
        "the hand by DM",
        "the old hand's end",
        "the old post's end",
    ],
)
async def test_killed_while_a_call_of_a_turn_is_under_way(
    which: str, took_effect: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await alice.until(lambda: hand_in_dm(alice, table))
    await table.pick(alice)
    panel = await table.panel(bob)
    alice_before, bob_before = len(alice.pings), len(bob.pings)
    method, path = Turn(table, alice, bob).call(which)
    held = sandbox.hold(method=method, path_regex=path, took_effect=took_effect)
    click = asyncio.ensure_future(bob.click(panel, cards_of(panel)[-1]))
    call = await held.reached()
    await child.kill()
    held.discard()
    assert call.took_effect is took_effect
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await child.start()
    await click
    if which == "the answer to the click":  # nothing had been kept yet: bob presses again
        assert table.turn() == 1
        await table.press(bob, panel, cards_of(panel)[-1])
    await table.posted(1)
    await table.put_away()
    if alice in table.awaited():
        await alice.until(lambda: hand_in_dm(alice, table))
        assert len(alice.pings) == alice_before + 1
    if table.awaited() != [bob]:
        assert len(bob.pings) == bob_before
    assert table.turn() == 2
    assert len(table.told()) == 2
    lying = [seen for seen in alice.messages("dm") if f"#{table.place().id}>" in seen.text]
    assert len(lying) == 1


@pytest.mark.parametrize(
    ("which", "took_effect"),
    [
        ("the thread", True),
        ("the opening post", False),
        ("the opening post", True),
        ("the first hand by DM", True),
        ("the lobby", False),
    ],
)
async def test_killed_while_a_call_of_the_start_is_under_way(
    which: str, took_effect: bool, sandbox: Sandbox, child: Forked, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    games = table.lobby.channel_id
    method, path = {
        "the thread": ("POST", rf"/channels/{games}/messages/{table.lobby.id}/threads"),
        "the opening post": ("POST", rf"/channels/{table.lobby.id}/messages"),
        "the first hand by DM": ("POST", rf"/channels/{alice.channel('dm').id}/messages"),
        "the lobby": ("PATCH", rf"/channels/{games}/messages/{table.lobby.id}"),
    }[which]
    before = [len(person.pings) for person in (alice, bob)]
    held = sandbox.hold(method=method, path_regex=path, took_effect=took_effect)
    await alice.click(table.lobby, "Start")
    await held.reached()
    await child.kill()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await child.start()
    await alice.until(table.posts, what="the opening post")
    await alice.until(lambda: "Started" in table.lobby_now().text, what="a lobby that says Started")
    for person in (alice, bob):
        await person.until(lambda who=person: hand_in_dm(who, table))  # type: ignore[misc]  # mypy infers no lambda with a default
        lying = [seen for seen in person.messages("dm") if f"#{table.place().id}>" in seen.text]
        assert len(lying) == 1
    assert table.place().id == table.lobby.id
    assert len(table.told()) == 1
    assert [len(person.pings) for person in (alice, bob)] == [count + 1 for count in before]
    await table.trick()


async def test_killed_before_a_lobby_is_remembered_it_comes_to_life_with_the_first_press(
    sandbox: Sandbox, child: Forked, alice: Person, bob: Person
) -> None:
    held = sandbox.hold(method="PATCH", path_regex=r"/webhooks/.*/messages/@original", took_effect=True)
    await alice.slash("games", "play", game="take5")
    await held.reached()
    await child.kill()
    held.discard()
    await child.start()
    table = Table(sandbox, alice, next(seen for seen in reversed(alice.messages("games")) if seen.has_button("Join")))
    await table.join(bob)
    await table.start()
    assert table.place().id == table.lobby.id, "it has a thread like any other"
