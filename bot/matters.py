"""Open votes and offers as one person sees them: also where their public notice is gone, or was never posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answers import Answer
from bot.layout import Button, Message, buttons, lines, message, small
from bot.offers import OFFER, load_offer
from bot.scenes import Scene
from bot.seat_news import ending_message, offer_message, vote_message
from bot.votes import ENDING, VOTE, load_vote
from db.records import NoticeRecord

if TYPE_CHECKING:
    from bot.client import Cheza


async def open_matters(answer: Answer, bot: Cheza, scene: Scene) -> list[Button]:
    """Return a button for each open vote and offer that somebody has to do with, wherever its notice stands."""
    match = scene.position.match
    if not match.open_notices or match.status != "running":
        return []
    mine = match.seat_of(answer.interaction.user.id)
    return [
        Button(_title(scene, notice), f"n:{match.id}:{notice.number}", "blue")
        for notice in await bot.seats.notices(match.id)
        if notice.open and _concerns(notice, answer.interaction.user.id, None if mine is None else mine.seat)
    ]


def _concerns(notice: NoticeRecord, user_id: int, seat: int | None) -> bool:
    if notice.kind in (VOTE, ENDING):
        return seat is not None
    if seat is not None:
        return notice.kind == OFFER and load_offer(notice.data).seat == seat
    return notice.kind == OFFER and notice.user_id in (None, user_id)


def _title(scene: Scene, notice: NoticeRecord) -> str:
    say = scene.say
    match notice.kind:
        case "vote":
            return say("Vote: seat of {name}", name=scene.names.plain(load_vote(notice.data).seat))
        case "ending":
            return say("Call it off?")
        case _:
            return say("Offered: seat of {name}", name=scene.names.plain(load_offer(notice.data).seat))


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
