"""/preferences, a person's own: hand, calls, reminders, quiet hours, time zone; /settings, a server's."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering, in_time
from bot.answering.buttons import Pressed, bot_of
from bot.answering.forms import Form
from bot.answering.users import change_user, heed_all, known_user
from bot.client import Cheza
from bot.i18n import Refused, Say, say_to
from bot.messages.layout import Button, Message, buttons, lines, message, small
from bot.timing.localities import zone_meant, zone_of, zone_words
from bot.timing.zones import clock_words, hours_meant, hours_words
from db.records import UserRecord
from db.repositories import PeopleRepository
from rules.engine import Refusal

FORM = "preferences"
CHOICES = {"hand": ("dm", "panel"), "ping": ("dm", "thread"), "reminders": ("both", "half", "end", "none")}


class PreferencesCog(commands.Cog):
    """/preferences and /settings."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(
        name=_t("preferences"), description=_t("Choose where your hand comes, when you are reminded, your time zone")
    )
    async def preferences(self, interaction: discord.Interaction[Cheza]) -> None:
        user = await in_time(known_user(self._bot, interaction))
        await interaction.response.send_modal(form(user, say_to(interaction)))

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


class PreferencesForm(Form, template=FORM):
    """The form with what a person prefers."""

    async def take(self, answer: Answer) -> None:
        await answer.acknowledge()
        values = self.filled()
        if any(values.get(name) not in choices for name, choices in CHOICES.items()):
            raise Refused("Choose one line of each list.")
        quiet, zone = hours_meant(values.get("quiet", "")), values.get("zone", "").strip()
        if quiet is not None and not zone:
            raise Refused("Quiet hours need your time zone: a large city in it, as Berlin or New York.")
        start, end = quiet or (None, None)
        chosen: dict[str, Any] = {name: values[name] for name in CHOICES}
        zone_name = zone_meant(zone) if zone else None
        await prefer(bot_of(answer), answer, **chosen, quiet_from=start, quiet_to=end, zone=zone_name)

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        """Say what was not understood, with the way back to the form."""
        return message(answer.say.refusal(refusal), buttons(Button(answer.say("Preferences"), "prefer:form", "blue")))


async def prefer(bot: Cheza, answer: Answer, **columns: Any) -> None:
    """Keep what a person prefers, and say what that means."""
    by_dm = "dm" in (columns.get("hand"), columns.get("ping"))
    # Whoever asks for DMs anew may have opened them: try again.
    again = {"dm_closed": False, "hint_due": False} if by_dm else {}
    await change_user(bot, answer.interaction, **columns, welcomed=True, **again)
    answer.kept = True
    await heed_all(bot, answer.interaction.user.id)
    await answer.show(preferred(await known_user(bot, answer.interaction), bot.now(), answer.say))


def preferred(user: UserRecord, now: int, say: Say) -> Message:
    """Say what a person prefers."""
    zone = zone_of(user.zone)
    return message(
        lines(
            say("Your hand comes by DM; **My hand** shows it too.")
            if user.hand == "dm"
            else say("Your hand stays here, under **My hand**."),
            say("You are told of your turn by DM.")
            if user.ping == "dm"
            else say("You are told of your turn in the match's thread."),
            _reminded(user, say),
            say("It is {time} now in your time zone, {zone}.", time=clock_words(now, zone), zone=zone_words(user.zone))
            if user.zone
            else None,
            small(say("This holds for reminders at once, for the rest from your next turn on.")),
        )
    )


def _reminded(user: UserRecord, say: Say) -> str:
    """Say when a person is reminded."""
    when = {
        "both": say("You are reminded when half of your time is over, and near its end."),
        "half": say("You are reminded when half of your time is over."),
        "end": say("You are reminded near the end of your time."),
        "none": say("You are never reminded."),
    }[user.reminders]
    if user.reminders == "none" or user.quiet_from is None or user.quiet_to is None:
        return when
    start, end = hours_words(user.quiet_from, user.quiet_to)
    return f"{when} {say('Not between {start} and {end}.', start=start, end=end)}"


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
        (
            "reminders",
            say("When you are reminded of it"),
            user.reminders,
            (
                ("both", say("At half time and near the end"), say("In a match of a day or more per turn")),
                ("half", say("At half time"), None),
                ("end", say("Near the end"), say("Three hours before, at a day per turn")),
                ("none", say("Never"), None),
            ),
        ),
    ):
        group: ui.RadioGroup[Any] = ui.RadioGroup(custom_id=id)
        for choice, title, about in choices:
            group.add_option(label=title, value=choice, description=about, default=choice == now)
        made.add_item(ui.Label(text=label, component=group))
    quiet = None
    if user.quiet_from is not None and user.quiet_to is not None:
        quiet = "-".join(hours_words(user.quiet_from, user.quiet_to))
    for id, label, about, example, value in (
        ("quiet", say("Quiet hours"), say("No reminder comes in them. Empty: none."), say("22-8"), quiet),
        (
            "zone",
            say("Your time zone"),
            say("A large city in it. For quiet hours and /away."),
            say("Berlin"),
            zone_words(user.zone) if user.zone else None,
        ),
    ):
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=id, required=False, max_length=40, placeholder=example, default=value
        )
        made.add_item(ui.Label(text=label, description=about, component=field))
    made.stop()  # it is taken back by its name, as `PreferencesForm`
    return made


class OnlyHereButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"hand:(?P<hand>panel)"):
    """Only here: the hand is not wanted by DM."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        await prefer(bot, answer, hand="panel", ping="thread")


class FormButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"prefer:form"):
    """Preferences: the form once more."""

    async def press(self, answer: Answer) -> None:
        user = await known_user(bot_of(answer), answer.interaction)
        await answer.interaction.response.send_modal(form(user, answer.say))


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(OnlyHereButton, FormButton)
    await bot.add_cog(PreferencesCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(OnlyHereButton, FormButton)
