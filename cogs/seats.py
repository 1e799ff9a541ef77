"""Who holds a seat: giving it up to the stand-in, and coming back."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.answers import Answer
from bot.buttons import Pressed, bot_of
from bot.client import Cheza
from bot.explaining import PanelItem
from bot.layout import Button, buttons, lines, message, small
from bot.showing import show_panel


class BackButton(
    PanelItem,
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"back:(?P<match>\d{1,18})(?::\d{1,9})?",
):
    """I'm back: takes a seat back from the stand-in."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, match_id = bot_of(answer), int(self.parts["match"])
        position = await bot.matches.come_back(match_id, answer.interaction.user.id)
        answer.kept = True
        bot.teller.tell(match_id)
        await show_panel(answer, bot, position, notice=answer.say("Welcome back; the seat is yours again."))


class GiveUpButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"up:(?P<match>\d{1,18}):(?P<sure>ask|yes)",
):
    """Give up my seat: asks once, then lets the stand-in play for its person."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, match_id = bot_of(answer), answer.say, int(self.parts["match"])
        if self.parts["sure"] == "ask":
            await answer.show(
                message(
                    lines(
                        say("**Give up your seat?** A stand-in plays for you from then on."),
                        small(say("You can take it back whenever you like, with **I'm back**.")),
                    ),
                    buttons(Button(say("Give it up"), f"up:{match_id}:yes", "red")),
                )
            )
            return
        await bot.matches.leave(match_id, answer.interaction.user.id)
        answer.kept = True
        bot.teller.tell(match_id)
        await answer.show(
            message(
                say("A stand-in plays for you now. The seat stays yours."),
                buttons(Button(say("I'm back"), f"back:{match_id}", "green")),
            )
        )


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(BackButton, GiveUpButton)


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(BackButton, GiveUpButton)
