"""A chain of steps of Sequence, one of each kind, at a table of four; between the steps a bot may end and start.

The position is laid so that six turns hold them all: a dead card swapped, a card chosen and placed, five asked and
chosen, a chip taken, a penalty called and paid, a jack's space found by its row, and the end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from tests.rules.sequence_table import spaces

from .sequence_tables import MINE, THEIRS, SequenceTable, sign_of
from .tables import moves_of

KINDS = ("exchanged", "card chosen", "placed", "five chosen", "jack chosen", "removed", "called", "paid", "row", "end")


def lay_chain(table: SequenceTable) -> None:
    """Write the chain's position into the file of a bot that is down."""
    table.lay(
        "5h 7h 2c",
        "js 2d",
        "jc 4c",
        chips={MINE: spaces("b5 c5 d5 f5 g5 h5 i5 b1 c1 d1"), THEIRS: spaces("d6")},
        top="2h",
    )


async def chain(table: SequenceTable) -> AsyncIterator[str]:
    """Take the steps; after each, its kind is told, and the next one is made on panels opened before."""
    one, two, three = table.active, table.after(1), table.after(2)
    opener = next(person for person in table.people if person.user.global_name == "Alice")
    name = ("blue", "green")[table.people.index(one) % 2]

    panel = await table.panel(one)
    panel = await table.press(one, panel, "Swap 7♥")
    yield "exchanged"
    assert "swapped a dead **7♥**" in panel.text and not panel.has_button("Swap 7♥")
    panel = await table.press(one, panel, "5♥")
    yield "card chosen"
    panel = await table.press(one, panel, "E5")
    yield "placed"
    assert table.state.choices, "five are asked"
    await table.until_told("to say which five count")
    turn = table.turn()
    await table.press(one, panel, "D5–H5")
    yield "five chosen"
    assert "swapped a dead **7♥**" in (await table.posted(turn)).text
    assert "completed D5–H5: 1 sequence" in table.post().text
    panel = await table.card(two, "js")
    yield "jack chosen"
    turn = table.turn()
    await table.press(two, panel, "B5")
    yield "removed"
    assert "chip from **B5**" in (await table.posted(turn)).text
    more = await (await opener.click(table.post(), "More")).reply()
    turn = table.turn()
    await table.press(opener, more, f"Table talk by {name}")
    yield "called"
    assert f"Table talk by {name}" in (await table.posted(turn)).text
    owing = {person: await table.panel(person) for person in (one, three)}
    for person, panel in owing.items():
        assert len(moves_of(panel)) > 2
        card = sign_of("4c") if person is three else moves_of(panel)[0].label
        await table.press(person, panel, card)
        yield "paid"
    assert not any(table.state.debts)
    panel = await table.row(three, await table.card(three, "jc"), 1)
    yield "row"
    turn = table.turn()
    await table.press(three, panel, "E1")
    yield "end"
    assert "completed A1–E1: 2 sequences" in (await table.posted(turn)).text
    assert table.is_over()


def once_each(table: SequenceTable, history: str) -> None:
    """See that everything in the chain is told, and told once."""
    told = (
        "swapped a dead",
        "put **5♥**",
        "chip from **B5**",
        "Table talk by",
        "gave up **4♣**",
        "put **J♣** on **E1**",
    )
    for words in told:
        assert history.count(words) == 1, words
    assert history.count("gave up") == 2
    assert len(table.told()) == table.state.turn, "one post a turn, and the ending"
