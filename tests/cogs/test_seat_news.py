"""What notices of seats say: it fits Discord with the longest names, and tells nobody how somebody voted."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.answering.matters import MOST, matter_buttons, matter_message, own_offer
from bot.messages.layout import Buttons, Message, message, rows_of
from bot.messages.seat_news import news, vote_message
from bot.seating.offers import Offer, dump_offer
from bot.seating.votes import CHOICES, Choice, Ending, Vote, dump_ending, dump_vote
from bot.telling.notice_kinds import KINDS
from bot.telling.notices import key_of, marker_of
from cogs.take5 import Take5
from db.records import NoticeRecord, SeatRecord
from rules.engine import Seat
from tests.bot.room import NOON, Room

from .longest import BIG, RAW, Table, check, table_of

BADGES = {f"seat{seat + 1}": f"<:seat{seat + 1}:{10**18 + seat}>" for seat in range(12)}
SEATS = 10
WAYS: tuple[Any, ...] = ("owner", "vote", "staff")


@pytest.fixture
async def table(room: Room) -> Table:
    return await table_of(room, Take5(), BADGES, SEATS)


def notice(kind: str, data: str, user_id: int | None = BIG + 99) -> NoticeRecord:
    return NoticeRecord(
        kind, data, user_id, open=True, match_id=999_999_999, number=999_999, turn=99_999, user_name=RAW[0]
    )


def every_notice() -> list[NoticeRecord]:
    """One of each that there can be, as long as it gets."""
    voices: dict[int, Choice] = dict.fromkeys(range(1, SEATS), "off")
    outcomes: tuple[Any, ...] = (*CHOICES, "back", "moved", None)
    offers: tuple[Any, ...] = ("taken", "declined", "withdrawn", "replaced", "back", None)
    whats: tuple[Any, ...] = ("time", "stand_in", "taken")
    sitter = SeatRecord(0, BIG, None, "person", user_name=RAW[0])
    told = [news(what, sitter, staff=staff, due=NOON) for what, staff in product(whats, (True, False))]
    return [
        *(notice("vote", dump_vote(Vote(0, asker, voices, outcome))) for outcome in outcomes for asker in (1, None)),
        *(notice("ending", dump_ending(Ending(0, tuple(range(most)), 4))) for most in (1, SEATS - 1)),
        *(
            notice("offer", dump_offer(Offer(0, by, outcome)), to)
            for by, outcome, to in product(WAYS, offers, (BIG, None))
        ),
        *(notice("news", each.data) for each in told),
    ]


async def test_every_notice_of_a_match_of_ten_fits_and_is_known_by_a_button_of_its_own(table: Table) -> None:
    scene = table.scene(table.position.state)
    for each in every_notice():
        made = KINDS[each.kind].says(scene, each)
        check(made)
        assert str(each.number) in marker_of(made)
        left = KINDS[each.kind].stays(scene, each)
        assert 0 < len(left) <= 4000
        assert "\n" not in left
        assert marker_of(KINDS[each.kind].says(scene, replace(each, open=False))) == marker_of(made)


async def test_what_one_person_sees_of_a_matter_fits_too(table: Table) -> None:
    scene = table.scene(table.position.state)
    for each in every_notice():
        if each.kind != "news":
            for user in (BIG, BIG + 1, BIG + 50):
                check(matter_message(scene, each, user, "x" * 200))
    check(own_offer(scene, notice("offer", dump_offer(Offer(0, "owner"))), "x" * 200))


async def test_however_many_votes_are_open_there_is_room_for_them_under_more(table: Table) -> None:
    scene = table.scene(table.position.state)
    open_now = [
        replace(notice(kind, data, None), number=number)
        for number, (kind, data) in enumerate(
            [("vote", dump_vote(Vote(seat, 1))) for seat in range(SEATS)]
            + [("offer", dump_offer(Offer(seat, "vote"))) for seat in range(SEATS)]
            + [("ending", dump_ending(Ending(0, ())))],
            start=1,
        )
    ]
    sits, watches = (matter_buttons(scene, open_now, user) for user in (BIG + 1, BIG + 50))
    assert len(sits) == len(watches) == MOST
    check(message("x", *rows_of(sits)))
    assert {button.id.rpartition(":")[2] for button in watches} == {str(number) for number in range(11, 21)}
    offered = [replace(each, user_id=BIG + 70) for each in open_now if each.kind == "offer"]
    assert not matter_buttons(scene, offered, BIG + 50)
    assert len(matter_buttons(scene, offered, BIG + 1)) == 1, "the offer of one's own seat"


def shown(made: Message) -> tuple[str, list[tuple[str, str]]]:
    return made.text(), [
        (button.label, button.look) for block in made.blocks if isinstance(block, Buttons) for button in block.buttons
    ]


async def test_a_vote_shows_who_has_voted_and_to_nobody_how(table: Table) -> None:
    scene = table.scene(table.position.state)
    seen = {
        shown(KINDS["vote"].says(scene, notice("vote", dump_vote(Vote(0, 1, {2: one, 3: other})))))[0]
        for one, other in product(CHOICES, CHOICES)
    }
    assert len(seen) == 1
    assert len(shown(vote_message(scene, notice("vote", dump_vote(Vote(0, 1, {2: "off"}))), "off"))[1]) == 4


async def test_only_the_one_who_is_asked_is_called_and_only_the_first_time(table: Table) -> None:
    scene = table.scene(table.position.state)
    for each in every_notice():
        called = list(KINDS[each.kind].calls(scene, each))
        assert called == ([each.user_id] if each.kind == "offer" and each.user_id is not None else [])
    again = notice("offer", dump_offer(Offer(0, "owner", again=True)))
    assert KINDS["offer"].calls(scene, again) == ()


async def test_no_notice_tells_more_than_everybody_knows(table: Table) -> None:
    game, state = table.position.game, table.position.state
    for seat in (Seat(0), Seat(3)):
        state, _ = state.apply(seat, state.legal_moves(seat)[0])
    twin = game.redeal(state, None, "twin")
    assert twin != state
    one, other = table.scene(state), table.scene(twin)
    for each in every_notice():
        kind = KINDS[each.kind]
        assert key_of(kind.says(one, each)) == key_of(kind.says(other, each))
        assert kind.stays(one, each) == kind.stays(other, each)
