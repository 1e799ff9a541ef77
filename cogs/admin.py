"""/admin: what a server's staff may do in a match, guarded by Discord's own permissions."""

from __future__ import annotations

from typing import cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering
from bot.answering.choosing import match_meant, where_of
from bot.answering.matters import numbered
from bot.answering.showing import rule, rulings, scene_for, somebody_else
from bot.client import Cheza
from bot.messages.layout import message
from bot.seating.votes import Choice as Choices
from rules.engine import Refusal


@app_commands.guild_only()
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)  # the tree's would win
@app_commands.default_permissions(manage_messages=True)
class AdminCog(commands.GroupCog, group_name="admin", group_description=_t("For the server's staff")):
    """/admin penalty and /admin match."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("penalty"), description=_t("Call a penalty in a match, as for table talk"))
    @app_commands.describe(
        penalty=_t("Which penalty"), match=_t("The number of the match; this thread's if you leave it out")
    )
    async def penalty(self, interaction: discord.Interaction[Cheza], penalty: str, match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match)
            await rule(answer, self._bot, position.match.id, penalty)

        await answering(Answer(interaction), work)

    @penalty.autocomplete("penalty")
    async def penalties(self, interaction: discord.Interaction[Cheza], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the penalties that can be called now."""
        number = getattr(interaction.namespace, "match", None)
        try:
            position = await match_meant(
                self._bot.matches, where_of(interaction), number if isinstance(number, int) else None
            )
        except Refusal:
            return []
        scene = scene_for(self._bot, position, Answer(interaction).say)
        return [
            app_commands.Choice(name=words[:100], value=notation[:100])
            for notation, words in rulings(scene)
            if typed.lower() in words.lower() or typed.lower() in notation
        ][:25]

    @app_commands.command(name=_t("match"), description=_t("Help a match on whose people are late or gone"))
    @app_commands.describe(
        do=_t("What is done; the table is told that the server's staff did it"),
        match=_t("The number of the match; this thread's if you leave it out"),
        seat=_t("Whose seat"),
        who=_t("Who is offered the seat; anybody, if you leave it out"),
    )
    @app_commands.choices(
        do=[
            Choice(name=_t("More time"), value="time"),
            Choice(name=_t("Stand-in"), value="stand_in"),
            Choice(name=_t("Someone else"), value="other"),
            Choice(name=_t("Call it off"), value="off"),
        ]
    )
    async def match(
        self,
        interaction: discord.Interaction[Cheza],
        do: str,
        match: int | None = None,
        seat: int | None = None,
        who: discord.Member | discord.User | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            bot, say = self._bot, answer.say
            number = (await match_meant(bot.matches, where_of(interaction), match)).match.id
            person = somebody_else(answer, who) if who is not None else None
            await bot.seats.by_staff(number, cast("Choices", do), None if seat is None else seat - 1, person)
            answer.kept = True
            bot.teller.tell(number)
            await answer.show(message(say("Done; the table is told.")))

        await answering(Answer(interaction), work)

    @match.autocomplete("seat")
    async def seats(self, interaction: discord.Interaction[Cheza], typed: str) -> list[app_commands.Choice[int]]:
        """Offer the seats of people."""
        number = getattr(interaction.namespace, "match", None)
        try:
            position = await match_meant(
                self._bot.matches, where_of(interaction), number if isinstance(number, int) else None
            )
        except Refusal:
            return []
        scene = scene_for(self._bot, position, Answer(interaction).say)
        people = [each.seat for each in position.match.seats if each.user_id is not None]
        shown = [(seat + 1, numbered(scene, seat)) for seat in people]
        return [Choice(name=words, value=seat) for seat, words in shown if typed.lower() in words.lower()][:25]


async def setup(bot: Cheza) -> None:
    await bot.add_cog(AdminCog(bot))
