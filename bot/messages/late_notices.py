"""What the table is told of who ran out of time: they have it once more, or may only be away."""

from __future__ import annotations

from bot.messages.layout import Button, Message, buttons, message, moment
from bot.messages.posts import hand_id, span_words
from bot.messages.scenes import Scene
from bot.telling.notices import NoticeKind
from bot.timing.lateness import DAYS_MORE, ONCE_MORE, spared_of
from db.records import NoticeRecord
from rules.engine import Seat


def _still_awaited(scene: Scene, notice: NoticeRecord) -> bool:
    state = scene.position.state
    return any(state.to_act.get(Seat(seat)) == since for seat, since in spared_of(notice).since.items())


def _once_more(scene: Scene, notice: NoticeRecord) -> Message:
    say, spared = scene.say, spared_of(notice)
    names = say.listed(scene.names[seat] for seat in spared.since)
    time = moment(spared.due)
    if len(spared.since) == 1:
        words = say("{name} ran out of time and has it once more, due {time}.", name=names, time=time)
    else:
        words = say("{names} ran out of time and have it once more, due {time}.", names=names, time=time)
    return _with_hand(scene, notice, words)


def _had_it_once_more(scene: Scene, notice: NoticeRecord) -> str:
    names = scene.say.listed(scene.names.light(seat) for seat in spared_of(notice).since)
    return scene.say("{names} ran out of time and had it once more.", names=names)


def _days_more(scene: Scene, notice: NoticeRecord) -> Message:
    spared = spared_of(notice)
    words = scene.say(
        "{name} may be away: {time} more before the stand-in takes the seat.",
        name=scene.say.listed(scene.names[seat] for seat in spared.since),
        time=span_words(scene, spared.given),
    )
    return _with_hand(scene, notice, words)


def _had_days_more(scene: Scene, notice: NoticeRecord) -> str:
    spared = spared_of(notice)
    names = scene.say.listed(scene.names.light(seat) for seat in spared.since)
    return scene.say("{name} had {time} more.", name=names, time=span_words(scene, spared.given))


def _with_hand(scene: Scene, notice: NoticeRecord, words: str) -> Message:
    match_id = scene.position.match.id
    hand = Button(scene.say("My hand"), hand_id(match_id, notice.turn, f"n{notice.number}"), "blue")
    return message(words, buttons(hand))


KINDS: dict[str, NoticeKind] = {
    ONCE_MORE: NoticeKind(_once_more, _had_it_once_more, lasts=_still_awaited),
    DAYS_MORE: NoticeKind(_days_more, _had_days_more, lasts=_still_awaited),
}
