"""Teams in the lobby of Sequence: wishes are kept at Start, and Start says what is missing."""

from __future__ import annotations

import pytest

from bot.sandbox import Person, Sandbox

from .bots import Bot
from .sequence_tables import SequenceTable
from .tables import aside

WISH = "Your team, once there are teams"


async def wish(table: SequenceTable, person: Person, team: str) -> None:
    await person.click(table.lobby_now(), WISH, values=[team])


async def test_wishes_for_a_team_are_kept_at_start(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    alice, bob, cara, dai = twelve[:4]
    table = await SequenceTable.gathered(sandbox, bot.file, [alice, bob, cara, dai])
    await wish(table, bob, "green team")
    await wish(table, alice, "blue team")
    await wish(table, dai, "blue team")
    await alice.until(lambda: table.lobby_now().text.count(":blue") == 2)
    await bot.restart()
    await table.begin()
    assert set(table.people[0::2]) == {alice, dai}, "blue has the first seat and each second one after it"
    assert set(table.people[1::2]) == {bob, cara}


async def test_who_wishes_for_a_full_team_first_has_the_place(sandbox: Sandbox, bot: Bot, twelve: list[Person]) -> None:
    alice, bob, cara, dai = twelve[:4]
    table = await SequenceTable.gathered(sandbox, bot.file, [alice, bob, cara, dai])
    for person in (bob, cara, dai):
        await wish(table, person, "green team")
    await alice.until(lambda: table.lobby_now().text.count(":green") == 3)
    await wish(table, bob, "any team")
    await alice.until(lambda: table.lobby_now().text.count(":green") == 2)
    await table.begin()
    assert set(table.people[1::2]) == {cara, dai}


async def test_a_wish_is_for_who_sits(sandbox: Sandbox, bot: Bot, alice: Person, bob: Person, kim: Person) -> None:
    table = await SequenceTable.gathered(sandbox, bot.file, [alice, bob])
    answer = await kim.click(table.lobby_now(), WISH, values=["blue team"])
    assert "You don't sit here" in (await aside(answer, kim)).text


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (5, ("you are 5", "1 more makes 2 teams of 3", "3 more make 2 teams of 4", "1 less makes 2 teams of 2")),
        (7, ("you are 7", "1 more makes 2 teams of 4", "2 more make 3 teams of 3", "1 less makes 2 teams of 3")),
    ],
)
async def test_start_says_what_is_missing(
    count: int, said: tuple[str, ...], sandbox: Sandbox, bot: Bot, twelve: list[Person]
) -> None:
    table = await SequenceTable.gathered(sandbox, bot.file, twelve[:count])
    answer = await table.first.click(table.lobby, "Start")
    refused = await aside(answer, table.first)
    for words in said:
        assert words in refused.text
    assert not table.first.threads()
    await table.join(twelve[count])
    await table.begin()
    assert len(table.people) == count + 1
