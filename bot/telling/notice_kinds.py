"""The kinds of notices there are, by the name that is kept with each."""

from __future__ import annotations

from bot.messages import late_notices
from bot.messages.layout import Button, Message, buttons, lines, message, small
from bot.messages.scenes import Scene
from bot.messages.seat_news import SEAT_KINDS, whom
from bot.telling.notices import NoticeKind
from db.records import NoticeRecord


def _gone(scene: Scene, notice: NoticeRecord) -> Message:
    say = scene.say
    return message(
        lines(
            say("{name} is no longer on this server. A stand-in plays on.", name=whom(scene, notice)),
            small(say("Back again? **I'm back** gives you your seat.")),
        ),
        buttons(Button(say("I'm back"), f"back:{notice.match_id}:{notice.number}", "green")),
    )


def _was_gone(scene: Scene, notice: NoticeRecord) -> str:
    return scene.say("{name} was no longer on this server.", name=whom(scene, notice))


def _is_kept(scene: Scene, notice: NoticeRecord) -> bool:
    """Tell whether the stand-in still keeps somebody's seat."""
    seat = scene.position.match.seat_of(notice.user_id or 0)
    return seat is not None and seat.seat in scene.position.kept_seats


KINDS: dict[str, NoticeKind] = {
    "gone": NoticeKind(_gone, _was_gone, lasts=_is_kept),
    **SEAT_KINDS,
    **late_notices.KINDS,
}
