"""The human side over HTTP and WebSocket: what the page asks, and whom it refuses."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Person, Sandbox

from .bots import Api, Puppet, button, row, running


class Window:
    """A browser's window of one person."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession, name: str) -> None:
        self.sandbox = sandbox
        self.session = session
        self.name = name
        self.socket: aiohttp.ClientWebSocketResponse

    async def act(self, kind: str, **body: Any) -> tuple[int, Any]:
        """Status and answer of an act of this person."""
        body |= {"type": kind, "user": str(self.sandbox.person(self.name).id)}
        async with self.session.post(f"{self.sandbox.url}/sim/act", json=body) as response:
            return response.status, await response.json()

    async def next(self, kind: str) -> dict[str, Any]:
        """The next event of a kind; others are skipped."""
        while True:
            event: dict[str, Any] = await self.socket.receive_json(timeout=5)
            if event["t"] == kind:
                return event


@asynccontextmanager
async def window(sandbox: Sandbox, name: str) -> AsyncIterator[Window]:
    async with aiohttp.ClientSession() as session:
        opened = Window(sandbox, session, name)
        async with session.ws_connect(f"{sandbox.url}/sim/live?user={name}") as opened.socket:
            yield opened


@pytest.fixture
async def hers(sandbox: Sandbox) -> AsyncIterator[Window]:
    async with window(sandbox, "alice") as opened:
        yield opened


@pytest.fixture
async def his(sandbox: Sandbox) -> AsyncIterator[Window]:
    async with window(sandbox, "bob") as opened:
        yield opened


def talking() -> Puppet:
    """A bot with one command, whose every click opens a form and whose form answers in private."""
    bot = Puppet()

    @bot.tree.command(description="Open a table")
    async def play(interaction: discord.Interaction, game: str) -> None:
        await interaction.response.send_message(f"{game}!", ephemeral=True)

    @play.autocomplete("game")
    async def games(interaction: discord.Interaction, current: str) -> list[Any]:
        return [discord.app_commands.Choice(name="Take 5", value="take5")]

    return bot


async def test_a_window_opens_with_all_a_person_sees(sandbox: Sandbox, hers: Window, bob: Person) -> None:
    bob.say("games", "before")
    snapshot = await hers.next("snapshot")
    assert snapshot["me"]["username"] == "alice"
    assert {user["username"] for user in snapshot["users"]} >= {"cheza", "alice", "leo"}
    assert [channel["name"] for channel in snapshot["channels"]] == ["games", "tavern", "Cheza"]
    assert (snapshot["server"], snapshot["bot"], snapshot["bot_switch"]) == ("Tafarn", "stopped", False)
    assert (await hers.next("message"))["message"]["content"] == "before"


async def test_a_person_uses_a_command_and_alone_sees_the_answer(
    sandbox: Sandbox, hers: Window, his: Window, games: int
) -> None:
    await his.next("snapshot")
    async with running(sandbox, talking()):
        assert (await hers.next("bot"))["state"] == "running"
        _, choices = await hers.act(
            "autocomplete", channel=str(games), name="play", options={"game": "t"}, focus="game"
        )
        assert choices == {"choices": [{"name": "Take 5", "value": "take5"}], "failed": False}
        answer = await hers.act("slash", channel=str(games), name="play", options={"game": "chess"})
        assert answer == (200, {"acked": 4, "failed": False})
        message = (await hers.next("message"))["message"]
        assert (message["content"], message["flags"]) == ("chess!", 64)
        await his.act("say", channel=str(games), content="nothing before this")
        assert (await his.next("message"))["message"]["content"] == "nothing before this"
        assert (await his.act("dismiss", message=message["id"]))[0] == 400
        assert await hers.act("dismiss", message=message["id"]) == (200, {})
        assert (await hers.next("delete"))["message"]["id"] == message["id"]


async def test_a_click_opens_a_form_for_one_person(
    sandbox: Sandbox, hers: Window, his: Window, api: Api, games: int
) -> None:
    class Form(discord.ui.Modal, title="A move"):
        card: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Card", custom_id="card")

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content=f"played {self.card.value}")

    bot = Puppet()

    async def open_form(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Form())

    bot.on_component = open_form
    async with running(sandbox, bot):
        body = {"content": "turn 1", "components": [row(button("hand"))]}
        _, sent = await api("POST", f"/channels/{games}/messages", body)
        status, answer = await hers.act("click", message=sent["id"], custom_id="hand")
        assert (status, answer["acked"]) == (200, 9)
        form = await hers.next("modal")
        assert form["modal"]["title"] == "A move"
        assert (await his.act("submit", interaction=form["interaction"], values={"card": "1"}))[0] == 400
        _, answer = await hers.act("submit", interaction=form["interaction"], values={"card": "55"})
        assert answer["acked"] == 7
        assert (await hers.next("edit"))["message"]["content"] == "played 55"


async def test_a_click_that_nobody_answers_fails_for_who_clicked(
    sandbox: Sandbox, hers: Window, api: Api, games: int
) -> None:
    body = {"content": "turn 1", "components": [row(button("hand"))]}
    _, sent = await api("POST", f"/channels/{games}/messages", body)
    click = asyncio.create_task(hers.act("click", message=sent["id"], custom_id="hand"))
    await sandbox.until(lambda: sandbox.stage.interactions.by_id)
    await sandbox.pass_time(3)
    assert await click == (200, {"acked": None, "failed": True})
    assert (await hers.next("failed"))["source"] == sent["id"]


async def test_time_passes_for_everybody(sandbox: Sandbox, hers: Window, his: Window) -> None:
    before = sandbox.world.clock.now_ms()
    status, answer = await hers.act("pass_time", seconds=86400)
    assert (status, answer["now"] - before >= 86_400_000) == (200, True)
    assert (await his.next("clock"))["now"] >= before + 86_400_000
    async with his.session.get(f"{sandbox.url}/clock") as response:
        assert (await response.json())["now"] >= answer["now"]
    assert (await hers.act("pass_time", seconds=32 * 86400))[0] == 400


async def test_dms_close_in_all_windows_of_a_person(sandbox: Sandbox, hers: Window, alice: Person) -> None:
    async with window(sandbox, "alice") as other:
        await hers.act("dm_closed", value=True)
        assert (await other.next("dm_closed"))["value"] is True
    assert alice.user.dms_closed


async def test_new_channels_and_threads_appear_and_vanish(sandbox: Sandbox, hers: Window, api: Api, games: int) -> None:
    _, sent = await api("POST", f"/channels/{games}/messages", {"content": "lobby"})
    await api("POST", f"/channels/{games}/messages/{sent['id']}/threads", {"name": "match 17"})
    channel = (await hers.next("channel"))["channel"]
    assert (channel["name"], channel["type"], channel["parent"]) == ("match 17", 11, str(games))
    await api("POST", f"/channels/{channel['id']}/typing")
    assert (await hers.next("typing"))["name"] == "Cheza"
    sandbox.staff.archive(int(channel["id"]))
    assert (await hers.next("channel"))["channel"]["archived"] is True
    sandbox.staff.delete_channel(int(channel["id"]))
    assert "match 17" not in [c["name"] for c in (await hers.next("snapshot"))["channels"]]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ({"type": "dance"}, "knows no act"),
        ({"type": "slash", "channel": "1", "name": "play"}, "don't see that channel"),
        ({"type": "click", "message": "1", "custom_id": "x"}, "don't see that message"),
        ({"type": "click"}, "not well formed"),
        ({"type": "bot_kill"}, "did not start the bot"),
        ({"type": "bot_start"}, "did not start the bot"),
        ({"type": "submit", "interaction": "1", "values": {}}, "no such open modal"),
    ],
)
async def test_a_refused_act_says_why(sandbox: Sandbox, hers: Window, act: dict[str, Any], why: str) -> None:
    status, answer = await hers.act(act.pop("type"), **act)
    assert (status, why in answer["error"]) == (400, True), answer


async def test_nobody_acts_as_the_bot_or_watches_as_nobody(sandbox: Sandbox, hers: Window) -> None:
    body = {"type": "say", "user": str(sandbox.world.bot.id), "channel": "1", "content": "x"}
    async with hers.session.post(f"{sandbox.url}/sim/act", json=body) as response:
        assert response.status == 400
    async with hers.session.get(f"{sandbox.url}/sim/live?user=nobody") as response:
        assert response.status == 404
    async with hers.session.get(f"{sandbox.url}/sim/users") as response:
        assert len(await response.json()) == 12


PATHS = ["/", "/page.js", "/clock", "/sim/users", "/sim/live?user=alice", "/api/v10/users/@me", "/gateway"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "example.com"},
        {"Host": "127.0.0.1.example.com:80"},
        {"Origin": "http://example.com"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_a_foreign_host_or_origin_is_refused(sandbox: Sandbox, path: str, headers: dict[str, str]) -> None:
    async with aiohttp.ClientSession() as session, session.get(sandbox.url + path, headers=headers) as response:
        assert response.status == 403


async def test_an_act_from_a_foreign_page_is_refused(sandbox: Sandbox, alice: Person, games: int) -> None:
    body = {"type": "say", "user": str(alice.id), "channel": str(games), "content": "forged"}
    async with aiohttp.ClientSession() as session:
        foreign = {"Origin": "http://example.com"}
        async with session.post(f"{sandbox.url}/sim/act", json=body, headers=foreign) as response:
            assert response.status == 403
        async with session.post(f"{sandbox.url}/sim/act", data=body) as response:
            assert response.status == 403, "a form can be sent from any page without asking"
    assert alice.messages("games") == []


async def test_the_own_page_may_connect(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession(headers={"Origin": sandbox.url}) as session:
        live: AbstractAsyncContextManager[Any] = session.ws_connect(f"{sandbox.url}/sim/live?user=alice")
        async with live as socket:
            assert (await socket.receive_json(timeout=5))["t"] == "snapshot"


async def test_the_page_needs_nothing_from_elsewhere(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(sandbox.url) as response:
            policy = response.headers["Content-Security-Policy"]
            html = await response.text()
        assert "unsafe-inline" not in policy and "default-src 'self'" in policy
        assert "<script>" not in html and " style=" not in html and " onclick=" not in html
        files = re.findall(r'(?:href|src)="/([^"]+)"', html)
        assert {"frame.css", "page.js"} <= set(files)
        for file in (*files, "log.js"):
            kind = "text/css" if file.endswith(".css") else "text/javascript"
            async with session.get(f"{sandbox.url}/{file}") as response:
                assert (response.status, kind in response.content_type) == (200, True)


async def test_a_guide_is_shown_when_there_is_one() -> None:
    async with Sandbox(guide={"lines": ["a", "b"]}) as sandbox, window(sandbox, "alice") as hers:
        assert (await hers.next("snapshot"))["guide"] == {"lines": ["a", "b"]}
