"""The Discord client: opens what the bot needs, loads the cogs by name, closes everything again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.answering.answers import LOST, Answer, answering
from bot.answering.buttons import answer_lost
from bot.answering.forms import take_form
from bot.answering.precedence import Precedence
from bot.clock import Clock
from bot.connector import WholeForms
from bot.discord_address import is_sandbox
from bot.emoji import learn_badges
from bot.housekeeping import Housekeeping
from bot.i18n import CommandTranslator
from bot.lobbies import Lobbies
from bot.matches import Matches
from bot.messenger import Code, Messenger, code_of, described
from bot.now import Now, SandboxClock
from bot.presence import Presence
from bot.presentation import Presentations
from bot.seating.seats import Seats
from bot.settings import Settings
from bot.table import Teller
from bot.timing.pace import MINUTE, SECOND
from db.repositories import PeopleRepository
from db.session import Database
from db.trouble import DiskTrouble
from rules import GAMES

log = logging.getLogger(__name__)

COGS = (
    "cogs.lobby",
    "cogs.table",
    "cogs.seats",
    "cogs.votes",
    "cogs.games",
    "cogs.records",
    "cogs.preferences",
    "cogs.away",
    "cogs.help",
    "cogs.admin",
    "cogs.passing",
    "cogs.sequence",
    "cogs.stacks",
    "cogs.take5",
)
GATEWAY_DOWN = 5 * MINUTE
"""A longer silence of the gateway is taken off every clock: nobody could reach the bot."""
CUT_OFF = 15 * SECOND
"""So long the gateway may be away before deadlines wait for it."""
CLOSING = 8.0
"""Seconds that what is being told may still take when the bot is stopped."""


class CommandTree(app_commands.CommandTree["Cheza"]):
    """Commands whose errors are explained or answered with a code, like those of buttons."""

    async def on_error(self, interaction: discord.Interaction[Cheza], error: app_commands.AppCommandError) -> None:
        async def raise_again(_: Answer) -> None:
            raise getattr(error, "original", error)

        if interaction.type is discord.InteractionType.autocomplete:
            cause = getattr(error, "original", error)
            if not isinstance(cause, DiskTrouble):  # the log has said that
                log.error("autocomplete failed (%s)", type(cause).__name__)
            return
        await answering(Answer(interaction), raise_again)


class Cheza(commands.Bot):
    """The bot. It asks for no intents: everything it needs comes with interactions, or is asked for."""

    def __init__(
        self,
        settings: Settings,
        database: Database | None = None,
        now: Now | None = None,
        warmed: Callable[[], None] = lambda: None,
    ) -> None:
        """`warmed` is called, in a thread, once all is there that the bot keeps for as long as it runs."""
        super().__init__(
            connector=WholeForms(limit=0),
            command_prefix=(),
            intents=discord.Intents.none(),
            tree_cls=CommandTree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=0.05,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.settings = settings
        self.now = now or Now()
        self._warmed = warmed
        self.database = database or Database(settings.database_url)
        self.presentations = Presentations()
        self.badges: dict[str, str] = {}
        self.matches = Matches(self.database, GAMES, self.now, self._deadlines_changed)
        self.lobbies = Lobbies(self.matches)
        self.seats = Seats(self.matches)
        self.messenger = Messenger(self)
        self.presence = Presence(self.messenger, self.database, self.now)
        self.teller = Teller(self.messenger, self.matches, self.presentations, self.badges, self.presence)
        self.clock = Clock(
            self.database,
            self.matches,
            expired=self.teller.tell,
            remind=self.teller.remind,
            paused=self._is_cut_off,
            recovered=self.teller.catch_up,
            time=self.now,
        )
        self.housekeeping = Housekeeping(self, self.matches, self.teller)
        self._jobs: list[asyncio.Task[None]] = []
        self.precedence = Precedence()
        self.under_way: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self._down_since: int | None = None

    async def setup_hook(self) -> None:
        await self.database.open()
        if is_sandbox(self.settings.discord_api_url):
            sandbox = SandboxClock(self.settings.discord_api_url, self.now)
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
                await sandbox.look(session)
            self._start(sandbox.follow(self.clock.wake), "sandbox clock")
        gap = await self.clock.catch_up()
        if gap > 0:
            log.info("was away for %d s; every clock was moved by that", gap // SECOND)
        elif gap < 0:
            log.warning("the clock of this machine was set back by %d s; every deadline went with it", -gap // SECOND)
        for cog in COGS:
            await self.load_extension(cog)
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        await self._sync_commands(translator)
        self.badges.update(await learn_badges(self))
        self._start(asyncio.to_thread(self._warm_up), "warm up")
        await self.seats.catch_up()
        self._start(self.clock.run(), "clock")
        self._start(self.housekeeping.run(), "housekeeping")
        await self.teller.catch_up()
        log.info("ready")

    async def close(self) -> None:
        if self.is_closed():
            return
        ends = time.monotonic() + CLOSING
        for job in self._jobs:
            job.cancel()
        # A job's last step must not come when half of the bot is gone; and what was pressed is kept and answered,
        # and only then told.
        for tasks in (self._jobs, self.under_way):
            if tasks:
                await asyncio.wait(tasks, timeout=max(0.0, ends - time.monotonic()))
        self.precedence.hurry()
        await self.teller.close(max(0.0, ends - time.monotonic()))
        await super().close()
        await self.database.close()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await take_form(interaction)
        else:
            await answer_lost(interaction)

    async def on_disconnect(self) -> None:
        if self._down_since is None:
            self._down_since = self.now.steady()

    async def on_resumed(self) -> None:
        await self._back()

    async def on_connect(self) -> None:
        await self._back()

    def _is_cut_off(self) -> bool:
        """Tell whether the gateway has been away for so long that nobody can be expected to have moved."""
        return self._down_since is not None and self.now.steady() - self._down_since > CUT_OFF

    async def _back(self) -> None:
        since, self._down_since = self._down_since, None
        if since is not None and self.now.steady() - since > GATEWAY_DOWN:
            log.info("the gateway was down for %d s", (self.now.steady() - since) // SECOND)
            self.clock.lose(since)

    def _warm_up(self) -> None:
        """Draw once what every picture is made of, so that the first one doesn't wait for it."""
        for presentation in self.presentations:
            if self.is_closed():  # the process ends only when this does
                return
            presentation.warm_up()
        self._warmed()

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        self._jobs.append(asyncio.create_task(work, name=name))

    def _deadlines_changed(self, due: int | None = None) -> None:
        self.clock.wake(due)

    async def _sync_commands(self, translator: CommandTranslator) -> None:
        """Tell Discord the commands, but only when they differ from what it was told last."""
        guild = discord.Object(self.settings.dev_guild_id) if self.settings.dev_guild_id else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        tree = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands(guild=guild)
        ]
        digest = hashlib.sha256(json.dumps(tree, sort_keys=True, default=str).encode()).hexdigest()
        told = f"{self.application_id} {digest}"
        key = f"commands {guild.id if guild else 'everywhere'}"
        async with self.database.read() as connection:
            known = await PeopleRepository(connection).fact(key)
        if known == told and not is_sandbox(self.settings.discord_api_url):
            return
        try:
            await self.tree.sync(guild=guild)
        except (app_commands.AppCommandError, discord.HTTPException, discord.RateLimited, *LOST) as error:
            if guild is not None and code_of(error) in (Code.NO_ACCESS, Code.UNKNOWN_SERVER):
                log.warning(
                    "DEV_GUILD_ID names a server that the bot is not on: invite it there, or take that line out"
                )
            log.warning("Discord did not take the commands (%s); the next start tells them again", described(error))
            return
        async with self.database.write() as connection:
            await PeopleRepository(connection).set_fact(key, told)
