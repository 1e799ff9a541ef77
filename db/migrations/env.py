"""What Alembic runs, on the connection that `db/migrations/__init__.py` was given and in its transaction."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from db.migrations import default_differs
from db.models import Base

connection = context.config.attributes["connection"]
if not isinstance(connection, Connection):
    raise TypeError("migrations run from code: python -m bot run, or python -m db.migrations")

# SQLite changes a table by making it anew: a batch.
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=default_differs,
)
with context.begin_transaction():
    context.run_migrations()
