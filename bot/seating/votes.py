"""What those who sit decide together, without storage and without Discord: a vote about a seat, calling it all off.

Voices belong to seats: who takes a seat over has not voted, and who holds their seat no more is not counted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from pydantic import TypeAdapter

from bot.positions import Position
from bot.seating.offers import dump_offer, load_offer
from bot.timing.pace import DAY
from db.records import DeadlineRecord, MatchRecord, NoticeRecord
from rules.engine import Seat

Choice = Literal["time", "stand_in", "other", "off"]
"""More time for the seat; the stand-in plays it; somebody else may take it; the match is called off."""
CHOICES: tuple[Choice, ...] = get_args(Choice)
LONG_AWAITED = DAY
"""After so long a seat may be voted about in a match without a clock."""
VOTE, ENDING = "vote", "ending"


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote about a seat."""

    seat: int
    asked_by: int | None
    """The seat that called it; None once that is another person's."""
    voices: dict[int, Choice] = field(default_factory=dict)
    outcome: Choice | Literal["back", "moved"] | None = None
    """What was decided, or why it lapsed: its person is back, or the seat is another's; None: the match ended."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The question whether all call the match off."""

    asked_by: int
    agreed: tuple[int, ...]
    against: int | None = None


_VOTE, _ENDING = TypeAdapter(Vote), TypeAdapter(Ending)


def load_vote(text: str) -> Vote:
    return _VOTE.validate_json(text)


def dump_vote(vote: Vote) -> str:
    return _VOTE.dump_json(vote).decode()


def load_ending(text: str) -> Ending:
    return _ENDING.validate_json(text)


def dump_ending(ending: Ending) -> str:
    return _ENDING.dump_json(ending).decode()


# Who and what ----------------------------------------------------------------------------------------


def holders(position: Position, without: int | None = None) -> tuple[Seat, ...]:
    """Return the seats whose people hold them, without one."""
    return tuple(
        Seat(each.seat)
        for each in position.match.seats
        if each.user_id is not None and each.held_by == "person" and each.seat != without
    )


def is_in_question(position: Position, seat: int, deadlines: Sequence[DeadlineRecord], now: int) -> bool:
    """Tell whether a vote about a seat may be called: its person is late, or the stand-in keeps it.

    By what everybody sees alone.
    """
    holder = position.holder(seat)
    if holder.user_id is None:
        return False
    if holder.held_by == "stand_in" or holder.misses:
        return True
    return position.pace.turn is None and any(
        each.seat == seat and each.kind == "turn" and each.asked_at <= now - LONG_AWAITED for each in deadlines
    )


def choices(position: Position, seat: int) -> tuple[Choice, ...]:
    """Return what a vote about a seat may choose.

    One person alone takes nobody's seat, and calls no match off, while the other's clock still runs.
    """
    kept, clock = position.is_automatic(seat), position.pace.turn is not None
    taken: set[Choice] = {"stand_in"} if kept else set()
    if kept or not clock:
        taken.add("time")
    if clock and not kept and len(holders(position, seat)) == 1:
        taken |= {"stand_in", "off"}
    return tuple(choice for choice in CHOICES if choice not in taken)


def has_clock(position: Position, seat: int) -> bool:
    """Tell whether a clock runs for a seat's person that more time would help."""
    state = position.state
    awaited = state.wait == "turn" and Seat(seat) in state.to_act
    return awaited and position.pace.turn is not None and not position.is_automatic(seat)


def decided(position: Position, vote: Vote) -> Choice | None:
    """Return what more than half of those who may vote have chosen, if it can be done now."""
    electorate = holders(position, vote.seat)
    for choice in choices(position, vote.seat):
        voices = sum(vote.voices.get(seat) == choice for seat in electorate)
        if 2 * voices > len(electorate) and (choice != "time" or has_clock(position, vote.seat)):
            return choice
    return None


def all_agree(position: Position, ending: Ending) -> bool:
    """Tell whether everybody who holds a seat, somebody at least, agrees to call the match off."""
    return 0 < len(holders(position)) == len(set(holders(position)) & set(ending.agreed))


def closed(notice: NoticeRecord, vote: Vote, outcome: Choice | Literal["back", "moved"]) -> NoticeRecord:
    """Return a vote that is over; how anybody has voted is forgotten."""
    return replace(notice, data=dump_vote(replace(vote, voices={}, outcome=outcome)), open=False)


# What a change of the match leaves of it -------------------------------------------------------------


def lapsed(
    notices: Sequence[NoticeRecord], before: MatchRecord, after: MatchRecord, movers: Collection[int]
) -> list[NoticeRecord]:
    """Return those of the open notices that a change of the match changes.

    `movers` are the seats whose people made a move that everybody sees. At the end of the match all is closed.
    """
    changed: list[NoticeRecord] = []
    over = after.status != "running"
    new = {now.seat for was, now in zip(before.seats, after.seats, strict=True) if was.user_id != now.user_id}
    back = {
        now.seat
        for was, now in zip(before.seats, after.seats, strict=True)
        if was.held_by == "stand_in" and now.held_by == "person"
    }
    for notice in notices:
        now = _after(replace(notice, open=notice.open and not over), new, {*movers, *back})
        if now != notice:
            changed.append(now)
    return changed


def _after(notice: NoticeRecord, new: Collection[int], present: Collection[int]) -> NoticeRecord:
    """Return what is left of a notice when some seats are other people's, and the people of some are there."""
    match notice.kind:
        case "vote":
            vote = load_vote(notice.data)
            if vote.seat in new or vote.seat in present:
                outcome: Literal["moved", "back"] = "moved" if vote.seat in new else "back"
                return closed(notice, vote, outcome)
            left = {seat: choice for seat, choice in vote.voices.items() if seat not in new}
            asked_by = None if vote.asked_by in new else vote.asked_by
            if (left, asked_by) != (vote.voices, vote.asked_by):
                return replace(notice, data=dump_vote(replace(vote, voices=left, asked_by=asked_by)))
        case "ending":
            ending = load_ending(notice.data)
            if ending.asked_by in new:
                return replace(notice, open=False)
            agreed = tuple(seat for seat in ending.agreed if seat not in new)
            if agreed != ending.agreed:
                return replace(notice, data=dump_ending(replace(ending, agreed=agreed)))
        case "offer":
            offer = load_offer(notice.data)
            if offer.by != "owner" and offer.seat in present:
                return replace(notice, data=dump_offer(replace(offer, outcome="back")), open=False)
            if offer.seat in new:
                return replace(notice, data=dump_offer(replace(offer, outcome="taken")), open=False)
    return notice
