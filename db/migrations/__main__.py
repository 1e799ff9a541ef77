"""Write the next revision: what `db/models.py` has that the revisions so far have not."""

from __future__ import annotations

import sys
from pathlib import Path

from alembic import command
from alembic.script import Script
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from db import migrations


def main(message: str) -> None:
    number = len(migrations.revisions()) + 1
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        migrations.upgrade(connection)
    with engine.begin() as connection:
        made = command.revision(migrations.config(connection), message, autogenerate=True, rev_id=f"{number:04}")
    engine.dispose()
    if isinstance(made, Script):
        written = Path(made.path)
        lines = written.read_text(encoding="utf-8").splitlines(keepends=True)
        written.write_text("".join(line for line in lines if "# ###" not in line), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m db.migrations "what changes"')
    main(sys.argv[1])
