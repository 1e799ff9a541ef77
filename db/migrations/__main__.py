"""Write the next revision: what `db/models.py` has that the revisions so far have not."""

from __future__ import annotations

import sys

from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from db import migrations


def main(message: str) -> None:
    number = len(migrations.revisions()) + 1
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        migrations.upgrade(connection)
    with engine.begin() as connection:
        command.revision(migrations.config(connection), message, autogenerate=True, rev_id=f"{number:04}")
    engine.dispose()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m db.migrations "what changes"')
    main(sys.argv[1])
