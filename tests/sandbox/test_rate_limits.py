"""Rate limits, when they are switched on."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.sandbox import Person, Sandbox

from .bots import DESCRIPTION, Api, running


@pytest.fixture
async def limited() -> AsyncIterator[Sandbox]:
    async with Sandbox(description=DESCRIPTION, rate_limits=True) as sandbox:
        yield sandbox


@pytest.fixture
async def limited_api(limited: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, limited)


def channel(sandbox: Sandbox, name: str = "games") -> int:
    return sandbox.person("alice").channel(name).id


async def test_a_channel_takes_five_messages_in_five_seconds(limited: Sandbox, limited_api: Api) -> None:
    games, tavern = channel(limited), channel(limited, "tavern")
    path = f"/channels/{games}/messages"
    answers = [await limited_api("POST", path, {"content": str(n)}) for n in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert 0 < answers[5][1]["retry_after"] <= 5
    assert answers[5][1]["global"] is False
    assert (await limited_api("POST", f"/channels/{tavern}/messages", {"content": "x"}))[0] == 200
    await limited.pass_time(5)
    assert (await limited_api("POST", path, {"content": "x"}))[0] == 200


async def test_all_routes_together_take_fifty_a_second(limited: Sandbox, limited_api: Api) -> None:
    statuses = []
    for n in range(51):
        status, body = await limited_api("GET", f"/users/{n}")
        statuses.append(status)
        if body.get("global"):
            break
        await limited.pass_time(0.0001)
    assert statuses[-1] == 429


async def test_discord_py_reads_the_headers(limited: Sandbox) -> None:
    alice: Person = limited.person("alice")
    async with running(limited) as bot:
        messageable = bot.get_partial_messageable(channel(limited))
        for n in range(4):
            await messageable.send(str(n))
    assert [message.text for message in alice.messages("games")] == list("0123")
    statuses = [call.status for call in limited.calls_to("POST", "/channels/{channel_id}/messages")]
    assert statuses == [200] * 4


async def test_limits_are_off_unless_asked_for(sandbox: Sandbox, api: Api, games: int) -> None:
    path = f"/channels/{games}/messages"
    assert [(await api("POST", path, {"content": str(n)}))[0] for n in range(12)] == [200] * 12
