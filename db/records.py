"""What the repositories hand out: frozen rows, free of the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Status = Literal["lobby", "running", "over", "cancelled"]
HeldBy = Literal["person", "stand_in"]
MadeBy = Literal["deal", "person", "answer", "time", "stand_in", "order", "table"]
DeadlineKind = Literal["turn", "window", "order", "reminder", "lapse"]
Ladder = Literal["both", "half", "end", "none"]


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person wants to be reminded, and until when they are away. See `db.models.User` for the columns."""

    reminders: Ladder = "both"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    away_until: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and who holds it; a bot has a `bot_name` and no `user_id`."""

    seat: int
    user_id: int | None
    bot_name: str | None
    held_by: HeldBy
    join_interaction_id: int | None = None
    team: int | None = None
    """The team that its person wishes for, in a lobby."""
    misses: int = 0
    away_used: int = 0
    dm_message_id: int | None = None
    user_name: str | None = None
    """The person's display name as last seen."""
    habits: Habits = Habits()
    """The person's."""
    hint_due: bool = False
    """Whether the person is still to be told that they couldn't be sent a DM."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match with its seats in order."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    options: str
    pace: str
    status: Status
    opener_id: int
    secret: str = field(repr=False)
    start_interaction_id: int | None
    state: str | None = field(repr=False)
    version: int
    log_length: int
    turn: int
    reason: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    rated: bool = True
    follows: int | None = None
    """The match of which this is the rematch."""
    open_notices: bool = False
    """Whether the matter of a notice isn't settled yet."""
    seats: tuple[SeatRecord, ...] = ()

    def seat_of(self, user_id: int) -> SeatRecord | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class OldHandRecord:
    """What may lie in the DM channel of somebody who has handed their seat over. See `db.models.OldHand`."""

    id: int
    match_id: int
    seat: int
    user_id: int
    message_id: int | None
    intents: str


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A row of the log; `events` is text for `bot/codec.py`."""

    seq: int
    seat: int | None
    notation: str | None = field(repr=False)
    by: MadeBy
    user_id: int | None
    turn: int
    events: str = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class DeadlineRecord:
    """Whom a match waits for, since which turn, until when (None: no clock). See `db.models.Deadline`."""

    match_id: int
    seat: int
    kind: DeadlineKind
    since: int
    asked_at: int
    due: int | None
    grace: bool = False
    away_from: int | None = None
    away_to: int | None = None
    presumed: bool = False
    rung: int = 0
    sent: int = 0
    sent_at: int | None = None
    together: int = 0
    last_at: int | None = None


@dataclass(frozen=True, slots=True)
class TellingRecord:
    """What Discord shows of a match. See `db.models.Telling` for the columns."""

    match_id: int
    lobby_message_id: int | None = None
    lobby_shown: str = ""
    place_id: int | None = None
    place_gone: bool = False
    post_id: int | None = None
    post_turn: int = 0
    post_from: int = 0
    post_waiting: str = ""
    waiting_version: int = -1
    moved_version: int = -1
    post_line: str = ""
    posted_at: int = 0
    awake_at: int = 0
    told_seq: int = 0
    pinged: str = "{}"
    intents: str = "[]"
    retire: str = "[]"
    closing: bool = False
    settled_version: int = -1


@dataclass(frozen=True, slots=True)
class NoticeRecord:
    """A notice of a match. See `db.models.Notice` for the columns.

    A new one has the number 0 until it is kept; match and turn are those of the change that it is kept with.
    """

    kind: str
    data: str
    user_id: int | None = None
    open: bool = False
    match_id: int = 0
    number: int = 0
    turn: int = 0
    message_id: int | None = None
    shown: str = ""
    tries: int = 0
    done: bool = False
    user_name: str | None = None
    """That person's display name as last seen."""


@dataclass(frozen=True, slots=True)
class UserRecord:
    """A person and what they prefer."""

    id: int
    name: str
    hand: Literal["dm", "panel"] = "dm"
    ping: Literal["dm", "thread"] = "dm"
    reminders: Ladder = "both"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    away_until: int | None = None
    dm_channel_id: int | None = None
    dm_closed: bool = False
    hint_due: bool = False
    welcomed: bool = False

    @property
    def habits(self) -> Habits:
        return Habits(self.reminders, self.zone, self.quiet_from, self.quiet_to, self.away_until)


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """What one seat came to in a match that is over."""

    match_id: int
    seat: int
    guild_id: int
    game: str
    user_id: int | None
    with_bots: bool
    place: int
    score: int
    shared: bool
    rating_before: float | None
    rating_after: float | None
    ended_at: int


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """A person's standing in one game on one server; matches with bots are counted apart."""

    guild_id: int
    game: str
    with_bots: bool
    user_id: int
    mu: float
    sigma: float
    rating: float
    played: int
    won: int
    shared_wins: int
    place_sum: int
    last_at: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard, before ranks are given."""

    user_id: int
    name: str
    rating: float
    played: int
    won: int
    shared_wins: int
    average_place: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match in a person's list: whether it waits for them, since when, until when."""

    match_id: int
    guild_id: int
    channel_id: int
    place_id: int | None
    game: str
    status: Status
    asked_at: int | None
    due: int | None


@dataclass(frozen=True, slots=True)
class Pausing:
    """What being away does in a match of a person: `due` where it waits for them, `away_to` where its clock stands."""

    match_id: int
    game: str
    pace: str
    away_used: int
    due: int | None
    away_to: int | None
