"""Open votes and offers as one person sees them: also where their public notice is gone, or was never posted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.messages.layout import Button, Message, buttons, lines, message, small
from bot.messages.scenes import Scene
from bot.messages.seat_news import ending_message, offer_message, vote_message
from bot.seating.offers import OFFER, load_offer
from bot.seating.votes import ENDING, VOTE, load_vote
from db.records import NoticeRecord

if TYPE_CHECKING:
    from bot.client import Cheza

MOST = 10
"""So many beside everything else still fit a message."""


async def open_matters(bot: Cheza, scene: Scene, user_id: int) -> list[Button]:
    """Return a button for each open vote and offer that somebody has to do with, wherever its notice stands."""
    match = scene.position.match
    if not match.open_notices or match.status != "running":
        return []
    return matter_buttons(scene, await bot.seats.notices(match.id), user_id)


def matter_buttons(scene: Scene, notices: Sequence[NoticeRecord], user_id: int) -> list[Button]:
    """Return the buttons of some notices as far as they are somebody's business, the newest of very many."""
    mine = scene.position.match.seat_of(user_id)
    return [
        Button(_title(scene, notice), f"n:{notice.match_id}:{notice.number}", "blue")
        for notice in notices
        if notice.open and _concerns(notice, user_id, None if mine is None else mine.seat)
    ][-MOST:]


def _concerns(notice: NoticeRecord, user_id: int, seat: int | None) -> bool:
    if notice.kind in (VOTE, ENDING):
        return seat is not None
    if seat is not None:
        return notice.kind == OFFER and load_offer(notice.data).seat == seat
    return notice.kind == OFFER and notice.user_id in (None, user_id)


def numbered(scene: Scene, seat: int) -> str:
    """Name a seat on a button, so that people of one name can be told apart."""
    return f"{seat + 1} {scene.names.plain(seat)}"


def _title(scene: Scene, notice: NoticeRecord) -> str:
    say = scene.say
    match notice.kind:
        case "vote":
            return say("Vote: {seat}", seat=numbered(scene, load_vote(notice.data).seat))
        case "ending":
            return say("Call it off?")
        case _:
            return say("Offered: {seat}", seat=numbered(scene, load_offer(notice.data).seat))


def matter_message(scene: Scene, notice: NoticeRecord, user_id: int, said: str | None = None) -> Message:
    """Build an open vote or offer for one person alone."""
    mine = scene.position.match.seat_of(user_id)
    match notice.kind:
        case "vote":
            voice = None if mine is None else load_vote(notice.data).voices.get(mine.seat)
            return vote_message(scene, notice, voice, said)
        case "ending":
            return ending_message(scene, notice, said)
        case _ if mine is not None and mine.seat == load_offer(notice.data).seat:
            return own_offer(scene, notice, said)
        case _:
            return offer_message(scene, notice)


def own_offer(scene: Scene, notice: NoticeRecord, said: str | None = None) -> Message:
    """Build the offer of somebody's own seat for themselves, with the button that takes it back."""
    say = scene.say
    who = say("Your seat is offered to {person}.", person=f"<@{notice.user_id}>")
    if notice.user_id is None:
        who = say("Your seat is offered to anybody here who doesn't sit.")
    return message(
        lines(said, who, small(say("You keep it until somebody takes it."))),
        buttons(Button(say("Take it back"), f"seat:{notice.match_id}:{notice.number}:back")),
    )
