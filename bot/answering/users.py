"""What is known of the person who asks, and what a change of that does to the clocks of their matches."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.timing.heeding import heed
from db.records import UserRecord
from db.repositories import ClockRepository, PeopleRepository
from db.trouble import DiskTrouble

if TYPE_CHECKING:
    from bot.client import Cheza

log = logging.getLogger(__name__)


async def known_user(bot: Cheza, interaction: discord.Interaction[Any]) -> UserRecord:
    """Return what a person prefers; somebody new prefers the usual."""
    async with bot.database.read() as connection:
        user = await PeopleRepository(connection).user(interaction.user.id)
    return user or UserRecord(interaction.user.id, interaction.user.display_name)


async def change_user(bot: Cheza, interaction: discord.Interaction[Any], **columns: Any) -> None:
    """Keep what a person prefers or says of themselves."""
    user = interaction.user
    async with bot.database.write() as connection:
        people = PeopleRepository(connection)
        await people.saw(user.id, user.display_name)
        await people.change_user(user.id, **columns)


async def heed_all(bot: Cheza, user_id: int) -> None:
    """Bring the clocks and reminders of all of a person's matches in line with what they prefer now."""
    async with bot.database.read() as connection:
        mine = await ClockRepository(connection).matches_of(user_id)
    trouble: DiskTrouble | None = None
    for match_id in mine:
        try:
            await heed(bot.matches, match_id)
        except DiskTrouble as error:
            trouble = error
        except Exception:  # one match's trouble keeps no other's clock
            log.exception("a match could not heed its person", extra={"match": match_id})
        else:
            bot.teller.tell(match_id)
    if trouble is not None:
        raise trouble
