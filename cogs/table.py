"""The table: the hand's panel, its buttons, and the commands that do the same by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _t
from discord.ext import commands

from bot.answering.answers import Answer, answering, in_time
from bot.answering.buttons import Pressed, bot_of
from bot.answering.choosing import WhichMatch, match_meant, where_of
from bot.answering.explaining import PanelItem, explain_on_panel
from bot.answering.forms import Form
from bot.answering.more import more_message
from bot.answering.showing import (
    ask_which,
    asked_about,
    make_move,
    rule,
    scene_for,
    show_board,
    show_panel,
    show_path,
)
from bot.client import Cheza
from bot.i18n import Refused, Say
from bot.messages.layout import Message, lines, message, small
from bot.positions import Position, Stale
from rules.engine import IllegalMove, Refusal, Seat, marked

MOST_OFFERED = 25
"""So many moves Discord lists for what is typed."""
TYPED = r"t:(?P<match>\d{1,18}):(?P<number>\d+):(?P<start>.*)"
"""What a move that is typed in a form is called: the button that asks for it, and the form."""


def narrowed(moves: Sequence[tuple[str, str]], typed: str) -> Sequence[tuple[str, str]]:
    """Return the moves, notation and words, that what was typed may mean.

    Those whose notation begins with it; where there are none, those of which it has beginnings of words, in any order.
    """
    wanted = _words(typed)
    begun = [move for move in moves if move[0].startswith(" ".join(wanted))]
    return begun or [
        move for move in moves if all(any(word.startswith(part) for word in _words(" ".join(move))) for part in wanted)
    ]


def _words(text: str) -> list[str]:
    return [word for part in text.casefold().split() if (word := part.strip("()“”.,:;"))]


# Buttons -----------------------------------------------------------------------------------------------


class MoveButton(
    PanelItem,
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"m:(?P<match>\d{1,18}):(?P<number>\d+|-):(?P<move>.+)",
):
    """The click that is the move."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(repeatable=True)
        number = self.parts["number"]
        await make_move(
            answer,
            bot_of(answer),
            int(self.parts["match"]),
            self.parts["move"],
            None if number == "-" else int(number),
        )


class PathButton(
    PanelItem,
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"p:(?P<match>\d{1,18}):(?P<number>\d+):(?P<path>.*)",
):
    """A choice on the way to a move."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(repeatable=True)
        match_id, number = int(self.parts["match"]), int(self.parts["number"])
        await show_path(answer, bot_of(answer), match_id, number, self.parts["path"])


class HandButton(
    PanelItem,
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"h:(?P<match>\d{1,18}):(?P<turn>\d+):(?P<kind>[a-z]\d*(?:\.\d+)?)",
):
    """My hand, and Play here."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(repeatable=True)
        bot = bot_of(answer)
        await show_panel(answer, bot, await bot.matches.position(int(self.parts["match"])))


class PickSelect(
    PanelItem,
    Pressed[ui.Select[Any]],
    ui.DynamicItem[ui.Select[Any]],
    template=r"s:(?P<match>\d{1,18}):(?P<number>\d+):\d+",
):
    """A list of a panel: the line chosen is the move, or leads on."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(repeatable=True)
        bot, match_id, number = bot_of(answer), int(self.parts["match"]), int(self.parts["number"])
        kind, _, chosen = self.item.values[0].partition(":")
        if kind in ("m", "o"):
            await make_move(answer, bot, match_id, chosen, number if kind == "m" else None)
        else:
            await show_path(answer, bot, match_id, number, chosen)


class TypeButton(
    PanelItem,
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=TYPED,
):
    """Asks for the rest of a move in a small form."""

    async def press(self, answer: Answer) -> None:
        bot = bot_of(answer)
        position = await in_time(bot.matches.position(int(self.parts["match"])))
        seat = position.seat_of(answer.interaction.user.id)
        if position.state is None or position.state.move_number != int(self.parts["number"]):
            raise Stale
        scene = scene_for(bot, position, answer.say)
        legal = position.state.legal_moves(seat)
        panel = scene.presentation.panel(scene.view(seat), legal, self.parts["start"], scene.names, answer.say)
        if panel.typing is None:
            raise Stale
        form: ui.Modal = ui.Modal(title=panel.typing.label[:45], custom_id=self.parts[0])
        field: ui.TextInput[Any] = ui.TextInput(custom_id="rest", max_length=20)
        form.add_item(ui.Label(text=panel.typing.question[:45], component=field))
        form.stop()  # it is taken back by its name
        await answer.interaction.response.send_modal(form)


class TypedMove(Form, template=TYPED):
    """The form with the rest of a move."""

    async def take(self, answer: Answer) -> None:
        await answer.acknowledge(repeatable=True)
        words = [word for typed in self.filled().values() for word in typed.split()]
        notation = " ".join((self.parts["start"], *words))
        await make_move(answer, bot_of(answer), int(self.parts["match"]), notation, int(self.parts["number"]))

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        return await explain_on_panel(answer, refusal, int(self.parts["match"]))


class BoardButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"board:(?P<match>\d{1,18})"):
    """Board: the public table, for who watches."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(new=True)
        bot = bot_of(answer)
        await show_board(answer, bot, await asked_about(answer, bot, int(self.parts["match"])))


class MoreButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"more:(?P<match>\d{1,18})"):
    """What else there is to see of a match, and to rule for who may."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge(new=True)
        bot = bot_of(answer)
        await answer.show(await more_message(answer, bot, await asked_about(answer, bot, int(self.parts["match"]))))


class PageButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"page:(?P<match>\d{1,18}):(?P<key>[a-z]+)",
):
    """A page of what is public, as discard piles."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot = bot_of(answer)
        position = await asked_about(answer, bot, int(self.parts["match"]))
        if position.state is None:
            raise Refused("This match hasn't started yet; there is nothing to see.")
        scene = scene_for(bot, position, answer.say)
        pages = scene.presentation.pages(scene.view(), scene.names, answer.say)
        if self.parts["key"] not in pages:
            raise Refused("There is no such page; **More** on the table lists them.")
        page = pages[self.parts["key"]]
        await answer.show(message(lines(small(scene.heading()), f"**{page.title}**", page.text)))


class RulingButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"r:(?P<match>\d{1,18}):(?P<move>.+)",
):
    """A ruling of the table, as a penalty: by the opener or a moderator."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        await rule(answer, bot_of(answer), int(self.parts["match"]), self.parts["move"])


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
            position = await match_meant(self._bot.matches, where_of(interaction), match, over_too=True)
            await show_board(answer, self._bot, position)
            if position.match.seat_of(interaction.user.id):
                await self._bot.teller.revive(position.match.id, interaction.channel_id)

        await answering(Answer(interaction), work, self._which_board)

    @app_commands.command(name=_t("move"), description=_t("Make a move by typing it"))
    @app_commands.describe(move=_t("One of your legal moves"), match=_t("The number of the match, if you play several"))
    async def move(self, interaction: discord.Interaction[Cheza], move: str, match: int | None = None) -> None:
        async def work(answer: Answer) -> None:
            await answer.acknowledge()
            position = await match_meant(self._bot.matches, where_of(interaction), match)
            try:
                await make_move(answer, self._bot, position.match.id, move, None)
            except IllegalMove as refusal:
                names = scene_for(self._bot, position, answer.say).names
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
        return self._choices(position, seat, typed, Answer(interaction).say)

    def _choices(self, position: Position, seat: Seat, typed: str, say: Say) -> list[app_commands.Choice[str]]:
        presentation, view = self._bot.presentations[position.match.game], position.state.view(seat)
        moves = [
            (str(move), presentation.choice_label(move, view, say))
            for move in position.state.legal_moves(seat)
            if not marked(move, "automatic")
        ]
        return [
            app_commands.Choice(name=label[:100], value=notation[:100])
            for notation, label in narrowed(moves, typed)[:MOST_OFFERED]
        ]

    async def _which(self, answer: Answer, refusal: Refusal) -> Message | None:
        if isinstance(refusal, WhichMatch):
            return ask_which(self._bot, answer, refusal, "h:{match}:0:w")
        return message(answer.say.refusal(refusal))

    async def _which_board(self, answer: Answer, refusal: Refusal) -> Message | None:
        if isinstance(refusal, WhichMatch):
            return ask_which(self._bot, answer, refusal, "board:{match}")
        return message(answer.say.refusal(refusal))


ITEMS = (
    MoveButton,
    PathButton,
    PickSelect,
    TypeButton,
    HandButton,
    BoardButton,
    MoreButton,
    PageButton,
    RulingButton,
)


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(*ITEMS)
    await bot.add_cog(TableCog(bot))


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(*ITEMS)
