"""The gateway: sessions, intents, RESUME (events/gateway.mdx)."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .bell import Bell
from .budget import Budget
from .compression import encoder
from .journal import Journal
from .jsons import Json, dumps, loads
from .world import World

MAX_PAYLOAD = 4096
MAX_EVENTS_A_MINUTE = 120
REPLAYED_EVENTS = 2000
IDENTIFIES_A_DAY = 1000


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


class Connection:
    """One WebSocket; what is sent keeps its order, and sending never waits."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.socket = socket
        self._encode = encoder(compress)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._pump = asyncio.create_task(self._send_all())
        self.received: deque[float] = deque(maxlen=MAX_EVENTS_A_MINUTE)
        self._closed_here = False

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(payload)

    @property
    def client_left(self) -> bool:
        """The client closed of itself with 1000 or 1001, which ends its session (gateway.mdx, Resuming)."""
        return not self._closed_here and self.socket.close_code in (1000, 1001)

    async def close(self, code: int, reason: str = "") -> None:
        self._closed_here = True
        await self.socket.close(code=code, message=reason.encode())

    async def end(self) -> None:
        self._pump.cancel()
        await asyncio.gather(self._pump, return_exceptions=True)

    async def _send_all(self) -> None:
        while True:
            text = dumps(await self._queue.get())
            try:
                if self._encode is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._encode(text.encode()))
            except ConnectionError:
                return


@dataclass
class Session:
    """What a bot identified for. It outlives its connection, to be resumed."""

    intents: Intent
    shard: tuple[int, int]
    connection: Connection | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=REPLAYED_EVENTS))

    def dispatch(self, name: str, data: Any) -> None:
        self.sequence += 1
        event = _payload(Op.DISPATCH, data, name, self.sequence)
        self.events.append(event)
        if self.connection is not None:
            self.connection.send(event)

    def owns(self, guild_id: int | None) -> bool:
        """Events without a guild go to shard 0 (events/gateway.mdx, Sharding)."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)

    def takes_messages(self, guild_id: int | None) -> bool:
        """Whether it asked for the messages of a server, or of DMs."""
        needs = Intent.DIRECT_MESSAGES if guild_id is None else Intent.GUILD_MESSAGES
        return self.owns(guild_id) and bool(self.intents & needs)


class Gateway:
    def __init__(self, world: World, journal: Journal, bell: Bell) -> None:
        self._world = world
        self._journal = journal
        self._bell = bell
        self._connections: set[Connection] = set()
        self.sessions: dict[str, Session] = {}
        self.token = ""
        self.url = ""
        self.approved_intents = Intent(0)
        self.refusing = False
        """Turns every IDENTIFY away with 4004, as a token that was reset does."""
        self.identifies = 0
        self._identify_budget = Budget(world.clock, seconds=24 * 3600)
        self.resumes = 0
        self.on_change: list[Callable[[], None]] = []

    # ---- for the rest of the sandbox, and for tests

    @property
    def connected(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def dispatch(self, name: str, data: Any, *, guild_id: int | None, needs: Intent | None = None) -> None:
        """Sends an event to the sessions that asked for it; without `needs` to all."""
        for session in self.sessions.values():
            if session.owns(guild_id) and (needs is None or session.intents & needs):
                session.dispatch(name, data)

    def takes_messages(self, guild_id: int | None) -> bool:
        """Whether any session asked for the messages of a server, or of DMs."""
        return any(session.takes_messages(guild_id) for session in self.sessions.values())

    def dispatch_message(self, name: str, data: Json, *, guild_id: int | None) -> None:
        """A message event; others' come empty without MESSAGE_CONTENT, unless they name the bot."""
        bot_id = str(self._world.bot.id)
        readable = (
            guild_id is None
            or data["author"]["id"] == bot_id
            or any(mention["id"] == bot_id for mention in data["mentions"])
        )
        for session in self.sessions.values():
            if not session.takes_messages(guild_id):
                continue
            hidden = not readable and not session.intents & Intent.MESSAGE_CONTENT
            session.dispatch(
                name,
                data | {"content": "", "embeds": [], "attachments": [], "components": []} if hidden else data,
            )

    async def drop(self, code: int = 4000) -> None:
        """Closes every connection; sessions stay and can be resumed."""
        for connection in list(self._connections):
            await connection.close(code)

    def ask_to_reconnect(self) -> None:
        for connection in self._connections:
            connection.send(_payload(Op.RECONNECT, None))

    def invalidate(self) -> None:
        """Forgets all sessions and says so: the bot has to identify anew."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.send(_payload(Op.INVALID_SESSION, data=False))
        self.sessions.clear()
        self._changed()

    # ---- the socket

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress"))
        self._connections.add(connection)
        connection.send(_payload(Op.HELLO, {"heartbeat_interval": 41250}))
        try:
            async for frame in socket:
                if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(connection, frame.data)
        finally:
            self._connections.discard(connection)
            await connection.end()
            self._disconnected(connection)
        return socket

    def _disconnected(self, connection: Connection) -> None:
        for session in list(self.sessions.values()):
            if session.connection is connection:
                session.connection = None
                if connection.client_left:
                    del self.sessions[session.id]
        self._changed()

    async def _receive(self, connection: Connection, frame: str | bytes) -> None:
        now = self._world.clock.now()
        if len(frame) > MAX_PAYLOAD:
            self._journal.violation("gateway", f"a payload of {len(frame)} bytes, over {MAX_PAYLOAD}")
            return await connection.close(4002, "Error while decoding payload.")
        if len(connection.received) == MAX_EVENTS_A_MINUTE and now - connection.received[0] < 60:
            self._journal.violation("gateway", f"over {MAX_EVENTS_A_MINUTE} events in a minute")
            return await connection.close(4008, "You are being rate limited.")
        connection.received.append(now)
        payload = loads(frame)
        operation, data = payload["op"], payload.get("d")
        if operation == Op.HEARTBEAT:
            connection.send(_payload(Op.HEARTBEAT_ACK, None))
        elif operation == Op.IDENTIFY:
            await self._identify(connection, data)
        elif operation == Op.RESUME:
            await self._resume(connection, data)
        elif operation == Op.MEMBERS:
            self._send_members(connection, data)
        elif operation != Op.PRESENCE:
            self._journal.violation("gateway", f"opcode {operation} is not implemented by the sandbox")
        return None

    async def _identify(self, connection: Connection, data: Json) -> None:
        if self.refusing or data["token"] != self.token:
            return await connection.close(4004, "Authentication failed.")
        intents = Intent(data["intents"])
        if intents & PRIVILEGED & ~self.approved_intents:
            return await connection.close(4014, "Disallowed intent(s).")
        self.identifies += 1
        if self._identify_budget.spend(IDENTIFIES_A_DAY) is not None:
            self._journal.violation("gateway", "over 1000 IDENTIFYs a day: Discord resets the token")
        number, count = data.get("shard") or (0, 1)
        session = Session(intents, (number, count), connection)
        for old in list(self.sessions.values()):
            if old.shard == session.shard and old.connection is None:
                del self.sessions[old.id]
        self.sessions[session.id] = session
        mine = [
            guild
            for guild in self._world.guilds.values()
            if (guild.id >> 22) % count == number and self._world.bot.id in guild.members
        ]
        session.dispatch("READY", self._ready(session, [guild.id for guild in mine]))
        if intents & Intent.GUILDS:
            for guild in mine:
                session.dispatch("GUILD_CREATE", payloads.arriving_guild(self._world, guild))
        self._changed()
        return None

    def _ready(self, session: Session, guild_ids: list[int]) -> Json:
        return {
            "v": 10,
            "user": payloads.own_user(self._world.bot),
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guild_ids],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "shard": list(session.shard),
            "application": {"id": str(self._world.bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "_trace": ["sandbox"],
        }

    async def _resume(self, connection: Connection, data: Json) -> None:
        if self.refusing or data["token"] != self.token:
            return await connection.close(4004, "Authentication failed.")
        session = self.sessions.get(data["session_id"])
        seen = int(data["seq"])
        kept_from = session.events[0]["s"] if session and session.events else 1
        if session is None or seen > session.sequence or seen + 1 < kept_from:
            connection.send(_payload(Op.INVALID_SESSION, data=False))
            return None
        self.resumes += 1
        session.connection = connection
        for event in [event for event in session.events if event["s"] > seen]:
            connection.send(event)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        self._changed()
        return None

    def _send_members(self, connection: Connection, data: Json) -> None:
        """REQUEST_GUILD_MEMBERS; the whole list needs the GUILD_MEMBERS intent."""
        session = next((s for s in self.sessions.values() if s.connection is connection), None)
        guild = self._world.guilds.get(int(data["guild_id"]))
        if session is None or guild is None:
            return
        asked = data.get("user_ids")
        wanted = {int(user_id) for user_id in (asked if isinstance(asked, list) else [asked] if asked else [])}
        prefix = (data.get("query") or "").lower()
        if not wanted and not prefix and not session.intents & Intent.GUILD_MEMBERS:
            self._journal.violation("gateway", "all members asked for without the GUILD_MEMBERS intent")
            return
        if wanted:
            found = [user_id for user_id in guild.members if user_id in wanted]
        else:
            names = {user_id: self._world.users[user_id].username.lower() for user_id in guild.members}
            found = [user_id for user_id, name in names.items() if name.startswith(prefix)]
        found = found[: data.get("limit") or None]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": [payloads.member(self._world, guild, user_id) for user_id in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "nonce": data.get("nonce"),
                "not_found": [str(user_id) for user_id in wanted - set(found)],
            },
        )

    def _changed(self) -> None:
        for tell in self.on_change:
            tell()
        self._bell.ring()


def _payload(operation: Op, data: Any, name: str | None = None, sequence: int | None = None) -> Json:
    return {"op": int(operation), "d": data, "s": sequence, "t": name}
