"""Everything of Sequence fits Discord, with twelve seats and the longest names, and tells nobody too much."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.names import Names
from bot.messages.panels import dm_hand, dm_over, panel_message
from bot.messages.posts import ending_post, lobby_post, retired_line, table_post
from bot.messages.scenes import Scene
from bot.messages.waiting import waiting_words
from bot.results import results_of
from cogs.sequence import SequenceGame
from db.records import DeadlineRecord
from rules.engine import Seat
from rules.sequence import GAME, Made, Options, Place, Remove, Space, State
from tests.bot.room import NOON, Room
from tests.rules.sequence_table import BLUE, lay, move

from .longest import BIG, SAY, check, clocks, drawn, table_of

SEQUENCE = SequenceGame()
NAMES = Names({seat: f"P{seat + 1}" for seat in range(12)}, {0: "blue", 1: "green"})
MANUAL = Options(manual_draw=True)
BADGES = {team: f"<:{team}:{10**18 + index}>" for index, team in enumerate(("blue", "green", "red"))}
USUAL_ALT = 530
"""Characters that the board's alt text has at most, unless nearly every space is taken and locked."""


def walk(state: State, seed: int) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Play at random to the end, with a penalty now and then: every position with the events that led to it."""
    luck = random.Random(seed)  # noqa: S311 - a game
    while state.outcome is None:
        table, others = state.legal_moves(None), [seat for seat, right in enumerate(state.rights) if right]
        if table and luck.random() < 0.03:
            state, events = state.apply(None, luck.choice(table))
        elif others and not any(state.debts) and luck.random() < 0.3:
            state, events = state.apply(Seat(luck.choice(others)), move("draw"))
        else:
            seat = luck.choice(sorted(state.to_act))
            state, events = state.apply(seat, luck.choice(state.legal_moves(seat)))
        yield state, events


async def test_every_post_of_a_match_of_twelve_fits(room: Room) -> None:
    table = await table_of(room, SEQUENCE, BADGES, 12, teams=3, sequences_to_win=3, manual_draw="on")
    everybody = set(range(12))
    everything: list[Any] = []
    longest = 0
    for number, (state, events) in enumerate(walk(table.position.state, 1)):
        everything += events
        scene = table.scene(state, status="over" if state.outcome else "running")
        if state.outcome is not None:
            results, _ = results_of(scene.position, {}, False, NOON)
            check(ending_post(scene, everything, drawn(scene), results, range(12)))
            check(dm_over(scene, BIG))
            check(lobby_post(scene, BIG))
        elif number % 16 == 0:
            assert len(retired_line(scene, everything, range(12))) <= 4000
            waiting = waiting_words(table.wordy(state), everybody, clocks(scene))
            made = table_post(scene, everything, drawn(scene), waiting, opening=True, late=range(12))
            longest = max(longest, len(made.text()))
            check(made)
    assert longest > 2000


async def test_every_panel_of_a_match_of_twelve_fits(room: Room) -> None:
    table = await table_of(room, SEQUENCE, BADGES, 12, sequences_to_win=3, manual_draw="on", dead_cards="unlimited")
    due = DeadlineRecord(1, 0, "turn", 1, NOON, NOON)
    kinds = set()
    walked = [state for state, _ in walk(table.position.state, 2) if state.outcome is None]
    jacks = [state for state in walked if {"jc", "jd", "jh", "js"} & {*state.hands[state.active]}]
    for state in (*walked[::40], *jacks[3::15]):
        scene = table.scene(state)
        seat = state.active
        paths = {"", *(each.card for each in state.legal_moves(seat) if isinstance(each, Place | Remove))}
        paths |= {f"{path} 5" for path in paths if path.startswith("j")}
        for path in sorted(paths)[-3:]:
            made = await panel_message(scene, seat, due, path=path, notice="x" * 1500, place_id=BIG, away=True)
            check(made)
            kinds.add(path[:1] == "j" if path else None)
        check(await panel_message(scene, Seat((seat + 1) % 12), due, place_id=BIG, away=True))
        check(await dm_hand(scene, seat, due, BIG, with_hand=True))
        for page in scene.presentation.pages(scene.view(), scene.names, SAY).values():
            assert len(page.text) + len(page.title) <= 3900
    assert kinds == {None, True, False}


@pytest.mark.parametrize("count", [1, 5, 12])
async def test_a_lobby_of_twelve_fits(room: Room, count: int) -> None:
    table = await table_of(room, SEQUENCE, BADGES, 12)
    seats = table.position.match.seats[:count]
    match = replace(table.position.match, seats=seats, status="lobby", state=None)
    check(lobby_post(table.put(replace(table.position, match=match, state=None)), None))


@pytest.mark.parametrize("seed", range(4))
def test_the_boards_alt_text_is_short_and_always_fits(seed: int) -> None:
    dealt, _ = GAME.deal(12, Options(teams=3, sequences_to_win=3), f"alt {seed}")
    lengths = [len(SEQUENCE.boards(state.view(None), NAMES, SAY)[0].picture.alt) for state, _ in walk(dealt, seed)]
    assert max(lengths) <= 1024
    assert sorted(lengths)[len(lengths) * 9 // 10] <= USUAL_ALT


def test_the_fullest_board_there_is_still_fits() -> None:
    every, halves = tuple(map(Space, range(100))), (range(5), range(5, 10))
    made = [Made(BLUE, tuple(Space(10 * row + column) for column in half)) for row in range(10) for half in halves]
    full = replace(lay([""] * 3).view(None), chips=(every, (), ()), sequences=tuple(made))
    (board,) = SEQUENCE.boards(full, NAMES, SAY)
    assert board.picture.alt.count("b*") == 100
    assert len(board.picture.alt) <= 1024


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 9, 10, 12])
def test_a_hands_alt_text_and_that_of_a_jack_fit(seats: int) -> None:
    dealt, _ = GAME.deal(seats, Options(), f"hand {seats}")
    for state, _ in walk(dealt, seats):
        if state.outcome is not None:
            return
        hand = SEQUENCE.hand(state.view(state.active), NAMES, SAY)
        assert hand is None or len(hand.alt) <= 1024
        legal = state.legal_moves(state.active)
        for card in {each.card for each in legal if isinstance(each, Place | Remove)}:
            panel = SEQUENCE.panel(state.view(state.active), legal, card, NAMES, SAY)
            assert panel.picture is None or len(panel.picture.alt) <= 1024


def test_labels_for_autocomplete_fit() -> None:
    dealt, _ = GAME.deal(12, MANUAL, "labels")
    for state, _ in walk(dealt, 5):
        for seat in sorted(state.to_act):
            view = state.view(seat)
            assert all(0 < len(SEQUENCE.choice_label(each, view, SAY)) <= 80 for each in state.legal_moves(seat))


# Twins -----------------------------------------------------------------------------------------------------


def shown_to(scene: Scene, seat: Seat | None, events: Sequence[Any], draw: bool) -> list[Any]:
    """Return all that a seat, or with None a watcher, is shown: words, alt texts, choices, and pictures."""
    state, shows, names = scene.position.state, scene.presentation, scene.names
    view = state.view(seat)
    pictures = [board.picture for board in shows.boards(view, names, SAY)]
    made: list[Any] = [shows.progress(view, SAY), shows.told(events, view, names, SAY)]
    made += [shows.history(events, names, SAY), shows.asks(view, names, SAY), shows.note(view, names, SAY)]
    made += [shows.pages(view, names, SAY), waiting_words(scene, set(), []), retired_line(scene, events)]
    if seat is not None:
        cards = {each.card for each in state.legal_moves(seat) if isinstance(each, Place | Remove)}
        for path in ("", *sorted(cards)):
            panel = shows.panel(view, state.legal_moves(seat), path, names, SAY)
            made += [panel.question, panel.hints, panel.rows, panel.picks, panel.typing, panel.back]
            pictures += [panel.picture] if panel.picture else []
        hand = shows.hand(view, names, SAY)
        pictures += [hand] if hand else []
    made += [(picture.name, picture.alt) for picture in pictures]
    return [*made, *(picture.draw() for picture in pictures)] if draw else made


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (6, {"teams": 3, "manual_draw": "on"}), (12, {})])
async def test_nobody_is_shown_what_they_cannot_know(room: Room, seats: int, options: dict[str, Any]) -> None:
    table = await table_of(room, SEQUENCE, BADGES, seats, **options)
    looked = 0
    for number, (state, events) in enumerate(walk(table.position.state, 8)):
        if number % 11 or state.outcome is not None or not events:
            continue
        for seat in (None, state.active, Seat((state.active + 1) % seats)):
            twin = GAME.redeal(state, seat, f"twin {number}")
            assert twin.deck != state.deck
            draw = looked < 3
            assert shown_to(table.scene(twin), seat, events, draw) == shown_to(table.scene(state), seat, events, draw)
            looked += 1
    assert looked >= 6
