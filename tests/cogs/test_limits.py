"""Every text fits Discord, with as many people and as long names as there can be, and tells nobody too much."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.names import NBSP
from bot.messages.panels import dm_hand, dm_over, panel_message, ping, reminder
from bot.messages.posts import edited_post, ending_post, lobby_post, retired_line, table_post
from bot.messages.scenes import Scene
from bot.messages.waiting import waiting_words
from bot.results import results_of
from cogs.take5 import Take5
from db.records import DeadlineRecord
from rules.engine import Seat
from tests.bot.room import NOON, Room

from .longest import BIG, SAY, Table, check, clocks, drawn, table_of

BADGES = {f"seat{seat + 1}": f"<:seat{seat + 1}:{10**18 + seat}>" for seat in range(12)}
SEATS = 10
DUE = DeadlineRecord(1, 0, "turn", 1, NOON, NOON)


@pytest.fixture
async def table(room: Room) -> Table:
    """A match of ten."""
    return await table_of(room, Take5(), BADGES, SEATS, target=200)


def walk(state: Any, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Play at random to the end: every position with the events that led to it."""
    luck = random.Random(seed)  # noqa: S311 - a game
    while state.outcome is None:
        seat = luck.choice(sorted(state.to_act))
        state, events = state.apply(seat, luck.choice(state.legal_moves(seat)))
        yield state, events


async def test_every_post_of_a_match_of_ten_fits(table: Table) -> None:
    everybody = set(range(SEATS))
    longest = 0
    for state, events in walk(table.position.state, 1):
        if not events:
            continue
        scene = table.scene(state, status="over" if state.outcome else "running")
        if state.outcome is not None:
            results, _ = results_of(scene.position, {}, False, NOON)
            check(ending_post(scene, events, drawn(scene), results))
        else:
            waiting = waiting_words(table.wordy(state), everybody, clocks(scene))
            made = table_post(scene, events, drawn(scene), waiting, opening=True)
            longest = max(longest, len(made.text()))
            check(made)
            check(edited_post(scene, events, waiting, opening=True))
        assert len(retired_line(scene, events)) <= 4000
    assert longest > 2000  # the names are long indeed


async def test_a_post_that_comes_late_tells_the_newest_that_fits_and_says_that_there_was_more(table: Table) -> None:
    everything: list[Any] = []
    for state, events in walk(table.position.state, 2):
        everything += events
        status = "over" if state.outcome else "running"
        if len(everything) % 7 and state.outcome is None:
            continue
        scene = table.scene(state, status=status)
        if state.outcome is None:
            check(table_post(scene, everything, drawn(scene), "", opening=False))
        else:
            results, _ = results_of(scene.position, {}, False, NOON)
            made = ending_post(scene, everything, drawn(scene), results)
            check(made)
            assert "…" in made.text()
            assert "is over.**" in made.text()
        assert len(retired_line(scene, everything)) <= 4000


async def test_every_panel_and_hand_of_a_match_of_ten_fits(table: Table) -> None:
    for state, _ in list(walk(table.position.state, 3))[:140:9]:
        scene = table.scene(state)
        for seat in map(Seat, range(0, SEATS, 3)):
            panel = scene.presentation.panel(scene.view(seat), state.legal_moves(seat), "", scene.names, SAY)
            if panel.picture:
                assert 0 < len(panel.picture.alt) <= 1024
        check(await panel_message(scene, Seat(0), DUE, notice="x" * 1500, place_id=BIG, away=True))
        if state.outcome is None:
            check(await dm_hand(scene, Seat(0), DUE, BIG, with_hand=True))
        for last in (True, False):
            check(reminder(scene, DUE, "h:1:2:r3", BIG, mention=BIG, last=last))
            check(reminder(scene, DUE, "h:1:2:r3", None, last=last))
        check(ping(scene, Seat(9), BIG))


async def test_the_low_seat_of_a_match_of_ten_sees_its_choice(table: Table) -> None:
    low = next(state for state, _ in walk(table.position.state, 4) if state.waiting)
    seat = low.waiting[0].seat
    check(await panel_message(table.scene(low), seat, DUE, place_id=BIG, away=True))
    for other in set(map(Seat, range(SEATS))) - {seat}:
        panel = table.scene(low).presentation.panel(low.view(other), (), "", table.scene(low).names, SAY)
        assert len(panel.question) < 500


async def test_the_dm_that_stays_of_a_match_fits_although_ten_share_the_victory(table: Table) -> None:
    state = list(walk(table.position.state, 5))[-1][0]
    shared = replace(state, outcome=replace(state.outcome, places=(1,) * SEATS))
    scene = table.scene(shared, status="over")
    check(dm_over(scene, BIG))
    results, _ = results_of(scene.position, {}, False, NOON)
    check(ending_post(scene, (), drawn(scene), results))


@pytest.mark.parametrize("status", ["lobby", "running", "over", "cancelled"])
async def test_a_lobby_of_ten_fits(table: Table, status: str) -> None:
    state = list(walk(table.position.state, 6))[-1][0] if status == "over" else None
    check(lobby_post(table.scene(state, status=status), BIG))


async def test_a_history_of_ten_has_no_line_too_long_for_a_message(table: Table) -> None:
    scene = table.scene(table.position.state)
    for _, events in walk(table.position.state, 7):
        assert all(len(line) <= 3000 for line in scene.presentation.history(events, scene.names, SAY))


async def test_labels_for_autocomplete_fit(table: Table) -> None:
    shows = table.scene(None).presentation
    for state, _ in walk(table.position.state, 9):
        for seat in map(Seat, range(SEATS)):
            view = state.view(seat)
            assert all(len(shows.choice_label(move, view, SAY)) <= 100 for move in state.legal_moves(seat))


# Twins -----------------------------------------------------------------------------------------------------


def shown_to(scene: Scene, seat: Seat | None, events: Sequence[Any]) -> list[Any]:
    """Return all that a seat, or with None a watcher, is shown: words, alt texts, pictures."""
    state, shows, names = scene.position.state, scene.presentation, scene.names
    view = state.view(seat)
    made: list[Any] = [shows.progress(view, SAY)]
    if seat is None:
        made += [shows.told(events, view, names, SAY), shows.history(events, names, SAY)]
        made += [shows.asks(view, names, SAY), shows.note(view, names, SAY), shows.standing(view, names, SAY)]
        made += [(board.picture.alt, board.caption, board.picture.draw()) for board in shows.boards(view, names, SAY)]
        made += [waiting_words(scene, set(), [DUE]), retired_line(scene, events)]
        return made
    panel = shows.panel(view, state.legal_moves(seat), "", names, SAY)
    made += [panel.question, panel.hints, panel.rows]
    for picture in (panel.picture, shows.hand(view, names, SAY)):
        made += [(picture.name, picture.alt, picture.draw())] if picture else []
    return made


async def test_nobody_is_shown_what_they_cannot_know(table: Table) -> None:
    game = table.position.game
    looked = 0
    for number, (state, events) in enumerate(walk(table.position.state, 8)):
        if number % 23 or state.outcome is not None:
            continue
        for seat in (None, Seat(0), Seat(number % SEATS)):
            twin = game.redeal(state, seat, f"twin {number}")
            assert twin != state
            assert shown_to(table.scene(twin), seat, events) == shown_to(table.scene(state), seat, events)
            looked += 1
    assert looked >= 12


async def test_a_watchers_words_hold_no_card_of_a_hand(table: Table) -> None:
    state = table.position.state
    for seat in range(SEATS - 1):
        state, _ = state.apply(Seat(seat), state.legal_moves(Seat(seat))[0])
    scene = table.scene(state)
    (picture,) = [each for _, each in drawn(scene)]
    words = (waiting_words(scene, set(), []) + picture.alt).replace(NBSP, " ")
    rows = {str(card) for row in state.rows for card in row}
    numbers = {word.strip(".,()") for word in picture.alt.split()} - rows
    hidden = {str(card) for hand in state.hands for card in hand if card > 12}
    assert not numbers & hidden
    assert "Have chosen" in words
