"""Notices: small public messages of a match beside its table posts.

A change of the match writes what a notice is about, in its own transaction (`bot/matches.py`); what it says is made
from that and the match as it stands, by its kind. So it can be said anew at any time, and a kill between loses nothing.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.matches import Matches
from bot.messages.layout import Buttons, Message, message, small
from bot.messages.scenes import Scene
from bot.messenger import GONE, OUT_OF_REACH, Messenger, Verdict, code_of, described, is_soon_over, judge
from bot.telling.tellings import EDIT_TRIES, Tellings, load_intents
from db.records import NoticeRecord, TellingRecord
from db.repositories import NoticeRepository

log = logging.getLogger(__name__)


Edit = Callable[[int, int, int, Message], Awaitable[Exception | None]]
"""Edits a match's message (match, channel, message); returns what refused it."""


def until_the_turn_is_over(scene: Scene, notice: NoticeRecord) -> bool:
    """Tell whether a notice's own turn still goes on."""
    return scene.position.match.turn == notice.turn


def nobody(_scene: Scene, _notice: NoticeRecord) -> Sequence[int]:
    return ()


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """What the notices of one kind say."""

    says: Callable[[Scene, NoticeRecord], Message]
    """While its matter lasts. It has a button, whose id is always the same and no other message's: by that it is found
    after a kill."""
    stays: Callable[[Scene, NoticeRecord], str]
    """The line that is left of it afterwards."""
    lasts: Callable[[Scene, NoticeRecord], bool] = until_the_turn_is_over
    """Whether its matter lasts; of a match that is over nothing does."""
    calls: Callable[[Scene, NoticeRecord], Sequence[int]] = nobody
    """Whom it mentions, by their ids; without any it makes no sound."""
    late: bool = False
    """It is told also when its matter has passed before it could be."""


class NoticeTeller:
    """Tells notices; the teller of the match calls it."""

    def __init__(
        self, messenger: Messenger, matches: Matches, tellings: Tellings, kinds: Mapping[str, NoticeKind]
    ) -> None:
        self._messenger = messenger
        self._matches = matches
        self._tellings = tellings
        self._kinds = kinds

    async def tell(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """Send the notices that are new; one that its place refuses for good is left out.

        One that is refused for the moment holds up no other; it is raised at the end.
        """
        match = scene.position.match
        left = await self._left(match.id)
        new = [each for each in left if each.message_id is None and each.turn <= match.turn]  # after its turn's post
        return await self._tellings.each(telling, [partial(self._send, scene, notice) for notice in new])

    async def tidy(self, scene: Scene, edit: Edit, telling: TellingRecord) -> TellingRecord:
        """Bring those that stand up to date; one whose matter is over keeps one line.

        One that is refused for the moment holds up no other; it is raised at the end, a few times.
        """
        told = [each for each in await self._left(scene.position.match.id) if each.message_id is not None]
        return await self._tellings.each(telling, [partial(self._bring_up, scene, notice, edit) for notice in told])

    async def revive(self, match_id: int) -> None:
        """Have those sent after all that matter still and found no place."""
        await self._matches.database.keep(lambda connection: NoticeRepository(connection).revive(match_id))

    # Inside ------------------------------------------------------------------------------------

    async def _left(self, match_id: int) -> tuple[NoticeRecord, ...]:
        return await self._matches.database.look(lambda connection: NoticeRepository(connection).left_of(match_id))

    async def _bring_up(self, scene: Scene, notice: NoticeRecord, edit: Edit, telling: TellingRecord) -> TellingRecord:
        """Bring one that stands up to date."""
        if notice.message_id is None or telling.place_gone:
            return telling
        kind, over = self._kinds[notice.kind], self._is_over(scene, notice)
        made = message(small(kind.stays(scene, notice))) if over else kind.says(scene, notice)
        key = key_of(made)
        if key == notice.shown and not over:
            return telling
        error = await edit(notice.match_id, place_of(scene, telling), notice.message_id, made)
        code = code_of(error)
        if code in GONE:
            await self._note(notice, message_id=None, done=True)
            gone = code in OUT_OF_REACH
            return await self._tellings.note(telling, place_gone=True) if gone else telling
        if error is not None and judge(error) is Verdict.PASSING:
            tries = notice.tries + is_soon_over(error)
            if tries < EDIT_TRIES:
                await self._note(notice, tries=tries)
                raise error
        await self._note(notice, shown=key, done=over, tries=0)
        return telling

    async def _send(self, scene: Scene, notice: NoticeRecord, telling: TellingRecord) -> TellingRecord:
        kind, place = self._kinds[notice.kind], place_of(scene, telling)
        nonce = f"n.{notice.match_id}.{notice.number}.0"
        made = kind.says(scene, notice)
        if telling.place_gone:
            await self._note(notice, done=True)
            return telling
        if self._is_over(scene, notice) and not (kind.late and scene.position.match.status == "running"):
            # What may have gone out before a kill still has its buttons.
            out = nonce in load_intents(telling.intents)
            found = await self._messenger.find(place, marker_of(made)) if out else None
            await self._note(notice, message_id=found, done=found is None)
            return await self._tellings.note(telling, fulfilled=[nonce]) if out else telling
        calls = kind.calls(scene, notice)
        try:
            telling, sent = await self._tellings.send_once(
                telling, place, nonce, marker_of(made), made, mention=calls, silent=not calls
            )
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.info("a notice found no place (%s)", described(error), extra={"match": notice.match_id})
            await self._note(notice, done=True)
            telling = await self._matches.telling(notice.match_id)
            gone = error.code in OUT_OF_REACH
            return await self._tellings.note(telling, place_gone=True) if gone else telling
        await self._note(notice, message_id=sent, shown=key_of(made))
        return await self._tellings.note(telling, fulfilled=[nonce])

    def _is_over(self, scene: Scene, notice: NoticeRecord) -> bool:
        goes_on = scene.position.match.status in ("lobby", "running")
        return not goes_on or not self._kinds[notice.kind].lasts(scene, notice)

    async def _note(self, notice: NoticeRecord, **columns: Any) -> None:
        match_id, number = notice.match_id, notice.number
        await self._matches.database.keep(
            lambda connection: NoticeRepository(connection).change(match_id, number, **columns)
        )


def place_of(scene: Scene, telling: TellingRecord) -> int:
    """Return where a match's notices stand: its own place, or the channel of its lobby."""
    return telling.place_id or scene.position.match.channel_id


def marker_of(made: Message) -> str:
    """Return the id of a message's first button."""
    return next(block.buttons[0].id for block in made.blocks if isinstance(block, Buttons))


def key_of(made: Message) -> str:
    """Return what stands for all that a message says."""
    return hashlib.sha256(repr(made).encode()).hexdigest()[:16]
