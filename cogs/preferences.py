"""/preferences, a person's own; /settings, a server's, for its staff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answers import Answer, answering, in_time
from bot.buttons import Pressed, bot_of
from bot.client import Cheza
from bot.i18n import Refused, Say, say_to
from bot.layout import lines, message, small
from db.records import UserRecord
from db.repositories import PeopleRepository

FORM = "preferences"
HANDS, PINGS = ("dm", "panel"), ("dm", "thread")


class PreferencesCog(commands.Cog):
    """/preferences and /settings."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(
        name=_t("preferences"), description=_t("Choose where you see your hand and are told of your turn")
    )
    async def preferences(self, interaction: discord.Interaction[Cheza]) -> None:
        user = await in_time(known_user(self._bot, interaction))
        await interaction.response.send_modal(form(user, say_to(interaction)))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Cheza]) -> None:
        """Take the form back; by its name, so that one opened before a restart is taken too."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data
        if data.get("custom_id") == FORM:
            await answering(Answer(interaction), lambda answer: self._keep(answer, dict(_values(data))))

    async def _keep(self, answer: Answer, values: dict[str, str]) -> None:
        await answer.acknowledge()
        hand, ping = values.get("hand"), values.get("ping")
        if hand not in HANDS or ping not in PINGS:
            raise Refused("Choose one line of each list.")
        await prefer(self._bot, answer, hand, ping)

    @app_commands.command(name=_t("settings"), description=_t("Choose where this server's matches are played"))
    @app_commands.describe(matches=_t("In a thread each, or in the channel itself"))
    @app_commands.choices(
        matches=[
            Choice(name=_t("a thread for each match"), value="thread"),
            Choice(name=_t("in the channel"), value="channel"),
        ]
    )
    @app_commands.guild_only()
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)  # the tree's would win
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction[Cheza], matches: str) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            assert interaction.guild_id is not None  # noqa: S101 - guild_only
            async with self._bot.database.write() as connection:
                await PeopleRepository(connection).set_place(interaction.guild_id, matches)
            answer.kept = True
            say = answer.say
            await answer.show(
                message(
                    say("From now on each match gets a thread of its own.")
                    if matches == "thread"
                    else say("From now on matches are played in the channel they are opened in.")
                )
            )

        await answering(Answer(interaction), work)


async def known_user(bot: Cheza, interaction: discord.Interaction[Any]) -> UserRecord:
    """Return what a person prefers; somebody new prefers the usual."""
    async with bot.database.read() as connection:
        user = await PeopleRepository(connection).user(interaction.user.id)
    return user or UserRecord(interaction.user.id, interaction.user.display_name)


async def prefer(bot: Cheza, answer: Answer, hand: str, ping: str) -> None:
    """Keep what a person prefers, and say what that means."""
    user, say = answer.interaction.user, answer.say
    async with bot.database.write() as connection:
        people = PeopleRepository(connection)
        await people.saw(user.id, user.display_name)
        by_dm = "dm" in (hand, ping)
        # Whoever asks for DMs anew may have opened them: try again.
        again = {"dm_closed": False, "hint_due": False} if by_dm else {}
        await people.change_user(user.id, hand=hand, ping=ping, welcomed=True, **again)
    answer.kept = True
    await answer.show(
        message(
            lines(
                say("Your hand comes by DM; **My hand** shows it too.")
                if hand == "dm"
                else say("Your hand stays here, under **My hand**."),
                say("You are told of your turn by DM.")
                if ping == "dm"
                else say("You are told of your turn in the match's thread."),
                small(say("This holds from your next turn on.")),
            )
        )
    )


def form(user: UserRecord, say: Say) -> ui.Modal:
    """Build the form of a person's preferences."""
    made = ui.Modal(title=say("Your preferences"), custom_id=FORM)
    for id, label, now, choices in (
        (
            "hand",
            say("Where you see your hand"),
            user.hand,
            (
                ("dm", say("By DM"), say("One message a match, and under My hand")),
                ("panel", say("Only under My hand"), say("Nothing is sent to you")),
            ),
        ),
        (
            "ping",
            say("Where you are told of your turn"),
            user.ping,
            (
                ("dm", say("By DM"), say("In the thread when your DMs are closed")),
                ("thread", say("In the match's thread"), say("By a mention in its post")),
            ),
        ),
    ):
        group: ui.RadioGroup[Any] = ui.RadioGroup(custom_id=id)
        for value, title, about in choices:
            group.add_option(label=title, value=value, description=about, default=value == now)
        made.add_item(ui.Label(text=label, component=group))
    made.stop()  # it is taken back by name, see `on_interaction`
    return made


def _values(data: Any) -> Iterator[tuple[str, str]]:
    for part in data.get("components", ()):
        inner = part.get("component") or {}
        if "custom_id" in inner and isinstance(inner.get("value"), str):
            yield inner["custom_id"], inner["value"]


class OnlyHereButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"hand:(?P<hand>panel)"):
    """Only here: the hand is not wanted by DM."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        user = await known_user(bot, answer.interaction)
        ping = "thread" if user.ping == "dm" else user.ping
        await prefer(bot, answer, "panel", ping)


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(OnlyHereButton)
    await bot.add_cog(PreferencesCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(OnlyHereButton)
