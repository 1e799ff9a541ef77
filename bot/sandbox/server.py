"""The sandbox: an offline Discord that listens on 127.0.0.1, and on nothing else."""

import errno
import re
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import web

from .acts import Acts
from .child import BOT, Child
from .clock import Clock
from .demo_world import build_demo
from .faults import Faults, Held, Predicate
from .gateway import Gateway
from .journal import Call, Violation
from .jsons import Json
from .model import Guild
from .people import Person
from .rest.dispatch import PREFIX, Dispatcher
from .sim import Sim
from .staff import Staff
from .stage import Rules, Stage
from .world import World

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
PAGE_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript"}
PAGE_FILES = {"/" + file.name: file for file in PAGE.iterdir() if file.suffix in PAGE_TYPES}
PAGE_FILES["/"] = PAGE_FILES.pop("/index.html")
CONTENT_SECURITY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"
MAX_REQUEST_BYTES = 110 * 2**20


class PortBusy(Exception):
    """The port that was asked for is not to be had; the message is one sentence for a person."""

    def __init__(self, port: int, error_number: int | None = errno.EADDRINUSE) -> None:
        self.port = port
        why = "is taken by another program" if error_number == errno.EADDRINUSE else "may not be used by this user"
        super().__init__(f"Port {port} {why}; choose another one.")


class Sandbox:
    """`async with Sandbox() as sandbox:` serves until the block ends; with port 0 on any free port."""

    def __init__(
        self,
        *,
        port: int = 0,
        world: Callable[[World], Any] = build_demo,
        description: Path | None = None,
        token: str = "sandbox-token",  # noqa: S107 - opens nothing but the sandbox
        answer_within: float = 3.0,
        max_file: int = 10 * 2**20,
        rate_limits: bool = False,
        approved_intents: int = 0,
        guide: Json | None = None,
        ssl_context: ssl.SSLContext | None = None,
        hosts: Iterable[str] = (),
        clock: Clock | None = None,
    ) -> None:
        """`world` builds what is there at the start; `description` is Discord's openapi.json.

        `hosts` are further names to answer to, for a client that resolves discord.com to here. `clock` runs like the
        wall's if none is given.
        """
        self._port = port
        self._ssl_context = ssl_context
        self._hosts = {LOOPBACK, "localhost", *hosts}
        rules = Rules(token, answer_within, max_file, rate_limits, approved_intents, description)
        self.world = World(clock)
        world(self.world)
        self.stage = Stage(self.world, rules)
        self.stage.snapshots.guide = guide
        self.staff = Staff(self.stage)
        self._acts = Acts(self.stage)
        self._sim = Sim(self.stage, self._acts, self.pass_time)
        self._dispatcher = Dispatcher(self.stage)
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._children: list[Child] = []

    # ---- life

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[self._only_local])
        app.router.add_route("*", PREFIX + "/{tail:.*}", self._dispatcher.handle)
        app.router.add_get("/gateway", self.stage.gateway.handle)
        app.router.add_get("/gateway/", self.stage.gateway.handle)
        app.router.add_get("/attachments/{tail:.*}", self._file)
        app.router.add_get("/emojis/{tail:.*}", self._file)
        app.router.add_get("/clock", self._sim.clock)
        app.router.add_get("/sim/users", self._sim.users)
        app.router.add_get("/sim/live", self._sim.live)
        app.router.add_post("/sim/act", self._sim.act)
        for path in PAGE_FILES:
            app.router.add_get(path, self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, LOOPBACK, self._port, ssl_context=self._ssl_context)
        try:
            await self._site.start()
        except OSError as error:
            await self._runner.cleanup()
            self._site = self._runner = None
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise PortBusy(self._port, error.errno) from error
            raise
        self._port = self._runner.addresses[0][1]
        self.stage.files.base = self.url
        self.stage.gateway.url = self.url.replace("http", "ws", 1) + "/gateway"
        self.stage.gateway.token = self.stage.token

    async def stop(self) -> None:
        """Ends the children, lets go of held calls, and closes every connection."""
        for child in self._children:
            await child.end()
        if self._site is not None:  # first, or a client that repeats a lost call would come in again
            await self._site.stop()
            self._site = None
        self.stage.faults.stop()
        await self.stage.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        self.world.clock.stop()

    @property
    def port(self) -> int:
        return self._port

    @property
    def url(self) -> str:
        return f"{'https' if self._ssl_context else 'http'}://{LOOPBACK}:{self._port}"

    @property
    def token(self) -> str:
        return self.stage.token

    # ---- for tests

    @property
    def guild(self) -> Guild:
        """The first guild."""
        return next(iter(self.world.guilds.values()))

    @property
    def gateway(self) -> Gateway:
        return self.stage.gateway

    @property
    def faults(self) -> Faults:
        return self.stage.faults

    @property
    def calls(self) -> list[Call]:
        """Every REST call of the bot, in the order of arrival."""
        return self.stage.journal.calls

    @property
    def violations(self) -> list[Violation]:
        """What a well-made bot never sends, and what the sandbox lacks; a good test ends with none."""
        return self.stage.journal.violations

    def calls_to(self, method: str, route: str) -> list[Call]:
        """The calls of one route, named by its template: `/channels/{channel_id}/messages`."""
        return [call for call in self.calls if (call.method, call.route) == (method, route)]

    def person(self, name: str | int) -> Person:
        """A person by user name or id."""
        for user in self.world.people:
            if name in (user.username, user.id):
                return Person(self.stage, self._acts, user)
        raise LookupError(f"there is nobody called {name!r}")

    @property
    def invalid_calls(self) -> int:
        """Answers of 401, 403 and 429 in the last ten minutes of sandbox time."""
        return self.stage.journal.invalid(self.world.clock.now() - 600)

    def hold(
        self,
        *,
        method: str | None = None,
        path_regex: str | None = None,
        predicate: Predicate | None = None,
        times: int | None = 1,
        took_effect: bool = False,
    ) -> Held:
        """Holds the next matching calls: see `Faults.hold`."""
        return self.faults.hold(
            method=method, path_regex=path_regex, predicate=predicate, times=times, took_effect=took_effect
        )

    async def pass_time(self, seconds: float) -> None:
        """Lets sandbox time pass at once: what was due on the way happens in its order."""
        self.world.clock.pass_time(seconds)
        self.stage.broadcast.tell_time()
        self.stage.bell.ring()

    async def until(self, look: Callable[[], T | None], *, within: float = 10.0) -> T:
        """Waits for anything on the offline Discord: see `Person.until`."""
        return await self.stage.bell.until(look, within=within)

    async def bot_ready(self, within: float = 20.0) -> None:
        """Waits until a bot is connected."""
        await self.until(lambda: self.gateway.connected, within=within)

    def child(
        self,
        *,
        database_url: str | None = None,
        command: Sequence[str] = BOT,
        env: Mapping[str, str] | None = None,
        log: Path | None = None,
        cwd: Path | None = None,
    ) -> Child:
        """A bot process that ends with this sandbox: see `Child`."""
        child = Child(self.url, self.token, database_url=database_url, command=command, env=env, log=log, cwd=cwd)
        self._children.append(child)
        return child

    # ---- pages and files

    @web.middleware
    async def _only_local(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuses a foreign Host or Origin: any page open in the same browser can reach loopback."""
        name = re.sub(r":\d+$", "", request.headers.get("Host", ""))
        origin = request.headers.get("Origin")
        own = f"{request.scheme}://{request.headers.get('Host', '')}"
        if name not in self._hosts or origin not in (None, own):
            return web.Response(status=403, text="Only this computer's own page and bot are served.")
        return await handler(request)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.stage.gateway.handle(request)
        file = PAGE_FILES[request.path]
        return web.FileResponse(
            file,
            headers={
                "Content-Type": f"{PAGE_TYPES[file.suffix]}; charset=utf-8",
                "Cache-Control": "no-store",
                "Content-Security-Policy": CONTENT_SECURITY,
                "X-Content-Type-Options": "nosniff",
            },
        )

    async def _file(self, request: web.Request) -> web.Response:
        own_page = request.headers.get("Sec-Fetch-Site") == "same-origin"  # Discord's client renews links by itself
        found = self.stage.files.read(request.rel_url.raw_path, request.query, however_old=own_page)
        if found is None:
            return web.Response(status=404, text="This content is no longer available.")
        data, content_type = found
        return web.Response(body=data, content_type=content_type, headers={"X-Content-Type-Options": "nosniff"})
