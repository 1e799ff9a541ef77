"""Everything of The Passing Game fits Discord, with the longest names and hands, and tells nobody too much."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.panels import dm_hand, dm_over, panel_message
from bot.messages.posts import ending_post, lobby_post, retired_line, table_post
from bot.messages.scenes import Scene
from bot.messages.waiting import waiting_words
from bot.results import results_of
from cogs.passing import PassingGame
from db.records import DeadlineRecord
from rules.engine import Seat
from rules.passing import GAME, Draw, Play, State, written
from tests.bot.room import NOON, Room

from .longest import BIG, SAY, check, clocks, drawn, table_of

PASSING = PassingGame()
BADGES = {f"seat{seat + 1}": f"<:seat{seat + 1}:{10**18 + seat}>" for seat in range(4)}
BADGES |= {team: f"<:{team}:{10**18 + 10 + index}>" for index, team in enumerate(("blue", "green"))}
DUE = DeadlineRecord(1, 0, "turn", 1, NOON, NOON)
KINDS: list[tuple[int, dict[str, Any]]] = [
    (2, {"draw_then_play": "on"}),
    (3, {}),
    (4, {"partners": "on"}),
    (4, {"partners": "on", "partner_scoring": "individual"}),
]


def walk(state: State, seed: int, *, greedy: bool = False) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Play at random to the end, or draw whenever that is possible: every position with the events that led to it."""
    luck = random.Random(seed)  # noqa: S311 - a game
    while state.outcome is None:
        legal = state.legal_moves(state.active)
        move = Draw() if greedy and Draw() in legal else luck.choice(legal)
        state, events = state.apply(state.active, move)
        yield state, events


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_every_post_fits(room: Room, seats: int, options: dict[str, Any]) -> None:
    table = await table_of(room, PASSING, BADGES, seats, **options)
    everybody = set(range(seats))
    everything: list[Any] = []
    for number, (state, events) in enumerate(walk(table.position.state, 1)):
        everything += events
        scene = table.scene(state, status="over" if state.outcome else "running")
        if state.outcome is not None:
            results, _ = results_of(scene.position, {}, False, NOON)
            check(ending_post(scene, everything, drawn(scene), results, range(seats)))
            check(dm_over(scene, BIG))
            check(lobby_post(scene, BIG))
        elif number % 8 == 0 or state.finished is not None:
            assert len(retired_line(scene, everything, range(seats))) <= 4000
            waiting = waiting_words(table.wordy(state), everybody, clocks(scene))
            check(table_post(scene, everything, drawn(scene), waiting, opening=True, late=range(seats)))


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_every_panel_fits_with_the_fullest_hand_there_can_be(
    room: Room, seats: int, options: dict[str, Any]
) -> None:
    table = await table_of(room, PASSING, BADGES, seats, **options)
    held, ends_asked = 0, 0
    for number, (state, _) in enumerate(walk(table.position.state, 2, greedy=True)):
        largest = max(map(len, state.hands))
        if state.outcome is not None:
            break
        seat = state.active
        paths = {written(move.tile) for move in state.legal_moves(seat) if isinstance(move, Play) and move.end}
        if number % 9 and largest <= held and (ends_asked or not paths):
            continue
        held, scene = max(held, largest), table.scene(state)
        ends_asked += len(paths)
        for path in ("", *sorted(paths)):
            check(await panel_message(scene, seat, DUE, path=path, notice="x" * 1500, place_id=BIG))
        check(await panel_message(scene, Seat((seat + 1) % seats), DUE, place_id=BIG))
        check(await dm_hand(scene, seat, DUE, BIG, with_hand=True))
    assert held >= {2: 13, 3: 9, 4: 7}[seats]
    assert ends_asked


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("partners", ["on", "off"])
async def test_a_lobby_fits_and_asks_for_a_team_only_where_there_will_be_some(
    room: Room, count: int, partners: str
) -> None:
    table = await table_of(room, PASSING, BADGES, 4, partners=partners)
    seats = tuple(replace(seat, team=seat.seat % 2) for seat in table.position.match.seats[:count])
    match = replace(table.position.match, seats=seats, status="lobby", state=None)
    scene = table.put(replace(table.position, match=match, state=None))
    made = lobby_post(scene, None)
    check(made)
    selects = [item for item in made.view().walk_children() if getattr(item, "options", None)]
    assert len(selects) == (partners == "on")
    assert scene.names.badge(0) == (BADGES["blue"] if partners == "on" else BADGES["seat1"])


def test_labels_for_autocomplete_fit() -> None:
    dealt, _ = GAME.deal(2, GAME.options(), "labels")
    for state, _ in walk(dealt, 5):
        for seat in sorted(state.to_act):
            view = state.view(seat)
            assert all(0 < len(PASSING.choice_label(each, view, SAY)) <= 80 for each in state.legal_moves(seat))


# Twins -----------------------------------------------------------------------------------------------------


def shown_to(scene: Scene, seat: Seat | None, events: Sequence[Any]) -> list[Any]:
    """Return all that a seat, or with None a watcher, is shown: words, alt texts, choices, and pictures."""
    state, shows, names = scene.position.state, scene.presentation, scene.names
    view = state.view(seat)
    pictures = [board.picture for board in shows.boards(view, names, SAY)]
    made: list[Any] = [shows.progress(view, SAY), shows.told(events, view, names, SAY)]
    made += [shows.history(events, names, SAY), shows.asks(view, names, SAY), shows.note(view, names, SAY)]
    made += [shows.standing(view, names, SAY), waiting_words(scene, set(), []), retired_line(scene, events)]
    if seat is not None:
        paths = {written(move.tile) for move in state.legal_moves(seat) if isinstance(move, Play)}
        for path in ("", *sorted(paths)):
            panel = shows.panel(view, state.legal_moves(seat), path, names, SAY)
            made += [panel.question, panel.hints, panel.rows, panel.back]
            pictures += [panel.picture] if panel.picture else []
    return [*made, *((picture.name, picture.alt, picture.draw()) for picture in pictures)]


@pytest.mark.parametrize(("seats", "options"), KINDS)
async def test_nobody_is_shown_what_they_cannot_know(room: Room, seats: int, options: dict[str, Any]) -> None:
    table = await table_of(room, PASSING, BADGES, seats, **options)
    looked = 0
    for number, (state, events) in enumerate(walk(table.position.state, 8)):
        if number % 13 or state.outcome is not None or looked > 9:
            continue
        for seat in (None, state.active, Seat((state.active + 1) % seats)):
            twin = GAME.redeal(state, seat, f"twin {number}")
            assert shown_to(table.scene(twin), seat, events) == shown_to(table.scene(state), seat, events)
            looked += 1
    assert looked >= 6
