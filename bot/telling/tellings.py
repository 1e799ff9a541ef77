"""What Discord shows of a match, as it is kept: who was told, what may have gone out, what is to be retired."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeAlias

import discord
from pydantic import TypeAdapter

from bot.codec import load_events
from bot.messages.layout import Message
from bot.messenger import Code, Messenger, Verdict, is_soon_over, judge
from bot.positions import Position
from db.records import MoveRecord, TellingRecord
from db.repositories import PeopleRepository, SeatRepository, TellingRepository
from db.session import Database
from db.whole import Executes

EDIT_TRIES = 5
"""How often an edit that may wait is tried, over most of a minute; then what it was for is left."""

Way = Literal["thread", "dm", "self"]
"""How a turn was told: by a mention in its post, by DM, or not at all: their own click brought it, or nobody is
called to it."""


@dataclass(frozen=True, slots=True)
class Told:
    """How a seat's person was told of the turn since which they are awaited."""

    since: int
    way: Way
    hand: bool
    """The DM hand for this turn has been seen to: sent, not wanted, or not possible."""
    user_id: int | None = None
    """Whom that was, for a seat may change hands in its turn; who takes it over is called by nothing."""


@dataclass(frozen=True, slots=True)
class Retired:
    """An older post that still has buttons, and what is to stay of it."""

    message_id: int
    line: str
    tries: int


_TOLD = TypeAdapter(dict[int, Told])
_RETIRED = TypeAdapter(list[Retired])
_INTENTS = TypeAdapter(list[str])


def load_told(text: str) -> dict[int, Told]:
    return _TOLD.validate_json(text)


def dump_told(told: Mapping[int, Told]) -> str:
    return _TOLD.dump_json(dict(told)).decode()


def load_retired(text: str) -> list[Retired]:
    return _RETIRED.validate_json(text)


def dump_retired(posts: Sequence[Retired]) -> str:
    return _RETIRED.dump_json(list(posts)).decode()


def load_intents(text: str) -> list[str]:
    return _INTENTS.validate_json(text)


def dump_intents(nonces: Sequence[str]) -> str:
    return _INTENTS.dump_json(list(nonces)).decode()


Step: TypeAlias = Callable[[TellingRecord], Awaitable[TellingRecord]]
"""Something that is told; it returns the telling as it is then."""


class Moved(Exception):
    """The seat is somebody else's by now, who gets no message of the one before."""


class Tellings:
    """Records of what Discord shows, and the sending that a kill at any moment leaves right."""

    def __init__(self, messenger: Messenger, database: Database) -> None:
        self._messenger = messenger
        self._database = database

    async def note(self, telling: TellingRecord, *, fulfilled: Sequence[str] = (), **columns: Any) -> TellingRecord:
        """Record what Discord shows now, and which intents it fulfils (or never will be)."""
        await self._database.keep(
            lambda connection: TellingRepository(connection).change(telling.match_id, fulfilled, **columns)
        )
        after = replace(telling, **columns)
        left = [each for each in load_intents(after.intents) if each not in fulfilled]
        return replace(after, intents=dump_intents(left))

    async def each(self, telling: TellingRecord, steps: Iterable[Step]) -> TellingRecord:
        """Take steps one after the other; return the telling after the last.

        One that Discord or the disk refuses for the moment holds up no other; it is raised at the end, of several one
        that is soon over.
        """
        passing: BaseException | None = None
        for step in steps:
            try:
                telling = await step(telling)
            except Exception as error:
                if judge(error) is not Verdict.PASSING:
                    raise
                passing = error if passing is None or not is_soon_over(passing) else passing
                telling = await self._anew(telling.match_id)
        if passing is not None:
            raise passing
        return telling

    async def name_of(self, user_id: int) -> str | None:
        """Return a person's display name as last seen."""
        user = await self._database.look(lambda connection: PeopleRepository(connection).user(user_id))
        return None if user is None else user.name

    async def send_once(
        self,
        telling: TellingRecord,
        channel_id: int,
        nonce: str,
        marker: str,
        message: Message,
        *,
        mention: Sequence[int] = (),
        silent: bool = False,
        sitter: tuple[int, int] | None = None,
    ) -> tuple[TellingRecord, int]:
        """Send a message that must go out once, and return its id.

        With `sitter`, a seat and its person, only while the seat is theirs when the intent is recorded; else `Moved`.

        The intent is recorded first. If it is there already, an earlier try may have come through: then the
        message is looked for by its `marker`, the id of a button on it, and only sent if it isn't there.
        The caller records the id, and the nonce as fulfilled. Raises what Discord refuses with; a final
        refusal takes the intent back.
        """
        if nonce in load_intents(telling.intents):
            found = await self._messenger.find(channel_id, marker)
            if found is not None:
                return telling, found
        else:
            telling = await self._intend(telling, nonce, sitter)
        send = partial(self._messenger.send, channel_id, message, nonce, mention=mention, silent=silent)
        try:
            try:
                sent = await send()
            except discord.HTTPException as error:
                if error.code != Code.ARCHIVED:
                    raise
                await self._messenger.unarchive(channel_id)
                sent = await send()
        except discord.HTTPException as error:
            if judge(error) is Verdict.FINAL:
                await self.note(telling, fulfilled=[nonce])
            raise
        return telling, sent

    async def _anew(self, match_id: int) -> TellingRecord:
        telling = await self._database.look(lambda connection: TellingRepository(connection).get(match_id))
        assert telling is not None  # noqa: S101 - every match has one, from its beginning
        return telling

    async def _intend(self, telling: TellingRecord, nonce: str, sitter: tuple[int, int] | None) -> TellingRecord:
        async def keep(connection: Executes) -> None:
            if sitter is not None and not await SeatRepository(connection).sits(telling.match_id, *sitter):
                raise Moved
            await TellingRepository(connection).intend(telling.match_id, nonce)

        await self._database.keep(keep)
        return replace(telling, intents=dump_intents([*load_intents(telling.intents), nonce]))


def is_missing(telling: TellingRecord) -> bool:
    """Tell whether no post of the present turn stands: refused, deleted, or its place is gone."""
    return telling.place_gone or (telling.post_turn > 0 and telling.posted_at == 0)


def named_place(telling: TellingRecord) -> int | None:
    """Return the place of a match as people are told of it; None where they would see an unknown channel."""
    return None if telling.place_gone else telling.place_id


def lost_intents(telling: TellingRecord, kind: str, number: int, present: int) -> dict[str, int]:
    """Return the turns before the present one whose message may have gone out with its answer lost, by nonce."""
    lost: dict[str, int] = {}
    for nonce in load_intents(telling.intents):
        its_kind, _, turn, its_number = nonce.split(".")
        if its_kind == kind and int(its_number) == number and int(turn) != present:
            lost[nonce] = int(turn)
    return lost


def late_of(rows: Sequence[MoveRecord]) -> list[int]:
    """Return the seats for which the deadline played in some rows of the log."""
    return list(dict.fromkeys(row.seat for row in rows if row.by == "time" and row.seat is not None))


def events_of(position: Position, rows: Sequence[MoveRecord]) -> list[Any]:
    """Return what the table saw of some rows of the log."""
    return [event for row in rows for event in load_events(position.game, row.events)]
