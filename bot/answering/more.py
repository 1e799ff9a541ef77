"""What **More** offers: what else there is to see of a match, and to do about its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answering.answers import Answer
from bot.answering.matters import open_matters
from bot.answering.showing import may_rule, rulings, scene_for
from bot.messages.layout import Button, Message, lines, message, rows_of, small
from bot.messages.scenes import Scene
from bot.positions import Position

if TYPE_CHECKING:
    from bot.client import Cheza


async def more_message(answer: Answer, bot: Cheza, position: Position) -> Message:
    """Build the list of what else can be seen and done, for who asks."""
    say, match_id = answer.say, position.match.id
    scene = scene_for(bot, position, say)
    pages = scene.presentation.pages(scene.view(), scene.names, say) if position.state is not None else {}
    looks = [
        *(Button(page.title, f"page:{match_id}:{key}") for key, page in pages.items()),
        Button(say("History"), f"history:{match_id}:new"),
        Button(say("Rules"), f"rules:{position.match.game}"),
        Button(say("Fair deal?"), f"fair:{match_id}"),
    ]
    calls = []
    if may_rule(answer, position):
        calls = [Button(words, f"r:{match_id}:{notation}", "red") for notation, words in rulings(scene)]
    matters = await open_matters(bot, scene, answer.interaction.user.id)
    return message(
        lines(
            f"**{position.game.title}** · {say('match {number}', number=match_id)}",
            small(say("Only you see what these show.")),
        ),
        *rows_of(looks),
        *rows_of(_about_seats(answer, scene)),
        *rows_of(matters),
        *rows_of(calls),
    )


def _about_seats(answer: Answer, scene: Scene) -> list[Button]:
    """Return what somebody who sits may do about seats."""
    say, match = answer.say, scene.position.match
    mine = match.seat_of(answer.interaction.user.id)
    if mine is None or match.status != "running":
        return []
    over = Button(say("Hand over my seat"), f"over:{match.id}")
    if mine.held_by != "person":
        return [Button(say("I'm back"), f"back:{match.id}", "green"), over]
    made = [over, Button(say("Give up my seat"), f"up:{match.id}:ask")]
    if any(seat.user_id is not None and seat is not mine for seat in match.seats):
        made.append(Button(say("Vote about a seat"), f"about:{match.id}"))
    return [*made, Button(say("Call the match off"), f"end:{match.id}:ask")]
