"""The bot as a process: a token refused in mid-run, SIGTERM, and kills at calls beside a turn's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox import Child, Person, Sandbox, Seen

from .closing import Closing
from .tables import Table, cards_of, hand_in_dm

ROOT = Path(__file__).parents[2]
NONCE_FORGOTTEN = 20 * 60
"""Seconds after which Discord takes a message for a new one, though it is sent with the same nonce."""


@pytest.fixture
async def child(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Child]:
    child = sandbox.child(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'cheza.sqlite3'}", log=tmp_path / "log", cwd=ROOT
    )
    await child.start()
    await sandbox.bot_ready(within=60)
    yield child
    await child.terminate()


async def again(sandbox: Sandbox, child: Child) -> None:
    """Start the bot again."""
    before = sandbox.gateway.identifies
    await child.start()
    await sandbox.until(lambda: sandbox.gateway.identifies > before, within=60)


def reminders(person: Person) -> list[Seen]:
    """The reminders that lie in a person's DM channel."""
    return [seen for seen in person.messages("dm") if "waits for you" in seen.text]


async def test_a_token_refused_in_mid_run_ends_the_process_with_one_line_and_code_2(
    sandbox: Sandbox, child: Child
) -> None:
    before = child.output()
    sandbox.gateway.refusing = True
    await sandbox.gateway.drop(4000)
    async with asyncio.timeout(15):
        assert await child.wait() == 2
    said = child.output().removeprefix(before)
    assert [line for line in said.splitlines() if line.startswith("cheza:")] == [
        "cheza: Discord refused DISCORD_TOKEN: copy it anew from your application's page, under Bot."
    ]
    assert "Traceback" not in said


async def test_sigterm_lets_a_move_in_flight_finish(sandbox: Sandbox, child: Child, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob)
    await alice.until(lambda: hand_in_dm(alice, table))
    await table.pick(alice)
    panel = await table.panel(bob)
    held = sandbox.hold(method="POST", path_regex=r"/interactions/.*/callback")
    click = asyncio.ensure_future(bob.click(panel, cards_of(panel)[-1]))
    await held.reached()
    ending = asyncio.ensure_future(child.terminate())
    held.release()
    assert (await click).acked
    assert await ending == 0
    assert table.turn() == 2, "it was kept, and told"
    assert "Traceback" not in child.output()
    await again(sandbox, child)
    await table.trick()


async def test_sigterm_ends_the_process_within_ten_seconds_though_discord_is_silent(
    sandbox: Sandbox, child: Child, closing: Closing, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.pick(alice)
    silence = sandbox.faults.add(answer="timeout", times=None, method="POST", path_regex=r"/channels/.*/messages")
    await table.pick(bob)
    await sandbox.until(lambda: silence.calls)
    began = time.monotonic()
    assert await child.terminate(within=10) == 0
    assert time.monotonic() - began < 10
    sandbox.faults.clear()
    await again(sandbox, child)
    await table.posted(1)
    assert len(table.told()) == 2


@pytest.mark.parametrize(
    ("which", "took_effect"),
    [("the ending", True), ("the hand's end", False), ("a reminder", False), ("a reminder", True)],
)
async def test_killed_while_a_call_of_the_end_or_a_reminder_is_under_way(
    which: str, took_effect: bool, sandbox: Sandbox, child: Child, closing: Closing, alice: Person, bob: Person
) -> None:
    closing.interactions_may_fail = True
    table = await Table.started(sandbox, alice, bob)
    await bob.until(lambda: hand_in_dm(bob, table))
    dm = alice.channel("dm").id
    if which == "a reminder":
        before = len(alice.pings)
        held = sandbox.hold(
            method="POST",
            path_regex=rf"/channels/{dm}/messages",
            predicate=lambda call: "waits for you" in str(call.body),
            took_effect=took_effect,
        )
        await sandbox.pass_time(19 * 3600)
    else:
        while "trick 9" not in table.post().text or table.row_is_asked():
            await table.trick()
        await table.pick(alice)
        panel = await table.panel(bob)
        method, path = {
            "the ending": ("POST", rf"/channels/{table.place().id}/messages"),
            "the hand's end": ("PATCH", rf"/channels/{dm}/messages/\d+"),
            "the lobby's end": ("PATCH", rf"/channels/{alice.channel('games').id}/messages/{table.lobby.id}"),
        }[which]
        held = sandbox.hold(method=method, path_regex=path, took_effect=took_effect)
        await bob.click(panel, cards_of(panel)[-1])
        reached = asyncio.ensure_future(held.reached(within=20))
        while not reached.done():
            asked = asyncio.ensure_future(sandbox.until(table.row_is_asked, within=20))
            await asyncio.wait((reached, asked), return_when=asyncio.FIRST_COMPLETED)
            if not asked.cancel():
                await table.take_rows()
    await held.reached(within=20)
    await child.kill()
    held.discard()
    await sandbox.pass_time(NONCE_FORGOTTEN)
    await again(sandbox, child)
    if which == "a reminder":
        await alice.until(lambda: reminders(alice), within=30)
        await table.pick(alice)
        assert len(reminders(alice)) == 1
        assert len(alice.pings) == before + 1
    else:
        await table.closed_lobby()
        await table.put_away()
        assert len([seen for seen in table.told() if seen.has_button("Fair deal?")]) == 1
        for person in (alice, bob):
            await person.until(lambda who=person: [len(who.messages("dm")), "over" in who.last("dm").text] == [1, True])  # type: ignore[misc]  # mypy infers no lambda with a default
