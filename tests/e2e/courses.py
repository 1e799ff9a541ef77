"""A course: one whole match of two people on a server of their own, in which calls of every kind go wrong once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.sandbox import Answer, Call, Person, Sandbox, Seen
from bot.sandbox.faults import Fault
from bot.sandbox.world import World

from .bots import Bot
from .tables import GAME, PATIENCE, Table, moves_of

TURN = re.compile(r"h:\d+:(\d+):[a-z]")
LONG = 31.0
"""Seconds that are more than the client waits for a route that is limited."""


@dataclass(frozen=True)
class Trouble:
    """How a call is answered wrongly."""

    answer: int | Literal["timeout", "reset"]
    took_effect: bool = False
    retry_after: float = 0.05
    share: tuple[int, int] = (0, 1)
    """Which of how many parts of all kinds of calls."""

    def __str__(self) -> str:
        long = "long " if self.retry_after == LONG else ""
        when = "after" if self.took_effect else "before"
        share = "" if self.share[1] == 1 else f", {self.share[0] + 1} of {self.share[1]}"
        return f"{long}{self.answer} {when} it took effect{share}"


def servers(count: int) -> Callable[[World], None]:
    """A world of so many servers, with two people and #games each."""

    def build(world: World) -> None:
        for number in range(count):
            people = [world.add_user(f"{name}{number}") for name in ("ann", "ben")]
            guild = world.add_guild(f"Server {number}", people)
            world.add_channel(guild, f"games{number}")
            for person in people:
                world.open_dm(person.id)

    return build


class Course:
    """One match, and what its calls are for."""

    key = GAME
    option = ("rounds", "1")
    """What is chosen in the lobby."""

    def __init__(self, sandbox: Sandbox, bot: Bot, number: int, trouble: Trouble | None = None) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.trouble = trouble
        self.ann, self.ben = sandbox.person(f"ann{number}"), sandbox.person(f"ben{number}")
        self.people = (self.ann, self.ben)
        self.games = self.ann.channel(f"games{number}").id
        self.step = ""
        """What was pressed last."""
        self._steps: dict[str, str] = {}
        """What was pressed, by the token of the interaction."""
        self.table: Stepped | None = None
        self.calls: list[tuple[str, Call]] = []
        self.lost: dict[str, Call] = {}
        """The call of each purpose that was answered wrongly."""
        self.error: BaseException | None = None
        self.recording = sandbox.faults.add(
            predicate=self._takes,
            times=None,
            answer=trouble.answer if trouble else 500,
            took_effect=trouble.took_effect if trouble else False,
            retry_after=trouble.retry_after if trouble else 0,
        )

    def refuse(
        self, purpose: str, status: int, code: int, *, times: int | None = 1, took_effect: bool = False
    ) -> Fault:
        """Answer the next calls of one purpose with a refusal."""
        return self.sandbox.faults.add(
            predicate=lambda call: self.purpose(call) == purpose,
            answer=status,
            code=code,
            times=times,
            took_effect=took_effect,
        )

    # ---- what calls are for

    @property
    def purposes(self) -> set[str]:
        return {purpose for purpose, _ in self.calls}

    def to(self, purpose: str) -> list[Call]:
        """All calls of one purpose."""
        return [call for known, call in self.calls if known == purpose]

    def _takes(self, call: Call) -> bool:
        purpose = self.purpose(call)
        if purpose is None:
            return False
        self.calls.append((purpose, call))
        return self.goes_wrong(purpose, call)

    def goes_wrong(self, purpose: str, call: Call) -> bool:
        """Whether this call is answered wrongly: the first of its kind."""
        if self.trouble is None or purpose in self.lost:
            return False
        if not self.meant(purpose):
            return False
        self.lost[purpose] = call
        return True

    def meant(self, purpose: str) -> bool:
        """Whether calls of this purpose are to go wrong here; a look follows upon another's loss, and is lost once."""
        if self.trouble is None:
            return False
        mine, parts = self.trouble.share
        return sum(purpose.encode()) % parts == mine and (self.trouble.answer == "reset" or "look" not in purpose)

    def purpose(self, call: Call) -> str | None:
        """What a call is for; None where it belongs to no match, or to another one."""
        mine = {person.id for person in self.people}
        interactions = self.sandbox.stage.interactions.by_id
        if call.route.startswith("/interactions/"):
            if interactions[call.id("interaction_id")].user_id not in mine:
                return None
            return f"the answer to {self._steps.setdefault(call.args['interaction_token'], self.step)}"
        if call.route.startswith("/webhooks/"):
            step = self._steps.get(call.args["webhook_token"])
            words = {"POST": "a word aside of", "PATCH": "what comes of", "DELETE": "the end of"}
            return step and f"{words[call.method]} {step}"
        if call.route == "/users/@me/channels":
            return "a DM channel" if int(call.body["recipient_id"]) in mine else None
        if not call.route.startswith("/channels/{channel_id}"):
            return None
        return self._of_a_channel(call, call.id("channel_id"))

    def _of_a_channel(self, call: Call, channel: int) -> str | None:
        turn = TURN.search(str(call.body))
        if channel in [person.channel("dm").id for person in self.people]:
            if call.method == "POST":
                return "the first hand by DM" if turn and turn[1] == "1" else "a hand by DM anew"
            return {"DELETE": "the end of the hand before", "PATCH": "the end of a hand", "GET": "a look into a DM"}[
                call.method
            ]
        if channel == self.games:
            return {"PATCH": "the lobby", "GET": "a look for the lobby"}.get(call.method, "the thread")
        if self.table is None or channel != self.table.lobby.id:
            return None
        if call.method == "GET":
            return "a look for a post"
        if call.method == "PATCH":
            return "who is awaited" if turn else "the end of a post"
        if turn is None:
            return "the ending"
        return "the opening post" if turn[1] == "1" else "the post of a turn"

    # ---- the match

    async def play(self) -> None:
        """Play the match from its lobby to its end, and look at it."""
        try:
            await self._play()
            await self._look_back()
        except BaseException as error:
            error.add_note("\n".join(f"{purpose}: {call}" for purpose, call in self.calls))
            self.error = error

    def table_at(self, lobby: Seen) -> Stepped:
        return Stepped(self, lobby)

    async def opened(self) -> Stepped:
        """Open a table at which both sit."""
        self.step = "/play"
        answer = await self.ann.slash(self.games, "play", game=self.key)
        table = self.table = self.table_at(await self._reply(answer))
        self.step = "Options"
        form = await (await self.ann.click(table.lobby, "Options")).reply()
        self.step = "an option"
        option, value = self.option
        await (await self.ann.click(form, custom_id=f"o:{table.match}:{option}", values=[value])).reply()
        await self.ann.until(lambda: "Changed" in table.lobby_now().text, within=PATIENCE)
        self.step = "Join"
        await table.join(self.ben)
        return table

    async def started(self) -> Stepped:
        """Begin the match, and wait until all is told."""
        table = await self.opened()
        self.step = "Start"
        await table.start()
        for person in self.people:
            await person.until(lambda who=person: who.messages("dm"), within=PATIENCE)  # type: ignore[misc]  # mypy infers no lambda with a default
        await self.ann.until(lambda: "Started" in table.lobby_now().text, within=PATIENCE)
        return table

    async def begun(self, cards: int = 10) -> Stepped:
        """Begin the match, and lay a deal in which nobody is ever asked for a row: each trick is one turn."""
        table = await self.started()
        await self.bot.settled()
        await self.bot.lay_deal(table.match, cards)
        return table

    async def by_hand(self, person: Person) -> Seen:
        """Open somebody's panel from #games, away from the match's own place."""
        assert self.table is not None
        return await (await person.slash(self.games, "hand", match=self.table.match)).reply()

    async def played(self) -> None:
        """Both make a move from #games, ann first; then wait until all is told."""
        for person in self.people:
            panel = await self.by_hand(person)
            if moves := moves_of(panel):
                await (await person.click(panel, custom_id=moves[0].custom_id)).reply()
        await self.bot.settled()

    async def turn_kept(self) -> int:
        assert self.table is not None
        return (await self.bot.cheza.matches.position(self.table.match)).match.turn

    async def _reply(self, answer: Answer) -> Seen:
        """The lobby, which may have been posted beside a lost answer."""
        return await self.ann.until(lambda: self.lobbies()[-1], within=PATIENCE, what="a lobby")

    def lobbies(self) -> list[Seen]:
        return [seen for seen in self.ann.messages(self.games) if seen.has_button("Join")]

    async def _play(self) -> None:
        table = await self.started()
        assert {person.pings[-1].id for person in self.people} == {table.post().id}
        await table.pick(self.ann)
        await self.sandbox.until(lambda: "who is awaited" in self.purposes)
        await self.turn([self.ben])
        await self.turn()
        await self.leap()
        while not table.is_over():
            await self.turn()

    async def turn(self, people: list[Person] | None = None) -> None:
        """Play a turn; whom it calls is called."""
        table = self.table
        assert table is not None
        turn = table.turn()
        await table.pick_all(people)
        await table.posted(turn)
        if self.ann in table.awaited():
            await self.ann.until(lambda: turn_called(self.ann.pings[-1]) == table.turn(), within=2 * PATIENCE)
        await table.take_rows()

    async def leap(self) -> None:
        """Play on beside Discord, up to the last choice: all that comes between has been seen."""
        table, cheza = self.table, self.bot.cheza
        assert table is not None
        while True:
            position = await cheza.matches.position(table.match)
            seats = list(position.state.to_act)
            moves = [position.state.legal_moves(seat) for seat in seats]
            if [len(each) for each in moves] == [2, 2]:
                break
            holder = position.holder(seats[0]).user_id
            assert holder is not None
            await cheza.matches.play(table.match, holder, str(moves[0][0]), None)
        cheza.teller.tell(table.match)
        await table.posted(position.match.turn - 1)  # a turn before it may only now be told

    async def _look_back(self) -> None:
        table = self.table
        assert table is not None
        await table.closed_lobby()
        await table.put_away()
        for person in self.people:
            await person.until(lambda who=person: "over" in who.last("dm").text, within=PATIENCE)  # type: ignore[misc]  # mypy infers no lambda with a default
            await person.until(lambda who=person: len(who.messages("dm")) == 1, within=PATIENCE, what="no other hand")  # type: ignore[misc]  # mypy infers no lambda with a default
            called = [turn_called(seen) for seen in person.pings]
            assert len(called) == len(set(called)), f"{person} was called twice for a turn: {called}"
        assert len(self.public()) == 1, "one lobby"
        posts = [call for call in self._posts() if call.took_effect]
        assert len(table.told()) == len({call.body["nonce"] for call in posts}), "nothing was posted twice"
        board = await (await self.ann.slash(self.games, "leaderboard", game=self.key)).reply()
        assert "of 1" in board.text
        assert not self.repeated_to_what_is_gone()

    def public(self) -> list[Seen]:
        """What stands in #games for all to see."""
        return [seen for seen in self.ann.messages(self.games) if not seen.ephemeral and "Opened by" in seen.text]

    def _posts(self) -> list[Call]:
        return [*self.to("the opening post"), *self.to("the post of a turn"), *self.to("the ending")]

    def repeated_to_what_is_gone(self) -> list[Call]:
        """Calls to a message or channel that Discord had called unknown or out of reach before."""
        gone: set[str] = set()
        repeated = []
        for _, call in self.calls:
            if call.path in gone or call.path.split("/messages")[0] in gone:
                repeated.append(call)
            code = call.answer.get("code") if isinstance(call.answer, dict) else None
            if code in (10003, 50001):
                gone.add(call.path.split("/messages")[0])
            if code == 10008:
                gone.add(call.path)
        return repeated


class Stepped(Table):
    """A table whose presses say what they are."""

    def __init__(self, course: Course, lobby: Seen) -> None:
        super().__init__(course.sandbox, course.ann, lobby)
        self._course = course

    async def panel(self, person: Person) -> Seen:
        self._course.step = "My hand"
        return await super().panel(person)

    async def press(self, person: Person, panel: Seen, label: str) -> Seen:
        self._course.step = "a move"
        return await super().press(person, panel, label)


def turn_called(seen: Seen) -> int:
    """The turn for which a message called somebody."""
    found = next(match for button in seen.buttons if (match := TURN.match(button.custom_id or "")))
    return int(found[1])
