"""Who doesn't sit at a table presses everything there is: no hand is shown, nothing changes, nobody goes unanswered."""

from __future__ import annotations

import re
from itertools import count

from bot.messages.layout import Block, Button, Option, Select, message, rows_of
from bot.sandbox import Answer, Person, Place, Sandbox, Seen

from .bots import Bot
from .tables import Table, cards_of
from .test_seats import call_vote, give_up, more, noticed, notices, offer, press

_numbers = count()
MADE_UP = (
    "m:1:0:row 1", "m:1:-:row 1", "m:1:0:", "m:1:0:" + "9" * 60, "m:1:x:5", "m:99999:0:5", "p:1:0:", "p:1:0:5",
    "o:1:rounds", "o:1:nothing", "o:99999:rounds", "l:1:join", "l:1:leave", "l:1:start", "l:1:bot", "l:1:unbot",
    "p:99999:0:",
    "l:1:cancel", "l:1:options", "l:1:dance", "l:99999:join", "h:1:1:t", "h:1:0:g", "h:99999:1:t", "h:0:0:t",
    "more:99999", "fair:99999", "history:99999:new", "history:1:99", "rules:chess", "b:chess:all:0:0:s",
    "b:take5:ever:0:0:s",
    f"m:{10**25}:0:5", f"m:1:{10**25}:5", f"h:{10**25}:1:t", f"l:{10**25}:join", f"more:{10**25}", f"fair:{10**25}",
    f"history:1:{10**25}", f"history:{10**25}:new", f"o:{10**25}:rounds", f"p:{10**25}:0:5",
    "v:1:1:off", "v:1:99:time", "v:1:1:dance", "v:99999:1:off", f"v:1:{10**12}:off", f"v:{10**25}:1:off", "n:1:1",
    "n:99999:1", "seat:1:1:take", "seat:1:1:no", "seat:99999:1:take", f"seat:{10**25}:1:take", "off:1:1:yes", "to:1",
    "off:99999:1:no", "about:1:0", "about:1:1", "about:1:99", "about:99999", "over:99999", "end:99999:yes",
    "m", "m:", ":", "::::", "m:1", "h:1:1", "M:1:0:5", " m:1:0:5", "m:-1:0:5", "m:１:0:200", "zzz", "\u202e", "x" * 100,
)  # fmt: skip


async def everything_pressable(table: Table) -> set[str]:
    """Play a match to its end, and collect every id that anybody could press on the way."""
    found: set[str] = set()

    def look() -> None:
        for person in table.people:
            for place in person.channels():
                for seen in person.messages(place):
                    found.update(each.custom_id for each in seen.buttons if each.custom_id)
                    found.update(each.custom_id for each in seen.selects)

    await (await table.first.click(table.lobby, "Options")).reply()
    look()
    await table.start()
    await (await table.first.click(table.post(), "More")).reply()
    while not table.is_over():
        look()
        await table.trick()
    look()
    await (await table.first.slash("games", "leaderboard")).reply()
    look()
    return found


async def forged(bot: Bot, place: Place, ids: list[str]) -> list[int]:
    """Let the bot post, for all to press, what it never puts on a public post; returns the messages' ids."""
    selects = [id for id in ids if id.startswith("o:")]
    others = [id for id in ids if id not in selects]
    made: list[tuple[Block, ...]] = [
        rows_of([Button("?", id) for id in others[at : at + 25]]) for at in range(0, len(others), 25)
    ]
    made += [tuple(Select(id, (Option("5", "5"),)) for id in selects[at : at + 5]) for at in range(0, len(selects), 5)]
    sent = []
    for blocks in made:
        sent.append(await bot.cheza.messenger.send(place.id, message("?", *blocks), f"f.{next(_numbers)}"))
    return sent


async def press_everything(person: Person, message_id: int) -> list[Answer]:
    """Press every button and choose in every select of a message."""
    seen = person.find(message_id)
    assert seen is not None
    pressed = [await person.click(seen, custom_id=each.custom_id) for each in seen.buttons]
    chosen = [await person.click(seen, custom_id=each.custom_id, values=["5"]) for each in seen.selects]
    return pressed + chosen


def shows_a_hand(seen: Seen) -> bool:
    return any(picture.name == "hand.png" for picture in seen.pictures) or bool(cards_of(seen))


async def snapshot(bot: Bot, match: int) -> object:
    await bot.settled()
    position = await bot.cheza.matches.position(match)
    return position.match, await bot.cheza.matches.deadlines(match)


async def test_no_button_of_a_match_gives_anything_away_or_changes_anything_for_who_does_not_sit_there(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person, leo: Person, mia: Person
) -> None:
    known = await everything_pressable(await Table.opened(sandbox, alice, bob))
    table = await Table.started(sandbox, alice, bob)  # the same again, and this one goes on
    ids = {re.sub(r"^([a-z]+):1(?=:|$)", rf"\1:{table.match}", each) for each in known}
    assert {each.split(":")[0] for each in ids} >= {"m", "h", "o", "l", "more", "fair", "history", "rules", "b", "hand"}
    ids |= {f"m:{table.match}:0:{card}" for card in cards_of(await table.panel(alice))}
    ids = {id for id in ids if not id.startswith(("b:", "hand:"))}  # those are about no match
    before = await snapshot(bot, table.match)
    thread = table.place()
    for stranger, place in ((kim, thread), (leo, thread), (mia, mia.channel("cantina"))):  # mia is of another server
        for source in await forged(bot, place, sorted(ids)):
            for answer in await press_everything(stranger, source):
                reply = await answer.reply()
                assert reply.text
                assert reply.ephemeral
                assert not shows_a_hand(reply)
    for id in sorted(ids):
        reply = await (await kim.click(table.post(), custom_id=id, raw=True)).reply()
        assert reply.text, id
        assert reply.ephemeral, id
        assert not shows_a_hand(reply), id
    assert await snapshot(bot, table.match) == before
    for stranger in (kim, leo, mia):
        assert not any(shows_a_hand(seen) for place in stranger.channels() for seen in stranger.messages(place))


async def test_no_button_of_a_vote_or_an_offer_lets_a_stranger_in(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, cara: Person, dai: Person, kim: Person, leo: Person
) -> None:
    mia = sandbox.person("mia")
    table = await Table.started(sandbox, alice, bob, cara)
    await give_up(table, cara)
    await call_vote(table, alice, "Cara")
    await offer(table, bob, dai)
    sure = await press(alice, await more(table, alice), "Call the match off")
    await press(alice, sure, "Ask them")
    await noticed(table, "asks to call the match off")
    listed = await more(table, bob)
    found = [*listed.buttons, *(button for seen in notices(table) for button in seen.buttons)]
    ids = {each.custom_id for each in found if each.custom_id and each.custom_id.count(":") >= 1}
    ids |= {f"to:{table.match}", f"end:{table.match}:yes", f"up:{table.match}:yes", f"back:{table.match}"}
    ids |= {f"about:{table.match}:{seat}" for seat in (1, 2, 3)}
    assert {each.split(":")[0] for each in ids} >= {"v", "off", "seat", "n", "over", "about", "end"}
    before = await snapshot(bot, table.match), await bot.cheza.seats.notices(table.match)
    thread = table.place()
    for stranger, place in ((kim, thread), (leo, thread), (mia, mia.channel("cantina"))):
        for source in await forged(bot, place, sorted(ids)):
            for answer in await press_everything(stranger, source):
                reply = await answer.reply()
                assert reply.text
                assert reply.ephemeral
                assert not shows_a_hand(reply)
    assert (await snapshot(bot, table.match), await bot.cheza.seats.notices(table.match)) == before


async def test_every_button_that_a_post_really_carries_answers_a_spectator_and_a_moderator(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person, leo: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    for label in ("Leave", "Start", "Add a bot", "Options", "Cancel"):
        answer = await kim.click(table.lobby, label)
        assert await kim.until(lambda answer=answer: answer.followups or [answer.message]), label  # type: ignore[misc]  # mypy infers no lambda with a default
        said = answer.followups[0] if answer.followups else await answer.reply()
        assert said.ephemeral, label
        assert said.text, label
    assert table.seats() == 2
    assert table.lobby_now().buttons
    await table.start()
    for person in (kim, leo):
        for label in ("My hand", "More"):
            reply = await (await person.click(table.post(), label)).reply()
            assert reply.ephemeral
            assert not shows_a_hand(reply)
            for button in reply.buttons:
                again = await (await person.click(table.post(), label)).reply()
                inner = await (await person.click(again, button.label)).reply()
                assert inner.text
                assert not shows_a_hand(inner)


async def test_a_moderator_may_run_a_lobby_but_not_start_it(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, leo: Person
) -> None:
    table = await Table.opened(sandbox, alice, bob)
    started = await leo.click(table.lobby, "Start")
    assert (await leo.until(lambda: started.followups))[0].text
    await leo.click(table.lobby, "Add a bot")
    await leo.until(lambda: table.seats() == 3)
    await leo.click(table.lobby, "Cancel")
    await leo.until(lambda: not table.lobby_now().buttons)


async def test_ids_that_somebody_made_up_are_answered_with_a_sentence_and_change_nothing(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    before = await snapshot(bot, table.match)
    for id in MADE_UP:
        reply = await (await kim.click(table.post(), custom_id=id, raw=True)).reply()
        assert reply.text, id
        assert reply.ephemeral, id
    for person in (kim, alice):
        for source in await forged(bot, table.place(), list(MADE_UP)):
            for answer in await press_everything(person, source):
                reply = await answer.reply()
                assert reply.text
                assert reply.ephemeral
                assert person is alice or not shows_a_hand(reply)
    assert await snapshot(bot, table.match) == before


async def test_the_typed_ways_show_a_stranger_nothing_either(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person, mia: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    card = cards_of(await table.panel(alice))[0]
    before = await snapshot(bot, table.match)
    for person, where in ((kim, table.place()), (kim, "games"), (kim, "dm"), (mia, "cantina"), (mia, "dm")):
        for match in ({}, {"match": table.match}, {"match": 999}, {"match": -1}, {"match": 2**53}):
            for command, options in (("hand", {}), ("move", {"move": card}), ("table", {}), ("history", {})):
                answer = await person.slash(where, command, **options, **match)
                reply = await answer.reply()
                assert reply.text
                assert not shows_a_hand(reply)
                if person is mia:
                    assert not reply.pictures
            offered = await person.autocomplete(where, "move", "move", **match)
            assert offered.choices == []
    assert await snapshot(bot, table.match) == before


async def test_a_match_of_another_server_is_refused_there_even_to_who_plays_it(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await Table.started(sandbox, alice, bob)
    for command in ("hand", "table", "history"):
        reply = await (await alice.slash("cantina", command, match=table.match)).reply()
        assert "no such match" in reply.text.lower()
    at_home = await (await alice.slash("dm", "hand", match=table.match)).reply()
    assert shows_a_hand(at_home)
