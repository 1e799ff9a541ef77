"""What those who sit decide together: votes about a seat, and calling the match off."""

from __future__ import annotations

from typing import Any, cast

from discord import ui

from bot.answering.answers import Answer
from bot.answering.buttons import Pressed, bot_of
from bot.answering.matters import matter_message, numbered
from bot.answering.showing import asked_about, scene_for
from bot.client import Cheza
from bot.i18n import Refused
from bot.messages.layout import Button, buttons, lines, message, rows_of, small
from bot.messages.seat_news import choice_words
from bot.positions import Position
from bot.seating.seats import Voted
from bot.seating.votes import Choice, holders


class AboutButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"about:(?P<match>\d{1,18})(:(?P<seat>\d{1,2}))?",
):
    """Vote about a seat: asks about whose, then calls the vote."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, match_id = bot_of(answer), answer.say, int(self.parts["match"])
        user_id = answer.interaction.user.id
        if self.parts["seat"] is not None:
            voted = await bot.seats.ask_about(match_id, user_id, int(self.parts["seat"]) - 1)
            answer.kept = True
            bot.teller.tell(match_id)
            telling = await bot.matches.telling(match_id)
            if telling.place_id == answer.interaction.channel_id and not telling.place_gone:
                await answer.show(message(say("The table is asked. Vote below, or under **More**.")))
            else:
                await show_vote(answer, bot, voted)
            return
        position, seats = await bot.seats.in_question(match_id, user_id)
        scene = scene_for(bot, position, say)
        await answer.show(
            message(
                lines(
                    say("**About whose seat?**"),
                    small(say("The others at the table vote; what more than half of them choose is done.")),
                ),
                *rows_of([Button(numbered(scene, seat), f"about:{match_id}:{seat + 1}") for seat in seats]),
            )
        )


class VoteButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"v:(?P<match>\d{1,18}):(?P<number>\d{1,9}):(?P<choice>time|stand_in|other|off)",
):
    """More time, Stand-in, Someone else, Call it off."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, match_id = bot_of(answer), int(self.parts["match"])
        choice = cast("Choice", self.parts["choice"])
        voted = await bot.seats.vote(match_id, int(self.parts["number"]), answer.interaction.user.id, choice)
        answer.kept = True
        bot.teller.tell(match_id)
        await show_vote(answer, bot, voted, choice)


async def show_vote(answer: Answer, bot: Cheza, voted: Voted, choice: Choice | None = None) -> None:
    """Show somebody the vote, with their own choice, or what was decided."""
    scene, say = scene_for(bot, voted.position, answer.say), answer.say
    if voted.decided is not None:
        done = say("Decided: **{choice}**. The table is told.", choice=choice_words(voted.decided, scene))
        await answer.show(message(done))
        return
    said = None
    if choice is not None:
        said = lines(
            say("Your voice: **{choice}**.", choice=choice_words(choice, scene)),
            small(say("Nobody sees how you vote, and you can change it until it is decided.")),
        )
    if said is not None and not answer.in_place:  # the vote's own buttons are above it
        await answer.show(message(said))
    else:
        await answer.show(matter_message(scene, voted.notice, answer.interaction.user.id, said))


class EndButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"end:(?P<match>\d{1,18}):(?P<sure>ask|yes)",
):
    """Call the match off: asks once, then asks all."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, match_id = bot_of(answer), answer.say, int(self.parts["match"])
        if self.parts["sure"] == "ask":
            position = await asked_about(answer, bot, match_id)
            alone = holders(position) == (position.seat_of(answer.interaction.user.id),)
            await answer.show(
                message(
                    lines(
                        say("**Call the match off?** It then counts for nobody."),
                        small(
                            say("Nobody else plays now, so that ends it.")
                            if alone
                            else say("Everybody who plays is asked, and all have to agree.")
                        ),
                    ),
                    buttons(Button(say("Call it off") if alone else say("Ask them"), f"end:{match_id}:yes", "red")),
                )
            )
            return
        position = await bot.seats.ask_to_end(match_id, answer.interaction.user.id)
        await show_ending(answer, bot, position, say("The table is asked."))


class AgreeButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"off:(?P<match>\d{1,18}):(?P<number>\d{1,9}):(?P<verb>yes|no)",
):
    """Call it off, or play on."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, say, agrees = bot_of(answer), answer.say, self.parts["verb"] == "yes"
        match_id, number = int(self.parts["match"]), int(self.parts["number"])
        position = await bot.seats.answer_to_end(match_id, number, answer.interaction.user.id, agrees=agrees)
        said = say("You agree. It is called off once everybody who plays does.") if agrees else say("You play on.")
        await show_ending(answer, bot, position, said)


async def show_ending(answer: Answer, bot: Cheza, position: Position, said: str) -> None:
    """Tell the table, and say what came of it."""
    answer.kept = True
    bot.teller.tell(position.match.id)
    if position.match.status == "cancelled":
        said = answer.say("The match is called off.")
    await answer.show(message(said))


class NoticeButton(
    Pressed[ui.Button[Any]],
    ui.DynamicItem[ui.Button[Any]],
    template=r"n:(?P<match>\d{1,18}):(?P<number>\d{1,9})",
):
    """An open vote or offer, from **More** or **/table**."""

    async def press(self, answer: Answer) -> None:
        await answer.acknowledge()
        bot, match_id, number = bot_of(answer), int(self.parts["match"]), int(self.parts["number"])
        position = await asked_about(answer, bot, match_id)
        for notice in await bot.seats.notices(match_id):
            if notice.number == number and notice.open:
                scene = scene_for(bot, position, answer.say)
                await answer.show(matter_message(scene, notice, answer.interaction.user.id))
                return
        raise Refused("That is settled already. **More** shows what is open.")


ITEMS = (AboutButton, VoteButton, EndButton, AgreeButton, NoticeButton)


async def setup(bot: Cheza) -> None:
    bot.add_dynamic_items(*ITEMS)


async def teardown(bot: Cheza) -> None:
    bot.remove_dynamic_items(*ITEMS)
