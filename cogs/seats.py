"""Who holds a seat: giving it up to the stand-in, coming back, handing it over to somebody else."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.answering.answers import Answer
from bot.answering.buttons import Pressed, bot_of
from bot.answering.explaining import PanelItem
from bot.answering.matters import own_offer
from bot.answering.showing import asked_about, person_of, scene_for, show_panel, somebody_else
from bot.answering.welcome import welcome
from bot.client import Cheza
from bot.i18n import Refused
from bot.messages.layout import Button, PersonSelect, buttons, lines, message, small
from bot.seating.offers import OFFER, load_offer


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
            await bot.seats.seated(match_id, answer.interaction.user.id)
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


class HandOverButton(Pressed[ui.Button[Any]], ui.DynamicItem[ui.Button[Any]], template=r"over:(?P<match>\d{1,18})"):
    """Hand over my seat: asks to whom, or shows the offer that is open."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, match_id = bot_of(answer), answer.say, int(self.parts["match"])
        position, seat = await bot.seats.seated(match_id, answer.interaction.user.id)
        for notice in await bot.seats.notices(match_id):
            if not notice.open or notice.kind != OFFER:
                continue
            offer = load_offer(notice.data)
            if (offer.seat, offer.by) == (seat, "owner"):
                await answer.show(own_offer(scene_for(bot, position, say), notice))
                return
        if answer.interaction.guild_id is None:
            raise Refused("People can only be chosen on the server: **More** under the table, or **/table** there.")
        await answer.show(
            message(
                lines(
                    say("**Who takes your seat?**"),
                    small(say("They are asked first. Whoever takes it sees your hand and plays on; you watch.")),
                ),
                PersonSelect(f"to:{match_id}", say("Choose a person")),
            )
        )


class ToSelect(Pressed[ui.UserSelect[Any]], ui.DynamicItem[ui.UserSelect[Any]], template=r"to:(?P<match>\d{1,18})"):
    """The person to whom a seat is offered."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, match_id = bot_of(answer), int(self.parts["match"])
        chosen = somebody_else(answer, next(iter(getattr(self.item, "values", ())), None))
        position, notice = await bot.seats.offer(match_id, answer.interaction.user.id, chosen)
        answer.kept = True
        bot.teller.tell(match_id)
        said = None
        if (await bot.matches.telling(match_id)).place_gone:
            said = answer.say(
                "I can't post it where the match is played. Tell them: **/table** with match {number} shows the offer.",
                number=match_id,
            )
        await answer.show(own_offer(scene_for(bot, position, answer.say), notice, said))


class SeatButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"seat:(?P<match>\d{1,18}):(?P<number>\d{1,9}):(?P<verb>take|no|back)",
):
    """Take the seat; No, thanks; Take it back."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, person = bot_of(answer), answer.say, person_of(answer.interaction)
        match_id, number, verb = int(self.parts["match"]), int(self.parts["number"]), self.parts["verb"]
        if verb != "take":
            close = bot.seats.decline if verb == "no" else bot.seats.withdraw
            await close(match_id, number, person.id)
            answer.kept = True
            bot.teller.tell(match_id)
            await answer.show(message(say("All right; the seat stays as it is.")))
            return
        await asked_about(answer, bot, match_id)  # of this server
        position = await bot.seats.take(match_id, number, person)
        answer.kept = True
        bot.teller.tell(match_id)
        notice = lines(
            say("**The seat is yours.**"),
            small(say("What was chosen for it, as a hidden card or a standing order, stands until you change it.")),
        )
        await show_panel(answer, bot, position, notice=notice)
        await welcome(answer, bot, person.id)


ITEMS = (BackButton, GiveUpButton, HandOverButton, ToSelect, SeatButton)


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(*ITEMS)


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(*ITEMS)
