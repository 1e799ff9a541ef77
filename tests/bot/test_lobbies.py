"""Lobbies: who may do what at a table that has not begun."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot import fairness
from bot.i18n import Refused
from bot.lobbies import BOT_NAMES, Lobbies, Person, TooFew, WrongNumber
from bot.matches import Matches
from bot.positions import NoSuchMatch
from bot.seating.order import changed_options
from bot.timing.pace import DAY, HOUR
from db.repositories import PeopleRepository, StaleVersion
from rules.engine import InvalidOption, Refusal

from .room import CHANNEL, GUILD, NOON, TAKE5, Room

Act = Callable[[Lobbies, int, Person], Awaitable[Any]]

ACTS: dict[str, Act] = {
    "join": lambda lobbies, number, who: lobbies.join(number, who),
    "leave": lambda lobbies, number, who: lobbies.leave(number, who),
    "add_bot": lambda lobbies, number, who: lobbies.add_bot(number, who),
    "remove_bot": lambda lobbies, number, who: lobbies.remove_bot(number, who),
    "set_option": lambda lobbies, number, who: lobbies.set_option(number, who, "target", "33"),
    "for_options": lambda lobbies, number, who: lobbies.for_options(number, who),
    "cancel": lambda lobbies, number, who: lobbies.cancel(number, who),
    "start": lambda lobbies, number, who: lobbies.start(number, who),
}
RUN_BY_OPENER = ("add_bot", "remove_bot", "set_option", "for_options", "cancel")


async def refused(room: Room, doing: Awaitable[Any], kind: type[Refusal] = Refused) -> str:
    """Try what is refused; nothing may have changed."""
    before = await room.everything()
    with pytest.raises(Refusal) as refusal:
        await doing
    assert type(refusal.value) is kind
    assert await room.everything() == before
    return str(refusal.value)


async def names(room: Room, number: int) -> list[str | None]:
    position = await room.matches.position(number)
    assert [seat.seat for seat in position.match.seats] == list(range(len(position.match.seats)))
    return [seat.user_name or seat.bot_name for seat in position.match.seats]


# Opening ---------------------------------------------------------------------------------------------------


async def test_who_opens_sits_and_nothing_is_dealt(room: Room) -> None:
    me = room.person(1)
    position = await room.lobbies.open(GUILD, CHANNEL, me, "take5", "day")
    match = position.match
    assert (match.status, match.opener_id, match.guild_id, match.channel_id) == ("lobby", 1, GUILD, CHANNEL)
    assert (match.state, match.start_interaction_id, match.started_at) == (None, None, None)
    assert [(seat.user_id, seat.join_interaction_id) for seat in match.seats] == [(1, me.interaction_id)]
    assert await room.matches.position(match.id) == position
    assert await room.matches.log_of(match.id) == ()
    assert {(each.kind, (each.due or 0) - NOON) for each in await room.matches.deadlines(match.id)} == {
        ("lapse", DAY),
        ("reminder", 22 * HOUR),
    }


async def test_bots_sit_beside_the_opener(room: Room) -> None:
    position = await room.lobbies.open(GUILD, CHANNEL, room.person(1), "take5", "day", bots=9)
    assert await names(room, position.match.id) == ["Name 1", *BOT_NAMES[:9]]
    assert {seat.held_by for seat in position.match.seats[1:]} == {"stand_in"}


@pytest.mark.parametrize("bots", [-1, 10, 11])
async def test_more_bots_than_a_table_holds_are_refused(room: Room, bots: int) -> None:
    opening = room.lobbies.open(GUILD, CHANNEL, room.person(1), "take5", "day", bots=bots)
    assert await refused(room, opening) == "A table has room for 9 bots beside you."


@pytest.mark.parametrize(("game", "pace"), [("chess", "day"), ("", "day"), ("take5", "fast"), ("take5", "")])
async def test_an_unknown_game_or_pace_is_refused(room: Room, game: str, pace: str) -> None:
    said = await refused(room, room.lobbies.open(GUILD, CHANNEL, room.person(1), game, pace))
    assert "choose one of the list" in said


async def test_a_lobby_remembers_the_message_that_shows_it(room: Room) -> None:
    number = await room.lobby()
    await room.lobbies.shown_at(number, 777, "lobby 0")
    telling = await room.matches.telling(number)
    assert (telling.lobby_message_id, telling.lobby_shown) == (777, "lobby 0")


# Joining and leaving ---------------------------------------------------------------------------------------


async def test_people_sit_in_the_order_in_which_they_join(room: Room) -> None:
    assert await names(room, await room.lobby(4)) == [f"Name {n}" for n in (1, 2, 3, 4)]


async def test_nobody_sits_twice(room: Room) -> None:
    number = await room.lobby(2)
    said = await refused(room, room.lobbies.join(number, room.person(2)))
    assert said == "You sit here already. **Leave** frees your seat."


async def test_a_full_table_takes_nobody_and_no_bot(room: Room) -> None:
    number = await room.lobby(10)
    assert await refused(room, room.lobbies.join(number, room.person(11))) == "All 10 seats are taken."
    assert await refused(room, room.lobbies.add_bot(number, room.person(1))) == "All 10 seats are taken."


async def test_twenty_joins_in_one_tick_fill_exactly_the_seats(room: Room) -> None:
    number = await room.lobby()
    made = await asyncio.gather(
        *(room.lobbies.join(number, room.person(who)) for who in range(2, 22)), return_exceptions=True
    )
    assert sum(isinstance(each, Refused) for each in made) == 11
    assert await names(room, number) == [f"Name {n}" for n in range(1, 11)]


async def test_a_double_click_on_join_takes_one_seat(room: Room) -> None:
    number = await room.lobby()
    made = await asyncio.gather(*(room.lobbies.join(number, room.person(2)) for _ in range(2)), return_exceptions=True)
    assert [isinstance(each, Refused) for each in made] == [False, True]
    assert await names(room, number) == ["Name 1", "Name 2"]


async def test_a_seat_that_is_left_is_free_and_the_others_move_up(room: Room) -> None:
    number = await room.lobby(4)
    await room.lobbies.leave(number, room.person(2))
    assert await names(room, number) == ["Name 1", "Name 3", "Name 4"]
    await room.lobbies.join(number, room.person(2))
    assert await names(room, number) == ["Name 1", "Name 3", "Name 4", "Name 2"]


async def test_who_does_not_sit_cannot_leave(room: Room) -> None:
    said = await refused(room, room.lobbies.leave(await room.lobby(), room.person(9)))
    assert said == "You don't sit here. **Join** takes a seat."


async def test_an_opener_who_leaves_hands_the_table_on(room: Room) -> None:
    number = await room.lobby(3, bots=1)
    position = await room.lobbies.leave(number, room.person(1))
    assert position.match.opener_id == 2
    await refused(room, room.lobbies.add_bot(number, room.person(1)))
    await room.lobbies.add_bot(number, room.person(2))


async def test_the_last_person_to_leave_calls_the_table_off_although_bots_sit(room: Room) -> None:
    number = await room.lobby(2, bots=2)
    await room.lobbies.leave(number, room.person(1))
    position = await room.lobbies.leave(number, room.person(2))
    assert (position.match.status, position.match.ended_at) == ("cancelled", NOON)
    assert await room.matches.position(number) == position


async def test_a_display_name_is_remembered_as_last_seen(room: Room) -> None:
    number = await room.lobby()
    await room.lobbies.join(number, Person(2, "Bob", 70))
    await room.lobbies.leave(number, Person(2, "Bobby", 71))
    async with room.database.read() as connection:
        user = await PeopleRepository(connection).user(2)
    assert user is not None
    assert user.name == "Bobby"


# Bots ------------------------------------------------------------------------------------------------------


async def test_bots_have_names_of_their_own_also_after_one_was_taken_away(room: Room) -> None:
    number = await room.lobby(1, bots=3)
    await room.lobbies.remove_bot(number, room.person(1))
    assert await names(room, number) == ["Name 1", *BOT_NAMES[:2]]
    await room.lobbies.add_bot(number, room.person(1))
    await room.lobbies.add_bot(number, room.person(1))
    assert await names(room, number) == ["Name 1", *BOT_NAMES[:4]]


async def test_removing_a_bot_takes_the_last_one_and_no_person(room: Room) -> None:
    number = await room.lobby(1, bots=2)
    await room.lobbies.join(number, room.person(2))
    await room.lobbies.remove_bot(number, room.person(1))
    assert await names(room, number) == ["Name 1", BOT_NAMES[0], "Name 2"]
    await room.lobbies.remove_bot(number, room.person(1))
    assert await refused(room, room.lobbies.remove_bot(number, room.person(1))) == "No bot sits here."


def test_there_are_names_for_as_many_bots_as_any_table_holds() -> None:
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) >= 11


# Options ---------------------------------------------------------------------------------------------------


async def test_an_option_is_kept_and_named_as_changed(room: Room) -> None:
    number = await room.lobby()
    await room.lobbies.set_option(number, room.person(1), "target", "100")
    await room.lobbies.set_option(number, room.person(1), "rounds", "3")
    position = await room.matches.position(number)
    assert changed_options(position) == {"target": "100", "rounds": "3"}
    position = await room.lobbies.set_option(number, room.person(1), "rounds", "off")
    assert changed_options(position) == {"target": "100"}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("target", "67", "target can't be 67; it can be 33, 66, 100, 150, 200."),
        ("target", "", "target can't be ; it can be"),
        ("colour", "red", "There is no option colour; there are target, end_at, rounds, deck."),
        ("__class__", "x", "There is no option __class__"),
    ],
)
async def test_a_choice_that_is_none_is_refused(room: Room, name: str, value: str, said: str) -> None:
    number = await room.lobby()
    refusal = await refused(room, room.lobbies.set_option(number, room.person(1), name, value), InvalidOption)
    assert refusal.startswith(said)


# Who may ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", RUN_BY_OPENER)
@pytest.mark.parametrize("seated", [True, False])
async def test_only_the_opener_or_a_moderator_runs_a_table(room: Room, act: str, seated: bool) -> None:
    number = await room.lobby(2, bots=1)
    who = 2 if seated else 9
    said = await refused(room, ACTS[act](room.lobbies, number, room.person(who)))
    assert said == "That is for Name 1, who opened the table, or for a moderator."


@pytest.mark.parametrize("act", RUN_BY_OPENER)
@pytest.mark.parametrize(("who", "moderator"), [(1, False), (9, True)])
async def test_the_opener_and_a_moderator_run_a_table(room: Room, act: str, who: int, moderator: bool) -> None:
    number = await room.lobby(2, bots=1)
    await ACTS[act](room.lobbies, number, room.person(who, moderator=moderator))


@pytest.mark.parametrize("act", ACTS)
async def test_a_table_that_was_called_off_takes_nothing_more(room: Room, act: str) -> None:
    number = await room.lobby(2, bots=1)
    await room.lobbies.cancel(number, room.person(1))
    said = await refused(room, ACTS[act](room.lobbies, number, room.person(1)))
    assert said == "This table was called off. **/play** opens a new one."


@pytest.mark.parametrize("act", ACTS)
async def test_a_match_that_has_started_takes_nothing_of_a_lobby(room: Room, act: str) -> None:
    number = (await room.match(2)).match.id
    said = await refused(room, ACTS[act](room.lobbies, number, room.person(1)))
    assert said == "This match has started already. **/play** opens another table."


@pytest.mark.parametrize("act", ACTS)
async def test_an_unknown_table_is_no_table(room: Room, act: str) -> None:
    await refused(room, ACTS[act](room.lobbies, 99, room.person(1)), NoSuchMatch)


# Starting --------------------------------------------------------------------------------------------------


async def test_one_alone_cannot_start(room: Room) -> None:
    number = await room.lobby()
    said = await refused(room, room.lobbies.start(number, room.person(1)), TooFew)
    assert said == "**Take 5** needs 2 players; so far there is 1."


async def test_others_start_only_after_an_hour(room: Room) -> None:
    number = await room.lobby(2)
    room.time.now += HOUR - 1
    said = await refused(room, room.lobbies.start(number, room.person(2)))
    assert said == "**Start** is for Name 1, who opened the table. After an hour it is for everybody who sits."
    room.time.now += 1
    assert (await room.lobbies.start(number, room.person(2))).match.status == "running"


@pytest.mark.parametrize("moderator", [False, True])
async def test_who_does_not_sit_never_starts(room: Room, moderator: bool) -> None:
    number = await room.lobby(2)
    room.time.now += 2 * HOUR
    said = await refused(room, room.lobbies.start(number, room.person(9, moderator=moderator)))
    assert said == "Only somebody who sits here can start. **Join** takes a seat."


async def test_a_start_deals_keeps_and_asks(room: Room) -> None:
    number = await room.lobby(3, target=100)
    me = room.person(1)
    room.time.now += 5
    position = await room.lobbies.start(number, me)
    match = position.match
    assert (match.status, match.start_interaction_id, match.started_at) == ("running", me.interaction_id, NOON + 5)
    assert position.state.options.target == 100
    assert await room.matches.position(number) == position
    log = await room.matches.log_of(number)
    assert [(row.seq, row.by, row.notation) for row in log] == [(0, "deal", None)]
    assert {each.seat for each in await room.matches.deadlines(number)} == {0, 1, 2}
    assert room.woken


async def test_a_double_click_on_start_deals_once(room: Room) -> None:
    number = await room.lobby(2)
    made = await asyncio.gather(*(room.lobbies.start(number, room.person(1)) for _ in range(2)), return_exceptions=True)
    assert [isinstance(each, Refused) for each in made] == [False, True]
    assert len(await room.matches.log_of(number)) == 1


async def test_a_join_and_a_start_in_one_tick_agree_on_who_plays(room: Room) -> None:
    number = await room.lobby(2)
    joined, started = await asyncio.gather(
        room.lobbies.join(number, room.person(3)), room.lobbies.start(number, room.person(1))
    )
    assert len(joined.match.seats) == len(started.state.hands) == 3


async def test_a_table_changed_since_it_was_read_is_not_written(room: Room) -> None:
    number = await room.lobby(2)

    def somebody_else() -> None:
        room.time.asked = lambda: None
        room.meddle("UPDATE matches SET version = version + 1 WHERE id = ?", number)

    room.time.asked = somebody_else
    with pytest.raises(StaleVersion):
        await room.lobbies.cancel(number, room.person(1))
    assert (await room.matches.position(number)).match.status == "lobby"


# Fairness --------------------------------------------------------------------------------------------------


async def test_the_seal_is_fixed_when_the_table_opens_and_never_changes(room: Room) -> None:
    number = await room.lobby()
    secret = (await room.matches.position(number)).match.secret
    assert len(bytes.fromhex(secret)) == 16
    await room.lobbies.join(number, room.person(2))
    await room.lobbies.set_option(number, room.person(1), "target", "33")
    await room.lobbies.start(number, room.person(1))
    assert (await room.matches.position(number)).match.secret == secret
    assert fairness.seal(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()


async def test_two_tables_never_share_a_secret(room: Room) -> None:
    secrets = {(await room.matches.position(await room.lobby())).match.secret for _ in range(5)}
    assert len(secrets) == 5


async def test_the_deal_follows_from_the_secret_and_the_ids_of_join_and_start(room: Room) -> None:
    number = await room.lobby(2, bots=1)
    await room.lobbies.join(number, Person(7, "Late", 4242))
    position = await room.lobbies.start(number, Person(1, "Name 1", 9999))
    joins = [seat.join_interaction_id for seat in position.match.seats]
    assert joins == [5000, 5001, None, 4242]
    said = f"{position.match.secret}/{number}/9999/5000/5001/bot/4242"
    assert position.state.seed == hashlib.sha256(said.encode()).hexdigest()
    assert position.state.seed == fairness.seed(position.match.secret, number, 9999, joins)


async def test_a_printed_match_shows_neither_secret_nor_state_nor_hidden_move(room: Room) -> None:
    position = await room.match(2)
    await room.matches.play(position.match.id, 1, str(position.state.hands[0][0]), None)
    kept = await room.matches.position(position.match.id)
    printed = repr(kept.match)
    assert kept.match.secret not in printed
    assert "hands" not in printed
    row = (await room.matches.log_of(position.match.id))[-1]
    assert "notation" not in repr(row)


# A game whose options decide how many play -----------------------------------------------------------------


def choosy(room: Room) -> Lobbies:
    """Let two or four play Take 5, and with the tactics deck only two."""
    rules = replace(TAKE5, tables=lambda options: (2,) if options.deck == "tactics" else (2, 4))
    return Lobbies(Matches(room.database, {"take5": rules}, room.time))


async def test_a_number_between_two_tables_cannot_start_and_is_told_which_can(room: Room) -> None:
    lobbies, number = choosy(room), await room.lobby(3)
    said = await refused(room, lobbies.start(number, room.person(1)), WrongNumber)
    assert said == "**Take 5** is played by 2, 4; you are 3."


async def test_an_option_with_which_fewer_can_play_than_sit_is_refused(room: Room) -> None:
    lobbies, number = choosy(room), await room.lobby(3)
    said = await refused(room, lobbies.set_option(number, room.person(1), "deck", "tactics"), InvalidOption)
    assert said == "With that only 2 can play."


async def test_a_table_is_full_as_its_options_say(room: Room) -> None:
    lobbies, number = choosy(room), await room.lobby(4)
    assert await refused(room, lobbies.join(number, room.person(5))) == "All 4 seats are taken."
