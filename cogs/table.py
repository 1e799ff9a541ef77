"""The table: the hand's panel, its buttons, and the commands that do the same by typing."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answers import Answer, answering
from bot.buttons import Pressed, bot_of
from bot.choosing import WhichMatch, match_meant, where_of
from bot.client import Cheza
from bot.i18n import Say
from bot.layout import Button, Message, buttons, lines, message, rows_of, small
from bot.names import Names
from bot.positions import NoSuchMatch, NotSeated, Position, Stale
from bot.showing import asked_about, make_move, scene_for, show_board, show_panel
from rules.engine import IllegalMove, Refusal, Seat

# Buttons -----------------------------------------------------------------------------------------------


class PanelButton(Pressed[ui.Button[Any]]):
    """What the buttons of a panel share: a stale one brings the present panel."""

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        bot, match_id = bot_of(answer), int(self.parts["match"])
        said = answer.say.refusal(refusal)
        if isinstance(refusal, NoSuchMatch):
            return message(said)
        if isinstance(refusal, NotSeated):
            return message(said, buttons(Button(answer.say("Board"), f"board:{match_id}", "blue")))
        position = await bot.matches.position(match_id)
        if isinstance(refusal, IllegalMove):
            said = answer.say.refusal(refusal, _names(bot, position, answer.say).by_seat())
        if isinstance(refusal, Stale) and position.state is not None:
            await show_panel(answer, bot, position, notice=said)
            return None
        return message(said)


def _names(bot: Cheza, position: Position, say: Say) -> Names:
    return scene_for(bot, position, say).names


class MoveButton(
    PanelButton,
    ui.DynamicItem[ui.Button[Any]],
    template=r"m:(?P<match>\d{1,18}):(?P<number>\d+|-):(?P<move>.+)",
):
    """The click that is the move."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        number = self.parts["number"]
        await make_move(
            answer,
            bot_of(answer),
            int(self.parts["match"]),
            self.parts["move"],
            None if number == "-" else int(number),
        )


class PathButton(
    PanelButton,
    ui.DynamicItem[ui.Button[Any]],
    template=r"p:(?P<match>\d{1,18}):(?P<number>\d+):(?P<path>.*)",
):
    """A choice on the way to a move."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        position = await bot.matches.position(int(self.parts["match"]))
        position.seat_of(answer.interaction.user.id)
        if position.state is None or position.state.move_number != int(self.parts["number"]):
            raise Stale
        await show_panel(answer, bot, position, path=self.parts["path"])


class HandButton(
    PanelButton,
    ui.DynamicItem[ui.Button[Any]],
    template=r"h:(?P<match>\d{1,18}):(?P<turn>\d+):(?P<kind>[a-z]\d*)",
):
    """My hand, and Play here."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        await show_panel(answer, bot, await bot.matches.position(int(self.parts["match"])))


class BoardButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"board:(?P<match>\d{1,18})"):
    """Board: the public table, for who watches."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        await show_board(answer, bot, await asked_about(answer, bot, int(self.parts["match"])))


class MoreButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"more:(?P<match>\d{1,18})"):
    """What else there is to see of a match."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        say, match_id = answer.say, int(self.parts["match"])
        position = await asked_about(answer, bot_of(answer), match_id)
        await answer.show(
            message(
                lines(
                    f"**{position.game.title}** · {say('match {number}', number=match_id)}",
                    small(say("Only you see what these show.")),
                ),
                buttons(
                    Button(say("History"), f"history:{match_id}:new"),
                    Button(say("Rules"), f"rules:{position.match.game}"),
                    Button(say("Fair deal?"), f"fair:{match_id}"),
                ),
            )
        )


# Commands ----------------------------------------------------------------------------------------------


class TableCog(commands.Cog):
    """/hand, /table, /move."""

    def __init__(self, bot: Cheza) -> None:
        self._bot = bot

    @app_commands.command(name=_t("hand"), description=_t("Show your hand, for your eyes only"))
    @app_commands.describe(match=_t("The number of the match, if you play several"))
    async def hand(self, interaction: discord.Interaction[Cheza], match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match)
            await show_panel(answer, self._bot, position)

        await answering(Answer(interaction), work, self._which)

    @app_commands.command(name=_t("table"), description=_t("Show the table as it stands"))
    @app_commands.describe(match=_t("The number of the match, if there are several"))
    async def table(self, interaction: discord.Interaction[Cheza], match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match)
            await show_board(answer, self._bot, position)

        await answering(Answer(interaction), work, self._which)

    @app_commands.command(name=_t("move"), description=_t("Make a move by typing it"))
    @app_commands.describe(move=_t("One of your legal moves"), match=_t("The number of the match, if you play several"))
    async def move(self, interaction: discord.Interaction[Cheza], move: str, match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match)
            try:
                await make_move(answer, self._bot, position.match.id, move, None)
            except IllegalMove as refusal:
                names = _names(self._bot, position, answer.say)
                await answer.refuse(message(answer.say.refusal(refusal, names.by_seat())))

        await answering(Answer(interaction), work, self._which)

    @move.autocomplete("move")
    async def legal(self, interaction: discord.Interaction[Cheza], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the caller's own legal moves."""
        number = getattr(interaction.namespace, "match", None)
        try:
            position = await match_meant(
                self._bot.matches, where_of(interaction), number if isinstance(number, int) else None
            )
            seat = position.seat_of(interaction.user.id)
        except Refusal:
            return []
        if position.state is None:
            return []
        return self._choices(position, seat, typed.strip().lower(), Answer(interaction).say)

    def _choices(self, position: Position, seat: Seat, typed: str, say: Say) -> list[app_commands.Choice[str]]:
        presentation, view = self._bot.presentations[position.match.game], position.state.view(seat)
        moves = [move for move in position.state.legal_moves(seat) if str(move).startswith(typed)]
        return [
            app_commands.Choice(name=presentation.choice_label(move, view, say)[:100], value=str(move)[:100])
            for move in moves[:25]
        ]

    async def _which(self, answer: Answer, refusal: Refusal) -> Message | None:
        """Ask which match is meant, with a button for each."""
        if not isinstance(refusal, WhichMatch):
            return message(answer.say.refusal(refusal))
        made = [
            Button(
                f"{self._bot.presentations[each.game].game.title} #{each.match_id}",
                f"h:{each.match_id}:0:w",
                "blue",
            )
            for each in refusal.matches[:25]
        ]
        return message(
            lines(answer.say("**Which match?**"), small(answer.say("You can also give its number."))),
            *rows_of(made),
        )


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(MoveButton, PathButton, HandButton, BoardButton, MoreButton)
    await bot.add_cog(TableCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(MoveButton, PathButton, HandButton, BoardButton, MoreButton)
