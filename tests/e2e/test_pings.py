"""Who is called, when, and how often: once a turn for each awaited person, where they want it, and nobody else."""

from __future__ import annotations

from bot.sandbox import Person, Sandbox, Seen

from .bots import Bot
from .tables import Table, hand_in_dm, moves_of

DAY = 24 * 3600


async def prefer(person: Person, ping: str, hand: str = "dm") -> None:
    """Choose where to be told of one's turn."""
    form = await person.slash("games", "preferences")
    await (await person.submit(form, {"hand": hand, "ping": ping})).reply()


def new_pings(person: Person, before: int) -> list[Seen]:
    return person.pings[before:]


async def test_everybody_is_called_once_a_turn_where_they_want_it_but_not_who_brought_the_turn(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    await prefer(bob, "thread")
    table = await Table.started(sandbox, alice, bob, cara, rounds=None)
    await bot.settled()
    opening = table.post()
    assert [[each.id for each in person.pings] for person in (alice, bob, cara)] == [[opening.id]] * 3
    turns = 0
    while turns < 6:
        turn = table.turn()
        before = {person.id: len(person.pings) for person in table.people}
        last: Person | None = None
        for person in table.awaited():
            panel = await table.panel(person)
            await table.press(person, panel, moves_of(panel)[0].label)
            last = person
        await table.posted(turn)
        await bot.settled()
        post, awaited = table.post(), table.awaited()
        for person in table.people:
            came = new_pings(person, before[person.id])
            if person is last or person not in awaited:
                assert came == [], f"{person.user.username} was called for nothing"
            elif person is bob:
                assert [each.id for each in came] == [post.id]
            else:
                assert [each.channel_id for each in came] == [person.channel("dm").id]
        called_here = bob in awaited and bob is not last
        assert post.silent is not called_here
        assert set(post.mentions) == ({bob.id} if called_here else set())
        turns += 1


async def test_ticks_edit_the_post_without_a_ping_or_a_new_picture(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await bot.settled()
    post, pings = table.post(), [len(person.pings) for person in table.people]
    sent = len(sandbox.calls_to("POST", "/channels/{channel_id}/messages"))
    await table.pick(alice)
    await table.pick(bob)
    await alice.until(lambda: table.post().text.count("Have chosen") == 1 and table.awaited() == [cara])
    await bot.settled()
    assert table.post().id == post.id
    assert table.post().pictures == post.pictures
    edits = [call for call in sandbox.calls if call.method == "PATCH" and call.path.endswith(f"/{post.id}")]
    assert edits
    assert all(not call.files for call in edits)
    assert [len(person.pings) for person in table.people] == pings
    assert len(sandbox.calls_to("POST", "/channels/{channel_id}/messages")) == sent


async def test_a_post_is_not_edited_for_ticks_after_55_minutes(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, cara)
    await bot.settled()
    post = table.post()
    await bot.pass_time(56 * 60)
    await table.pick(alice)
    bot.cheza.teller.tell(table.match)
    await bot.settled()
    assert table.post() == post
    await table.pick(bob)
    await table.pick(cara)
    await table.posted(1)


async def test_old_posts_lose_their_buttons_and_pictures_and_keep_a_line(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await table.trick()
    await table.trick()
    await table.put_away()
    for old in table.told()[:-1]:
        assert old.buttons == ()
        assert old.pictures == ()
        assert old.payload["attachments"] == []
        assert old.text.startswith("-# ")
        assert len(old.text.splitlines()) == 1


async def test_the_lobby_says_where_it_went_and_how_it_ended(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    await alice.until(lambda: "Started" in table.lobby_now().text)
    assert f"<#{table.place().id}>" in table.lobby_now().text
    assert table.lobby_now().buttons == ()
    await table.play_out()
    closed = await table.closed_lobby()
    assert "wins" in closed.text or "share" in closed.text
    off = await Table.opened(sandbox, alice)
    await alice.click(off.lobby, "Cancel")
    await alice.until(lambda: not off.lobby_now().buttons)
    assert "Called off" in off.lobby_now().text


async def test_a_post_opens_a_thread_that_fell_asleep(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person) -> None:
    table = await Table.started(sandbox, alice, bob, pace="none")
    hand = await alice.until(lambda: hand_in_dm(alice, table))
    theirs = await bob.until(lambda: hand_in_dm(bob, table))
    await bot.pass_time(8 * DAY)
    assert table.place().archived
    for person, seen in ((alice, hand), (bob, theirs)):
        panel = await (await person.click(seen, "Play here")).reply()
        await (await person.click(panel, custom_id=moves_of(panel)[0].custom_id)).reply()
    await alice.until(lambda: not table.place().archived, what="an open thread")
    assert table.turn() == 2
    assert alice.threads()[0].id == table.place().id


async def test_a_quiet_thread_is_kept_awake_by_one_silent_line_before_the_week_is_over(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob, pace="none")
    await bot.settled()
    pings = len(alice.pings)
    await bot.pass_time(6.6 * DAY)
    await bot.restart()  # it looks every hour; a start looks at once
    await alice.until(lambda: len(table.told()) == 2, what="a line that keeps the thread awake")
    assert table.told()[-1].silent
    assert len(alice.pings) == pings
    await bot.pass_time(5 * DAY)
    assert not table.place().archived
    await table.trick()
