"""The messages that everybody sees: lobby, table post, ending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.fairness import seal
from bot.messages.layout import (
    BRASS,
    Block,
    Button,
    Buttons,
    Gallery,
    Kept,
    Line,
    Message,
    Option,
    Select,
    box,
    buttons,
    lines,
    message,
    moment,
    small,
)
from bot.messages.names import shown_name
from bot.messages.scenes import Scene
from bot.presentation import Board, DrawnPicture
from bot.seating.order import changed_options
from bot.timing.pace import DAY, HOUR, MINUTE, pace_words
from db.records import ResultRecord

MOST_TOLD = 1_500
"""Characters that a post gives to what happened; with the longest names the rest of it takes up to 2,400."""
SEAL_SHOWN = 16
"""How many hex digits of the seal the lobby shows: 64 bits, too many to fit a second secret to."""


# The lobby -------------------------------------------------------------------------------------------


def lobby_post(scene: Scene, place_id: int | None, opener_name: str | None = None) -> Message:
    """The post that opens a table, and what stays of it once it has started or was called off.

    `opener_name` is the opener's where they no longer sit here.
    """
    say, match = scene.say, scene.position.match
    opener = match.seat_of(match.opener_id)
    opened = say(
        "Opened by {name} · {pace}",
        name=shown_name((opener.user_name if opener else opener_name) or "?"),
        pace=pace_words(match.pace, say),
    )
    seats = "\n".join(scene.names.light(seat.seat) for seat in match.seats)
    if match.status != "lobby":
        return message(
            box(
                lines(f"## {scene.title}", small(opened)),
                lines(seats, small(_how_it_closed(scene, place_id)), _sealed(scene)),
            )
        )
    head = lines(f"## {scene.title}", scene.presentation.about(say), small(opened))
    tables = scene.position.game.tables(scene.position.options)
    free = max(tables) - len(match.seats)
    body = lines(
        seats,
        small(say.many("{count} more can join", "{count} more can join", free)) if free else None,
        small(_changed(scene)) if changed_options(scene.position) else None,
        _sealed(scene),
    )
    ready = len(match.seats) in tables
    return message(
        box(
            head,
            Line(),
            body,
            _team_select(scene),
            buttons(
                Button(say("Join"), f"l:{match.id}:join", "blue", disabled=not free),
                Button(say("Leave"), f"l:{match.id}:leave"),
                Button(say("Start"), f"l:{match.id}:start", "green" if ready else "grey"),
            ),
            buttons(
                Button(say("Add a bot"), f"l:{match.id}:bot", disabled=not free),
                Button(say("Options"), f"l:{match.id}:options"),
                Button(say("Cancel"), f"l:{match.id}:cancel"),
            ),
        )
    )


def lobby_warning(scene: Scene, due: int | None) -> Message:
    """The line that tells a lobby's opener that it will lapse, and lets it stay open."""
    say, match = scene.say, scene.position.match
    table = say("<@{user}>, your table for **{game}** waits for players.", user=match.opener_id, game=scene.title)
    return message(
        lines(
            table,
            small(say("It closes {time} if nobody starts it.", time=moment(due))) if due is not None else None,
        ),
        buttons(Button(say("Keep it open"), warning_id(match.id), "blue")),
    )


def warning_id(match_id: int) -> str:
    """Return the id of the button on the warning; it also marks the warning."""
    return f"l:{match_id}:keep"


def _team_select(scene: Scene) -> Select | None:
    """Return the list by which everybody who sits says which team they wish for."""
    say, game, options = scene.say, scene.position.game, scene.position.options
    names = scene.presentation.teams(say)
    most = max((len(set(game.teams(count, options))) for count in game.tables(options)), default=0)
    if not names or not scene.position.makes_teams:
        return None
    wishes = [Option(say("{team} team", team=name), str(team)) for team, name in enumerate(names[:most])]
    return Select(
        f"team:{scene.position.match.id}",
        (*wishes, Option(say("any team"), "any")),
        say("Your team, once there are teams"),
    )


def lobby_key(scene: Scene) -> str:
    """Return what a lobby post says, so that it is edited only when that changes."""
    match = scene.position.match
    return f"lobby {match.version}" if match.status == "lobby" else match.status


def _sealed(scene: Scene) -> str:
    return small(scene.say("Deal sealed: {seal} (/help fair)", seal=seal(scene.position.match.secret)[:SEAL_SHOWN]))


def _how_it_closed(scene: Scene, place_id: int | None) -> str:
    say, match = scene.say, scene.position.match
    where = f"<#{place_id}>" if place_id else say("match {number}", number=match.id)
    if match.status == "cancelled":
        return say("Called off: nobody started it in time.") if match.reason == "lapsed" else say("Called off.")
    if match.status == "over":
        return say("Over in {place}: {ending}.", place=where, ending=headline(scene))
    return say("Started in {place}.", place=where)


def _changed(scene: Scene) -> str:
    words = scene.presentation.options(scene.say)
    return scene.say(
        "Changed: {options}",
        options=", ".join(
            f"{words[name].title} {words[name].choices[value]}"
            for name, value in changed_options(scene.position).items()
        ),
    )


# What happened ---------------------------------------------------------------------------------------


def _told(scene: Scene, events: Sequence[Any], late: Sequence[int]) -> list[str]:
    """Return what a post says of events; of very many, as after a long silence, the newest that fit.

    `late` are the seats for which the deadline played.
    """
    told = [scene.say("{name} ran out of time; a stand-in chose.", name=scene.names[seat]) for seat in late]
    told += scene.presentation.told(events, scene.view(), scene.names, scene.say)
    kept, size = len(told), 0
    while kept and size + len(told[kept - 1]) < MOST_TOLD:
        kept -= 1
        size += len(told[kept]) + 1
    return ["…", *told[kept:]] if kept else told


# The table -------------------------------------------------------------------------------------------


def post_boards(scene: Scene) -> tuple[Board, ...]:
    """Return the pictures of a post. A window's has none: it is a short question, and **Answer** leads to the board."""
    return () if scene.position.in_window else scene.presentation.boards(scene.view(), scene.names, scene.say)


def table_post(
    scene: Scene,
    events: Sequence[Any],
    drawn: Sequence[tuple[Board, DrawnPicture]],
    waiting: str,
    *,
    opening: bool,
    late: Sequence[int] = (),
) -> Message:
    """One turn: what happened, the picture, who is awaited; of a window, all in a frame of its colour."""
    say, view = scene.say, scene.view()
    told = _told(scene, events, late)
    seats = None
    if opening:
        seats = say("At the table: {names}", names=", ".join(seat_mentions(scene)))
    head = lines(small(scene.heading()), seats, *told)
    standing = scene.presentation.standing(view, scene.names, say)
    foot = lines(waiting, small(standing) if standing else None)
    if scene.position.in_window:
        return message(box(lines(head, foot), _post_buttons(scene), accent=scene.presentation.accent(view)))
    blocks: list[Block | str | None] = [head]
    for board, picture in drawn:
        blocks += [board.caption, Gallery(picture)]
    return message(*blocks, foot, _post_buttons(scene))


def edited_post(
    scene: Scene, events: Sequence[Any], waiting: str, *, opening: bool, late: Sequence[int] = ()
) -> Message:
    """The same post with its pictures left where they are: who is awaited has changed."""
    drawn = [(board, DrawnPicture(board.picture.name, board.picture.alt, b"")) for board in post_boards(scene)]
    made = table_post(scene, events, drawn, waiting, opening=opening, late=late)
    return Message(
        tuple(
            Kept(block.picture.name, block.picture.alt) if isinstance(block, Gallery) else block
            for block in made.blocks
        )
    )


def _post_buttons(scene: Scene) -> Buttons:
    say, match, window = scene.say, scene.position.match, scene.position.in_window
    return buttons(
        Button(say("Answer") if window else say("My hand"), hand_id(match.id, match.turn, "t"), "blue"),
        *([] if window else [more_button(scene)]),
        *([back_button(scene)] if scene.position.kept_seats else []),
    )


def more_button(scene: Scene) -> Button:
    """Return the button of all else there is to see of a match."""
    return Button(scene.say("More"), f"more:{scene.position.match.id}")


def back_button(scene: Scene) -> Button:
    """Return the button by which somebody takes their seat back from the stand-in."""
    return Button(scene.say("I'm back"), f"back:{scene.position.match.id}", "green")


def hand_id(match_id: int, turn: int, kind: str) -> str:
    """Return the id of a button that opens the hand; it also marks which message it is on.

    Kinds: `t` table post, `d` hand by DM, `p` ping, `r` reminder.
    """
    return f"h:{match_id}:{turn}:{kind}"


def seat_mentions(scene: Scene) -> list[str]:
    """Return who sits, people mentioned."""
    return [
        scene.names.mention(seat.seat, seat.user_id) if seat.user_id is not None else scene.names.light(seat.seat)
        for seat in scene.position.match.seats
    ]


def retired_line(scene: Scene, events: Sequence[Any], late: Sequence[int] = ()) -> str:
    """Return what stays of a post when the next one comes: one line of small print."""
    told = " ".join(_told(scene, events, late))
    return small(scene.say("Turn {turn}: {told}", turn=scene.position.match.turn, told=told))


# The end ---------------------------------------------------------------------------------------------


def ending_post(
    scene: Scene,
    events: Sequence[Any],
    drawn: Sequence[tuple[Board, DrawnPicture]],
    results: Sequence[ResultRecord],
    late: Sequence[int] = (),
) -> Message:
    """The last post: who won, the last table, the ranks."""
    say, match = scene.say, scene.position.match
    told = _told(scene, events, late)
    with_bots = any(seat.user_id is None for seat in match.seats)
    counts = say("counts on the leaderboard of matches with bots") if with_bots else say("counts for the ratings")
    if not match.rated:
        counts = say("doesn't count for the ratings")
    length = say.many("{count} turn", "{count} turns", max(match.turn - 1, 1))
    took = span_words(scene, (match.ended_at or 0) - (match.started_at or 0))
    return message(
        lines(small(scene.heading()), f"## {headline(scene)}", *told),
        *(Gallery(picture) for _, picture in drawn),
        box(
            "\n".join(_ranks(scene, results)),
            small(say("{turns} in {time} · {counts}", turns=length, time=took, counts=counts)),
            accent=BRASS,
        ),
        _closing_buttons(scene),
    )


def called_off_post(scene: Scene, events: Sequence[Any], drawn: Sequence[tuple[Board, DrawnPicture]]) -> Message:
    """The last post of a match that was called off: the table as it was left."""
    return message(
        lines(small(scene.heading()), f"## {headline(scene)}", *_told(scene, events, ())),
        *(Gallery(picture) for _, picture in drawn),
        box(_why_called_off(scene), accent=BRASS),
        _closing_buttons(scene),
    )


def _why_called_off(scene: Scene) -> str:
    say = scene.say
    match scene.position.match.reason:
        case "vote":
            return say("The table voted to call it off. The match doesn't count.")
        case "all":
            return say("Everybody who played wanted to call it off. The match doesn't count.")
        case "staff":
            return say("The server's staff called it off. The match doesn't count.")
        case _:
            return say("Nobody came back to the table. The match doesn't count.")


def _closing_buttons(scene: Scene) -> Buttons:
    match = scene.position.match
    return buttons(
        Button(scene.say("Rematch"), f"again:{match.id}", "blue"),
        Button(scene.say("Fair deal?"), f"fair:{match.id}"),
        Button(scene.say("History"), f"history:{match.id}:new"),
    )


def headline(scene: Scene) -> str:
    """Return how a match ended, in a few words."""
    if scene.position.match.status == "cancelled":
        return scene.say("Called off")
    return scene.presentation.ending(scene.view(), scene.names, scene.say)


def _ranks(scene: Scene, results: Sequence[ResultRecord]) -> list[str]:
    ranks: list[str] = []
    for result in sorted(results, key=lambda each: (each.place, each.seat)):
        score = scene.presentation.score(result.score, scene.say)
        rating = ""
        if result.rating_before is not None and result.rating_after is not None:
            gain = round(result.rating_after) - round(result.rating_before)
            sign = "+" if gain > 0 else "−" if gain < 0 else "±"
            rating = f" · {round(result.rating_after)} ({sign}{abs(gain)})"
        place = f"{result.place}=" if result.shared else str(result.place)
        ranks.append(f"**{place}** {scene.names.light(result.seat)} · {score}{rating}")
    return ranks


def span_words(scene: Scene, milliseconds: int) -> str:
    """Return how long something takes, in days, hours or minutes."""
    say = scene.say
    if milliseconds >= 2 * DAY:
        return say.many("{count} day", "{count} days", round(milliseconds / DAY))
    if milliseconds >= 2 * HOUR:
        return say.many("{count} hour", "{count} hours", round(milliseconds / HOUR))
    return say.many("{count} minute", "{count} minutes", max(1, round(milliseconds / MINUTE)))
