"""/help and /rules."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering
from bot.answering.buttons import Pressed, bot_of
from bot.client import Cheza
from bot.i18n import Refused, Say
from bot.messages.layout import Gallery, Message, lines, message, small
from rules import GAMES


class HelpCog(commands.Cog):
    """/help and /rules."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("help"), description=_t("Say how this works"))
    @app_commands.describe(topic=_t("What about"))
    @app_commands.choices(
        topic=[
            Choice(name=_t("how to play"), value="play"),
            Choice(name=_t("fair: the sealed deal"), value="fair"),
            Choice(name=_t("what is kept about you"), value="kept"),
        ]
    )
    async def help(self, interaction: discord.Interaction[Cheza], topic: str = "play") -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            await answer.show(help_on(topic, answer.say))

        await answering(Answer(interaction), work)

    @app_commands.command(name=_t("rules"), description=_t("Tell the rules of a game"))
    @app_commands.describe(game=_t("Which game"))
    @app_commands.choices(game=[Choice(name=_t(game.title), value=game.key) for game in GAMES.values()])
    async def rules(self, interaction: discord.Interaction[Cheza], game: str) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            await answer.show(await rules_of(self._bot, game, answer.say))

        await answering(Answer(interaction), work)


async def rules_of(bot: Cheza, game: str, say: Say) -> Message:
    """Tell the rules of a game."""
    if game not in bot.presentations:
        raise Refused("There is no such game here; **/rules** lists them.")
    presentation = bot.presentations[game]
    aim, *rest = presentation.rules(say)
    picture = await presentation.example(say).drawn()
    return message(f"## {presentation.game.title}", aim, Gallery(picture), *rest)


def help_on(topic: str, say: Say) -> Message:
    """Say something about one topic."""
    if topic == "fair":
        return message(
            say("## The sealed deal"),
            say(
                "Before anybody joins, the bot makes a secret of 16 random bytes and shows its SHA-256, the"
                " seal, on the table's post. The cards follow from that secret, the match's number, and the"
                " ids of everybody's Join and of Start, which the bot can't choose. When the match is over the"
                " secret is shown: **Fair deal?** on the last post deals again from it and compares."
            ),
            say(
                "This shows that the bot fixed its share of the luck before it knew who plays, and could not fit it to"
                " who did. It doesn't protect from the host of the bot, who can read its database."
            ),
            small(
                say(
                    "By yourself: the SHA-256 of the secret's bytes begins as the seal on the table's post; the seed"
                    " is the SHA-256 of secret/match/start/join/join..., written as text, with bot for a bot. Where"
                    " **/play** seats bots and starts at once, nobody joins after the seal."
                )
            ),
        )
    if topic == "kept":
        return message(
            say("## What is kept about you"),
            say(
                "Your Discord id, your display name as last seen, the number of your DM channel, what you chose in"
                " **/preferences** (your time zone and quiet hours too), until when you are away, your matches with"
                " their moves, missed deadlines and days away, seats that you were offered, how you voted while the"
                " vote is open, how you stand on leaderboards, and for a day on which servers you were seen. No"
                " messages are read: the bot sees only what you press and type to it. It all lies in a file on the"
                " host's machine."
            ),
        )
    return message(
        say("## Playing"),
        lines(
            say("**/play** opens a table in a channel; others press **Join**, then you **Start**."),
            say("Each match has its thread, with one post a turn. **My hand** is for your eyes only."),
            say("A hand also comes by DM; **/preferences** changes that, and when you are reminded."),
            say("There is no hurry: a day per turn, if you choose no other pace. **/away** stops your clocks."),
        ),
        lines(
            say("If somebody is late or gone, **More** under the table helps: the others vote about their seat."),
            say("There you also hand your own seat over, give it up, or ask to call the match off."),
        ),
        lines(
            say("**/games** lists your matches, **/hand** and **/table** show one, **/move** types a move."),
            say("**/rules** tells a game's rules, **/history** a match, **/leaderboard** who plays best here."),
        ),
        small(say("Unofficial: the games belong to their publishers. The bot reads no messages.")),
    )


class RulesButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"rules:(?P<game>[a-z0-9_]+)"):
    """Rules, under More."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        await answer.show(await rules_of(bot_of(answer), self.parts["game"], answer.say))


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(RulesButton)
    await bot.add_cog(HelpCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(RulesButton)
