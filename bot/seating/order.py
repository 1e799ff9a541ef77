"""Who sits where, and by which options a table differs from the usual one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.positions import Position
from db.records import SeatRecord
from rules.chance import shuffled
from rules.engine import option_fields, option_text


def seated(seats: Sequence[SeatRecord], teams: Sequence[int], luck: str) -> tuple[SeatRecord, ...]:
    """Seat people by the teams they wish for, first come first served, and deal the other places at random.

    Where nobody has a team-mate everybody stays in the order of joining.
    """
    if len(set(teams)) == len(teams):
        return tuple(replace(seat, team=None) for seat in seats)
    places: dict[int, SeatRecord] = {}
    rest: list[SeatRecord] = []
    for seat in seats:
        free = [place for place, team in enumerate(teams) if team == seat.team and place not in places]
        if free:
            places[free[0]] = seat
        else:
            rest.append(seat)
    left = [place for place in range(len(teams)) if place not in places]
    places |= zip(left, shuffled(rest, luck, "seats"), strict=True)
    return tuple(replace(places[place], seat=place, team=None) for place in range(len(teams)))


def changed_options(position: Position) -> dict[str, str]:
    """Return the options that are not the usual ones, as texts."""
    options = position.options
    return {
        each.name: option_text(getattr(options, each.name))
        for each in option_fields(position.game.options)
        if getattr(options, each.name) != each.default
    }
