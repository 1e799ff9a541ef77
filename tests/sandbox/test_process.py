"""The bot as a process, the demo, and the port."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import PortBusy, Sandbox, serve

SCRIPT = """
import os, sys
import discord
from bot.discord_address import point_discord_at

point_discord_at(os.environ["DISCORD_API_URL"])
client = discord.Client(intents=discord.Intents.none())
print("started with", os.environ.get("DATABASE_URL"), file=sys.stderr, flush=True)
client.run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""
DEAF = """
import os, signal, urllib.request

signal.signal(signal.SIGTERM, signal.SIG_IGN)
urllib.request.urlopen(os.environ["DISCORD_API_URL"] + "/api/v10/gateway")
signal.pause()
"""
BOT = (sys.executable, "-c", SCRIPT)
ROOT = Path(__file__).parents[2]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_bot_is_started_killed_and_started_again(sandbox: Sandbox, tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    child = sandbox.child(command=BOT, database_url="sqlite:///x", log=log, cwd=ROOT)
    await child.start()
    await sandbox.bot_ready()
    with pytest.raises(RuntimeError):
        await child.start()
    await child.kill()
    assert (child.running, child.returncode) == (False, -signal.SIGKILL)
    await sandbox.until(lambda: not sandbox.gateway.connected)
    await child.restart()
    await sandbox.bot_ready()
    assert sandbox.gateway.identifies == 2
    assert await child.terminate() is not None
    assert child.output().count("started with sqlite:///x") == 2


async def test_the_child_ends_with_the_sandbox(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        child = sandbox.child(command=BOT, log=tmp_path / "log", cwd=ROOT)
        await child.start()
        await sandbox.bot_ready()
        pid = child.pid
    assert pid is not None and gone(pid)


async def test_a_child_that_ignores_a_kind_word_is_ended_all_the_same() -> None:
    async with Sandbox() as sandbox:
        child = sandbox.child(command=(sys.executable, "-c", DEAF))
        await child.start()
        await sandbox.until(lambda: sandbox.calls)
        with pytest.raises(TimeoutError):
            await child.terminate(within=0.05)
        await child.kill()
    assert child.returncode == -signal.SIGKILL


async def test_a_taken_port_is_said_in_one_sentence(sandbox: Sandbox) -> None:
    with pytest.raises(PortBusy, match=f"^Port {sandbox.port} is taken by another program"):
        async with Sandbox(port=sandbox.port):
            pass


async def test_the_sandbox_listens_on_loopback_only(sandbox: Sandbox) -> None:
    assert sandbox.url == f"http://127.0.0.1:{sandbox.port}"
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.2", sandbox.port)


async def test_the_demo_runs_a_bot_until_it_is_told_to_stop(tmp_path: Path) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    options: dict[str, str | int] = {"game": "take5", "bots": 3}
    demo = asyncio.create_task(
        serve(port=0, command=BOT, log=tmp_path / "log", play=("play", options), ready=told.put_nowait)
    )
    url = await told.get()
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/sim/live?user=alice") as live:
        snapshot = await live.receive_json(timeout=5)
        assert (snapshot["bot_switch"], snapshot["guide"]["play"]["name"]) == (True, "play")

        async def switch(act: str) -> int:
            body = {"type": act, "user": snapshot["me"]["id"]}
            async with session.post(f"{url}/sim/act", json=body) as response:
                return response.status

        async def state(wanted: str) -> None:
            async with asyncio.timeout(20):
                while (event := await live.receive_json())["t"] != "bot" or event["state"] != wanted:
                    pass

        if snapshot["bot"] != "running":
            await state("running")
        assert await switch("bot_kill") == 200
        await state("stopped")
        assert await switch("bot_kill") == 400
        assert await switch("bot_start") == 200
        await state("running")
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(20):
        await demo


async def test_the_page_is_told_of_a_bot_that_ends_by_itself(tmp_path: Path) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    leave = tmp_path / "leave"
    waits = (sys.executable, "-c", f"import os, time\nwhile not os.path.exists({str(leave)!r}): time.sleep(0.02)")
    demo = asyncio.create_task(serve(port=0, command=waits, log=tmp_path / "log", ready=told.put_nowait))
    url = await told.get()
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/sim/live?user=alice") as live:
        assert (await live.receive_json(timeout=5))["bot"] == "starting"
        leave.touch()
        assert await live.receive_json(timeout=20) == {"t": "bot", "state": "stopped"}
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(20):
        await demo


async def test_the_demo_says_that_its_port_is_taken(sandbox: Sandbox) -> None:
    with pytest.raises(PortBusy):
        await serve(port=sandbox.port, command=BOT)
