"""The command line: run, demo, backup, verify, selfplay, bench."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import aiohttp
import click
import discord

from bot.bench.command import bench
from bot.client import Cheza
from bot.codec import CorruptRecord
from bot.discord_address import is_sandbox, point_discord_at
from bot.fairness import seal
from bot.logs import set_up_logs
from bot.matches import Matches
from bot.messenger import described
from bot.now import system_now
from bot.positions import NoSuchMatch
from bot.sandbox import PortBusy, serve
from bot.selfplay import selfplay
from bot.settings import Settings, SettingsRefused, read_settings
from bot.verify import replayed
from db.session import Database
from db.trouble import DatabaseRefused
from rules import GAMES

DEMO_PORT = 8765
DEMO_BOTS = 3
REFUSED = 2
"""The exit code where a person has to do something first."""
TOKEN_REFUSED = "Discord refused DISCORD_TOKEN: copy it anew from your application's page, under Bot."  # noqa: S105 - a sentence
UNAUTHENTICATED = 4004
"""The gateway's code for a token that isn't taken, or not any more."""


@click.group(help="Cheza plays tabletop games on Discord, a move at a time.")
def main() -> None:
    pass


main.add_command(selfplay)
main.add_command(bench)


@main.command()
@click.option("--env-file/--no-env-file", default=True, help="Whether .env is read too.")
def run(env_file: bool) -> None:
    """Run the bot on Discord, with the settings of the environment and .env."""
    try:
        settings = read_settings(env_file=env_file)
        token = settings.token()
        handler = set_up_logs(settings)
        try:
            asyncio.run(_run(settings, token))
        finally:
            handler.flush()  # before what is said of the end
    except (SettingsRefused, DatabaseRefused) as refusal:
        refuse(str(refusal))
    except discord.LoginFailure:
        refuse(TOKEN_REFUSED)
    except discord.ConnectionClosed as closed:
        refuse(TOKEN_REFUSED if closed.code == UNAUTHENTICATED else f"Discord closed the gateway: {closed}")
    except (discord.HTTPException, discord.RateLimited) as error:
        refuse(
            f"Discord refuses to let the bot in ({described(error)}): see https://discordstatus.com, then start again."
        )
    except (aiohttp.ClientConnectionError, TimeoutError, OSError):
        refuse(f"{settings.discord_api_url} can't be reached: check this machine's network, then start again.")
    except KeyboardInterrupt:
        pass


@main.command()
@click.option("--port", default=DEMO_PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--keep", type=click.Path(), help="A file to write the bot's log to, in place of this terminal.")
def demo(port: int, keep: str | None) -> None:
    """Play offline, in a browser, against the same bot that runs on Discord."""
    first = next(iter(GAMES))
    with TemporaryDirectory(prefix="cheza-demo-") as folder:
        try:
            asyncio.run(
                serve(
                    port=port,
                    database_url=f"sqlite+aiosqlite:///{Path(folder, 'demo.sqlite3')}",
                    command=(sys.executable, "-m", "bot", "run", "--no-env-file"),
                    env={"LOG_LEVEL": "WARNING"},
                    log=Path(keep) if keep else None,
                    play=("play", {"game": first, "bots": DEMO_BOTS}),
                    invitation="three bots take the other seats",
                    ready=_say_where,
                )
            )
        except PortBusy as busy:
            refuse(str(busy))
        except OSError as error:
            refuse(f"The demo can't start: {error.strerror or error} ({error.filename or port}).")
        except KeyboardInterrupt:
            pass


def _say_where(url: str) -> None:
    click.echo(f"Cheza's demo is on {url} - open it in a browser. Ctrl+C ends it.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the whole database to a new FILE, also while the bot runs. To go back to it, put it in the place of the
    database of a bot that is stopped.
    """
    try:
        asyncio.run(_backup(read_settings(), file))
    except (SettingsRefused, DatabaseRefused) as refusal:
        refuse(str(refusal))
    click.echo(f"Everything is in {file}.")


async def _backup(settings: Settings, file: Path) -> None:
    database = Database(settings.database_url)
    await database.open_to_look()
    try:
        await database.backup(file)
    finally:
        await database.close()


@main.command()
@click.argument("match", type=click.IntRange(1, 2**63 - 1))
def verify(match: int) -> None:
    """Deal a match that is over again from its secret, play its moves, and compare."""
    try:
        verdict, fits = asyncio.run(_verify(read_settings(), match))
    except (SettingsRefused, DatabaseRefused) as refusal:
        refuse(str(refusal))
    click.echo(verdict)
    sys.exit(0 if fits else 1)


async def _verify(settings: Settings, number: int) -> tuple[str, bool]:
    database = Database(settings.database_url)
    await database.open_to_look()
    try:
        matches = Matches(database, GAMES, system_now)
        position = await matches.position(number)
        if position.match.status in ("lobby", "running") or position.state is None:
            refuse(f"Match {number} isn't over; its secret stays sealed until then.")
        log = await matches.log_of(number)
    except NoSuchMatch:
        refuse(f"There is no match {number} in this database; /history shows the numbers.")
    except CorruptRecord as unreadable:
        return f"match {number}\nIt does NOT fit: {unreadable}", False
    finally:
        await database.close()
    match = position.match
    try:
        sealed = f"match {number}: seal {seal(match.secret)}, secret {match.secret}"
    except ValueError:
        return f"match {number}\nIt does NOT fit: {match.secret!r} is not a secret that a table was sealed with.", False
    try:
        fits = replayed(position, log) == position.state
    except ValueError as wrong:
        return f"{sealed}\nIt does NOT fit: {wrong}.", False
    if not fits:
        return f"{sealed}\nIt does NOT fit: the moves lead to another end.", False
    return f"{sealed}\nIt fits: the deal follows from the secret, the end from the deal and {len(log) - 1} moves.", True


async def _run(settings: Settings, token: str) -> None:
    if is_sandbox(settings.discord_api_url):
        point_discord_at(settings.discord_api_url)
        # On loopback an answer can come before discord.py notes when it asked; it then warns of 41 seconds.
        logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    bot = Cheza(settings, warmed=_spare)
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
        if stopping.is_set() and not bot.is_ready():  # still starting: there is nothing to finish
            running.cancel()
            await asyncio.wait((running,))
        await bot.close()
    if not running.cancelled():
        await running


def _spare() -> None:
    """Spare the garbage collector what is there for good, and seldom call it: its rounds hold everybody up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def refuse(sentence: str) -> NoReturn:
    """End with one line that says what to do."""
    click.echo(f"cheza: {sentence}", err=True)
    sys.exit(REFUSED)


if __name__ == "__main__":
    main()
