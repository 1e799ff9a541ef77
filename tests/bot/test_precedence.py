"""Whoever has pressed something goes first."""

from __future__ import annotations

import asyncio

from bot.answering.precedence import Precedence


class Told:
    """What was told, in its order; waits for the next of it."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self._more = asyncio.Event()

    def tell(self, what: str = "told") -> None:
        self.order.append(what)
        self._more.set()

    async def more(self) -> list[str]:
        async with asyncio.timeout(10):
            await self._more.wait()
        self._more.clear()
        return self.order


async def a_round_of_the_loop() -> None:
    """Let everything be done whose time has come."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    loop.call_later(0, lambda: loop.call_soon(done.set_result, None))
    await done


async def test_without_anybody_it_is_done_at_once() -> None:
    told = Told()
    Precedence().then(told.tell)
    assert told.order == ["told"]


async def test_it_comes_after_the_last_answer_and_once() -> None:
    told, precedence = Told(), Precedence(breath=0)
    precedence.begin("alice")
    precedence.begin("bob")
    precedence.then(told.tell)
    precedence.end("alice")
    precedence.end("alice")
    await a_round_of_the_loop()
    assert told.order == []
    precedence.end("bob")
    precedence.end("bob")
    assert told.order == []  # the answer goes out first
    assert await told.more() == ["told"]
    await a_round_of_the_loop()
    assert told.order == ["told"]


async def test_it_waits_for_no_answer_to_who_has_pressed_later() -> None:
    told, precedence = Told(), Precedence(breath=0)
    precedence.begin("alice")
    precedence.then(lambda: told.tell("of alice"))
    precedence.begin("bob")
    precedence.then(lambda: told.tell("of both"))
    precedence.end("alice")
    assert await told.more() == ["of alice"]
    precedence.end("bob")
    assert await told.more() == ["of alice", "of both"]


async def test_no_answer_that_never_comes_holds_it_up_for_good() -> None:
    told, precedence = Told(), Precedence(at_most=0)
    precedence.begin("alice")
    precedence.then(told.tell)
    assert told.order == []
    assert await told.more() == ["told"]
    precedence.end("alice")
    await a_round_of_the_loop()
    assert told.order == ["told"]


async def test_what_waits_can_be_done_at_once_and_is_then_done_once() -> None:
    told, precedence = Told(), Precedence(at_most=0, breath=0)
    precedence.begin("one")
    precedence.then(told.tell)
    precedence.hurry()
    assert not precedence.waits
    precedence.end("one")
    await a_round_of_the_loop()
    assert told.order == ["told"]


async def test_five_who_are_being_answered_are_a_crowd_and_four_are_none() -> None:
    precedence = Precedence()
    for one in ("alice", "bob", "cara", "dai"):
        precedence.begin(one)
    assert not precedence.crowded
    precedence.begin("eli")
    assert precedence.crowded
    precedence.end("bob")
    assert not precedence.crowded
