"""/games: a person's own matches on all servers, the one that waits longest first."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering
from bot.client import Cheza
from bot.i18n import Say
from bot.messages.layout import Button, Message, lines, message, moment, rows_of, small
from db.records import Waiting
from db.repositories import MatchRepository

SHOWN = 10


class GamesCog(commands.Cog):
    """/games."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("games"), description=_t("List your matches, the longest waiting first"))
    async def games(self, interaction: discord.Interaction[Cheza]) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            async with self._bot.database.read() as connection:
                mine = await MatchRepository(connection).of_user(interaction.user.id)
            await answer.show(self._list(mine, answer.say))

        await answering(Answer(interaction), work)

    def _list(self, mine: tuple[Waiting, ...], say: Say) -> Message:
        if not mine:
            return message(say("You're in no match now. **/play** opens a table."))
        listed = [self._line(each, say) for each in mine[:SHOWN]]
        more = len(mine) - SHOWN
        waiting = [each for each in mine[:SHOWN] if each.asked_at is not None]
        return message(
            lines(
                say("**Your matches**"),
                *listed,
                small(say.many("and {count} more", "and {count} more", more)) if more > 0 else None,
            ),
            *rows_of([Button(self._name(each), f"h:{each.match_id}:0:g", "blue") for each in waiting]),
        )

    def _name(self, match: Waiting) -> str:
        return f"{self._bot.presentations[match.game].game.title} #{match.match_id}"

    def _line(self, match: Waiting, say: Say) -> str:
        where = f"<#{match.place_id or match.channel_id}>"
        name = f"**{self._name(match)}**"
        if match.status == "lobby":
            return say("{match} in {place}: the table is still open.", match=name, place=where)
        if match.asked_at is None:
            return say("{match} in {place}: waits for others.", match=name, place=where)
        if match.due is None:
            return say("{match} in {place}: **your turn**.", match=name, place=where)
        return say("{match} in {place}: **your turn**, due {time}.", match=name, place=where, time=moment(match.due))


async def setup(bot: Cheza) -> None:
    await bot.add_cog(GamesCog(bot))
