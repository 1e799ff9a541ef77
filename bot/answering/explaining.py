"""How a refused click on a panel is explained: with the way on, or with the panel as it is now."""

from __future__ import annotations

import re

from bot.answering.answers import Answer
from bot.answering.buttons import bot_of
from bot.answering.showing import scene_for, show_panel
from bot.messages.layout import Button, Message, buttons, message
from bot.positions import NoSuchMatch, NotSeated, Stale
from rules.engine import IllegalMove, Refusal


class PanelItem:
    """What everything on a panel shares: what is stale brings the present panel."""

    parts: re.Match[str]

    async def explain(self, answer: Answer, refusal: Refusal) -> Message | None:
        return await explain_on_panel(answer, refusal, int(self.parts["match"]))


async def explain_on_panel(answer: Answer, refusal: Refusal, match_id: int) -> Message | None:
    """Return what is shown for a refused click on a panel; a stale one is answered with the present panel."""
    bot = bot_of(answer)
    said = answer.say.refusal(refusal)
    if isinstance(refusal, NoSuchMatch):
        return message(said)
    if isinstance(refusal, NotSeated):
        return message(said, buttons(Button(answer.say("Board"), f"board:{match_id}", "blue")))
    position = await bot.matches.position(match_id)
    if isinstance(refusal, IllegalMove):
        said = answer.say.refusal(refusal, scene_for(bot, position, answer.say).names.by_seat())
    if not isinstance(refusal, Stale) or position.state is None:
        return message(said)
    try:
        await show_panel(answer, bot, position, notice=said)
    except Refusal as no_panel:  # as when the match was called off
        return message(answer.say.refusal(no_panel))
    return None
