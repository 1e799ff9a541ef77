"""The teller: makes Discord show what is kept, and records what it has shown.

Telling is reconciling. `tell` compares what Discord shows of a match with the newest committed state and
mends what differs; it may run any number of times. It runs after a commit, at start-up for every match that
lags, and again with growing pauses after a passing refusal. There is one teller a match at a time; it never
holds the match's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.i18n import say_in
from bot.matches import Matches
from bot.messages.layout import Message, message, small
from bot.messages.posts import (
    called_off_post,
    ending_post,
    hand_id,
    post_boards,
    retired_line,
    table_post,
)
from bot.messages.scenes import Scene, scene_of
from bot.messages.waiting import waiting_words
from bot.messenger import BEST_EFFORT, OUT_OF_REACH, Messenger, Verdict, described, is_soon_over, judge
from bot.presence import Leavers, Presence
from bot.presentation import Board, DrawnPicture, Presentations
from bot.telling.hands import HandTeller
from bot.telling.lobbies import LobbyTeller
from bot.telling.notice_kinds import KINDS
from bot.telling.notices import NoticeTeller
from bot.telling.tellings import (
    Retired,
    Tellings,
    Told,
    dump_retired,
    dump_told,
    events_of,
    is_missing,
    late_of,
    load_intents,
    load_retired,
    load_told,
    lost_intents,
)
from bot.telling.tidying import Tidier
from bot.timing.heeding import put_reminder
from bot.timing.pace import DAY
from db.records import DeadlineRecord, ResultRecord, TellingRecord
from db.repositories import LeaderboardRepository, MatchRepository
from db.trouble import DiskTrouble
from rules.engine import Seat

log = logging.getLogger(__name__)

PAUSES = (1, 3, 10, 30, 60, 300, 600)
"""Seconds between two tries after a passing refusal."""


class Teller:
    """Tells matches. `tell` returns at once; the work is done by a task of its own."""

    def __init__(
        self,
        messenger: Messenger,
        matches: Matches,
        presentations: Presentations,
        badges: Mapping[str, str],
        presence: Presence,
    ) -> None:
        self.pauses: Sequence[float] = PAUSES
        self._messenger = messenger
        self._matches = matches
        self._presentations = presentations
        self._badges = badges
        self._tellings = Tellings(messenger, matches.database)
        self._lobbies = LobbyTeller(messenger, self._tellings, matches.database)
        self._hands = HandTeller(messenger, matches, self._tellings)
        self._notices = NoticeTeller(messenger, matches, self._tellings, KINDS)
        self._leavers = Leavers(presence, matches)
        self._tidier = Tidier(messenger, matches, self._tellings, self._notices)
        self._closed = False
        self._dirty: set[int] = set()
        self._news: dict[int, asyncio.Event] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._telling: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def tell(self, match_id: int) -> None:
        """Bring Discord up to date with a match, soon; once closed, after the next start."""
        if self._closed:
            return
        self._dirty.add(match_id)
        if match_id in self._news:
            self._news[match_id].set()
        if match_id not in self._tasks:
            task = self._tasks[match_id] = asyncio.create_task(self._run(match_id), name=f"tell {match_id}")
            task.add_done_callback(partial(self._ended, match_id))

    async def catch_up(self) -> None:
        """Tell every match that lags, as after a restart, and try again at once what was put off."""
        async with self._matches.database.read() as connection:
            lagging = await MatchRepository(connection).lagging()
        for match_id in {*lagging, *self._dirty}:
            self.tell(match_id)

    async def settled(self) -> None:
        """Wait until nothing is being told."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self, seconds: float) -> None:
        """Let what is being told finish, for so long, then stop; the rest is told after the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.settled()
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await self.settled()
        await self._tidier.close()

    async def remind(self, deadline: DeadlineRecord) -> None:
        """See to a reminder that is due."""
        rows = await self._matches.deadlines(deadline.match_id)
        scene = await self.scene(deadline.match_id)
        if scene.position.match.status == "lobby":
            await self._warn(deadline)
        else:
            await self._hands.remind(scene, rows, Seat(deadline.seat))

    async def keep_awake(self, match_id: int) -> None:
        """Keep a match's thread from falling asleep with one silent line."""
        scene, telling = await self.scene(match_id), await self._matches.telling(match_id)
        if telling.place_id is None or telling.place_id == scene.position.match.channel_id:
            return
        now = self._matches.now()
        line = message(small(scene.say("This match goes on; the thread stays open.")))
        try:
            await self._messenger.send(telling.place_id, line, f"q.{match_id}.{now // DAY}.0", silent=True)
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            await self._tellings.note(telling, place_gone=error.code in OUT_OF_REACH, awake_at=now)
            return
        await self._tellings.note(telling, awake_at=now)

    async def revive(self, match_id: int, asked_in: int | None) -> None:
        """Post anew where the post of the turn is missing, once somebody who plays asks for it in its place.

        Where the disk doesn't take that, the next one who asks does it.
        """
        telling = await self._matches.telling(match_id)
        if is_missing(telling) and telling.place_id == asked_in:
            with contextlib.suppress(DiskTrouble):
                await self._tellings.note(telling, place_gone=False, post_turn=0, closing=False, lobby_shown="")
                await self._notices.revive(match_id)
                self.tell(match_id)

    async def scene(self, match_id: int) -> Scene:
        """Return a match on stage, as the whole server sees it."""
        return scene_of(await self._matches.position(match_id), self._presentations, self._badges, say_in(None))

    def _ended(self, match_id: int, task: asyncio.Task[None]) -> None:
        """Forget a task, also one that was cancelled before it began."""
        if self._tasks.get(match_id) is task:
            del self._tasks[match_id]

    async def _run(self, match_id: int) -> None:
        tries = 0
        news = self._news[match_id] = asyncio.Event()
        try:
            while match_id in self._dirty:
                self._dirty.discard(match_id)
                news.clear()
                try:
                    async with self._one_at_a_time(match_id):
                        await self._reconcile(match_id)
                    tries = 0
                except Exception as error:
                    if judge(error) is not Verdict.PASSING:
                        log.exception("a match could not be told", extra={"match": match_id})
                        continue
                    pause = self.pauses[min(tries, len(self.pauses) - 1)]
                    tries += 1
                    if not isinstance(error, DiskTrouble):  # the log has said that
                        log.warning(
                            "Discord did not take it (%s); again in %s s",
                            described(error),
                            pause,
                            extra={"match": match_id},
                        )
                    self._dirty.add(match_id)
                    await _within(pause, news)  # something newer doesn't wait for that
        finally:
            self._tasks.pop(match_id, None)
            self._news.pop(match_id, None)
            if match_id in self._dirty and not asyncio.current_task().cancelling():  # type: ignore[union-attr]  # in a task
                self.tell(match_id)

    def _one_at_a_time(self, match_id: int) -> asyncio.Lock:
        """Return what one holds who tells a match, and another waits for."""
        return self._telling.setdefault(match_id, asyncio.Lock())

    async def _warn(self, deadline: DeadlineRecord) -> None:
        """Tell a lobby's opener that it will lapse."""
        match_id = deadline.match_id
        async with self._one_at_a_time(match_id):
            scene, rows = await self.scene(match_id), await self._matches.deadlines(match_id)
            lapses = next((each.due for each in rows if each.kind == "lapse"), None)
            if scene.position.match.status == "lobby":
                async with asyncio.timeout(BEST_EFFORT):  # who presses Start now waits for that
                    await self._lobbies.warn(scene, await self._matches.telling(match_id), lapses)
        await put_reminder(self._matches, deadline, replace(deadline, due=None))
        self.tell(match_id)  # the lobby may have changed meanwhile, which takes the warning away

    # One round -----------------------------------------------------------------------------------

    async def _reconcile(self, match_id: int) -> None:
        scene = await self.scene(match_id)
        telling = await self._matches.telling(match_id)
        if await self._leavers.see(scene.position):
            self._dirty.add(match_id)  # the stand-in has played, which is told in place of this
            return
        if scene.position.state is not None:
            telling = await self._lobbies.place(scene, telling)
            telling = await self._post(scene, telling)
        notices, lobbies = partial(self._notices.tell, scene), partial(self._lobbies.tell, scene)
        hands = partial(self._hands.tell, scene, superseded=lambda: match_id in self._dirty)
        dealt = scene.position.state is not None
        tidied = False

        async def tidy(telling: TellingRecord) -> TellingRecord:
            nonlocal tidied
            try:
                tidied = await self._unless_news(match_id, self._tidier.tidy(scene, telling))
            except Exception as error:
                if judge(error) is not Verdict.PASSING or is_soon_over(error):
                    raise
                log.info("edits wait for Discord's limits", extra={"match": match_id})  # for the next round
            return telling

        shows = (notices, hands, lobbies) if dealt else (lobbies, notices)
        telling = await self._tellings.each(telling, (*shows, tidy))
        if tidied:
            await self._tellings.note(telling, settled_version=scene.position.match.version)

    async def _unless_news(self, match_id: int, work: Coroutine[Any, Any, None]) -> bool:
        """Do what may wait, and drop it as soon as there is something newer to tell; True when it was done."""
        job = asyncio.create_task(work)
        waiting = asyncio.create_task(self._news[match_id].wait())
        try:
            if match_id not in self._dirty:
                await asyncio.wait((job, waiting), return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                return False
            job.result()
            return True
        finally:
            for task in (job, waiting):
                task.cancel()
            await asyncio.gather(job, waiting, return_exceptions=True)

    async def _post(self, scene: Scene, telling: TellingRecord) -> TellingRecord:
        """See that the newest post is that of the present turn, or of the end."""
        match = scene.position.match
        over = match.status != "running"
        if telling.closing if over else telling.post_turn >= match.turn:
            return telling
        rows = await self._matches.log_of(match.id, telling.told_seq)
        told = await self._hands.asked(scene, telling, rows)
        events, late = events_of(scene.position, rows), late_of(rows)
        calls = {} if over else _calls(scene, telling, told)
        waiting = ""
        if not over:
            waiting = waiting_words(scene, set(calls), await self._matches.deadlines(match.id))
        shown: dict[str, Any] = {
            "post_turn": match.turn,
            "post_from": telling.told_seq,
            "post_waiting": waiting,
            "waiting_version": match.version,
            "post_line": retired_line(scene, events, late),
            "posted_at": self._matches.now(),
            "told_seq": match.log_length,
            "pinged": dump_told(told),
            "closing": over,
        }
        if not telling.place_gone:
            drawn = await self._draw(scene)
            if match.status == "cancelled":
                post = called_off_post(scene, events, drawn)
            elif over:
                post = ending_post(scene, events, drawn, await self._results(match.id), late)
            else:
                post = table_post(scene, events, drawn, waiting, opening=telling.told_seq == 0, late=late)
            if _nonce(scene) in load_intents(telling.intents):  # an earlier try may stand there, as it was then
                shown["post_waiting"] = ""
            telling, sent = await self._send(scene, telling, post, list(calls.values()))
            if sent is None and telling.place_gone:
                return await self._post(scene, telling)
            if sent is None:  # the next turn tries again, and tells this one too; people are told by DM
                told = await self._hands.asked(scene, replace(telling, place_gone=True), rows)
                return await self._tellings.note(telling, post_turn=match.turn, posted_at=0, pinged=dump_told(told))
            retired = load_retired(telling.retire)
            if telling.post_id is not None and telling.post_id != sent:
                retired.append(Retired(telling.post_id, telling.post_line, 0))
            lost = lost_intents(telling, "t", 0, -1 if over else match.turn)
            for turn in lost.values():
                assert telling.place_id is not None  # noqa: S101 - something was sent there
                found = await self._messenger.find(telling.place_id, hand_id(match.id, turn, "t"))
                if found not in (None, telling.post_id):
                    retired.append(Retired(found, "", 0))
            shown |= {
                "post_id": sent,
                "retire": dump_retired(retired),
                "fulfilled": [_nonce(scene), *lost],
            }
        return await self._tellings.note(telling, **shown)

    async def _send(
        self, scene: Scene, telling: TellingRecord, post: Message, mention: list[int]
    ) -> tuple[TellingRecord, int | None]:
        """Send a post to the match's place; without an id where the place refuses it.

        A place that is gone is remembered as such, and no call goes there until `revive`.
        """
        match = scene.position.match
        assert telling.place_id is not None  # noqa: S101 - it has been placed
        marker = f"fair:{match.id}" if match.status != "running" else hand_id(match.id, match.turn, "t")
        try:
            return await self._tellings.send_once(
                telling, telling.place_id, _nonce(scene), marker, post, mention=mention, silent=not mention
            )
        except discord.HTTPException as error:
            if judge(error) is Verdict.PASSING:
                raise
            log.warning("the place of a match refuses posts (%s)", described(error), extra={"match": match.id})
            gone = error.code in OUT_OF_REACH
        return await self._tellings.note(telling, place_gone=gone), None

    async def _draw(self, scene: Scene) -> list[tuple[Board, DrawnPicture]]:
        return [(board, await board.picture.drawn()) for board in post_boards(scene)]

    async def _results(self, match_id: int) -> Sequence[ResultRecord]:
        async with self._matches.database.read() as connection:
            return await LeaderboardRepository(connection).results(match_id)


async def _within(seconds: float, news: asyncio.Event) -> None:
    """Sleep, but no longer than until there is news."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        pass


def _calls(scene: Scene, telling: TellingRecord, told: Mapping[int, Told]) -> dict[int, int]:
    """Return whom a post mentions, by seat: at the opening all who sit, later those told in the thread."""
    if telling.told_seq == 0:
        return {seat.seat: seat.user_id for seat in scene.position.match.seats if seat.user_id is not None}
    before = load_told(telling.pinged)
    calls: dict[int, int] = {}
    for seat, now in told.items():
        user_id = scene.position.holder(seat).user_id
        if now.way == "thread" and before.get(seat) != now and user_id is not None:
            calls[seat] = user_id
    return calls


def _nonce(scene: Scene) -> str:
    match = scene.position.match
    return f"{'t' if match.status == 'running' else 'e'}.{match.id}.{match.turn}.0"
