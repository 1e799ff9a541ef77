"""Showing a match to the person who asks: their panel, or the public table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.answering.answers import Answer
from bot.answering.choosing import WhichMatch
from bot.answering.matters import open_matters
from bot.i18n import Refused, Say
from bot.lobbies import Person
from bot.matches import Played
from bot.messages.layout import Button, Gallery, Message, lines, message, rows_of, small
from bot.messages.panels import panel_message
from bot.messages.scenes import Scene, scene_of
from bot.messages.waiting import waiting_words
from bot.positions import NoSuchMatch, Position, Stale, is_seated_opener
from bot.telling.tellings import is_missing, named_place
from db.records import DeadlineRecord, SeatRecord, TellingRecord
from db.repositories import MatchRepository, PeopleRepository, TellingRepository
from db.trouble import DiskTrouble
from db.whole import Executes

if TYPE_CHECKING:
    from bot.client import Cheza


def scene_for(bot: Cheza, position: Position, say: Say) -> Scene:
    """Put a position on stage for one person."""
    return scene_of(position, bot.presentations, bot.badges, say)


async def show_panel(
    answer: Answer, bot: Cheza, position: Position, *, path: str = "", notice: str | None = None
) -> None:
    """Show the presser's panel as it is now; raises `NotSeated` for others."""

    async def look(connection: Executes) -> tuple[tuple[DeadlineRecord, ...], TellingRecord | None]:
        number = position.match.id
        return await MatchRepository(connection).deadlines(number), await TellingRepository(connection).get(number)

    position.seat_of(answer.interaction.user.id)
    _must_be_dealt(position)
    deadlines, telling = await bot.database.look(look)
    await answer.show(await _panel(answer, bot, position, deadlines, telling, path=path, notice=notice))


async def show_board(answer: Answer, bot: Cheza, position: Position) -> None:
    """Show the public table to whoever asks."""
    _must_be_dealt(position)
    scene, match = scene_for(bot, position, answer.say), position.match
    boards = scene.presentation.boards(scene.view(), scene.names, answer.say)
    drawn = await boards[-1].picture.drawn()
    if match.status == "over":
        below = scene.presentation.ending(scene.view(), scene.names, answer.say)
    else:
        below = waiting_words(scene, set(), await bot.matches.deadlines(match.id))
    telling = await bot.matches.telling(match.id)
    where = f" · <#{telling.place_id}>" if telling.place_id and not telling.place_gone else ""
    missing = None if telling.place_id == answer.interaction.channel_id else missing_words(telling, answer.say)
    made = [*await open_matters(bot, scene, answer.interaction.user.id), Button(answer.say("More"), f"more:{match.id}")]
    await answer.show(message(small(scene.heading() + where), Gallery(drawn), lines(below, missing), *rows_of(made)))


async def make_move(answer: Answer, bot: Cheza, match_id: int, notation: str, move_number: int | None) -> None:
    """Make the presser's move, tell the table, and show what came of it."""
    user_id = answer.interaction.user.id
    played = await bot.matches.play(match_id, user_id, notation, move_number)
    answer.kept = True
    try:
        came = _what_came(bot, played, user_id, answer.say)
        panel = await _panel(answer, bot, played.position, played.deadlines, played.telling, notice=came)
    finally:
        # Only then, so that drawing the post doesn't hold up who has clicked; nor their upload the post.
        bot.precedence.then(partial(bot.teller.tell, match_id))
    await answer.show(panel)


def ask_which(bot: Cheza, answer: Answer, refusal: WhichMatch, id: str) -> Message:
    """Ask which match is meant, with a button for each; `id` is a button's, with `{match}` for the number."""
    made = [
        Button(f"{bot.presentations[each.game].game.title} #{each.match_id}", id.format(match=each.match_id), "blue")
        for each in refusal.matches[:25]
    ]
    return message(
        lines(answer.say("**Which match?**"), small(answer.say("You can also give its number."))), *rows_of(made)
    )


async def show_path(answer: Answer, bot: Cheza, match_id: int, number: int, path: str) -> None:
    """Show the presser's panel after a choice on the way to a move; raises `Stale` for one of an older position."""
    position = await bot.matches.position(match_id)
    position.seat_of(answer.interaction.user.id)
    if position.state is None or position.state.move_number != number:
        raise Stale
    await show_panel(answer, bot, position, path=path)


def may_rule(answer: Answer, position: Position) -> bool:
    """Tell whether somebody may make a ruling in a match: a moderator of the channel, or its opener."""
    return moderates(answer.interaction) or is_seated_opener(position, answer.interaction.user.id)


def moderates(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether somebody moderates the channel, by Discord's own permissions."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return who an interaction came from."""
    return Person(
        interaction.user.id,
        interaction.user.display_name,
        interaction.id,
        moderator=moderates(interaction),
    )


def somebody_else(answer: Answer, chosen: object) -> Person:
    """Return somebody whom an interaction names for a seat; refuses bots, and who isn't on the server."""
    if not isinstance(chosen, discord.Member):
        raise Refused("That person isn't on this server.")
    if chosen.bot:
        raise Refused("A bot can't take a seat over. **Give up my seat** lets a stand-in play.")
    return Person(chosen.id, chosen.display_name, answer.interaction.id)


def rulings(scene: Scene) -> list[tuple[str, str]]:
    """Return the rulings that can be made now: notation and words."""
    state = scene.position.state
    if state is None:
        return []
    return [(str(move), scene.presentation.ruling_label(move, scene.say)) for move in state.legal_moves(None)]


async def rule(answer: Answer, bot: Cheza, match_id: int, notation: str) -> None:
    """Make a ruling, tell the table, and say what came of it."""
    await asked_about(answer, bot, match_id)
    interaction = answer.interaction
    position = await bot.matches.rule(match_id, interaction.user.id, moderates(interaction), notation)
    answer.kept = True
    bot.teller.tell(match_id)
    say = answer.say
    await answer.show(
        message(
            lines(
                say("Called; the table is told."),
                None if position.match.rated else small(say("The match no longer counts for the ratings.")),
            )
        )
    )


async def asked_about(answer: Answer, bot: Cheza, match_id: int) -> Position:
    """Return a match that the presser may ask about: of this server, or their own in a DM."""
    position = await bot.matches.position(match_id)
    interaction = answer.interaction
    if interaction.guild_id is not None and position.match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    if interaction.guild_id is None and position.match.seat_of(interaction.user.id) is None:
        raise NoSuchMatch
    return position


def _must_be_dealt(position: Position) -> None:
    if position.match.status == "cancelled":
        raise Refused("This match was called off. **/play** opens a new one.")
    if position.state is None:
        raise Refused("This match hasn't started yet; **Start** on its table begins it.")


async def _panel(
    answer: Answer,
    bot: Cheza,
    position: Position,
    deadlines: Iterable[DeadlineRecord],
    telling: TellingRecord | None,
    *,
    path: str = "",
    notice: str | None = None,
) -> Message:
    """Build the presser's panel, with what belongs around it."""
    interaction = answer.interaction
    seat = position.seat_of(interaction.user.id)
    deadline = next((each for each in deadlines if each.seat == seat and each.kind in ("turn", "window")), None)
    away = telling is not None and telling.place_id != interaction.channel_id
    hint = await _closed_dm_hint(bot, position.holder(seat), answer.say)
    missing = await _missing_table(answer, bot, telling)
    return await panel_message(
        scene_for(bot, position, answer.say),
        seat,
        deadline,
        path=path,
        notice=lines(notice, hint, missing) or None,
        place_id=named_place(telling) if telling is not None and away else None,
        away=away,
    )


def _what_came(bot: Cheza, played: Played, user_id: int, say: Say) -> str | None:
    """Return what the table saw of a person's move, told to them; None for a hidden pick."""
    if not played.events:
        return None
    scene = scene_for(bot, played.position, say)
    view = scene.view(played.position.seat_of(user_id))
    return "\n".join(scene.presentation.told(played.events, view, scene.names, say)) or None


def missing_words(telling: TellingRecord | None, say: Say) -> str | None:
    """Say that the table's own post is missing, where it is, and what may help."""
    if telling is None or not is_missing(telling):
        return None
    return small(
        say(
            "The table isn't posted in its place now: the post or the place is gone, or I lack View Channel, Send"
            " Messages or Attach Files there. Play goes on; **My hand** or **/table** in that place posts it again."
        )
    )


async def _missing_table(answer: Answer, bot: Cheza, telling: TellingRecord | None) -> str | None:
    """Have the table posted again where its person presses something in its place; else say that it is missing."""
    words, interaction = missing_words(telling, answer.say), answer.interaction
    if words is None or telling is None or telling.place_id != interaction.channel_id or not _may_post(interaction):
        return words
    await bot.teller.revive(telling.match_id, interaction.channel_id)
    return None


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether the bot could post a table where something was pressed."""
    has, channel = interaction.app_permissions, interaction.channel
    if isinstance(channel, discord.Thread):
        writes = has.send_messages_in_threads and (has.manage_threads or not channel.locked)
    else:
        writes = has.send_messages
    return has.view_channel and has.attach_files and writes


async def _closed_dm_hint(bot: Cheza, holder: SeatRecord, say: Say) -> str | None:
    """Say once, privately, that a DM was refused."""
    user_id = holder.user_id
    if user_id is None or not holder.hint_due:
        return None
    try:
        if not await bot.database.keep(lambda connection: PeopleRepository(connection).take_hint(user_id)):
            return None
    except DiskTrouble:  # who only looks is shown what there is; the hint comes another time
        return None
    return say("I couldn't send you a DM (closed?). Your hand is always under **My hand**.")
