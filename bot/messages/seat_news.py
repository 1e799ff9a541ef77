"""What notices say of seats: news of them, offers, votes, and the question whether to call the match off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from bot.messages.layout import Button, Message, buttons, lines, message, moment, small
from bot.messages.names import shown_name
from bot.messages.posts import hand_id
from bot.messages.scenes import Scene
from bot.seating.offers import load_offer
from bot.seating.votes import CHOICES, Choice, choices, holders, load_ending, load_vote
from bot.telling.notices import NoticeKind, until_the_turn_is_over
from db.records import NoticeRecord, SeatRecord

NEWS = "news"
What = Literal["time", "stand_in", "taken"]


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened to a seat; the notice's person is the one who sat there when it did."""

    what: What
    seat: int
    staff: bool = False
    due: int | None = None


_NEWS = TypeAdapter(News)


def news(
    what: What,
    seat: SeatRecord,
    *,
    staff: bool = False,
    due: int | None = None,
) -> NoticeRecord:
    """Return the notice that tells the table what happened to a seat."""
    data = _NEWS.dump_json(News(what, seat.seat, staff, due)).decode()
    return NoticeRecord(NEWS, data, user_id=seat.user_id)


def load_news(notice: NoticeRecord) -> News:
    return _NEWS.validate_json(notice.data)


def news_of(notices: Sequence[NoticeRecord], what: What) -> list[tuple[NoticeRecord, int]]:
    """Return the news of one kind, each with its seat."""
    every = [(notice, load_news(notice)) for notice in notices if notice.kind == NEWS]
    return [(notice, told.seat) for notice, told in every if told.what == what]


def whom(scene: Scene, notice: NoticeRecord, *, light: bool = False) -> str:
    """Return the badge and name of a notice's person, who sits, or sat, at the table."""
    seat, name = scene.position.match.seat_of(notice.user_id or 0), shown_name(notice.user_name or "?")
    if light:
        return scene.names.light(seat.seat) if seat else name
    return scene.names[seat.seat] if seat else f"**{name}**"


def _told(scene: Scene, notice: NoticeRecord) -> str:
    say, told, name = scene.say, load_news(notice), whom(scene, notice)
    match told.what:
        case "time" if told.staff:
            return say("The server's staff gave {name} more time.", name=name)
        case "time":
            return say("By vote {name} has more time.", name=name)
        case "stand_in" if told.staff:
            return say("The server's staff gave the seat of {name} to a stand-in.", name=name)
        case "stand_in":
            return say("By vote a stand-in took the seat of {name}.", name=name)
        case "taken":
            return say("{name} sits here now in place of {before}.", name=scene.names[told.seat], before=name)


def _is_news(scene: Scene, notice: NoticeRecord) -> bool:
    """Tell whether news are still new: in their turn, and while a stand-in that took a seat has it."""
    told = load_news(notice)
    if told.what == "stand_in" and told.seat not in scene.position.kept_seats:
        return False
    return until_the_turn_is_over(scene, notice)


def _news(scene: Scene, notice: NoticeRecord) -> Message:
    say, told = scene.say, load_news(notice)
    below = None
    if told.due is not None:
        below = small(say("Due {time}", time=moment(told.due)))
    button = (
        Button(say("I'm back"), f"back:{notice.match_id}:{notice.number}", "green")
        if told.what == "stand_in"
        else Button(say("My hand"), hand_id(notice.match_id, notice.turn, f"n{notice.number}"), "blue")
    )
    return message(lines(_told(scene, notice), below), buttons(button))


# Offers ----------------------------------------------------------------------------------------------


def offer_message(scene: Scene, notice: NoticeRecord) -> Message:
    """An offer of a seat, with the buttons that take it."""
    say, offer = scene.say, load_offer(notice.data)
    name, person = scene.names[offer.seat], f"<@{notice.user_id}>"
    take = Button(say("Take the seat"), f"seat:{notice.match_id}:{notice.number}:take", "blue")
    hint = say("Whoever takes it sees the hand and plays on from here.")
    if notice.user_id is None:
        return message(
            lines(
                say("Who takes the seat of {name}? Anybody here who doesn't sit can.", name=name),
                small(hint),
                small(say("{name} may still be back until then.", name=scene.names.light(offer.seat))),
            ),
            buttons(take),
        )
    asks = (
        say("{person}, {name} would hand you their seat.", person=person, name=name)
        if offer.by == "owner"
        else say("{person}, the server's staff offer you the seat of {name}.", person=person, name=name)
    )
    return message(
        lines(asks, small(hint)),
        buttons(take, Button(say("No, thanks"), f"seat:{notice.match_id}:{notice.number}:no")),
    )


def _offer_left(scene: Scene, notice: NoticeRecord) -> str:
    say, offer = scene.say, load_offer(notice.data)
    match offer.outcome:
        case "taken":
            return say("A seat was offered, and taken.")
        case "declined":
            return say("A seat was offered to {person}, who doesn't take it.", person=_person(notice))
        case "back":
            return say("A seat was offered; {name} is back.", name=scene.names.light(offer.seat))
        case _:
            return say("A seat was offered; the offer is over.")


def _person(notice: NoticeRecord) -> str:
    return shown_name(notice.user_name) if notice.user_name else f"<@{notice.user_id}>"


def _offered_to(_scene: Scene, notice: NoticeRecord) -> Sequence[int]:
    if notice.user_id is None or load_offer(notice.data).again:
        return ()
    return (notice.user_id,)


# Votes -----------------------------------------------------------------------------------------------


def choice_words(choice: Choice, scene: Scene) -> str:
    """Name a choice as on its button."""
    say = scene.say
    return {
        "time": say("More time"),
        "stand_in": say("Stand-in"),
        "other": say("Someone else"),
        "off": say("Call it off"),
    }[choice]


def vote_message(scene: Scene, notice: NoticeRecord, mine: Choice | None = None, said: str | None = None) -> Message:
    """A vote about a seat: who has voted, never how; `mine` is the presser's own choice, on a message of theirs."""
    say, vote = scene.say, load_vote(notice.data)
    name = scene.names[vote.seat]
    electorate = holders(scene.position, vote.seat)
    voted = [scene.names.light(seat) for seat in electorate if seat in vote.voices]
    asks = (
        say("{asker} asks: what about the seat of {name}?", asker=scene.names[vote.asked_by], name=name)
        if vote.asked_by is not None
        else say("What about the seat of {name}?", name=name)
    )
    rule = say.many(
        "{count} person votes.",
        "{count} people vote; what more than half of them choose is done.",
        len(electorate),
    )
    so_far = say("Voted: {names}", names=", ".join(voted)) if voted else say("Nobody has voted yet.")
    possible = choices(scene.position, vote.seat)
    made = [
        Button(
            choice_words(choice, scene),
            f"v:{notice.match_id}:{notice.number}:{choice}",
            "green" if choice == mine else "grey",
        )
        for choice in CHOICES
        if choice in possible
    ]
    return message(lines(said, asks, small(rule), small(so_far)), buttons(*made))


def _vote(scene: Scene, notice: NoticeRecord) -> Message:
    return vote_message(scene, notice)


def vote_left(scene: Scene, notice: NoticeRecord) -> str:
    """Say what became of a vote."""
    say, vote = scene.say, load_vote(notice.data)
    name = whom(scene, notice, light=True)
    match vote.outcome:
        case "back":
            return say("A vote about the seat of {name} is over: {name} is back.", name=name)
        case "moved":
            return say("A vote about a seat is over: {name} sits there now.", name=scene.names.light(vote.seat))
        case None:
            return say("A vote about the seat of {name} ended with the match.", name=name)
        case choice:
            return say("A vote about the seat of {name}: {choice}.", name=name, choice=choice_words(choice, scene))


# Calling it off together -----------------------------------------------------------------------------


def ending_message(scene: Scene, notice: NoticeRecord, said: str | None = None) -> Message:
    """The question whether all call the match off."""
    say, ending = scene.say, load_ending(notice.data)
    everybody = holders(scene.position)
    agreed = [scene.names.light(seat) for seat in everybody if seat in ending.agreed]
    missing = [scene.names.light(seat) for seat in everybody if seat not in ending.agreed]
    return message(
        lines(
            said,
            say("{asker} asks to call the match off.", asker=scene.names[ending.asked_by]),
            small(say("It then counts for nobody. Everybody who plays has to agree.")),
            small(say("For it: {names}", names=", ".join(agreed))) if agreed else None,
            small(say("Not yet: {names}", names=", ".join(missing))) if missing else None,
        ),
        buttons(
            Button(say("Call it off"), f"off:{notice.match_id}:{notice.number}:yes"),
            Button(say("Play on"), f"off:{notice.match_id}:{notice.number}:no"),
        ),
    )


def _ending(scene: Scene, notice: NoticeRecord) -> Message:
    return ending_message(scene, notice)


def ending_left(scene: Scene, notice: NoticeRecord) -> str:
    """Say what became of the question."""
    say, ending = scene.say, load_ending(notice.data)
    if scene.position.match.status == "cancelled":
        return say("The match was called off.")
    if ending.against is not None:
        return say("To call it off was asked; {name} plays on.", name=scene.names.light(ending.against))
    return say("To call it off was asked; the match goes on.")


def _is_open(_scene: Scene, notice: NoticeRecord) -> bool:
    return notice.open


SEAT_KINDS = {
    NEWS: NoticeKind(_news, _told, lasts=_is_news, late=True),
    "offer": NoticeKind(offer_message, _offer_left, lasts=_is_open, calls=_offered_to),
    "vote": NoticeKind(_vote, vote_left, lasts=_is_open),
    "ending": NoticeKind(_ending, ending_left, lasts=_is_open),
}
