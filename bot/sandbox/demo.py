"""The command line's `demo`: the sandbox with its page, and the bot beside it."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from .broom import keep_sweeping
from .child import BOT
from .jsons import Json
from .server import Sandbox
from .world import World

PORT = 8765


def guide(world: World, command: str, options: Mapping[str, str | int], invitation: str) -> Json:
    """The page's first steps; `{me}` becomes the reader's name."""
    games = next(channel for channel in world.channels.values() if channel.name == "games")
    return {
        "lines": [
            f"You are **{{me}}**. Press **Play**: {invitation}.",
            "Nothing leaves this computer.",
        ],
        "play": {"label": "Play", "channel": str(games.id), "name": command, "options": dict(options)},
    }


@asynccontextmanager
async def _told_to_stop() -> AsyncIterator[asyncio.Event]:
    """An event that SIGINT and SIGTERM set."""
    over, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM) if sys.platform != "win32" else ()
    for number in signals:  # on Windows Ctrl+C arrives as KeyboardInterrupt
        loop.add_signal_handler(number, over.set)
    try:
        yield over
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


async def serve(
    *,
    port: int = PORT,
    database_url: str | None = None,
    command: Sequence[str] = BOT,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
    description: Path | None = None,
    rate_limits: bool = False,
    play: tuple[str, Mapping[str, str | int]] | None = None,
    invitation: str = "bots take the other seats",
    ready: Callable[[str], None] = lambda url: None,
) -> None:
    """Serves the demo and runs the bot until SIGINT or SIGTERM; raises PortBusy.

    `play` is the command behind the page's Play button, `invitation` says what it does; `ready` is told the
    page's address.
    """
    async with (
        Sandbox(port=port, description=description, rate_limits=rate_limits) as sandbox,
        _told_to_stop() as over,
    ):
        if play is not None:
            sandbox.stage.snapshots.guide = guide(sandbox.world, *play, invitation)
        child = sandbox.child(database_url=database_url, command=command, env=env, log=log)
        child.ended = sandbox.stage.snapshots.tell_bot_state
        sandbox.stage.snapshots.switch = child
        await child.start()
        ready(sandbox.url)
        sweeping = asyncio.create_task(keep_sweeping(sandbox.stage))
        await over.wait()
        sweeping.cancel()
