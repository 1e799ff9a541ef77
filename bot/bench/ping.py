"""The smallest bot: one slash command, answered with "pong".

Fair, because it is what any bot pays that answers at all, in the same arrangement as ours: discord.py unmodified, a
process of its own, the same kind of sandbox. It asks for no intents, keeps nothing and draws nothing.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import discord
from discord import app_commands

from bot.discord_address import point_discord_at

COMMAND = (sys.executable, "-m", "bot.bench.ping")


class Ping(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(ping)

    async def setup_hook(self) -> None:
        await self.tree.sync()


@app_commands.command(description="Answer")
async def ping(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("pong")


def main() -> None:
    point_discord_at(os.environ["DISCORD_API_URL"])
    Ping().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
