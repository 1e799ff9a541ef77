"""The tables. Times are integer milliseconds since 1970; ids of Discord are 64-bit integers.

Rows leave this package as the frozen records of `db/records.py`; the classes here only describe the
database, for the repositories and for the migrations, which a test holds equal to them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Snowflake = BigInteger
Milliseconds = BigInteger


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {str: Text}  # noqa: RUF012 - SQLAlchemy reads it off the class


class Meta(Base):
    """Facts about the program itself: when it was last alive, which commands Discord knows."""

    __tablename__ = "meta"
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class Guild(Base):
    """A server and what its staff has set."""

    __tablename__ = "guilds"
    id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    place: Mapped[str] = mapped_column(default="thread", server_default="thread")
    """Where a match is played: `thread` (one of its own) or `channel`."""


class User(Base):
    """A person, with what they prefer. One DM channel a person."""

    __tablename__ = "users"
    id: Mapped[int] = mapped_column(Snowflake, primary_key=True, autoincrement=False)
    name: Mapped[str]
    """The display name as last seen, raw; escaped wherever it is shown."""
    hand: Mapped[str] = mapped_column(default="dm", server_default="dm")
    """Where the hand is seen: `dm` (and the panel), or `panel` only."""
    ping: Mapped[str] = mapped_column(default="dm", server_default="dm")
    """Where a turn is told: `dm` or `thread`."""
    reminders: Mapped[str] = mapped_column(default="both", server_default="both")
    """When a turn is recalled: at `half` time, near the `end`, at `both`, or at `none`."""
    zone: Mapped[str | None]
    """Their time zone, by its IANA name; None: UTC."""
    quiet_from: Mapped[int | None]
    """Minutes after midnight of their zone from which no reminder comes; None: no quiet hours."""
    quiet_to: Mapped[int | None]
    away_until: Mapped[int | None] = mapped_column(Milliseconds)
    """The last moment of the day until which they said to be away."""
    dm_channel_id: Mapped[int | None] = mapped_column(Snowflake)
    dm_closed: Mapped[bool] = mapped_column(default=False, server_default="0")
    """A DM was refused (50007); none is tried again until that person asks for it."""
    hint_due: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The one private hint about closed DMs has yet to be shown."""
    welcomed: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The first-time note after Join has been shown."""


class Member(Base):
    """Whether a person was last seen on a server. Kept a day; any interaction proves presence."""

    __tablename__ = "members"
    guild_id: Mapped[int] = mapped_column(Snowflake, primary_key=True)
    user_id: Mapped[int] = mapped_column(Snowflake, primary_key=True)
    seen_at: Mapped[int] = mapped_column(Milliseconds)
    gone: Mapped[bool] = mapped_column(default=False, server_default="0")


class Match(Base):
    """One playing of a game, from the lobby to the end."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("status IN ('lobby', 'running', 'over', 'cancelled')", name="status"),
        Index(None, "status"),
        Index(None, "id", "version"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    channel_id: Mapped[int] = mapped_column(Snowflake)
    """The channel in which the lobby was opened."""
    game: Mapped[str]
    options: Mapped[str]
    pace: Mapped[str]
    status: Mapped[str]
    opener_id: Mapped[int] = mapped_column(Snowflake)
    secret: Mapped[str]
    """16 random bytes in hex, shown when the match is over."""
    start_interaction_id: Mapped[int | None] = mapped_column(Snowflake)
    state: Mapped[str | None]
    version: Mapped[int]
    """Grows with every change of the match; a writer that read another one is refused."""
    log_length: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many rows of `moves` the match has; the next one's `seq`."""
    turn: Mapped[int] = mapped_column(default=0, server_default="0")
    reason: Mapped[str | None]
    follows: Mapped[int | None] = mapped_column(ForeignKey("matches.id", ondelete="SET NULL"), index=True)
    """The match of which this is the rematch."""
    rated: Mapped[bool] = mapped_column(default=True, server_default="1")
    """Whether it counts for ratings; a ruling by the opener takes that away."""
    created_at: Mapped[int] = mapped_column(Milliseconds)
    started_at: Mapped[int | None] = mapped_column(Milliseconds)
    ended_at: Mapped[int | None] = mapped_column(Milliseconds)


class Seat(Base):
    """A place at a match's table and who holds it now."""

    __tablename__ = "seats"
    __table_args__ = (
        Index(None, "match_id", "user_id", unique=True),
        Index(None, "user_id"),
        CheckConstraint("held_by IN ('person', 'stand_in')", name="held_by"),
        CheckConstraint("(user_id IS NULL) <> (bot_name IS NULL)", name="somebody"),
    )
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    bot_name: Mapped[str | None]
    held_by: Mapped[str]
    """`stand_in` for a bot, and for a person's seat while the stand-in keeps it."""
    join_interaction_id: Mapped[int | None] = mapped_column(Snowflake)
    team: Mapped[int | None]
    """The team that its person wishes for, in a lobby."""
    misses: Mapped[int] = mapped_column(default=0, server_default="0")
    """Deadlines missed in a row; a move made in time ends the streak."""
    away_used: Mapped[int] = mapped_column(Milliseconds, default=0, server_default="0")
    """For how long the seat's clock has stood still while its person was away, or was taken to be."""
    dm_message_id: Mapped[int | None] = mapped_column(Snowflake)
    """The hand that lies in the person's DM channel."""


class OldHand(Base):
    """What may lie in the DM channel of somebody who has handed their seat over; gone once it is wiped."""

    __tablename__ = "old_hands"
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    user_id: Mapped[int] = mapped_column(Snowflake)
    message_id: Mapped[int | None] = mapped_column(Snowflake)
    intents: Mapped[str]
    """The telling's intents at that moment: a hand may just have been on its way."""


class SeatChange(Base):
    """A change of who holds a seat; never a move."""

    __tablename__ = "seat_changes"
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    at_seq: Mapped[int]
    """How many moves the log had then."""
    at: Mapped[int] = mapped_column(Milliseconds)
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    held_by: Mapped[str]
    reason: Mapped[str]


class Move(Base):
    """The log: every move with the events that the table saw.

    It holds hidden picks, so nothing but its events is ever shown before a match is over.
    """

    __tablename__ = "moves"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int | None]
    notation: Mapped[str | None]
    """None for the deal."""
    by: Mapped[str]
    """`person`; `answer` (a person's, in a window) and `order` (one given for them); `time` (the deadline), `stand_in`,
    `table`, or `deal`."""
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    turn: Mapped[int]
    """The turn that the move led to."""
    events: Mapped[str]
    at: Mapped[int] = mapped_column(Milliseconds)


class Deadline(Base):
    """Whom a match waits for, since which turn, and until when."""

    __tablename__ = "deadlines"
    __table_args__ = (
        CheckConstraint("kind IN ('turn', 'window', 'order', 'reminder', 'lapse')", name="kind"),
        Index(None, "due"),
    )
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """`turn` or `window`: how long the seat has; `order`: when its standing order answers; `reminder`; `lapse`: when
    a lobby that nobody starts is called off."""
    since: Mapped[int]
    """The seat's number in `to_act` when it was asked."""
    asked_at: Mapped[int] = mapped_column(Milliseconds)
    due: Mapped[int | None] = mapped_column(Milliseconds)
    """None: no clock; or no further reminder."""
    grace: Mapped[bool] = mapped_column(default=False, server_default="0")
    """A turn that was missed once and has its length once more."""
    away_from: Mapped[int | None] = mapped_column(Milliseconds)
    """From when to when the clock of a turn stands still; `due` has it in it already."""
    away_to: Mapped[int | None] = mapped_column(Milliseconds)
    presumed: Mapped[bool] = mapped_column(default=False, server_default="0")
    """It stands still though nobody said to be away, before the seat is lost."""
    rung: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many steps of the ladder of reminders are behind."""
    sent: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many reminders of this deadline went out."""
    sent_at: Mapped[int | None] = mapped_column(Milliseconds)
    together: Mapped[int] = mapped_column(default=0, server_default="0")
    """How many people were asked in the same moment."""
    last_at: Mapped[int | None] = mapped_column(Milliseconds)
    """When everybody else of them had moved, until its person has been told."""


class Telling(Base):
    """What Discord shows of a match; written by its teller alone."""

    __tablename__ = "tellings"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    lobby_message_id: Mapped[int | None] = mapped_column(Snowflake)
    lobby_shown: Mapped[str] = mapped_column(default="", server_default="")
    """What the lobby post says: a version of the open lobby, or how it closed."""
    place_id: Mapped[int | None] = mapped_column(Snowflake)
    """The thread or channel in which the match is played."""
    place_gone: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Discord refused the place for good; no call goes there until somebody calls for the table."""
    post_id: Mapped[int | None] = mapped_column(Snowflake)
    post_turn: Mapped[int] = mapped_column(default=0, server_default="0")
    post_from: Mapped[int] = mapped_column(default=0, server_default="0")
    """The first row of the log that the post tells."""
    post_waiting: Mapped[str] = mapped_column(default="", server_default="")
    """The part of the post that changes within a turn, as it stands there."""
    waiting_version: Mapped[int] = mapped_column(default=-1, server_default="-1")
    """The match's version that this part is of."""
    moved_version: Mapped[int] = mapped_column(default=-1, server_default="-1")
    """The match's version that last moved a deadline within a turn; written with it."""
    post_line: Mapped[str] = mapped_column(default="", server_default="")
    """What stays of the post when the next one replaces it."""
    posted_at: Mapped[int] = mapped_column(Milliseconds, default=0, server_default="0")
    awake_at: Mapped[int] = mapped_column(Milliseconds, default=0, server_default="0")
    """When a line last kept the place from falling asleep."""
    told_seq: Mapped[int] = mapped_column(default=0, server_default="0")
    """Rows of the log below this one have been told."""
    pinged: Mapped[str] = mapped_column(default="{}", server_default="{}")
    """JSON: seat to the `since` for which its person was told, and how."""
    intents: Mapped[str] = mapped_column(default="[]", server_default="[]")
    """JSON: nonces of messages that may or may not have gone out."""
    retire: Mapped[str] = mapped_column(default="[]", server_default="[]")
    """JSON: older posts that still have buttons, each with its one line."""
    closing: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The post that ends the match has gone out."""
    settled_version: Mapped[int] = mapped_column(default=-1, server_default="-1")
    """The match's version of which nothing is left to tell; lower than the match's: it lags."""


class Notice(Base):
    """A small public message of a match beside its table posts: grace, a vote, an offer, news.

    A change of the match writes what it is about, in its own transaction; the teller what Discord shows of it.
    """

    __tablename__ = "notices"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 1 in each match."""
    kind: Mapped[str]
    data: Mapped[str]
    """JSON, of the kind's own form."""
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    """A person whom it is about and who may not sit here."""
    turn: Mapped[int]
    """The match's turn when it was written."""
    open: Mapped[bool] = mapped_column(default=False, server_default="0")
    """It is a matter that isn't settled yet."""
    message_id: Mapped[int | None] = mapped_column(Snowflake)
    shown: Mapped[str] = mapped_column(default="", server_default="")
    """The key of what the message says."""
    tries: Mapped[int] = mapped_column(default=0, server_default="0")
    """Edits in a row that Discord refused for the moment."""
    done: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Nothing is left to show: it has ended, or found no place."""


class Result(Base):
    """What one seat came to in a match that is over."""

    __tablename__ = "results"
    __table_args__ = (Index(None, "guild_id", "game", "with_bots", "user_id", "ended_at"),)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    guild_id: Mapped[int] = mapped_column(Snowflake)
    game: Mapped[str]
    user_id: Mapped[int | None] = mapped_column(Snowflake)
    with_bots: Mapped[bool]
    place: Mapped[int]
    score: Mapped[int]
    shared: Mapped[bool]
    """Another side has the same place."""
    rating_before: Mapped[float | None]
    rating_after: Mapped[float | None]
    ended_at: Mapped[int] = mapped_column(Milliseconds)


class Rating(Base):
    """A person's standing on a server's leaderboard of one game, brought up to date as results come."""

    __tablename__ = "ratings"
    __table_args__ = (Index(None, "guild_id", "game", "with_bots", "rating"),)
    guild_id: Mapped[int] = mapped_column(Snowflake, primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    with_bots: Mapped[bool] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(Snowflake, primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    rating: Mapped[float]
    """What is shown and ranked by: OpenSkill's ordinal, scaled."""
    played: Mapped[int]
    won: Mapped[int]
    """Shared wins included."""
    shared_wins: Mapped[int]
    place_sum: Mapped[int]
    last_at: Mapped[int] = mapped_column(Milliseconds)
