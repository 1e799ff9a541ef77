"""Sessions, intents, RESUME, compression."""

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest
import zstandard

from bot.discord_address import point_discord_at
from bot.sandbox import Person, Sandbox

from .bots import Puppet, running


class Line:
    """A bare gateway connection without compression."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> dict[str, Any]:
        payload: dict[str, Any] = await self.socket.receive_json(timeout=5)
        return payload

    async def identify(self, sandbox: Sandbox, intents: int = 0, **more: Any) -> None:
        data = {"token": sandbox.token, "intents": intents, "properties": {}} | more
        await self.socket.send_json({"op": 2, "d": data})

    async def closed_with(self) -> int | None:
        while (await self.socket.receive(timeout=5)).type is not aiohttp.WSMsgType.CLOSE:
            pass
        return self.socket.close_code


@pytest.fixture
async def line(sandbox: Sandbox) -> Any:
    address = sandbox.url.replace("http", "ws") + "/gateway"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        line = Line(socket)
        assert (await line.next())["op"] == 10
        yield line


async def test_a_dropped_bot_resumes_and_gets_what_it_missed(sandbox: Sandbox, alice: Person) -> None:
    bot = Puppet(intents=discord.Intents(guild_messages=True))
    received: list[str] = []
    resumed = asyncio.Event()

    @bot.event
    async def on_message(message: discord.Message) -> None:
        received.append(str(message.id))

    @bot.event
    async def on_resumed() -> None:
        resumed.set()

    async with running(sandbox, bot):
        await sandbox.gateway.drop()
        await sandbox.until(lambda: not sandbox.gateway.connected)
        missed = alice.say("games", "while you were away")
        async with asyncio.timeout(20):
            await resumed.wait()
        assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)
        assert received == [str(missed.id)]


async def test_an_invalid_session_makes_the_bot_identify_anew(sandbox: Sandbox, line: Line) -> None:
    await line.identify(sandbox)
    ready = await line.next()
    sandbox.gateway.invalidate()
    assert await line.next() == {"op": 9, "d": False, "s": None, "t": None}
    resume = {"token": sandbox.token, "session_id": ready["d"]["session_id"], "seq": 1}
    await line.socket.send_json({"op": 6, "d": resume})
    assert (await line.next())["op"] == 9


async def test_a_wrong_or_refused_token_closes_with_4004(sandbox: Sandbox, line: Line) -> None:
    sandbox.gateway.refusing = True
    await line.identify(sandbox)
    assert await line.closed_with() == 4004


async def test_discord_py_gives_up_on_a_token_that_was_reset(sandbox: Sandbox) -> None:
    point_discord_at(sandbox.url)
    bot = Puppet()
    started = asyncio.create_task(bot.start(sandbox.token))
    await sandbox.bot_ready()
    sandbox.gateway.refusing = True
    await sandbox.gateway.drop()
    with pytest.raises(discord.ConnectionClosed) as closed:
        await started
    assert closed.value.code == 4004
    await bot.close()


async def test_privileged_intents_need_approval(sandbox: Sandbox, line: Line) -> None:
    await line.identify(sandbox, intents=1 << 15)
    assert await line.closed_with() == 4014


async def test_events_come_only_for_the_intents_asked_for(sandbox: Sandbox, line: Line, alice: Person) -> None:
    await line.identify(sandbox, intents=0)
    assert (await line.next())["t"] == "READY"
    alice.say("games", "unheard")
    alice.say("dm", "unheard too")
    sandbox.staff.rename_channel(alice.channel("games").id, "renamed")
    click = asyncio.create_task(alice.click(alice.last("dm"), custom_id="x", raw=True))
    assert (await line.next())["t"] == "INTERACTION_CREATE"
    await sandbox.pass_time(4)
    assert (await click).failed


async def test_guild_events_come_with_the_guilds_intent(sandbox: Sandbox, line: Line, alice: Person) -> None:
    await line.identify(sandbox, intents=1 | 1 << 9 | 1 << 12)
    assert [(await line.next())["t"] for _ in range(2)] == ["READY", "GUILD_CREATE"]
    alice.say("games", "heard")
    alice.say("dm", "heard too")
    sandbox.staff.remove_bot(sandbox.guild)
    events = [await line.next() for _ in range(3)]
    assert [event["t"] for event in events] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "GUILD_DELETE"]
    assert [event["d"].get("content") for event in events[:2]] == ["", "heard too"], "no message content"


async def test_a_mention_of_the_bot_carries_its_content(sandbox: Sandbox, line: Line, alice: Person) -> None:
    await line.identify(sandbox, intents=1 << 9)
    await line.next()
    alice.say("games", f"<@{sandbox.world.bot.id}> hello")
    assert (await line.next())["d"]["content"].endswith("hello")


async def test_a_payload_over_4096_bytes_closes_the_connection(sandbox: Sandbox, line: Line) -> None:
    await line.identify(sandbox, presence={"status": "x" * 4096})
    assert await line.closed_with() == 4002
    sandbox.violations.clear()


async def test_too_many_payloads_close_the_connection(sandbox: Sandbox, line: Line) -> None:
    for _ in range(121):
        await line.socket.send_json({"op": 1, "d": None})
    assert await line.closed_with() == 4008
    sandbox.violations.clear()


async def test_members_are_found_by_id_and_the_whole_list_needs_its_intent(
    sandbox: Sandbox, line: Line, bob: Person
) -> None:
    await line.identify(sandbox)
    await line.next()
    guild = str(sandbox.guild.id)
    await line.socket.send_json({"op": 8, "d": {"guild_id": guild, "user_ids": [str(bob.id), "12"]}})
    found = (await line.next())["d"]
    assert ([m["user"]["username"] for m in found["members"]], found["not_found"]) == (["bob"], ["12"])
    await line.socket.send_json({"op": 8, "d": {"guild_id": guild, "query": "", "limit": 0}})
    await sandbox.until(lambda: sandbox.violations)
    sandbox.violations.clear()


async def test_an_unknown_opcode_is_recorded(sandbox: Sandbox, line: Line) -> None:
    await line.socket.send_json({"op": 4, "d": {}})
    await sandbox.until(lambda: "opcode 4" in str(sandbox.violations))
    sandbox.violations.clear()


@pytest.mark.parametrize("compress", ["zlib-stream", "zstd-stream"])
async def test_compressed_frames_form_one_stream(sandbox: Sandbox, compress: str) -> None:
    inflate = zlib.decompressobj()
    unpack = zstandard.ZstdDecompressor().decompressobj()
    decode = inflate.decompress if compress == "zlib-stream" else unpack.decompress
    address = f"{sandbox.url.replace('http', 'ws')}/gateway?compress={compress}"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        hello = await socket.receive_bytes(timeout=5)
        if compress == "zlib-stream":
            assert hello.endswith(b"\x00\x00\xff\xff")
        assert json.loads(decode(hello))["op"] == 10
        await Line(socket).identify(sandbox)
        assert json.loads(decode(await socket.receive_bytes(timeout=5)))["t"] == "READY"


async def test_the_bot_can_be_asked_to_reconnect(sandbox: Sandbox, bot: Puppet) -> None:
    sandbox.gateway.ask_to_reconnect()
    await sandbox.until(lambda: sandbox.gateway.resumes == 1, within=20)
