"""Who is awaited and until when: the part of a table post that changes within a turn."""

from __future__ import annotations

from collections.abc import Sequence

from babel.numbers import format_decimal

from bot.i18n import Say
from bot.messages.layout import lines, moment, small
from bot.messages.scenes import Scene
from bot.timing.pace import DAY
from db.records import DeadlineRecord

MOST_LINES = 3
"""So many people are named, and so many times, where each has one of their own."""


def waiting_words(scene: Scene, mentioned: set[int], deadlines: Sequence[DeadlineRecord]) -> str:
    """Return who is awaited and until when, and what else changes within a turn."""
    say, state, view = scene.say, scene.position.state, scene.view()
    times = {each.due for each in deadlines if each.kind in ("turn", "window") and each.due is not None}
    if scene.position.is_abandoned:
        return lines(
            say("**Nobody is at the table.** If you sit here, **I'm back** gives you your seat again."),
            small(say("Called off {time} if nobody comes back.", time=moment(max(times)))) if times else None,
        )
    awaited = [
        scene.names.mention(seat, user_id)
        if seat in mentioned and (user_id := scene.position.holder(seat).user_id) is not None
        else scene.names[seat]
        for seat in sorted(state.to_act)
    ]
    asks = scene.presentation.asks(view, scene.names, say)
    if state.wait == "window":
        called = [name for seat, name in zip(sorted(state.to_act), awaited, strict=True) if seat in mentioned]
        return lines(
            asks,
            ", ".join(called),
            small(say("Open {time}", time=moment(max(times)))) if times else None,
        )
    who = say("Waiting for {names}", names=", ".join(awaited))
    note = scene.presentation.note(view, scene.names, say)
    kept = scene.position.kept_seats
    keeps = say("A stand-in keeps the seat of {names}.", names=say.listed(scene.names.light(seat) for seat in kept))
    return lines(
        f"{who} {asks}" if asks else who,
        *(small(line) for line in _dues(scene, deadlines)),
        *(small(line) for line in _aways(scene, deadlines)),
        small(note) if note else None,
        small(keeps) if kept else None,
    )


def _dues(scene: Scene, deadlines: Sequence[DeadlineRecord]) -> list[str]:
    """Return until when people have time: a line for all, or one for each time with whom it is for."""
    say, seats = scene.say, dict[int, list[int]]()
    for each in deadlines:
        if each.kind == "turn" and each.due is not None:
            seats.setdefault(each.due // 1000, []).append(each.seat)
    times = sorted(seats)
    if len(times) == 1:
        return [say("Due {time}", time=moment(times[0] * 1000))]
    return [
        say("Due {time}: {names}", time=moment(time * 1000), names=_few(scene, sorted(seats[time])))
        for time in [*times[: MOST_LINES - 1], *times[MOST_LINES - 1 :][-1:]]
    ]


def _aways(scene: Scene, deadlines: Sequence[DeadlineRecord]) -> list[str]:
    """Return who of those that are awaited is away, and what that does to their clock.

    It goes by when they were asked, so that no post changes because time has passed.
    """
    away: list[tuple[DeadlineRecord, int]] = []
    for turn in deadlines:
        until = scene.position.holder(turn.seat).habits.away_until
        if (
            turn.kind == "turn"
            and until is not None
            and until > turn.asked_at
            and not scene.position.is_automatic(turn.seat)
        ):
            away.append((turn, until))
    if len(away) > MOST_LINES:
        return [scene.say.many("{count} player is away.", "{count} players are away.", len(away))]
    return [_away(scene, turn, until) for turn, until in away]


def _away(scene: Scene, turn: DeadlineRecord, until: int) -> str:
    say, name, date = scene.say, scene.names.light(turn.seat), moment(until, "D")
    if turn.away_to is None:
        return say("{name} is away until {date}.", name=name, date=date)
    used = of_days(scene.position.holder(turn.seat).away_used, scene.position.pace.away, say)
    if turn.away_to >= until:
        return say("{name} is away until {date}; the clock stands still ({used}).", name=name, date=date, used=used)
    stops = moment(turn.away_to, "D")
    return say(
        "{name} is away until {date}; the clock stands still until {stops} ({used}).",
        name=name,
        date=date,
        stops=stops,
        used=used,
    )


def _few(scene: Scene, seats: Sequence[int]) -> str:
    """Return some seats by name, or how many they are."""
    if len(seats) > MOST_LINES:
        return scene.say.many("{count} player", "{count} players", len(seats))
    return ", ".join(scene.names.light(seat) for seat in seats)


def of_days(used: int, budget: int, say: Say) -> str:
    """Return how much is taken of the days for which a seat's clock may stand still in a match."""
    days = format_decimal(used / DAY, "0.#", locale=say.locale)
    return say("{used} of {count} days taken", used=days, count=budget // DAY)
