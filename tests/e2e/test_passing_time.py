"""Deadlines of The Passing Game in each phase, and partners in the lobby."""

from __future__ import annotations

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .passing_tables import PassingTable
from .tables import aside

LIVE = 2 * 60 + 2
"""A turn at pace live, in seconds, and a little more."""
WISH = "Your team, once there are teams"


async def test_a_deadline_leads_passes_keeps_and_ends_a_round(
    sandbox: Sandbox, bot: Bot, alice: Person, bob: Person
) -> None:
    table = await PassingTable.dealt(sandbox, bot.file, [alice, bob], pace="live", draw_then_play="on")

    async def late(words: str) -> None:
        turn, name = table.turn(), table.active.user.global_name
        await bot.pass_time(LIVE)
        await bot.settled()
        if table.turn() == turn:  # a streak's first
            await bot.pass_time(LIVE)
        post = await table.posted(turn)
        assert f"{name}** ran out of time" in post.text and f"{name}** {words}" in post.text

    lead = table.sensible()
    await late("led **")
    assert table.state.train == (lead.tile,), "the stand-in's choice"
    await late("passed.")
    drawer = table.active
    await table.make(drawer, table.game.parse("draw"))
    assert table.state.drawn is not None
    await late("kept it.")
    await late("passed.")
    await table.play("pass")
    assert table.state.round == 2, "passes by the clock end a round too"
    assert "Everybody has passed in turn" in table.post().text


async def test_partners_sit_opposite_as_they_wished(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    alice, bob, cara, dai = twelve[:4]
    table = await PassingTable.gathered(sandbox, bot.file, [alice, bob, cara])
    assert WISH not in [select.placeholder for select in table.lobby_now().selects], "there are no teams"
    await table.choose("partners", "on")
    await alice.until(lambda: WISH in [select.placeholder for select in table.lobby_now().selects])
    refused = await aside(await alice.click(table.lobby, "Start"), alice)
    assert "needs 4 players" in refused.text
    await table.join(dai)
    for person, team in ((alice, "green team"), (dai, "green team"), (bob, "blue team")):
        await person.click(table.lobby_now(), WISH, values=[team])
    await alice.until(lambda: table.lobby_now().text.count(":green") == 2)
    await table.begin()
    assert set(table.people[0::2]) == {bob, cara}
    assert set(table.people[1::2]) == {alice, dai}
    names = [person.user.global_name or "?" for person in table.people]
    text = table.post().text
    blue, green = (next(line for line in text.splitlines() if line.startswith(side)) for side in ("Blue:", "Green:"))
    assert all(name in blue for name in names[0::2]) and all(name in green for name in names[1::2])
