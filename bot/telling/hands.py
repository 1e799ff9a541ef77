"""How a turn reaches a person: by a mention in its post, by the hand in their DM channel, by reminders."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.matches import Matches
from bot.messages.layout import Message
from bot.messages.panels import dm_hand, dm_left, dm_over, ping, reminder
from bot.messages.posts import hand_id
from bot.messages.scenes import Scene
from bot.messenger import OUT_OF_REACH, UNREACHABLE, Messenger, Verdict, described, judge
from bot.telling.tellings import Moved, Step, Tellings, Told, dump_told, load_told, lost_intents, named_place
from bot.timing.heeding import put_reminder
from bot.timing.pace import SECOND
from bot.timing.reminders import MOST, after_sending, replanned
from db.records import DeadlineRecord, MoveRecord, OldHandRecord, SeatRecord, TellingRecord, UserRecord
from db.repositories import MatchRepository, PeopleRepository, SeatRepository
from rules.engine import Seat

log = logging.getLogger(__name__)


class HandTeller:
    """Brings turns to people, each where they prefer it."""

    def __init__(self, messenger: Messenger, matches: Matches, tellings: Tellings) -> None:
        self._messenger = messenger
        self._matches = matches
        self._tellings = tellings
        self._database = matches.database

    async def asked(self, scene: Scene, telling: TellingRecord, rows: Sequence[MoveRecord]) -> dict[int, Told]:
        """Return how each awaited person is told of their turn; who was told before stays as they were.

        `rows` is what the log holds beyond what has been told.
        """
        opening = telling.told_seq == 0
        people = await self._people(scene)
        before = load_told(telling.pinged)
        told: dict[int, Told] = {}
        for seat, since in scene.position.state.to_act.items():
            user_id = scene.position.holder(seat).user_id
            if user_id is None or scene.position.is_automatic(seat):
                continue
            known = before.get(int(seat))
            if known is not None and known.since == since:
                mine = known.user_id == user_id
                told[int(seat)] = known if mine else Told(since, "self", hand=True, user_id=user_id)
            elif scene.position.state.wait == "window":
                # At a slow pace nobody is called to it; orders answer, and who wants to can.
                told[int(seat)] = Told(
                    since, "self" if scene.position.pace.slow else "thread", hand=True, user_id=user_id
                )
            elif telling.place_gone:
                told[int(seat)] = Told(since, "dm", hand=False, user_id=user_id)
            elif opening:
                told[int(seat)] = Told(since, "thread", hand=False, user_id=user_id)
            elif _who_led_to(rows, since) == seat:
                told[int(seat)] = Told(since, "self", hand=True, user_id=user_id)
            else:
                user = people[user_id]
                by_dm = user.ping == "dm" and not user.dm_closed
                told[int(seat)] = Told(since, "dm" if by_dm else "thread", hand=False, user_id=user_id)
        return told

    async def tell(
        self, scene: Scene, telling: TellingRecord, *, superseded: Callable[[], bool] = lambda: False
    ) -> TellingRecord:
        """See that the hand lies in the DM channel of everybody who is awaited and wants it there.

        Stops between two people once it is `superseded` by a newer position. One person's closed DMs hold up nobody;
        what Discord refuses for the moment is raised at the end.
        """
        steps = await self._wipings_of_old(scene)
        people = await self._people(scene)
        if scene.position.match.status != "running":
            steps += [partial(self._wipe, scene, people, seat) for seat in scene.position.match.seats]
        else:
            for seat, told in load_told(telling.pinged).items():
                if told.hand or scene.position.state.to_act.get(Seat(seat)) != told.since:
                    continue
                user_id = scene.position.holder(seat).user_id
                if user_id is not None and user_id == told.user_id:
                    steps.append(partial(self._bring, scene, Seat(seat), told, people[user_id], superseded))
        return await self._tellings.each(telling, steps)

    async def remind(self, scene: Scene, rows: Sequence[DeadlineRecord], seat: Seat) -> None:
        """See to the reminder of a seat whose time has come: send it, or put it off.

        `rows` are the match's deadlines, read before the scene.
        """
        now, length = self._matches.now(), scene.position.pace.turn
        row = next((each for each in rows if each.seat == seat and each.kind == "reminder"), None)
        if row is None or row.due is None:
            return
        state, holder, turn = scene.position.state, scene.position.holder(seat), _deadline_of(rows, seat)
        planned = replace(row, due=None)
        if (
            (turn is not None and turn.due is not None and length is not None)
            and (state is not None and state.to_act.get(seat) == row.since)
            and (holder.user_id is not None and not scene.position.is_automatic(seat))
        ):
            planned = replanned(row, turn.due, length, holder.habits, now)
            if planned.due is not None and planned.due <= now:
                await self._remind(scene, row, turn, (await self._people(scene))[holder.user_id])
                planned = after_sending(row, turn.due, length, holder.habits, self._matches.now())
        await put_reminder(self._matches, row, planned)

    # Inside ------------------------------------------------------------------------------------

    async def _remind(self, scene: Scene, row: DeadlineRecord, turn: DeadlineRecord, user: UserRecord) -> None:
        """Send a reminder where its person wants to be told."""
        match = scene.position.match
        telling = await self._matches.telling(match.id)
        # A turn that was given more time is reminded of anew, by another number.
        number = f"{row.asked_at // SECOND}{row.sent + (MOST if turn.grace else 0)}"
        nonce = f"r.{match.id}.{number}.{row.seat}"
        marker = hand_id(match.id, row.since, f"r{row.seat}.{number}")
        made = partial(reminder, scene, turn, marker, last=row.last_at is not None)
        if user.ping == "dm" and not user.dm_closed:
            try:
                channel_id = await self._dm_channel(user)
                if await self._messenger.find(channel_id, marker) is None:  # it went out, where a kill came after
                    await self._messenger.send(channel_id, made(named_place(telling)), nonce)
                return
            except discord.HTTPException as error:
                await self._refused(user, error)
        if telling.place_id is not None and not telling.place_gone:
            try:
                if await self._messenger.find(telling.place_id, marker) is None:
                    called = made(telling.place_id, mention=user.id)
                    await self._messenger.send(telling.place_id, called, nonce, mention=[user.id])
            except discord.HTTPException as error:
                if judge(error) is Verdict.PASSING:
                    raise
                log.info("a reminder found no way (%s)", described(error), extra={"match": match.id})

    async def _bring(
        self,
        scene: Scene,
        seat: Seat,
        told: Told,
        user: UserRecord,
        superseded: Callable[[], bool],
        telling: TellingRecord,
    ) -> TellingRecord:
        """Send the hand anew, delete the one before; call in the thread whose DMs are closed."""
        if superseded():
            return telling
        match = scene.position.match
        with_hand = user.hand == "dm"
        if user.dm_closed or not (with_hand or told.way == "dm"):
            return await self._seen_to(telling, seat, replace(told, hand=True))
        deadline = _deadline_of(await self._matches.deadlines(match.id), seat)
        made = await dm_hand(scene, seat, deadline, named_place(telling), with_hand=with_hand)
        nonce = f"d.{match.id}.{match.turn}.{seat}"
        try:
            channel_id = await self._dm_channel(user)
            telling, sent = await self._tellings.send_once(
                telling,
                channel_id,
                nonce,
                hand_id(match.id, match.turn, "d"),
                made,
                silent=told.way != "dm",
                sitter=(seat, user.id),
            )
        except Moved:
            return telling
        except discord.HTTPException as error:
            await self._refused(user, error)
            telling = await self._matches.telling(match.id)
            return await self._call(scene, telling, seat, told, user)
        # The one before goes first: once the new one is kept, nothing remembers it.
        before = scene.position.holder(seat).dm_message_id
        if before is not None and before != sent:
            await self._messenger.delete(channel_id, before)
        telling = await self._delete_lost(telling, seat, channel_id, match.turn)
        await self._database.keep(
            lambda connection: MatchRepository(connection).set_dm_message(match.id, seat, user.id, sent)
        )
        return await self._seen_to(telling, seat, replace(told, hand=True), fulfilled=[nonce])

    async def _call(
        self, scene: Scene, telling: TellingRecord, seat: Seat, told: Told, user: UserRecord
    ) -> TellingRecord:
        """Call somebody in the thread for a turn that could not be told by DM."""
        match = scene.position.match
        if told.way == "dm" and telling.place_id is not None and not telling.place_gone:
            nonce = f"p.{match.id}.{match.turn}.{seat}"
            try:
                telling, _ = await self._tellings.send_once(
                    telling,
                    telling.place_id,
                    nonce,
                    hand_id(match.id, match.turn, f"p{seat}"),
                    ping(scene, seat, user.id),
                    mention=[user.id],
                )
                telling = await self._tellings.note(telling, fulfilled=[nonce])
            except discord.HTTPException as error:
                if judge(error) is Verdict.PASSING:
                    raise
                log.info("a turn found no way (%s)", described(error), extra={"match": match.id})
        return await self._seen_to(telling, seat, replace(told, way="thread", hand=True))

    async def _wipe(
        self, scene: Scene, people: Mapping[int, UserRecord], seat: SeatRecord, telling: TellingRecord
    ) -> TellingRecord:
        """Leave nothing of the hand that lies in the DM channel of a seat's person when the match is over."""
        if seat.user_id is None or (channel_id := people[seat.user_id].dm_channel_id) is None:
            return telling
        lost = lost_intents(telling, "d", seat.seat, -1)
        if seat.dm_message_id is None and not lost:
            return telling
        left = dm_over(scene, named_place(telling))
        await self._put_away(telling.match_id, channel_id, seat.dm_message_id, lost.values(), left)
        async with self._database.write() as connection:
            await MatchRepository(connection).set_dm_message(telling.match_id, seat.seat, seat.user_id, None)
        return await self._tellings.note(telling, fulfilled=[*lost])

    async def _wipings_of_old(self, scene: Scene) -> list[Step]:
        """Return what leaves nothing of the hands that lie with people who have handed their seat over."""
        match_id = scene.position.match.id
        every = await self._database.look(lambda connection: SeatRepository(connection).old_hands(match_id))
        ids = tuple(old.user_id for old in every)
        people = await self._database.look(lambda connection: PeopleRepository(connection).users(ids)) if ids else {}
        return [partial(self._wipe_old, scene, people, old) for old in every]

    async def _wipe_old(
        self, scene: Scene, people: Mapping[int, UserRecord], old: OldHandRecord, telling: TellingRecord
    ) -> TellingRecord:
        lost = lost_intents(replace(telling, intents=old.intents), "d", old.seat, -1)
        channel_id = people[old.user_id].dm_channel_id if old.user_id in people else None
        if channel_id is not None and (old.message_id is not None or lost):
            left = dm_left(scene, old.seat, named_place(telling))
            await self._put_away(telling.match_id, channel_id, old.message_id, lost.values(), left)
        async with self._database.write() as connection:
            await SeatRepository(connection).forget_old_hand(old.id)
        return await self._tellings.note(telling, fulfilled=[*lost])

    async def _put_away(
        self, match_id: int, channel_id: int, known: int | None, turns: Iterable[int], left: Message
    ) -> None:
        """Leave a message in place of the newest hand in a DM channel, as far as that can be done."""
        try:
            hand = await self._newest_hand(match_id, channel_id, known, turns)
            if hand is not None:
                await self._messenger.edit(channel_id, hand, left)
        except Exception as error:
            if judge(error) is not Verdict.FINAL:
                raise
            log.info("a hand could not be wiped (%s)", described(error))

    async def _newest_hand(self, match_id: int, channel_id: int, known: int | None, turns: Iterable[int]) -> int | None:
        """Return the newest hand in a DM channel, where the answers to sending those of some turns got lost.

        Older ones are deleted.
        """
        hand = known
        for turn in sorted(turns):
            found = await self._messenger.find(channel_id, hand_id(match_id, turn, "d"))
            if found is not None and found != hand:
                if hand is not None:
                    await self._messenger.delete(channel_id, hand)
                hand = found
        return hand

    async def _delete_lost(self, telling: TellingRecord, seat: Seat, channel_id: int, present: int) -> TellingRecord:
        """Delete hands of earlier turns that came through though the answer to their sending got lost."""
        lost = lost_intents(telling, "d", seat, present)
        for turn in lost.values():
            found = await self._messenger.find(channel_id, hand_id(telling.match_id, turn, "d"))
            if found is not None:
                await self._messenger.delete(channel_id, found)
        return await self._tellings.note(telling, fulfilled=[*lost]) if lost else telling

    async def _seen_to(self, telling: TellingRecord, seat: Seat, told: Told, **columns: Any) -> TellingRecord:
        everybody = load_told(telling.pinged) | {int(seat): told}
        return await self._tellings.note(telling, pinged=dump_told(everybody), **columns)

    async def _dm_channel(self, user: UserRecord) -> int:
        if user.dm_channel_id is not None:
            return user.dm_channel_id
        channel_id = await self._messenger.dm_channel(user.id)
        async with self._database.write() as connection:
            await PeopleRepository(connection).change_user(user.id, dm_channel_id=channel_id)
        return channel_id

    async def _refused(self, user: UserRecord, error: discord.HTTPException) -> None:
        """Take note of a DM that was refused for good; a passing refusal is raised again."""
        if judge(error) is Verdict.PASSING:
            raise error
        log.info("a DM was refused (%s)", described(error))
        changed: dict[str, Any] = {}
        if error.code in UNREACHABLE:
            changed = {"dm_closed": True, "hint_due": True}
        elif error.code in OUT_OF_REACH:  # the next turn asks for the channel anew
            changed = {"dm_channel_id": None}
        if changed:
            async with self._database.write() as connection:
                await PeopleRepository(connection).change_user(user.id, **changed)

    async def _people(self, scene: Scene) -> dict[int, UserRecord]:
        ids = tuple(seat.user_id for seat in scene.position.match.seats if seat.user_id is not None)
        known = await self._database.look(lambda connection: PeopleRepository(connection).users(ids))
        return {user_id: known.get(user_id) or UserRecord(user_id, "?") for user_id in ids}


def _who_led_to(rows: Sequence[MoveRecord], since: int) -> int | None:
    """Return the seat whose person's own click led to a turn, if one did.

    An answer in a window never counts: who isn't called would be known to have answered last.
    """
    led: MoveRecord | None = None
    for row in rows:
        if row.by != "stand_in":  # what stand-ins play is kept together with the click before it
            led = row
        if row.turn >= since:
            return led.seat if led is not None and led.by == "person" else None
    return None


def _deadline_of(deadlines: Sequence[DeadlineRecord], seat: Seat) -> DeadlineRecord | None:
    return next((each for each in deadlines if each.seat == seat and each.kind in ("turn", "window")), None)
