"""Answers that go wrong on purpose, and calls that are held."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Person, Sandbox, StillNot

from .bots import Api, Puppet

SEND = r"/channels/\d+/messages"


@pytest.mark.parametrize("took_effect", [False, True])
async def test_a_fault_answers_before_or_after_the_call_took_effect(
    sandbox: Sandbox, bot: Puppet, alice: Person, games: int, took_effect: bool
) -> None:
    fault = sandbox.faults.add(method="POST", path_regex=SEND, answer=403, code=50013, took_effect=took_effect)
    with pytest.raises(discord.Forbidden) as refusal:
        await bot.get_partial_messageable(games).send("turn 1")
    assert refusal.value.code == 50013
    assert [message.text for message in alice.messages("games")] == (["turn 1"] if took_effect else [])
    assert fault.spent and fault.calls[0].took_effect == took_effect
    await bot.get_partial_messageable(games).send("turn 2")


async def test_discord_py_repeats_a_lost_post_and_the_nonce_keeps_it_single(
    sandbox: Sandbox, bot: Puppet, alice: Person, games: int
) -> None:
    sandbox.faults.add(method="POST", path_regex=SEND, answer=429, took_effect=True)
    await bot.get_partial_messageable(games).send("turn 1", nonce="t.17.1")
    assert [message.text for message in alice.messages("games")] == ["turn 1"]
    statuses = [call.status for call in sandbox.calls_to("POST", "/channels/{channel_id}/messages")]
    assert statuses == [429, 200]


@pytest.mark.parametrize("took_effect", [False, True])
async def test_a_connection_can_break(sandbox: Sandbox, api: Api, alice: Person, games: int, took_effect: bool) -> None:
    sandbox.faults.add(path_regex=SEND, answer="reset", took_effect=took_effect)
    with pytest.raises(aiohttp.ClientError):
        await api("POST", f"/channels/{games}/messages", {"content": "x"})
    assert len(alice.messages("games")) == took_effect
    assert sandbox.calls[-1].status is None


async def test_an_answer_can_fail_to_come(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    sandbox.faults.add(path_regex=SEND, answer="timeout", took_effect=True)
    sent = asyncio.create_task(api("POST", f"/channels/{games}/messages", {"content": "x"}))
    await alice.until(lambda: alice.messages("games"))
    assert not sent.done()
    sent.cancel()


async def test_a_fault_can_choose_its_calls(sandbox: Sandbox, api: Api, games: int) -> None:
    def about_turn_2(call: Any) -> bool:
        return bool(call.body["content"] == "turn 2")

    sandbox.faults.add(method="POST", path_regex=SEND, predicate=about_turn_2, answer=500, times=2)
    path = f"/channels/{games}/messages"
    statuses = [(await api("POST", path, {"content": f"turn {n}"}))[0] for n in (1, 2, 2, 2, 3)]
    assert statuses == [200, 500, 500, 200, 200]
    assert [call.injected for call in sandbox.calls] == [False, True, True, False, False]


async def test_a_fault_for_ever_ends_when_it_is_cleared(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.add(answer=502, times=None)
    assert [(await api("GET", "/users/@me"))[0] for _ in range(3)] == [502] * 3
    sandbox.faults.clear()
    assert (await api("GET", "/users/@me"))[0] == 200
    sandbox.faults.add(answer=403)
    await api("GET", "/users/@me")
    assert sandbox.invalid_calls == 1, "502 is no invalid request, 403 is one"


@pytest.mark.parametrize("took_effect", [False, True])
async def test_a_held_call_stands_until_it_is_released(
    sandbox: Sandbox, api: Api, alice: Person, games: int, took_effect: bool
) -> None:
    held = sandbox.hold(method="POST", path_regex=SEND, took_effect=took_effect)
    sent = asyncio.create_task(api("POST", f"/channels/{games}/messages", {"content": "x"}))
    call = await held.reached()
    assert (call.body, call.status) == ({"content": "x"}, None)
    assert len(alice.messages("games")) == took_effect
    held.release()
    assert (await sent)[0] == 200
    assert len(alice.messages("games")) == 1


async def test_a_discarded_call_never_happened(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    held = sandbox.hold(path_regex=SEND)
    sent = asyncio.create_task(api("POST", f"/channels/{games}/messages", {"content": "x"}))
    await held.reached()
    held.discard()
    with pytest.raises(aiohttp.ClientError):
        await sent
    assert alice.messages("games") == []


async def test_waiting_for_a_call_that_does_not_come_says_so(sandbox: Sandbox) -> None:
    with pytest.raises(StillNot, match="no call came"):
        await sandbox.hold(path_regex=SEND).reached(within=0.01)


async def test_a_sandbox_ends_though_calls_are_held() -> None:
    async with aiohttp.ClientSession() as session, Sandbox() as other:
        other.hold()
        other.faults.add(answer="timeout", method="PUT")
        waiting = [asyncio.create_task(Api(session, other)(method, "/users/@me")) for method in ("GET", "PUT")]
        await other.until(lambda: len(other.calls) == 2)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(outcome, aiohttp.ClientError) for outcome in outcomes)
