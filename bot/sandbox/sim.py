"""The human side over HTTP: what the page asks (the prototype's API.md is its contract)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .acts import Acts
from .impossible import Impossible
from .jsons import Json, dumps, loads
from .model import Interaction
from .rest.dispatch import reply
from .stage import Stage

LONGEST_PAUSE = 31 * 24 * 3600


class Sim:
    def __init__(self, stage: Stage, acts: Acts, pass_time: Callable[[float], Awaitable[None]]) -> None:
        self._stage = stage
        self._acts = acts
        self._pass_time = pass_time

    async def users(self, request: web.Request) -> web.Response:
        return reply([payloads.user(user) for user in self._stage.world.people])

    async def clock(self, request: web.Request) -> web.Response:
        return reply({"now": self._stage.world.clock.now_ms()})

    async def live(self, request: web.Request) -> web.StreamResponse:
        """The stream of what one person is shown; the first event is a snapshot."""
        wanted = request.query.get("user", "")
        user = next((u for u in self._stage.world.people if wanted in (u.username, str(u.id))), None)
        if user is None:
            return web.Response(status=404)
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        screen = self._stage.crowd.open_screen(user.id)
        screen.put_nowait(self._stage.snapshots.of(user.id))
        pump = asyncio.create_task(_show(socket, screen))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
            self._stage.crowd.close_screen(user.id, screen)
        return socket

    async def act(self, request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return reply({"error": "only JSON is taken"}, 403)
        try:
            body = loads(await request.read())
            user_id = int(body["user"])
            if user_id not in {user.id for user in self._stage.world.people}:
                raise Impossible("there is no such person")
            return reply(await self._carry_out(user_id, body))
        except Impossible as refusal:
            return reply({"error": str(refusal)}, 400)
        except (KeyError, TypeError, ValueError) as error:
            return reply({"error": f"that act is not well formed: {error!r}"}, 400)

    async def _carry_out(self, user_id: int, body: Json) -> Json:
        acts = self._acts
        match body["type"]:
            case "slash":
                interaction = acts.slash(user_id, int(body["channel"]), body["name"], body.get("options"))
                return await _answered(interaction)
            case "autocomplete":
                interaction = acts.slash(
                    user_id, int(body["channel"]), body["name"], body.get("options"), focus=body["focus"]
                )
                await interaction.answered.wait()
                return {"choices": interaction.choices, "failed": interaction.failed}
            case "click":
                interaction = acts.click(user_id, int(body["message"]), body["custom_id"], body.get("values"))
                return await _answered(interaction)
            case "submit":
                interaction = acts.submit(user_id, int(body["interaction"]), body["values"])
                return await _answered(interaction)
            case "say":
                return {"message": str(acts.say(user_id, int(body["channel"]), body["content"]).id)}
            case "dismiss":
                acts.dismiss(user_id, int(body["message"]))
            case "dm_closed":
                acts.close_dms(user_id, closed=bool(body["value"]))
            case "bot_kill":
                await self._switch(kill=True)
            case "bot_start":
                await self._switch(kill=False)
            case "pass_time":
                return await self._let_pass(body["seconds"])
            case other:
                raise Impossible(f"the sandbox knows no act {other!r}")
        return {}

    async def _switch(self, *, kill: bool) -> None:
        switch = self._stage.snapshots.switch
        if switch is None:
            raise Impossible("this sandbox did not start the bot itself")
        if kill and not switch.running:
            raise Impossible("the bot is not running")
        if kill:
            await switch.kill()
        elif not switch.running:
            await switch.start()
        self._stage.snapshots.tell_bot_state()

    async def _let_pass(self, seconds: Any) -> Json:
        if not 0 < float(seconds) <= LONGEST_PAUSE:
            raise Impossible("time can be let pass between a second and 31 days")
        await self._pass_time(float(seconds))
        return {"now": self._stage.world.clock.now_ms()}


async def _show(socket: web.WebSocketResponse, screen: "asyncio.Queue[Json]") -> None:
    while True:
        await socket.send_str(dumps(await screen.get()))


async def _answered(interaction: Interaction) -> Json:
    await interaction.answered.wait()
    return {"acked": interaction.answer, "failed": interaction.failed}
