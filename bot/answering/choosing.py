"""Which match is meant: this thread's, else the caller's only one, else they are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n import Refused
from bot.matches import Matches
from bot.positions import NoSuchMatch, Position
from db.records import Waiting
from db.repositories import MatchRepository


class WhichMatch(Refused):
    """Several matches could be meant; `matches` lists them."""

    def __init__(self, matches: tuple[Waiting, ...]) -> None:
        super().__init__("Which match?")
        self.matches = matches


@dataclass(frozen=True, slots=True)
class Where:
    """Where something was asked: the channel or thread, the server (None in a DM), and by whom."""

    channel_id: int | None
    guild_id: int | None
    user_id: int


def where_of(interaction: discord.Interaction[Any]) -> Where:
    """Return where an interaction came from."""
    return Where(interaction.channel_id, interaction.guild_id, interaction.user.id)


async def match_meant(matches: Matches, where: Where, number: int | None = None, *, over_too: bool = False) -> Position:
    """Return the match that a command means; raises `WhichMatch` or a refusal.

    A match of another server is refused on a server; in a DM any of one's own is meant. With `over_too` this thread's
    newest match is meant also when it is over, before any match elsewhere.
    """
    if number is not None:
        return await _numbered(matches, where, number)
    async with matches.database.read() as connection:
        repository = MatchRepository(connection)
        here = await repository.in_place(where.channel_id) if where.channel_id else ()
        if over_too and where.channel_id and not here:
            here = (await repository.in_place(where.channel_id, ("over",)))[:1]
        mine = [
            each
            for each in await repository.of_user(where.user_id)
            if each.status == "running" and where.guild_id in (None, each.guild_id)
        ]
    own_here = [each.match_id for each in mine if each.match_id in here]
    candidates = own_here or list(here) or [each.match_id for each in mine]
    if len(candidates) == 1:
        return await matches.position(candidates[0])
    if not candidates:
        raise Refused("You're in no match here now. **/play** opens a table.")
    meant = tuple(each for each in mine if each.match_id in candidates)
    if not meant:
        return await matches.position(candidates[0])
    raise WhichMatch(meant)


async def _numbered(matches: Matches, where: Where, number: int) -> Position:
    position = await matches.position(number)
    foreign = where.guild_id is not None and position.match.guild_id != where.guild_id
    not_mine = where.guild_id is None and position.match.seat_of(where.user_id) is None
    if foreign or not_mine:
        raise NoSuchMatch
    return position
