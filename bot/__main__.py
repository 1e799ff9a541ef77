"""The command line: run, demo, verify, selfplay."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import NoReturn

import aiohttp
import click
import discord

from bot.client import Cheza
from bot.discord_address import DISCORD, is_sandbox, point_discord_at
from bot.logs import set_up_logs
from bot.selfplay import selfplay
from bot.settings import Settings, SettingsRefused, read_settings
from db.session import DatabaseRefused

REFUSED = 2
"""The exit code where a person has to do something first."""


@click.group(help="Cheza plays tabletop games on Discord, a move at a time.")
def main() -> None:
    pass


main.add_command(selfplay)


@main.command()
def run() -> None:
    """Run the bot on Discord, with the settings of the environment and .env."""
    try:
        settings = read_settings()
        token = settings.token()
        set_up_logs(settings)
        asyncio.run(_run(settings, token))
    except (SettingsRefused, DatabaseRefused) as refusal:
        refuse(str(refusal))
    except discord.LoginFailure:
        refuse("Discord refused DISCORD_TOKEN: copy it anew from your application's page, under Bot.")
    except (aiohttp.ClientConnectionError, TimeoutError, OSError):
        refuse(f"{settings.discord_api_url} can't be reached: check this machine's network, then start again.")
    except KeyboardInterrupt:
        pass


async def _run(settings: Settings, token: str) -> None:
    if is_sandbox(settings.discord_api_url):
        point_discord_at(settings.discord_api_url)
    bot = Cheza(settings)
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(name, stopping.set)
        except NotImplementedError:  # Windows: Ctrl+C arrives as KeyboardInterrupt there
            break
    running = asyncio.create_task(bot.start(token))
    waiting = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        await bot.close()
    await running


def refuse(sentence: str) -> NoReturn:
    """End with one line that says what to do."""
    click.echo(f"cheza: {sentence}", err=True)
    sys.exit(REFUSED)


__all__ = ["DISCORD", "main"]

if __name__ == "__main__":
    main()
