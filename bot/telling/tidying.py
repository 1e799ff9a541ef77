"""The edits that may wait: older posts lose their buttons, the newest says who is still awaited."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from bot.matches import Matches
from bot.messages.layout import Message, message, small
from bot.messages.posts import edited_post
from bot.messages.scenes import Scene
from bot.messages.waiting import waiting_words
from bot.messenger import GONE, OUT_OF_REACH, Messenger, Verdict, code_of, is_soon_over, judge
from bot.telling.notices import NoticeTeller
from bot.telling.tellings import (
    EDIT_TRIES,
    Retired,
    Tellings,
    dump_retired,
    events_of,
    late_of,
    load_retired,
    load_told,
)
from bot.timing.pace import EDITED_WITHIN
from db.records import TellingRecord

TICK = 0.7
"""Seconds in which several ticks become one edit; a new turn's post doesn't wait for that."""


class Tidier:
    """Tidies posts up; the teller of the match calls it, and drops it for news."""

    def __init__(self, messenger: Messenger, matches: Matches, tellings: Tellings, notices: NoticeTeller) -> None:
        self._messenger = messenger
        self._matches = matches
        self._tellings = tellings
        self._notices = notices
        self._under_way: dict[int, asyncio.Task[Exception | None]] = {}
        """The edit of each match that is being made."""

    async def close(self) -> None:
        """Break off what is being edited."""
        edits = list(self._under_way.values())
        for edit in edits:
            edit.cancel()
        await asyncio.gather(*edits, return_exceptions=True)

    async def tidy(self, scene: Scene, telling: TellingRecord) -> None:
        """Make the edits that are due.

        One that is refused for the moment holds up no other; it is raised at the end.
        """
        await self._tellings.each(
            telling, (self._retire, partial(self._notices.tidy, scene, self._edit), partial(self._tick, scene))
        )

    async def _retire(self, telling: TellingRecord) -> TellingRecord:
        """Take the buttons from older posts; in a place that is gone they wait until it is back."""
        posts = load_retired(telling.retire)
        if not posts or telling.place_id is None or telling.place_gone:
            return telling
        left: list[Retired] = []
        passing: Exception | None = None
        gone = False
        for number, post in enumerate(posts):
            error = await self._edit(
                telling.match_id, telling.place_id, post.message_id, message(post.line or small("…"))
            )
            if code_of(error) in OUT_OF_REACH:
                left += posts[number:]
                gone = True
                break
            if error is not None and judge(error) is Verdict.PASSING:
                tries = post.tries + is_soon_over(error)
                if tries < EDIT_TRIES:
                    left.append(replace(post, tries=tries))
                    passing = error
        telling = await self._tellings.note(telling, retire=dump_retired(left), place_gone=gone)
        if passing is not None:
            raise passing
        return telling

    async def _tick(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """Bring the post's waiting line up to date; several changes in a moment become one edit."""
        match = scene.position.match
        post_id, place_id = telling.post_id, telling.place_id
        if match.status != "running" or telling.place_gone or telling.post_turn != match.turn:
            return telling
        if post_id is None or place_id is None:
            return telling
        mentioned = {seat for seat, told in load_told(telling.pinged).items() if told.way == "thread"}
        waiting = waiting_words(scene, mentioned, await self._matches.deadlines(match.id))
        old = self._matches.now() - telling.posted_at > EDITED_WITHIN
        if waiting == telling.post_waiting or (old and telling.moved_version <= telling.waiting_version):
            return telling
        await asyncio.sleep(TICK)
        rows = await self._matches.log_of(match.id, telling.post_from)
        shown = [row for row in rows if row.seq < telling.told_seq]
        post = edited_post(
            scene,
            events_of(scene.position, shown),
            waiting,
            opening=telling.post_from == 0,
            late=late_of(shown),
        )
        error = await self._edit(match.id, place_id, post_id, post, keep_files=True)
        if error is not None and judge(error) is Verdict.PASSING:
            raise error
        code = code_of(error)
        if code in GONE:
            return await self._tellings.note(telling, post_id=None, posted_at=0, place_gone=code in OUT_OF_REACH)
        return await self._tellings.note(telling, post_waiting=waiting, waiting_version=match.version)

    async def _edit(
        self, match_id: int, place_id: int, message_id: int, made: Message, *, keep_files: bool = False
    ) -> Exception | None:
        """Edit a message, after the edit before; return what refused it.

        News takes away only the waiting for it: cut off in its midst, a call can leave discord.py's count of calls
        to the place so that none goes there any more.
        """
        if match_id in self._under_way:
            await asyncio.wait((self._under_way[match_id],))
        edit = asyncio.create_task(
            self._messenger.try_edit(place_id, message_id, made, keep_files=keep_files), name="edit"
        )
        self._under_way[match_id] = edit
        edit.add_done_callback(lambda _: self._under_way.pop(match_id, None))
        return await asyncio.shield(edit)
