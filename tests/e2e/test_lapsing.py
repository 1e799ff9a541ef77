"""Lobbies that nobody starts: one warning in the channel, then they are called off."""

from __future__ import annotations

import asyncio

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import PATIENCE, Table

HOUR = 3600


def warnings(person: Person) -> list[Seen]:
    return [seen for seen in person.messages("games") if seen.has_button("Keep it open")]


async def test_a_lobby_that_nobody_starts_is_called_off_after_one_warning(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    await table.join(bob)
    await bot.pass_time(22 * HOUR - 60)
    assert warnings(alice) == []
    await bot.pass_time(120)
    warning = await alice.until(lambda: warnings(alice)[-1], what="a warning")
    assert "waits for players" in warning.text and alice.pings[-1].id == warning.id
    assert bob.pings == []
    await bot.restart()
    await bot.settled()
    await bot.pass_time(2 * HOUR)
    lobby = await alice.until(lambda: seen if "nobody started it" in (seen := table.lobby_now()).text else None)
    assert not lobby.has_button("Join")
    await alice.until(lambda: not warnings(alice), what="no warning about what is over")
    answer = await (await bob.slash("games", "hand", match=table.match)).reply()
    assert "called off" in answer.text


async def test_a_lobby_is_kept_open_by_a_press_on_its_warning(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    await bot.pass_time(22 * HOUR + 60)
    warning = await alice.until(lambda: warnings(alice)[-1], what="a warning")
    refused = await (await bob.click(warning, "Keep it open")).reply()
    assert "who sit here" in refused.text
    kept = await (await alice.click(warning, "Keep it open")).reply()
    assert "another day" in kept.text
    await alice.until(lambda: not warnings(alice), what="no warning")
    await bot.pass_time(3 * HOUR)
    await table.join(bob)
    assert table.lobby_now().has_button("Join")


async def test_a_lobby_that_starts_after_its_warning_leaves_no_warning(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    await bot.pass_time(22 * HOUR + 60)
    await alice.until(lambda: warnings(alice), what="a warning")
    await table.join(bob)
    await alice.until(lambda: not warnings(alice), what="no warning")
    await table.start()
    await bot.pass_time(3 * HOUR)
    await bot.settled()
    assert warnings(alice) == []


async def test_a_channel_that_takes_no_warning_holds_up_no_lobby(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    sandbox.faults.add(
        predicate=lambda call: call.method == "POST" and ":keep" in str(call.body), answer=403, code=50013, times=1
    )
    await bot.pass_time(22 * HOUR + 60)
    await bot.pass_time(2 * HOUR)
    await alice.until(lambda: "nobody started it" in table.lobby_now().text, what="a lobby that is called off")


async def test_a_lobby_that_changes_while_its_warning_is_on_its_way_keeps_none(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    held = sandbox.hold(predicate=lambda call: call.method == "POST" and ":keep" in str(call.body))
    await bot.see_time_pass(22 * HOUR + 60)
    await held.reached()
    await bob.click(table.lobby, "Join")
    async with asyncio.timeout(PATIENCE):
        while len((await bot.cheza.matches.position(table.match)).match.seats) < 2:
            pass
    for _ in range(50):  # time in which it could be looked for before it is there
        await bot.cheza.matches.position(table.match)
    held.release()
    taken = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
    await alice.until(lambda: sandbox.calls_to(*taken), what="the warning being taken away")
    assert warnings(alice) == []
