"""A hundred presses in one tick, on one match and on a hundred: each is answered in time, each turn is told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import cycle, islice

import pytest

from bot.lobbies import Person as Sitter
from bot.sandbox import Person, Sandbox
from bot.sandbox.world import World

from .bots import Bot
from .closing import Closing, look_back
from .conftest import description
from .logbook import Logbook
from .tables import Table, cards_of
from .test_pings import prefer

HUNDRED = 100


def one_server(world: World) -> None:
    """A server with ten people, and as many channels as matches are to be played."""
    people = [world.add_user(f"p{number}") for number in range(10)]
    guild = world.add_guild("Hundreds", people)
    world.add_channel(guild, "games")
    for person in people:
        world.open_dm(person.id)


@pytest.fixture
async def sandbox(log: Logbook) -> AsyncIterator[Sandbox]:
    # A busy machine must not be what an interaction fails by.
    async with Sandbox(world=one_server, description=description(), answer_within=20) as sandbox:
        yield sandbox
        assert not log.errors, "\n".join(log.errors)
        look_back(sandbox, log.text, Closing())


@pytest.fixture
def ten(sandbox: Sandbox) -> list[Person]:
    return [sandbox.person(f"p{number}") for number in range(10)]


async def test_a_hundred_presses_in_one_tick_at_one_table_of_ten_are_one_trick(
    sandbox: Sandbox, bot: Bot, ten: list[Person]
) -> None:
    table = await Table.started(sandbox, *ten)
    panels = await asyncio.gather(*(table.panel(person) for person in ten))
    cards = [cards_of(panel)[index] for index, panel in enumerate(panels)]
    await bot.settled()
    pressing = [
        person.click(panel, card)
        for person, panel, card in islice(cycle(zip(ten, panels, cards, strict=True)), HUNDRED - 10)
    ]
    pressing += [person.click(table.post(), "My hand") for person in ten]
    answers = await asyncio.gather(*pressing)
    post = await table.posted(1)
    await bot.quiet()
    assert [answer for answer in answers if answer.failed or not answer.acked] == []
    for number, card in enumerate(cards):
        assert f"P{number} {card}" in post.pictures[0].alt
    assert table.turn() == 2
    assert len(table.told()) == 2
    assert "Have chosen" not in table.post().text


async def test_a_hundred_matches_are_opened_looked_at_and_played_on_in_one_tick_each(
    sandbox: Sandbox, bot: Bot, ten: list[Person]
) -> None:
    ann = ten[0]
    await prefer(ann, "thread", "panel")
    numbers = await asyncio.gather(*(begun(bot, ann, 1000 + index) for index in range(HUNDRED)))
    await bot.quiet()
    posts = [ann.messages(place)[-1] for place in ann.threads()]
    assert len(posts) == HUNDRED
    looked = await asyncio.gather(*(ann.click(post, "My hand") for post in posts))
    panels = [await answer.reply(within=60) for answer in looked]
    pressed = await asyncio.gather(*(ann.click(panel, cards_of(panel)[0]) for panel in panels))
    await bot.quiet()
    assert [answer for answer in (*looked, *pressed) if answer.failed or not answer.acked] == []
    nonces = [call.body["nonce"] for call in sandbox.calls if isinstance(call.body, dict) and "nonce" in call.body]
    assert len(nonces) == len(set(nonces)), "nothing is told twice"
    for number in numbers:
        turn = (await bot.cheza.matches.position(number)).match.turn
        assert turn > 1
        assert f"t.{number}.{turn}.0" in nonces


async def begun(bot: Bot, ann: Person, interaction: int) -> int:
    """Begin a match with a bot beside Discord, and have it told."""
    lobbies, place, sitter = bot.cheza.lobbies, ann.channel("games"), Sitter(ann.id, ann.user.username, interaction)
    assert place.guild_id is not None
    number = (await lobbies.open(place.guild_id, place.id, sitter, "take5", "none", bots=1)).match.id
    await lobbies.start(number, sitter)
    bot.cheza.teller.tell(number)
    return number
