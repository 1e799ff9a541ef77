"""Writes the catalogues: `make messages`, from the top of the project.

`bot/locale/cheza.pot` holds every sentence of the code, with the files it stands in and neither lines nor dates, so
that it changes only when a sentence does. A language is a folder `bot/locale/LANGUAGE/LC_MESSAGES` with a `cheza.po`:
an empty file there is filled with all sentences to be translated. English says what the code says.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.i18n import LOCALES, SOURCE
from tests.sentences import found

TEMPLATE = LOCALES / "cheza.pot"
LEFT_OUT = re.compile(
    rb'"(POT-Creation-Date|PO-Revision-Date|Generated-By):|EMAIL@ADDRESS|LL@li\.org|"Project-Id-Version: PROJECT'
)
"""Lines of a catalogue's head that change by themselves, or that nobody has filled in."""
HEADER = """\
# The sentences of Cheza.
# Written by `make messages`; the text of each comes from the code."""


def template() -> Catalog:
    """Collect the sentences of the code."""
    catalog = Catalog(project="Cheza", version=" ", header_comment=HEADER, fuzzy=False)
    for each in found().said:
        catalog.add(each.sentence, locations=[(each.file, 0)])
    return catalog


def files() -> tuple[Path, ...]:
    """Return the catalogues of all languages."""
    return tuple(sorted(LOCALES.glob("*/LC_MESSAGES/cheza.po")))


def read(path: Path) -> Catalog:
    """Read a catalogue; its folder says the language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def updated(path: Path) -> Catalog:
    """Return a catalogue with the sentences that the code has now; translations of others are kept below."""
    catalog = read(path)
    catalog.header_comment, catalog.fuzzy = HEADER, False
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    if path.parts[-3] == SOURCE:
        catalog.obsolete.clear()
        for message in catalog:
            if message.id:
                message.string = message.id
    return catalog


def written(catalog: Catalog) -> bytes:
    """Return a catalogue as its file has it: in the order of the code, without dates."""
    out = BytesIO()
    write_po(out, catalog, width=110, include_lineno=False)
    return b"".join(line for line in out.getvalue().splitlines(keepends=True) if not LEFT_OUT.search(line))


def main() -> None:
    english = LOCALES / SOURCE / "LC_MESSAGES" / "cheza.po"
    english.parent.mkdir(parents=True, exist_ok=True)
    english.touch()
    TEMPLATE.write_bytes(written(template()))
    for path in files():
        path.write_bytes(written(updated(path)))
    print(f"{len(template())} sentences, {len(files())} languages")  # noqa: T201 - a command line prints


if __name__ == "__main__":
    main()
