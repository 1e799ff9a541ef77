"""The bot is killed when a seat is given up, taken back, and when a rematch is asked for: each counts, and once."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Person, Sandbox, Seen

from .closing import Closing, look_back
from .forked import Forked
from .logbook import Logbook
from .passing_tables import PassingTable
from .tables import PATIENCE, Table, match_of
from .test_killed import NONCE_FORGOTTEN


async def test_killed_at_each_step_of_leaving_coming_back_and_playing_again(
    sandbox: Sandbox, log: Logbook, tmp_path: Path, alice: Person, bob: Person
) -> None:
    file = tmp_path / "cheza.sqlite3"
    child = Forked(sandbox, file, tmp_path / "log")
    await child.start()
    table = await PassingTable.dealt(sandbox, file, [alice, bob], target="31")
    await child.kill()
    table.lay("1..2", "12 55", "66 00", points=[30, 0])
    await child.start()
    mover, other = table.active, table.after(1)

    async def killed_at(method: str, path: str, press: Person, on: Seen, label: str, *, took_effect: bool) -> None:
        held = sandbox.hold(method=method, path_regex=path, took_effect=took_effect)
        await press.click(on, label)
        await held.reached()
        await child.kill()
        held.discard()
        await sandbox.pass_time(NONCE_FORGOTTEN)
        await child.start()

    # A seat is given up, and taken back: the post of the turn says so.
    post = rf"/channels/{table.place().id}/messages/\d+"
    more = await (await other.click(table.post(), "More")).reply()
    sure = await (await other.click(more, "Give up my seat")).reply()
    await killed_at("PATCH", post, other, sure, "Give it up", took_effect=False)
    await table.first.until(lambda: table.post().has_button("I'm back"), within=PATIENCE)
    assert "A stand-in plays for you." in (await table.panel(other)).text
    await killed_at("PATCH", post, other, table.post(), "I'm back", took_effect=True)
    await table.first.until(lambda: not table.post().has_button("I'm back"), within=PATIENCE)
    assert "A stand-in plays for you." not in (await table.panel(other)).text
    while not table.is_over():
        await table.play(str(table.sensible()))
    await table.closed_lobby()

    # A rematch is asked for by one, then by the other.
    ending, games = table.post(), alice.channel("games").id
    await killed_at("POST", rf"/channels/{games}/messages", mover, ending, "Rematch", took_effect=True)
    lobby = await alice.until(lambda: lobbies(alice)[0], within=PATIENCE, what="the rematch's table")
    await killed_at("POST", rf"/channels/{games}/messages/\d+/threads", other, ending, "Rematch", took_effect=False)
    second = Table(sandbox, alice, lobby)
    second.people.append(bob)
    await alice.until(second.posts, within=PATIENCE, what="the rematch's first post")
    assert match_of(second.post()) == table.match + 1
    assert second.place().id == lobby.id
    assert len(second.told()) == 1
    await alice.until(lambda: lobbies(alice) == [], within=PATIENCE, what="a table that has started")
    assert len([seen for seen in alice.messages("games") if "Opened by" in seen.text]) == 2
    assert await child.terminate() == 0
    look_back(sandbox, child.output(), Closing(interactions_may_fail=True))


def lobbies(person: Person) -> list[Seen]:
    """The tables that are open in #games."""
    return [seen for seen in person.messages("games") if seen.has_button("Join")]
