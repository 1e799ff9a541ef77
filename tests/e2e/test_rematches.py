"""Rematch: one press each, in the thread of a match that is over."""

from __future__ import annotations

from bot.sandbox import Permission, Person, Sandbox, Seen

from .bots import Bot
from .tables import Table, match_of


def open_lobby(person: Person, after: Seen) -> Seen | None:
    """The lobby that stands in #games after another post."""
    return next((seen for seen in person.messages("games") if seen.id > after.id and seen.has_button("Join")), None)


async def test_two_people_play_again_by_a_press_each_in_a_thread_of_its_own(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    ending = await table.play_out()
    refused = await (await cara.click(ending, "Rematch")).reply()
    assert "for those who sat" in refused.text
    waits = await (await bob.click(ending, "Rematch")).reply()
    assert "You're in for the rematch" in waits.text
    assert "still missing: Alice" in waits.text
    lobby = await bob.until(lambda: open_lobby(bob, table.lobby), what="the rematch's table")
    assert "Bob" in lobby.text
    assert "1 round" in lobby.text, "the options are as before"
    again = await (await bob.click(ending, "Rematch")).reply()
    assert "You sit here already" in again.text

    await bot.restart()
    begins = await (await alice.click(ending, "Rematch")).reply()
    assert "The rematch begins" in begins.text
    second = Table(sandbox, alice, lobby)
    second.people.append(bob)
    await alice.until(lambda: second.posts(), what="the rematch's first post")
    assert second.place().id != table.place().id
    assert match_of(second.post()) == second.match == table.match + 1
    await second.play_out()


async def test_a_permission_that_the_channel_lacks_is_named_in_the_thread_and_nothing_is_opened(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    ending = await table.play_out()
    games = alice.channel("games").id
    sandbox.staff.deny_bot(games, Permission.CREATE_PUBLIC_THREADS)
    refused = await (await alice.click(ending, "Rematch")).reply()
    assert "Create Public Threads" in refused.text
    await bot.settled()
    assert open_lobby(alice, table.lobby) is None
    sandbox.staff.clear_overwrite(games, sandbox.world.bot)
    assert "You're in for the rematch" in (await (await alice.click(ending, "Rematch")).reply()).text


async def test_alone_against_bots_a_press_starts_the_rematch_in_a_thread(
    sandbox: Sandbox, bot: Bot, alice: Person
) -> None:
    table = await Table.opened(sandbox, alice)
    await table.add_bot()
    await table.start()
    ending = await table.play_out()
    before = len(alice.threads())
    await (await alice.click(ending, "Rematch")).reply()
    await alice.until(lambda: len(alice.threads()) == before + 1, what="the rematch's thread")
    await bot.settled()
    lobby = next(seen for seen in reversed(alice.messages("games")) if "Started in" in seen.text)
    assert lobby.id > table.lobby.id
    assert "(bot)" in lobby.text
