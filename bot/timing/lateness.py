"""What comes of a turn's deadline that passes: the same time once more, days more, a move by the game's timeout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from pydantic import TypeAdapter

from bot.positions import Position
from bot.timing.pace import HOUR
from db.records import DeadlineRecord, NoticeRecord
from rules.engine import Seat

MOST_MISSES = 3
"""So many deadlines missed in a row give a seat to the stand-in, until its owner comes back."""

Mercy = Literal["once_more", "days_more"]
Consequence = Literal[Mercy, "played_for", "kept"]
NO_MERCY: Mapping[int, Mercy] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Spared:
    """What a notice tells of seats whose deadline has passed: since when each is awaited, and until when now."""

    since: dict[int, int]
    due: int
    given: int
    """In milliseconds."""


_SPARED = TypeAdapter(Spared)
ONCE_MORE: Mercy = "once_more"
DAYS_MORE: Mercy = "days_more"


def consequence(position: Position, turn: DeadlineRecord) -> Consequence:
    """Return what comes of a turn that a person misses.

    The first miss of a streak gives its length once more, but once a turn. Before a seat is lost, its person may only
    be away: what is left of that budget is used up first.
    """
    holder = position.holder(turn.seat)
    if holder.misses + 1 >= MOST_MISSES:
        return "days_more" if days_left(position, turn.seat) >= HOUR and not turn.presumed else "kept"
    return "played_for" if holder.misses or turn.grace else "once_more"


def days_left(position: Position, seat: int) -> int:
    """Return for how long a seat's clock may still stand still, in milliseconds."""
    return position.pace.away - position.holder(seat).away_used


def mercy_notices(mercies: Mapping[int, Mercy], rows: Sequence[DeadlineRecord]) -> Iterator[NoticeRecord]:
    """Yield what the table is told of deadlines that were missed; `rows` are as they are now."""
    turns = [each for each in rows if each.kind == "turn" and each.due is not None]
    once_more = [each for each in turns if mercies.get(each.seat) == "once_more"]
    if once_more:
        yield _notice(ONCE_MORE, once_more, 0)
    for each in turns:
        if mercies.get(each.seat) == "days_more" and each.away_from is not None and each.away_to is not None:
            yield _notice(DAYS_MORE, [each], each.away_to - each.away_from)


def spared_of(notice: NoticeRecord) -> Spared:
    """Return what a notice is about."""
    return _SPARED.validate_json(notice.data)


def is_once_more(notice: NoticeRecord, position: Position, seat: int) -> bool:
    """Tell whether a notice says that a seat, which is awaited, and no other has its time once more."""
    since = position.state.to_act.get(Seat(seat))
    return notice.kind == ONCE_MORE and spared_of(notice).since == {seat: since}


def with_due(notice: NoticeRecord, due: int | None) -> NoticeRecord:
    """Return a notice of a missed deadline with a later one."""
    return replace(notice, data=_SPARED.dump_json(replace(spared_of(notice), due=due or 0)).decode())


def _notice(kind: str, turns: Sequence[DeadlineRecord], given: int) -> NoticeRecord:
    spared = Spared({each.seat: each.since for each in turns}, max(each.due or 0 for each in turns), given)
    return NoticeRecord(kind, _SPARED.dump_json(spared).decode())
