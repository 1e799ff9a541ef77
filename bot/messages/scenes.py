"""A match as it is about to be shown: the position, its game's presentation, the names, the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.i18n import Say
from bot.messages.names import Names
from bot.positions import Position
from bot.presentation import Presentation, Presentations
from rules.engine import Seat


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a message about a match is made from."""

    position: Position
    presentation: Presentation
    names: Names
    say: Say

    @property
    def title(self) -> str:
        return self.position.game.title

    def view(self, seat: Seat | None = None) -> Any:
        return self.position.state.view(seat)

    def heading(self) -> str:
        """Return the small print above a post or panel: which game, which match, where it stands."""
        number = self.say("match {number}", number=self.position.match.id)
        if self.position.state is None:
            return f"{self.title} · {number}"
        if self.position.match.status == "cancelled":
            return f"{self.title} · {number} · {self.say('called off')}"
        if self.position.state.outcome is not None:
            return f"{self.title} · {number} · {self.say('over')}"
        return f"{self.title} · {number} · {self.presentation.progress(self.view(), self.say)}"


def scene_of(position: Position, presentations: Presentations, badges: Mapping[str, str], say: Say) -> Scene:
    """Put a position on stage. `badges` are the application's emoji, by name."""
    match = position.match
    presentation = presentations[match.game]
    in_play = position.state is not None
    if in_play:
        teams = position.game.teams(len(match.seats), position.options)
        worn = [presentation.badge(seat.seat, team) for seat, team in zip(match.seats, teams, strict=True)]
    elif position.makes_teams:
        worn = [presentation.badge(None, seat.team) for seat in match.seats]
    else:
        worn = [presentation.badge(seat.seat, None) for seat in match.seats]
    raw = {
        seat.seat: seat.user_name or "?" if seat.user_id is not None else say("{name} (bot)", name=seat.bot_name)
        for seat in match.seats
    }
    shown = {
        seat: badges.get(name, name.removeprefix("seat").removesuffix("_hollow"))
        for seat, name in enumerate(worn)
        if name is not None
    }
    return Scene(position, presentation, Names(raw, shown), say)
