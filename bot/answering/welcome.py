"""What somebody is told once, when they take a seat for the first time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.answering.answers import LOST, Answer
from bot.messages.layout import Button, buttons, lines, message, small
from bot.messenger import described
from db.repositories import PeopleRepository

if TYPE_CHECKING:
    from bot.client import Cheza

log = logging.getLogger(__name__)


async def welcome(answer: Answer, bot: Cheza, user_id: int) -> None:
    """Tell somebody who takes a seat for the first time how their hand reaches them."""
    async with bot.database.write() as connection:
        people = PeopleRepository(connection)
        user = await people.user(user_id)
        if user is None or user.welcomed:
            return
        await people.change_user(user_id, welcomed=True)
    say = answer.say
    welcome = message(
        lines(
            say("**You're in.** Your hand comes by DM."),
            small(say("You can have it only here instead.")),
        ),
        buttons(Button(say("Only here"), "hand:panel")),
    )
    try:
        await answer.aside(welcome)
    except (discord.HTTPException, *LOST) as error:
        log.info("a welcome could not be shown (%s)", described(error))
