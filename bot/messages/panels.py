"""What only one person sees: their panel, the hand in their DM channel, a reminder."""

from __future__ import annotations

from bot.messages.layout import (
    Block,
    Button,
    Gallery,
    Look,
    Message,
    Option,
    Select,
    buttons,
    lines,
    message,
    moment,
    rows_of,
    small,
)
from bot.messages.posts import back_button, hand_id, headline, more_button
from bot.messages.scenes import Scene
from bot.presentation import Choice, Panel, Style
from bot.timing.lateness import consequence
from db.records import DeadlineRecord
from rules.engine import Seat

_LOOKS: dict[Style, Look] = {"move": "blue", "step": "grey", "chosen": "green", "danger": "red"}


async def panel_message(
    scene: Scene,
    seat: Seat,
    deadline: DeadlineRecord | None,
    *,
    path: str = "",
    notice: str | None = None,
    place_id: int | None = None,
    away: bool = False,
) -> Message:
    """Build a seat's panel: the question, the hand, the choices.

    `notice` is said first; `place_id` is named where the panel isn't in the place itself (`away`, as in a DM).
    """
    state, say = scene.position.state, scene.say
    panel = scene.presentation.panel(scene.view(seat), state.legal_moves(seat), path, scene.names, say)
    kept = seat in scene.position.kept_seats
    if kept:
        hint = say("**I'm back** gives you your seat again.")
        panel = Panel(say("A stand-in plays for you."), hints=(hint,), picture=panel.picture)
    due = None
    if deadline is not None and state.wait == "window" and deadline.due is not None:
        due = say("Open {time}", time=moment(deadline.due))
    elif deadline is not None:
        due = due_words(scene, deadline)
    hints = [*panel.hints, *([due] if due and not kept else [])]
    where = f" · <#{place_id}>" if place_id else ""
    text = lines(
        small(scene.heading() + where),
        notice,
        f"**{panel.question}**" if "**" not in panel.question else panel.question,
        *(small(hint) for hint in hints),
    )
    picture = await panel.picture.drawn() if panel.picture else None
    rows = [made for row in panel.rows for made in rows_of([_button(scene, choice) for choice in row])]
    window = scene.position.in_window  # its post has neither the board nor More
    last = [
        *([back_button(scene)] if kept else []),
        *([Button(say("Board"), f"board:{scene.position.match.id}"), more_button(scene)] if away or window else []),
    ]
    return message(text, Gallery(picture) if picture else None, *rows, *_lists(scene, panel), *rows_of(last))


def _lists(scene: Scene, panel: Panel) -> list[Block]:
    """Build what a panel has below its buttons: lists, the way to type, the way back."""
    match, number = scene.position.match, scene.position.state.move_number
    blocks: list[Block] = [
        Select(
            f"s:{match.id}:{number}:{index}",
            tuple(
                Option(choice.label, _picked(choice), choice.about, chosen=choice.style == "chosen")
                for choice in pick.choices
            ),
            pick.placeholder,
        )
        for index, pick in enumerate(panel.picks)
    ]
    last: list[Button] = []
    if panel.typing is not None:
        last.append(Button(panel.typing.label, f"t:{match.id}:{number}:{panel.typing.start}"))
    if panel.back is not None:
        last.append(Button(panel.back, f"p:{match.id}:{number}:"))
    return [*blocks, *rows_of(last)]


def _picked(choice: Choice) -> str:
    """Return what a line of a list stands for: `m` a move of the list's own date, `o` a standing one, `p` a path."""
    if choice.move is None:
        return f"p:{choice.path or ''}"
    return f"{'o' if choice.standing else 'm'}:{choice.move}"


async def dm_hand(
    scene: Scene, seat: Seat, deadline: DeadlineRecord | None, place_id: int | None, *, with_hand: bool
) -> Message:
    """Build the message that brings a turn by DM: where, until when, the hand, one button."""
    say, match = scene.say, scene.position.match
    where = f"<#{place_id}>" if place_id else say("match {number}", number=match.id)
    due = due_words(scene, deadline) if deadline else None
    hand = scene.presentation.hand(scene.view(seat), scene.names, say) if with_hand else None
    picture = await hand.drawn() if hand else None
    return message(
        lines(small(scene.heading()), say("**Your turn** in {place}", place=where), small(due) if due else None),
        Gallery(picture) if picture else None,
        buttons(Button(say("Play here"), hand_id(match.id, match.turn, "d"), "blue")),
    )


def dm_over(scene: Scene, place_id: int | None) -> Message:
    """What stays of the hand by DM when the match is over."""
    where = f" · <#{place_id}>" if place_id else ""
    return message(lines(small(scene.heading() + where), scene.say("{ending}.", ending=headline(scene))))


def dm_left(scene: Scene, seat: int, place_id: int | None) -> Message:
    """What stays of the hand by DM when its person has handed the seat over."""
    say, where = scene.say, f" · <#{place_id}>" if place_id else ""
    return message(
        lines(
            small(scene.heading() + where),
            say("{name} sits in your place now.", name=scene.names[seat]),
        )
    )


def reminder(
    scene: Scene, turn: DeadlineRecord, marker: str, place_id: int | None, *, mention: int | None = None, last: bool
) -> Message:
    """A reminder of a turn, before its deadline. In a thread it calls its person; `marker` is the id of its button."""
    say = scene.say
    where = f"<#{place_id}>" if place_id else say("match {number}", number=scene.position.match.id)
    if mention is None:
        call = say("**{game}** in {place} waits for you.", game=scene.title, place=where)
        if last:
            call = say("**{game}** in {place}: you're the last one we wait for.", game=scene.title, place=where)
    elif last:
        call = say("<@{user}>, you're the last one we wait for.", user=mention)
    else:
        call = say("<@{user}>, the table waits for you.", user=mention)
    due = due_words(scene, turn)
    return message(lines(call, small(due) if due else None), buttons(Button(say("Play here"), marker, "blue")))


def due_words(scene: Scene, turn: DeadlineRecord) -> str | None:
    """Return until when a person has time to move, and what comes then where it isn't more time."""
    if turn.due is None:
        return None
    say, time = scene.say, moment(turn.due)
    match consequence(scene.position, turn):
        case "kept":
            return say("Due {time}, then a stand-in keeps your seat.", time=time)
        case "played_for":
            return say("Due {time}, then a stand-in plays for you.", time=time)
        case _:
            return say("Due {time}", time=time)


def ping(scene: Scene, seat: Seat, user_id: int) -> Message:
    """The line that calls somebody to the thread whose DMs turned out to be closed."""
    say, match = scene.say, scene.position.match
    return message(
        say("<@{user}>, it's your turn.", user=user_id),
        buttons(Button(say("My hand"), hand_id(match.id, match.turn, f"p{seat}"), "blue")),
    )


def _button(scene: Scene, choice: Choice) -> Button:
    match, number = scene.position.match, scene.position.state.move_number
    dated = "-" if choice.standing else str(number)
    id = (
        f"m:{match.id}:{dated}:{choice.move}"
        if choice.move is not None
        else f"p:{match.id}:{number}:{choice.path or ''}"
    )
    return Button(choice.label, id, _LOOKS[choice.style], choice.disabled)
