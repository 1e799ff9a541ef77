"""The form of the database through the versions, by Alembic. `db/session.py` runs it; users need no command.

After a change of `db/models.py` a developer makes the next revision, reads it, and formats it:

    python -m db.migrations "keep tournaments"
    ruff format db/migrations
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

SCRIPTS = "db:migrations"


def config(connection: Connection | None = None) -> Config:
    """Give Alembic what an alembic.ini would; `env.py` runs on the connection."""
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", SCRIPTS)
    made.set_main_option("path_separator", "os")
    made.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return made


def default_differs(
    _context: object,
    _inspected_column: object,
    _column: object,
    inspected: str | None,
    _default: object,
    rendered: str | None,
) -> bool | None:
    """Keep Alembic from taking an empty text, as SQLite tells it, for an expression; None: let it compare."""
    return False if (inspected, rendered) == ("('')", "") else None


def revisions() -> tuple[str, ...]:
    """List the revisions that this program knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def current(connection: Connection) -> str | None:
    """Tell at which revision a database is; None: at none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a revision in the connection's transaction."""
    command.upgrade(config(connection), revision)


def downgrade(connection: Connection, revision: str = "base") -> None:
    """Take a database back to a revision in the connection's transaction."""
    command.downgrade(config(connection), revision)
