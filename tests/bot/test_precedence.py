"""Whoever has pressed something goes first."""

from __future__ import annotations

import asyncio

from bot.precedence import Precedence


async def test_without_anybody_it_is_done_at_once() -> None:
    done: list[str] = []
    Precedence().then(lambda: done.append("told"))
    assert done == ["told"]


async def test_it_comes_after_the_last_answer_and_once() -> None:
    done: list[str] = []
    precedence = Precedence()
    precedence.begin("alice")
    precedence.begin("bob")
    precedence.then(lambda: done.append("told"))
    precedence.end("alice")
    precedence.end("alice")
    assert done == []
    precedence.end("bob")
    precedence.end("bob")
    assert done == ["told"]


async def test_nobody_who_presses_on_and_on_holds_it_up_for_good() -> None:
    told = asyncio.Event()
    precedence = Precedence(at_most=0)
    precedence.begin("alice")
    precedence.then(told.set)
    assert not told.is_set()
    async with asyncio.timeout(10):
        await told.wait()
    precedence.end("alice")
