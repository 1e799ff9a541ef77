"""Small discord.py bots and a bare REST client for the tests of the sandbox."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands

from bot.discord_address import point_discord_at
from bot.sandbox import Sandbox

BESIDE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
NAMED = Path(os.environ.get("CHEZA_OPENAPI", BESIDE))
DESCRIPTION = NAMED if NAMED.exists() else None
"""Discord's OpenAPI description, where this machine has it. The tests hold without it."""

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x01\x08\x00\x00\x00\x00"
    b"\xd1\x49\xa0\x8b\x00\x00\x00\x0bIDAT\x78\x9c\x63\x60\x60\x00\x00\x00\x03\x00\x01\x4e\x35\x0c\xab"
    b"\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""A picture two pixels wide and one high."""

OnInteraction: TypeAlias = Callable[[discord.Interaction], Awaitable[Any]]


class Puppet(discord.Client):
    """A bot with a command tree, whose components do what a test says."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents.none())
        super().__init__(guild_ready_timeout=0.01, **options)
        self.tree = app_commands.CommandTree(self)
        self.on_component: OnInteraction | None = None
        self.heard: list[str] = []
        """Names of the gateway events that came, in order."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_socket_event_type(self, name: str) -> None:
        self.heard.append(name)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        is_component = interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        )
        if is_component and self.on_component is not None:
            await self.on_component(interaction)


@asynccontextmanager
async def running(sandbox: Sandbox, bot: Puppet | None = None) -> AsyncIterator[Puppet]:
    """A bot that is connected to the sandbox and ready."""
    bot = bot or Puppet()
    point_discord_at(sandbox.url)
    task = asyncio.create_task(bot.start(sandbox.token))
    task.add_done_callback(lambda _: sandbox.stage.bell.ring())
    try:
        await sandbox.until(lambda: sandbox.gateway.connected or task.done())
        if task.done():
            task.result()
        await bot.wait_until_ready()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


class Api:
    """The bot's REST calls, bare."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        self._session = session
        self._sandbox = sandbox

    async def __call__(
        self, method: str, path: str, body: Any = None, *, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Status and body of the answer."""
        url = f"{self._sandbox.url}/api/v10{path}"
        headers = {"Authorization": f"Bot {self._sandbox.token}"}
        options: dict[str, Any] = {"json": body} if body is not None else {}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", discord.utils._to_json(body or {}))
            for number, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{number}]", io.BytesIO(data), filename=name)
            options = {"data": form}
        async with self._session.request(method, url, headers=headers, **options) as response:
            raw = await response.read()
            return response.status, discord.utils._from_json(raw.decode()) if raw else None


def button(custom_id: str = "b", label: str = "Press", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id} | more


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}
