"""Matches with the longest names and ids there can be, and Discord's limits that every message of them is held to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.i18n import say_in
from bot.messages.layout import Message
from bot.messages.posts import post_boards
from bot.messages.scenes import Scene, scene_of
from bot.messages.waiting import MOST_LINES
from bot.positions import Position
from bot.presentation import DrawnPicture, Presentation, Presentations
from bot.timing.pace import DAY
from db.records import DeadlineRecord, Habits
from tests.bot.room import NOON, Room

SAY = say_in(None)
RAW = ("W" * 32, "*" * 32, "@everyone <@123456789012345678> x", "\u05d0" * 32, "https://" + "_" * 24)
BIG = 2**63 - 10**6


@dataclass
class Table:
    """A match with the longest names and ids, and its game as the table shows it."""

    position: Position
    games: Presentations
    badges: Mapping[str, str]

    def scene(self, state: Any, *, status: str = "running") -> Scene:
        match = replace(self.position.match, status=status, ended_at=NOON + 10**9)  # type: ignore[arg-type]  # one of them
        return self.put(replace(self.position, match=match, state=state))

    def wordy(self, state: Any, *, status: str = "running") -> Scene:
        """Put a position on stage where as many as are named are away."""
        scene = self.scene(state, status=status)
        away = sorted(state.to_act)[:MOST_LINES]
        seats = tuple(
            replace(seat, habits=Habits(away_until=NOON + 30 * DAY), away_used=4 * DAY) if seat.seat in away else seat
            for seat in scene.position.match.seats
        )
        return self.put(replace(scene.position, match=replace(scene.position.match, seats=seats)))

    def put(self, position: Position) -> Scene:
        return scene_of(position, self.games, self.badges, SAY)


async def table_of(
    room: Room, presentation: Presentation, badges: Mapping[str, str], seats: int, **options: Any
) -> Table:
    """Start a match whose deal is the same each time."""
    game = presentation.game
    position = await room.match(seats, game=game.key, **options)
    renamed = tuple(
        replace(seat, user_id=BIG + seat.seat, user_name=RAW[seat.seat % len(RAW)]) for seat in position.match.seats
    )
    match = replace(position.match, id=999_999_999, seats=renamed, opener_id=BIG, guild_id=BIG)
    games = Presentations()
    games.enter(presentation)
    state, _ = game.deal(seats, position.options, f"the same each time {seats}")
    return Table(replace(position, match=match, state=state), games, badges)


def drawn(scene: Scene) -> list[tuple[Any, DrawnPicture]]:
    """Give the pictures of a post, with nothing drawn on them."""
    return [(board, DrawnPicture(board.picture.name, board.picture.alt, b"")) for board in post_boards(scene)]


def clocks(scene: Scene) -> list[DeadlineRecord]:
    """Give those who are awaited as many different times as a post tells apart, and pauses that end before they do."""
    state = scene.position.state
    return [
        DeadlineRecord(
            1, seat, state.wait, since, NOON, NOON + (index // MOST_LINES) * DAY, away_from=0, away_to=NOON + DAY
        )
        for index, (seat, since) in enumerate(sorted(state.to_act.items()))
    ]


def check(made: Message) -> None:
    """Hold a message against Discord's limits."""
    assert 0 < len(made.text()) <= 4000
    view = made.view()
    assert view.total_children_count <= 40
    items = list(view.walk_children())
    pressed = [item for item in items if isinstance(item, discord.ui.Button)]
    lists = [item for item in items if isinstance(item, discord.ui.Select)]
    ids = [*(str(item.custom_id) for item in pressed), *(item.custom_id for item in lists)]
    assert all(len(id) <= 100 for id in ids)
    assert len(set(ids)) == len(ids)
    assert all(0 < len(button.label or "") <= 80 for button in pressed)
    assert len({button.label for button in pressed}) == len(pressed), "buttons can be told apart"
    for each in lists:
        assert 0 < len(each.options) <= 25
        assert len({option.value for option in each.options}) == len(each.options)
        assert len(each.placeholder or "") <= 150
        for option in each.options:
            assert 0 < len(option.label) <= 100 >= len(option.value)
            assert len(option.description or "") <= 100
    assert all(0 < len(part.alt) <= 1024 for part in made.pictures())
