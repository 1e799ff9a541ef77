"""A match as it stands: the kept row together with the rules it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.codec import load_options, load_state
from bot.i18n import Refused
from bot.timing.pace import PACES, Pace
from db.records import HeldBy, MatchRecord, SeatRecord
from rules.engine import Game, Seat


class NoSuchMatch(Refused):
    """There is no match of that number, or it belongs to another server."""

    def __init__(self) -> None:
        super().__init__("There is no such match here. **/games** lists yours.")


class NotSeated(Refused):
    """The person holds no seat in this match."""

    def __init__(self) -> None:
        super().__init__("You're watching. Hands are private; the board is for everyone.")


class Stale(Refused):
    """The click belongs to a position that is gone."""

    def __init__(self) -> None:
        super().__init__("The table has moved on; here is your hand now.")


@dataclass(frozen=True, slots=True)
class Position:
    """A match, its game and its state. `state` is None while it is a lobby or was called off."""

    match: MatchRecord
    game: Game[Any]
    state: Any

    @property
    def pace(self) -> Pace:
        return PACES[self.match.pace]

    @property
    def options(self) -> Any:
        return load_options(self.game, self.match.options)

    @property
    def makes_teams(self) -> bool:
        """Tell whether anybody can have a team-mate, by the options."""
        options = self.options
        return any(len(set(self.game.teams(count, options))) < count for count in self.game.tables(options))

    def holder(self, seat: int) -> SeatRecord:
        return self.match.seats[seat]

    def seat_of(self, user_id: int) -> Seat:
        """Return a person's seat; raises `NotSeated`."""
        seat = self.match.seat_of(user_id)
        if seat is None:
            raise NotSeated
        return Seat(seat.seat)

    def is_automatic(self, seat: int) -> bool:
        """Tell whether the stand-in plays a seat."""
        return self.match.seats[seat].held_by == "stand_in"

    @property
    def kept_seats(self) -> tuple[Seat, ...]:
        """The seats of people that the stand-in keeps until they come back."""
        return tuple(
            Seat(each.seat) for each in self.match.seats if each.user_id is not None and each.held_by == "stand_in"
        )

    @property
    def is_deserted(self) -> bool:
        """Whether no person is left at the table: the stand-in holds every seat."""
        return all(each.held_by == "stand_in" for each in self.match.seats)

    @property
    def in_window(self) -> bool:
        """Whether something may be answered just now, by all whom the table waits for."""
        return self.match.status == "running" and self.state is not None and bool(self.state.wait == "window")

    @property
    def is_abandoned(self) -> bool:
        """Whether a deserted table waits for somebody to come back; a window is answered first."""
        return self.is_deserted and self.state.wait == "turn"


def position_of(match: MatchRecord, games: Mapping[str, Game[Any]]) -> Position:
    """Put a kept match together with its game."""
    game = games[match.game]
    return Position(match, game, None if match.state is None else load_state(game, match.state))


def is_seated_opener(position: Position, user_id: int) -> bool:
    """Tell whether somebody opened a match and sits there still."""
    return user_id == position.match.opener_id and position.match.seat_of(user_id) is not None


def playable(position: Position) -> Any:
    """Return the state of a match that goes on."""
    if position.match.status == "lobby":
        raise Refused("This match hasn't started yet; **Start** on its table begins it.")
    if position.match.status == "cancelled":
        raise Refused("This match was called off. **/play** opens a new one.")
    if position.match.status == "over":
        raise Refused("This match is over. **/play** opens a new one.")
    return position.state


def holding(position: Position, holders: Mapping[int, HeldBy]) -> Position:
    """Return a position with some seats held by the person or the stand-in from now on."""
    if all(position.holder(seat).held_by == held_by for seat, held_by in holders.items()):
        return position
    seats = tuple(replace(each, held_by=holders.get(each.seat, each.held_by)) for each in position.match.seats)
    return replace(position, match=replace(position.match, seats=seats))
