"""What is over: leaderboards, a match's history, whether its deal was fair."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering
from bot.answering.buttons import Pressed, bot_of
from bot.answering.choosing import WhichMatch, match_meant, where_of
from bot.answering.showing import ask_which, asked_about, scene_for
from bot.client import Cheza
from bot.fairness import seal, seed_text
from bot.i18n import Refused, say_on
from bot.messages.boards import SPANS, Leaderboards, Span, board_message
from bot.messages.layout import NOBODY, Button, Message, buttons, lines, message, small
from bot.positions import Position
from bot.telling.tellings import events_of
from bot.verify import deal_is_sealed
from db.repositories import SeatRepository
from rules import GAMES
from rules.engine import Refusal

LINES_A_PAGE = 40


class RecordsCog(commands.Cog):
    """/leaderboard and /history."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("leaderboard"), description=_t("Show who plays a game best on this server"))
    @app_commands.describe(game=_t("Which game"), span=_t("Since when"), bots=_t("Matches with bots"))
    @app_commands.choices(
        game=[Choice(name=_t(game.title), value=game.key) for game in GAMES.values()],
        span=[
            Choice(name=_t("this month"), value="month"),
            Choice(name=_t("this season"), value="season"),
            Choice(name=_t("all time"), value="all"),
        ],
    )
    @app_commands.guild_only()
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)  # the tree's would win
    async def leaderboard(
        self,
        interaction: discord.Interaction[Cheza],
        game: str | None = None,
        span: str = "all",
        bots: bool = False,
    ) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            key = game or next(iter(GAMES))
            await answer.show(await leaderboard_page(self._bot, interaction, key, span, bots, 0))

        await answering(Answer(interaction, public=True), work)

    @app_commands.command(name=_t("history"), description=_t("Tell a match from its beginning"))
    @app_commands.describe(match=_t("The number of the match; this thread's if you leave it out"))
    async def history(self, interaction: discord.Interaction[Cheza], match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match, over_too=True)
            await answer.show(await history_page(self._bot, answer, position, None))

        async def explain(answer: Answer, refusal: Refusal) -> Message | None:
            if isinstance(refusal, WhichMatch):
                return ask_which(self._bot, answer, refusal, "history:{match}:new")
            return message(answer.say.refusal(refusal))

        await answering(Answer(interaction), work, explain)


async def leaderboard_page(
    bot: Cheza, interaction: discord.Interaction[Any], game: str, span: str, with_bots: bool, page: int
) -> Message:
    """Build a page of a leaderboard for the server that an interaction came from."""
    if game not in bot.presentations or span not in SPANS:
        raise Refused("There is no such leaderboard; **/leaderboard** lists the games.")
    chosen: Span = span
    guild = interaction.guild
    if guild is None:
        raise Refused("A leaderboard belongs to a server; ask for it there.")
    boards = Leaderboards(bot.database, bot.now)
    board = await boards.page(guild.id, game, chosen, with_bots, page, interaction.user.id, partial(_is_member, guild))
    title = bot.presentations[game].game.title
    return board_message(board, title, await server_name(bot, guild.id), say_on(interaction))


async def server_name(bot: Cheza, guild_id: int) -> str:
    """Return a server's name, which an interaction doesn't carry."""
    try:
        return (await bot.fetch_guild(guild_id, with_counts=False)).name
    except (discord.HTTPException, discord.RateLimited):
        return "?"


async def _is_member(guild: discord.Guild, user_id: int) -> bool:
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    except (discord.HTTPException, discord.RateLimited):
        return True  # unknown is not gone
    return True


async def history_page(bot: Cheza, answer: Answer, position: Position, page: int | None) -> Message:
    """Tell a match, a page of lines at a time; without a page, the newest."""
    if position.state is None:
        raise Refused("This match hasn't started yet; there is nothing to tell.")
    say, match = answer.say, position.match
    scene = scene_for(bot, position, say)
    rows = await bot.matches.log_of(match.id)
    told = scene.presentation.history(events_of(position, rows), scene.names, say)
    changed = await bot.database.look(lambda connection: SeatRepository(connection).handed_over(match.id))
    taken = [
        small(
            say(
                "{name} took the seat in turn {turn}; somebody else played it before.",
                name=scene.names.light(seat),
                turn=rows[at - 1].turn,
            )
        )
        for seat, at in changed.items()
    ]
    pages = _paged((*taken, *told))
    at = len(pages) - 1 if page is None else min(max(page, 0), len(pages) - 1)
    turn_pages = (
        buttons(
            Button(say("Earlier"), f"history:{match.id}:{max(at - 1, 0)}:e", disabled=at == 0),
            Button(say("Later"), f"history:{match.id}:{at + 1}:l", disabled=at + 1 >= len(pages)),
        )
        if len(pages) > 1
        else None
    )
    return message(
        lines(small(scene.heading()), *pages[at]),
        small(say("Page {page} of {pages}", page=at + 1, pages=len(pages))) if len(pages) > 1 else None,
        turn_pages,
    )


def _paged(told: tuple[str, ...], most: int = 3_000) -> list[list[str]]:
    """Cut lines into pages that fit a message."""
    pages: list[list[str]] = [[]]
    size = 0
    for line in told:
        if pages[-1] and (size + len(line) > most or len(pages[-1]) >= LINES_A_PAGE):
            pages.append([])
            size = 0
        pages[-1].append(line)
        size += len(line) + 1
    return pages


class BoardButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"b:(?P<game>[a-z0-9_]+):(?P<span>[a-z]+):(?P<bots>[01]):(?P<page>\d+):[a-z]",
):
    """Tabs and pages of a leaderboard. Everybody may turn them, so the post itself changes."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(silently=True)
        interaction = answer.interaction
        made = await leaderboard_page(
            bot_of(answer),
            interaction,
            self.parts["game"],
            self.parts["span"],
            self.parts["bots"] == "1",
            int(self.parts["page"]),
        )
        await interaction.edit_original_response(view=made.view(), attachments=made.files(), allowed_mentions=NOBODY)


class HistoryButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"history:(?P<match>\d{1,18}):(?P<page>\d+|new)(:[a-z])?",
):
    """History, and its pages."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, page = bot_of(answer), self.parts["page"]
        position = await asked_about(answer, bot, int(self.parts["match"]))
        await answer.show(await history_page(bot, answer, position, None if page == "new" else int(page)))


class FairButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"fair:(?P<match>\d{1,18})"):
    """Fair deal? Shows the seal, and once the match is over the secret behind it."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        position = await asked_about(answer, bot, int(self.parts["match"]))
        await answer.show(await fair_message(bot, answer, position))


async def fair_message(bot: Cheza, answer: Answer, position: Position) -> Message:
    """Say how a deal was sealed, and whether it fits."""
    say, match = answer.say, position.match
    sealed = say("The deal was sealed before anybody joined: `{seal}`.", seal=seal(match.secret))
    if match.status in ("lobby", "running"):
        return message(
            lines(
                sealed,
                small(say("The secret behind it is shown when the match is over. /help fair says more.")),
            )
        )
    fits = deal_is_sealed(position, await bot.matches.log_of(match.id))
    verdict = (
        say("Dealing again from the secret gives this match, move by move.")
        if fits
        else say("Dealing again from the secret does **not** give this match. Tell your host.")
    )
    joins = [seat.join_interaction_id for seat in match.seats]
    return message(
        lines(
            sealed,
            say("The secret was `{secret}`.", secret=match.secret),
            verdict,
            small(
                say(
                    "The seed is the SHA-256 of `{parts}`. /help fair says how to check it yourself.",
                    parts=seed_text(match.secret, match.id, match.start_interaction_id or 0, joins),
                )
            ),
        )
    )


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(BoardButton, HistoryButton, FairButton)
    await bot.add_cog(RecordsCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(BoardButton, HistoryButton, FairButton)
