"""Opening a table: /play, and the buttons of a lobby."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import LOST, READ_WITHIN, Answer, answering
from bot.answering.buttons import Pressed, bot_of
from bot.answering.showing import person_of
from bot.answering.welcome import welcome
from bot.client import Cheza
from bot.i18n import Refused, Say, say_in
from bot.lobbies import Person, TooFew, WrongNumber
from bot.messages.layout import Button, Message, Option, Select, buttons, lines, message, small
from bot.messages.names import shown_name
from bot.messages.posts import lobby_key, lobby_post
from bot.messages.scenes import Scene, scene_of
from bot.messenger import described
from bot.timing.pace import USUAL
from db.repositories import PeopleRepository
from db.trouble import DiskTrouble
from rules import GAMES
from rules.engine import Refusal, option_fields, option_text

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


class PlayCog(commands.Cog):
    """/play."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("play"), description=_t("Open a table for a game"))
    @app_commands.describe(
        game=_t("What to play"),
        pace=_t("How long a turn may take"),
        bots=_t("How many bots play; the match then starts at once"),
    )
    @app_commands.choices(
        game=[Choice(name=_t(game.title), value=game.key) for game in GAMES.values()],
        pace=[
            Choice(name=_t("Live: two minutes per turn"), value="live"),
            Choice(name=_t("A day per turn"), value="day"),
            Choice(name=_t("Three days per turn"), value="three_days"),
            Choice(name=_t("No clock"), value="none"),
        ],
    )
    @app_commands.guild_only()
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)  # the tree's would win
    async def play(
        self,
        interaction: discord.Interaction[Cheza],
        game: str,
        pace: str = USUAL,
        bots: app_commands.Range[int, 0, 11] = 0,
    ) -> None:
        async def work(answer: Answer) -> None:
            await check_permissions(self._bot, interaction)
            await answer.acknowledge()
            assert interaction.guild_id is not None and interaction.channel_id is not None  # noqa: S101 - guild_only
            person = person_of(interaction)
            position = await self._bot.lobbies.open(
                interaction.guild_id, interaction.channel_id, person, game, pace, bots=bots
            )
            answer.kept = True
            scene = scene_of(position, self._bot.presentations, self._bot.badges, say_in(None))
            try:
                shown = await answer.show(lobby_post(scene, None))
                await self._bot.lobbies.shown_at(position.match.id, shown.id, lobby_key(scene))
            except (discord.HTTPException, *LOST, DiskTrouble) as error:  # the teller looks for the post, or posts it
                log.info("a lobby could not be shown (%s)", described(error), extra={"match": position.match.id})
            try:
                if bots:
                    await self._bot.lobbies.start(position.match.id, person)
            finally:
                self._bot.teller.tell(position.match.id)

        await answering(Answer(interaction, public=True), work)


async def check_permissions(bot: Cheza, interaction: discord.Interaction[Any], *, above: bool = False) -> None:
    """Name each permission that the bot lacks in a channel, before anybody waits for a match there.

    `above` says that the match will be opened in the channel of the thread where something was pressed.
    """
    assert interaction.guild_id is not None  # noqa: S101 - a lobby is on a server
    guild_id = interaction.guild_id
    try:
        async with asyncio.timeout(READ_WITHIN):
            place = await bot.database.look(lambda connection: PeopleRepository(connection).place_of(guild_id))
    except TimeoutError:  # it may not be acknowledged yet, and that can't wait for a slow disk
        place = "thread"
    refuse_missing(interaction, threads=place == "thread", inside=_is_thread(interaction) and not above)


def refuse_missing(interaction: discord.Interaction[Any], *, threads: bool, inside: bool = False) -> None:
    """Refuse where the bot lacks a permission in a channel, or `inside` a thread; the sentence names each."""
    has = interaction.app_permissions
    wanted = [*NEEDED, *(NEEDED_FOR_THREADS if threads else ())]
    if inside:  # a match opened there is played there, and another permission lets the bot write
        wanted = [NEEDED_FOR_THREADS[-1] if name == "send_messages" else name for name in NEEDED]
    missing = [name for name in wanted if not getattr(has, name)]
    if missing:
        words = _permission_words()
        raise Refused(
            "I can't play here: I lack {permissions} in this channel. A moderator can allow it in the channel's"
            " permissions.",
            permissions=[words[name] for name in missing],
        )


def _is_thread(interaction: discord.Interaction[Any]) -> bool:
    return isinstance(interaction.channel, discord.Thread)


def _permission_words() -> dict[str, str]:
    """Name permissions as Discord's own settings do."""
    return {
        "view_channel": "View Channel",
        "send_messages": "Send Messages",
        "attach_files": "Attach Files",
        "read_message_history": "Read Message History",
        "create_public_threads": "Create Public Threads",
        "send_messages_in_threads": "Send Messages in Threads",
    }


# Buttons -----------------------------------------------------------------------------------------------


class LobbyButton(
    Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"l:(?P<match>\d{1,18}):(?P<verb>[a-z]+)"
):
    """Join, Leave, Start, Add a bot, Options, Cancel."""

    async def press(self, answer: Answer) -> None:
        bot, match_id, verb = bot_of(answer), int(self.parts["match"]), self.parts["verb"]
        person, lobbies = person_of(answer.interaction), bot.lobbies
        if answer.in_place:
            await answer.acknowledge()
        elif verb in ("options", "keep"):
            await answer.acknowledge(new=True)
        else:  # the lobby is edited as a channel message, by the teller
            await answer.acknowledge(silently=True)
        if verb == "start":
            await check_permissions(bot, answer.interaction)
        match verb:
            case "join":
                await lobbies.join(match_id, person)
            case "leave":
                await lobbies.leave(match_id, person)
            case "start":
                await lobbies.start(match_id, person)
            case "bot":
                await lobbies.add_bot(match_id, person)
            case "fill":
                await lobbies.fill(match_id, person)
            case "unbot":
                await lobbies.remove_bot(match_id, person)
            case "cancel":
                await lobbies.cancel(match_id, person)
            case "keep":
                await lobbies.keep_open(match_id, person)
            case "options":
                await answer.show(await options_form(bot, match_id, answer, person))
                return
            case _:
                raise Refused("This button is from another version of the bot. **/play** opens a new table.")
        answer.kept = True
        bot.teller.tell(match_id)
        if verb == "keep":
            await answer.show(message(answer.say("The table stays open for another day.")))
        if verb == "join":
            await welcome(answer, bot, person.id)
        if answer.in_place and verb == "fill":
            await answer.show(message(answer.say("A bot takes a seat. **Start** begins the match.")))
        elif answer.in_place:
            await answer.show(await options_form(bot, match_id, answer, person))

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        said = answer.say.refusal(refusal)
        if isinstance(refusal, WrongNumber):
            return message(lines(said, *_ways(refusal, answer.say)))
        if not isinstance(refusal, TooFew):
            return message(said)
        match_id = int(self.parts["match"])
        return message(
            lines(said, answer.say("A bot can take a seat.")),
            buttons(Button(answer.say("Add a bot"), f"l:{match_id}:fill", "blue")),
        )


class RematchButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"again:(?P<match>\d{1,18})"):
    """Rematch: the same people, options and bots; it starts when everybody has pressed it."""

    async def press(self, answer: Answer) -> None:
        bot, before = bot_of(answer), int(self.parts["match"])
        await answer.acknowledge(new=True)
        ended = (await bot.matches.position(before)).match
        await check_permissions(bot, answer.interaction, above=ended.channel_id != answer.interaction.channel_id)
        position = await bot.lobbies.rematch(before, person_of(answer.interaction))
        answer.kept = True
        bot.teller.tell(position.match.id)
        say, match = answer.say, position.match
        where = f"<#{match.channel_id}>"
        if match.status == "running":
            await answer.show(message(say("The rematch begins in {place}.", place=where)))
            return
        missing = [seat for seat in ended.seats if seat.user_id is not None and match.seat_of(seat.user_id) is None]
        await answer.show(
            message(
                lines(
                    say("You're in for the rematch; its table is in {place}.", place=where),
                    small(
                        say(
                            "It begins with the last press of **Rematch**; still missing: {people}.",
                            people=say.listed(shown_name(seat.user_name or "?") for seat in missing),
                        )
                    ),
                )
            )
        )


class TeamSelect(Pressed[ui.Select[Any]], ui.DynamicItem[ui.Select[Any]], template=r"team:(?P<match>\d{1,18})"):
    """The team that somebody who sits in a lobby wishes for."""

    async def press(self, answer: Answer) -> None:
        bot, match_id = bot_of(answer), int(self.parts["match"])
        await answer.acknowledge(silently=True)
        chosen = self.item.values[0]
        team = int(chosen) if chosen.isdecimal() else None
        await bot.lobbies.wish_team(match_id, person_of(answer.interaction), team)
        answer.kept = True
        bot.teller.tell(match_id)


def _ways(refusal: WrongNumber, say: Say) -> list[str]:
    """Say which numbers near the present one would work, and what teams they make."""
    ways: list[str] = []
    for number, teams in refusal.ways:
        change = number - refusal.count
        made = (
            say("all against all")
            if teams == number
            else say("{teams} teams of {size}", teams=teams, size=number // teams)
        )
        way = (
            say.many("{count} more makes {teams}.", "{count} more make {teams}.", change, teams=made)
            if change > 0
            else say.many("{count} less makes {teams}.", "{count} less make {teams}.", -change, teams=made)
        )
        ways.append(way)
    return ways


class OptionSelect(
    Pressed[ui.Select[Any]], ui.DynamicItem[ui.Select[Any]], template=r"o:(?P<match>\d{1,18}):(?P<option>[a-z_]+)"
):
    """One option of a lobby's form."""

    async def press(self, answer: Answer) -> None:
        bot, match_id = bot_of(answer), int(self.parts["match"])
        person = person_of(answer.interaction)
        await answer.acknowledge()
        await bot.lobbies.set_option(match_id, person, self.parts["option"], self.item.values[0])
        answer.kept = True
        bot.teller.tell(match_id)
        await answer.show(await options_form(bot, match_id, answer, person))


async def options_form(bot: Cheza, match_id: int, answer: Answer, person: Person) -> Message:
    """Build the form of a lobby's options from the game's options type; for the opener or a moderator."""
    position = await bot.lobbies.for_options(match_id, person)
    say = answer.say
    scene: Scene = scene_of(position, bot.presentations, bot.badges, say)
    words = scene.presentation.options(say)
    blocks: list[Any] = [
        lines(
            say("**Options of {game}**", game=scene.title),
            small(say("The first choice of each list is the usual one.")),
        )
    ]
    for field in option_fields(position.game.options):
        now, told = option_text(getattr(position.options, field.name)), words[field.name]
        usual = option_text(field.default)
        texts = sorted((option_text(choice) for choice in field.choices), key=lambda text: text != usual)
        blocks += [
            f"**{told.title}** · {told.about}",
            Select(
                f"o:{match_id}:{field.name}",
                tuple(Option(told.choices[text], text, chosen=text == now) for text in texts),
            ),
        ]
    if any(seat.user_id is None for seat in position.match.seats):
        blocks.append(buttons(Button(say("Remove a bot"), f"l:{match_id}:unbot")))
    return message(*blocks)


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(LobbyButton, RematchButton, TeamSelect, OptionSelect)
    await bot.add_cog(PlayCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(LobbyButton, RematchButton, TeamSelect, OptionSelect)
