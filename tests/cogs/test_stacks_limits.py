"""Everything of Sequence Stacks fits Discord, with six seats and the longest names, and tells nobody too much."""

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
from bot.selfplay import playable
from cogs.stacks import StacksGame
from db.records import DeadlineRecord
from rules.engine import Seat
from rules.stacks import BLOCK, GAME, Order, State, deck_of, in_order
from tests.bot.room import NOON, Room

from .longest import BIG, SAY, check, clocks, drawn, table_of

STACKS = StacksGame()
BADGES = {
    name: f"<:{name}:{10**18}>" for name in (*(f"seat{seat}" for seat in range(1, 5)), "seat5_hollow", "seat6_hollow")
}
DUE = DeadlineRecord(1, 0, "turn", 1, NOON, NOON)


def walk(state: State, seed: int) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Play at random to the end: every position with the events that led to it."""
    luck = random.Random(seed)  # noqa: S311 - a game
    while state.outcome is None:
        able = [seat for seat in sorted(state.to_act) if playable(state, seat)]
        seat = luck.choice(able)
        moves = [move for move in playable(state, seat) if not str(move).startswith("end")]
        ending = not moves or luck.random() < 0.3
        state, events = state.apply(seat, luck.choice(playable(state, seat) if ending else moves))
        yield state, events


async def test_every_post_of_a_match_of_six_fits(room: Room) -> None:
    table = await table_of(room, STACKS, BADGES, 6)
    everybody = set(range(6))
    everything: list[Any] = []
    longest = 0
    for number, (state, events) in enumerate(walk(table.position.state, 1)):
        everything += events
        scene = table.scene(state, status="over" if state.outcome else "running")
        if state.outcome is not None:
            results, _ = results_of(scene.position, {}, False, NOON)
            check(ending_post(scene, everything, drawn(scene), results, range(6)))
            check(dm_over(scene, BIG))
            check(lobby_post(scene, BIG))
        elif number % 8 == 0 or state.window is not None:
            assert len(retired_line(scene, everything, range(6))) <= 4000
            waiting = waiting_words(table.wordy(state), everybody, clocks(scene))
            made = table_post(scene, everything, drawn(scene), waiting, opening=True, late=range(6))
            longest = max(longest, len(made.text()))
            check(made)
    assert longest > 2000


async def test_every_panel_of_a_match_of_six_fits(room: Room) -> None:
    table = await table_of(room, STACKS, BADGES, 6, chips_to_win="7")
    kinds = set()
    for number, (state, _) in enumerate(walk(table.position.state, 2)):
        if state.outcome is not None or (number % 6 and state.window is None):
            continue
        scene = table.scene(state)
        for seat in (state.active, Seat((state.active + 1) % 6)):
            panel = scene.presentation.panel(scene.view(seat), state.legal_moves(seat), "", scene.names, SAY)
            paths = {choice.path or "" for row in panel.rows for choice in row}
            for path in sorted({"", *paths}):
                check(await panel_message(scene, seat, DUE, path=path, notice="x" * 1500, place_id=BIG))
                kinds.add((path.partition(" ")[2], state.window is not None))
        check(await dm_hand(scene, state.active, DUE, BIG, with_hand=True))
        for page in scene.presentation.pages(scene.view(), scene.names, SAY).values():
            assert len(page.text) + len(page.title) <= 3900
    assert {("", False), ("", True), ("chip", False), ("take", False), ("rw", False)} <= kinds


async def test_a_hand_of_every_card_there_is_fits(room: Room) -> None:
    """More than can be: every kind of card in one hand, on a table where nearly all can be played."""
    table = await table_of(room, STACKS, BADGES, 6)
    state = table.position.state
    hand = in_order(dict.fromkeys(deck_of(6)))
    chips = ((0, 0), *((1, 1),) * 5)
    full = replace(state, hands=(hand,) * 6, chips=chips, discards=((hand[0],),) * 6, active=Seat(0))
    for path in ("", "h chip", "h take", "h rw"):
        check(await panel_message(table.scene(full), Seat(0), DUE, path=path, notice="x" * 1500, place_id=BIG))


async def test_all_cards_on_the_discard_piles_fit_their_page(room: Room) -> None:
    table = await table_of(room, STACKS, BADGES, 6)
    scene = table.scene(replace(table.position.state, discards=(deck_of(6), *((),) * 5), actions=deck_of(6)[-16:]))
    (page,) = scene.presentation.pages(scene.view(), scene.names, SAY).values()
    assert len(page.text) <= 3900


@pytest.mark.parametrize("count", [1, 6])
async def test_a_lobby_of_six_fits(room: Room, count: int) -> None:
    table = await table_of(room, STACKS, BADGES, 6)
    match = replace(table.position.match, seats=table.position.match.seats[:count], status="lobby", state=None)
    check(lobby_post(table.put(replace(table.position, match=match, state=None)), None))


async def test_labels_for_autocomplete_fit(room: Room) -> None:
    table = await table_of(room, STACKS, BADGES, 6)
    for state, _ in walk(table.position.state, 5):
        for seat in state.to_act:
            view = state.view(seat)
            assert all(0 < len(STACKS.choice_label(each, view, SAY)) <= 80 for each in state.legal_moves(seat))


# Twins -----------------------------------------------------------------------------------------------------


def shown_to(scene: Scene, seat: Seat | None, events: Sequence[Any], draw: bool) -> list[Any]:
    """Return all that a seat, or with None a watcher, is shown: words, alt texts, choices, and pictures."""
    state, shows, names = scene.position.state, scene.presentation, scene.names
    view = state.view(seat)
    pictures = [board.picture for board in shows.boards(view, names, SAY)]
    made: list[Any] = [shows.progress(view, SAY), shows.told(events, view, names, SAY)]
    made += [shows.history(events, names, SAY), shows.asks(view, names, SAY), shows.note(view, names, SAY)]
    made += [shows.standing(view, names, SAY), shows.pages(view, names, SAY)]
    made += [waiting_words(scene, set(), []), retired_line(scene, events)]
    if seat is not None:
        first = shows.panel(view, state.legal_moves(seat), "", names, SAY)
        for path in ("", *sorted({choice.path or "" for row in first.rows for choice in row})):
            panel = shows.panel(view, state.legal_moves(seat), path, names, SAY)
            made += [panel.question, panel.hints, panel.rows, panel.picks, panel.typing, panel.back]
            pictures += [panel.picture] if panel.picture else []
        hand = shows.hand(view, names, SAY)
        pictures += [hand] if hand else []
    made += [(picture.name, picture.alt) for picture in pictures]
    return [*made, *(picture.draw() for picture in pictures)] if draw else made


@pytest.mark.parametrize("seats", [2, 3, 6])
async def test_nobody_is_shown_what_they_cannot_know(room: Room, seats: int) -> None:
    table = await table_of(room, STACKS, BADGES, seats)
    looked = windows = 0
    for number, (state, events) in enumerate(walk(table.position.state, 8)):
        if state.outcome is not None or (number % 9 and state.window is None):
            continue
        for seat in (None, state.active, Seat((state.active + 1) % seats)):
            twin = GAME.redeal(state, seat, f"twin {number}")
            draw = looked < 3
            assert shown_to(table.scene(twin), seat, events, draw) == shown_to(table.scene(state), seat, events, draw)
            looked += 1
            windows += state.window is not None
    assert looked >= 9
    assert windows >= 3


async def test_a_window_looks_the_same_whoever_holds_a_block_whatever_was_answered_or_ordered(room: Room) -> None:
    table = await table_of(room, STACKS, BADGES, 3)
    state = next(state for state, _ in walk(table.position.state, 3) if state.window is not None)
    others = list(state.opponents())
    seen = []
    for holder in others:
        for answer in (None, False):
            hands = tuple(
                in_order([*hand[1:], BLOCK]) if seat == holder else hand for seat, hand in enumerate(state.hands)
            )
            answers = tuple(answer if seat == others[-1] else None for seat in range(3))
            orders: tuple[Order | None, ...] = tuple("always" if seat == holder else None for seat in range(3))
            twin = replace(state, hands=hands, answers=answers, orders=orders)
            seen.append(shown_to(table.scene(twin), None, [], draw=True))
    assert seen[1:] == seen[:-1]
