"""To 0001: first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Text(), server_default="thread", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("opener_id", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("start_interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("log_length", sa.Integer(), server_default="0", nullable=False),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("follows", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'cancelled')", name=op.f("ck_matches_status")),
        sa.ForeignKeyConstraint(["follows"], ["matches.id"], name=op.f("fk_matches_follows"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_follows"), ["follows"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_id_version"), ["id", "version"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_status"), ["status"], unique=False)

    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("gone", sa.Boolean(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_members")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("with_bots", sa.Boolean(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared_wins", sa.Integer(), nullable=False),
        sa.Column("place_sum", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "with_bots", "user_id", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_ratings_guild_id_game_with_bots_rating"),
            ["guild_id", "game", "with_bots", "rating"],
            unique=False,
        )

    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hand", sa.Text(), server_default="dm", nullable=False),
        sa.Column("ping", sa.Text(), server_default="dm", nullable=False),
        sa.Column("reminders", sa.Text(), server_default="both", nullable=False),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("away_until", sa.BigInteger(), nullable=True),
        sa.Column("dm_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("dm_closed", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("hint_due", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("welcomed", sa.Boolean(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_table(
        "deadlines",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("grace", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("away_from", sa.BigInteger(), nullable=True),
        sa.Column("away_to", sa.BigInteger(), nullable=True),
        sa.Column("presumed", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("rung", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("together", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('turn', 'window', 'order', 'reminder', 'lapse')", name=op.f("ck_deadlines_kind")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_deadlines_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", "kind", name=op.f("pk_deadlines")),
    )
    with op.batch_alter_table("deadlines", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deadlines_due"), ["due"], unique=False)

    op.create_table(
        "moves",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("notation", sa.Text(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_moves_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_moves")),
    )
    op.create_table(
        "notices",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Text(), server_default="", nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("done", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notices_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_notices")),
    )
    op.create_table(
        "old_hands",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("intents", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_old_hands_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_old_hands")),
    )
    with op.batch_alter_table("old_hands", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_old_hands_match_id"), ["match_id"], unique=False)

    op.create_table(
        "results",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("with_bots", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("rating_before", sa.Double(), nullable=True),
        sa.Column("rating_after", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_results_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_results_guild_id_game_with_bots_user_id_ended_at"),
            ["guild_id", "game", "with_bots", "user_id", "ended_at"],
            unique=False,
        )

    op.create_table(
        "seat_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at_seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("held_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seat_changes_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_changes")),
    )
    with op.batch_alter_table("seat_changes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_changes_match_id"), ["match_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("bot_name", sa.Text(), nullable=True),
        sa.Column("held_by", sa.Text(), nullable=False),
        sa.Column("join_interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("team", sa.Integer(), nullable=True),
        sa.Column("misses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("away_used", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("dm_message_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("held_by IN ('person', 'stand_in')", name=op.f("ck_seats_held_by")),
        sa.CheckConstraint("(user_id IS NULL) <> (bot_name IS NULL)", name=op.f("ck_seats_somebody")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seats_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_match_id_user_id"), ["match_id", "user_id"], unique=True)
        batch_op.create_index(batch_op.f("ix_seats_user_id"), ["user_id"], unique=False)

    op.create_table(
        "tellings",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("lobby_message_id", sa.BigInteger(), nullable=True),
        sa.Column("lobby_shown", sa.Text(), server_default="", nullable=False),
        sa.Column("place_id", sa.BigInteger(), nullable=True),
        sa.Column("place_gone", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("post_id", sa.BigInteger(), nullable=True),
        sa.Column("post_turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("post_from", sa.Integer(), server_default="0", nullable=False),
        sa.Column("post_waiting", sa.Text(), server_default="", nullable=False),
        sa.Column("waiting_version", sa.Integer(), server_default="-1", nullable=False),
        sa.Column("moved_version", sa.Integer(), server_default="-1", nullable=False),
        sa.Column("post_line", sa.Text(), server_default="", nullable=False),
        sa.Column("posted_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("awake_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("told_seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pinged", sa.Text(), server_default="{}", nullable=False),
        sa.Column("intents", sa.Text(), server_default="[]", nullable=False),
        sa.Column("retire", sa.Text(), server_default="[]", nullable=False),
        sa.Column("closing", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("settled_version", sa.Integer(), server_default="-1", nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_tellings_match_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_tellings")),
    )


def downgrade() -> None:
    op.drop_table("tellings")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_user_id"))
        batch_op.drop_index(batch_op.f("ix_seats_match_id_user_id"))

    op.drop_table("seats")
    with op.batch_alter_table("seat_changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_changes_match_id"))

    op.drop_table("seat_changes")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_guild_id_game_with_bots_user_id_ended_at"))

    op.drop_table("results")
    with op.batch_alter_table("old_hands", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_old_hands_match_id"))

    op.drop_table("old_hands")
    op.drop_table("notices")
    op.drop_table("moves")
    with op.batch_alter_table("deadlines", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deadlines_due"))

    op.drop_table("deadlines")
    op.drop_table("users")
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ratings_guild_id_game_with_bots_rating"))

    op.drop_table("ratings")
    op.drop_table("meta")
    op.drop_table("members")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_status"))
        batch_op.drop_index(batch_op.f("ix_matches_id_version"))
        batch_op.drop_index(batch_op.f("ix_matches_follows"))

    op.drop_table("matches")
    op.drop_table("guilds")
