"""Courses of the games of turns: turns pass from one to the other, then, on a laid position, a move ends the match.

Take 5, in which all choose at once, has courses of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.codec import dump_state
from bot.sandbox import Person, Sandbox, Seen
from bot.selfplay import playable
from db.repositories import MatchRepository
from rules import GAMES
from rules.engine import Game, Seat

from .bots import Bot
from .courses import Course, Stepped, Trouble
from .laid_tables import LaidTable
from .tables import PATIENCE, hand_in_dm

OPTIONS = {"sequence": ("jacks", "all_wild"), "passing": ("target", "31"), "stacks": ("chips_to_win", "3")}
"""Each with an option that is chosen in its lobby."""


@dataclass(frozen=True)
class Decision:
    """A position, and what the stand-in would do on it for somebody who is awaited."""

    state: Any
    seat: Seat
    move: Any
    after: Any


def decision(game: Game[Any], state: Any) -> Decision:
    seat = min(seat for seat in state.to_act if playable(state, seat))
    move = game.stand_in(state.view(seat), playable(state, seat))
    return Decision(state, seat, move, state.apply(seat, move)[0])


def last_decision(game: Game[Any], state: Any) -> Decision:
    """The move that ends a match which goes on as stand-ins would play it."""
    while (made := decision(game, state)).after.outcome is None:
        state = made.after
    return made


class GameTable(Stepped):
    """A table of any game."""

    seats = LaidTable.seats


class GameCourse(Course):
    """A course over one match of such a game."""

    def __init__(self, sandbox: Sandbox, bot: Bot, number: int, key: str, trouble: Trouble | None = None) -> None:
        super().__init__(sandbox, bot, number, trouble)
        self.key = key
        self.game: Game[Any] = GAMES[key]
        self.option = OPTIONS[key]

    def table_at(self, lobby: Seen) -> GameTable:
        return GameTable(self, lobby)

    async def started(self) -> Stepped:
        table = await self.opened()
        self.step = "Start"
        await table.start()
        await self.ann.until(lambda: "Started" in table.lobby_now().text, within=PATIENCE)
        await self.ann.until(lambda: any(person.messages("dm") for person in self.people), within=PATIENCE)
        return table

    async def turn_passed(self) -> None:
        """Play until a turn has passed to the other one, and they have their hand by DM."""
        table = self.table
        assert table is not None
        made = await self.at_a_turns_end()
        await self.make(made)
        await self.ann.until(lambda: table.turn() == made.after.turn, within=PATIENCE, what="the next turn")
        (seat,) = made.after.to_act
        other = await self.person(seat)
        await other.until(lambda: hand_in_dm(other, table), within=PATIENCE, what="their hand by DM")

    async def at_a_turns_end(self) -> Decision:
        """Play on beside Discord, until a move passes the turn to the other one."""
        assert self.table is not None
        matches, match = self.bot.cheza.matches, self.table.match
        while True:
            made = decision(self.game, (await matches.position(match)).state)
            after = made.after
            if after.wait == "turn" and after.turn > made.state.turn and made.seat not in after.to_act:
                return made
            await matches.play(match, (await self.person(made.seat)).id, str(made.move), None)

    async def at_the_end(self) -> Decision:
        """Lay the position before the last move, and have it told."""
        assert self.table is not None
        cheza, table = self.bot.cheza, self.table
        position = await cheza.matches.position(table.match)
        made = last_decision(self.game, position.state)
        match = replace(
            position.match,
            state=dump_state(self.game, made.state),
            turn=made.state.turn,
            version=position.match.version + 1,
        )
        async with cheza.database.write() as connection:
            await MatchRepository(connection).save(match, position.match.version)
        cheza.teller.tell(table.match)
        await self.ann.until(lambda: table.turn() == made.state.turn, within=PATIENCE, what="the laid position")
        return made

    async def person(self, seat: Seat) -> Person:
        assert self.table is not None
        holder = (await self.bot.cheza.matches.position(self.table.match)).holder(seat).user_id
        return next(person for person in self.people if person.id == holder)

    async def make(self, made: Decision) -> None:
        """Make the move, by typing it."""
        assert self.table is not None
        person = await self.person(made.seat)
        self.step = "a move"
        await person.slash(self.games, "move", move=str(made.move), match=self.table.match)

    async def _play(self) -> None:
        table = await self.started()
        for _ in range(2):
            await self.turn_passed()
        await table.panel(self.ben)
        await self.make(await self.at_the_end())
        await self.ann.until(table.is_over, within=PATIENCE, what="the end")
