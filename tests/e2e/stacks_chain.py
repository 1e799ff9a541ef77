"""A chain of steps of Sequence Stacks, one of each kind, at a table of three; between them a bot may end and start.

The position is laid so that two turns hold them all: an order left, a wild and its pile, an action, a completion, a
window let pass by one and blocked by another, the turn's end with somebody skipped, a completion that wins.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from .stacks_tables import END, StacksTable

KINDS = ("ordered", "card chosen", "played", "action", "completed", "answered", "blocked", "turn ended", "end")


def lay_chain(table: StacksTable) -> None:
    """Write the chain's position into the file of a bot that is down."""
    table.lay(
        ["r5 bw skip b2 b2", "block b1 b1", "b5 r1 r1"],
        ["r1 r2 r3 r4", "", "b1 b2 b3 b4"],
        chips=[(1, 0), (0, 0), (1, 1)],
    )


async def chain(table: StacksTable) -> AsyncIterator[str]:
    """Take the steps; after each, its kind is told, and the next one is made on panels opened before."""
    one, two, three = table.active, table.after(1), table.after(2)
    hand = await table.panel(one)

    await table.order(two, "ask")
    yield "ordered"
    hand = await table.press(one, hand, "Blue wild …")
    yield "card chosen"
    hand = await table.press(one, hand, "New pile")
    yield "played"
    assert "played **blue wild as 1**" in hand.text
    hand = await table.press(one, hand, "Skip")
    yield "action"
    assert "1 Skip waits for the end of your turn." in hand.text
    turn = table.turn()
    hand = await table.press(one, hand, "Red 5 · pile 1")
    assert "You have completed red." in hand.text
    yield "completed"
    window = await table.posted(turn)
    assert "played blue wild as 1, Skip and **red 5**" in window.text
    assert "Anyone may block it." in window.text
    panels = [await table.hand(person) for person in (two, three)]
    panel = await table.press(three, panels[1], "Let it pass")
    assert "**You let it pass.**" in panel.text
    yield "answered"
    assert table.state.window is not None
    turn = table.turn()
    await table.press(two, panels[0], "Block it")
    yield "blocked"
    assert "played **Block**: no red chip for" in (await table.posted(turn)).text
    turn = table.turn()
    hand = await table.panel(one)
    await (await one.click(hand, END, values=["Blue 2"])).reply()
    yield "turn ended"
    told = (await table.posted(turn)).text
    assert "discarded blue 2" in told
    assert "loses the turn" in told
    assert table.awaited() == [three]
    await table.play("h b5 3")
    for person in (one, two):
        await table.answer(person, "Let it pass")
    await table.first.until(table.is_over, what="the end")
    yield "end"
    assert table.is_over()


def once_each(table: StacksTable, history: str) -> None:
    """See that everything in the chain is told, and told once."""
    for words in ("blue wild as 1", "**red 5**", "completed red", "played **Block**", "loses the turn", "**blue 5**"):
        assert history.count(words) == 1, words
    assert history.count("discarded blue 2") == 1
    assert history.count("Nobody blocked it") == 1
