"""A request's way: route, token, body, faults, limits, description, handler, and back."""

import logging
import mimetypes
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from ..faults import Fault
from ..journal import Call, Upload
from ..jsons import Json, dumps, loads
from ..refusals import OVER_A_LIMIT, RateLimited, Refusal
from ..stage import Stage
from . import ROUTES
from .routing import Route

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
ALLOWED_UNKNOWN = {"nsfw", "tts"}
"""Fields that discord.py always sends (commands, edits), and Discord takes, though its description lacks them."""


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON without a charset, or discord.py takes it for text; `Via`, or it takes a 429 for a ban."""
    fixed = {"Content-Type": "application/json", "Via": "1.1 sandbox"}
    return web.Response(body=dumps(body).encode(), status=status, headers=fixed | (headers or {}))


class Dispatcher:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def handle(self, request: web.Request) -> web.StreamResponse:
        stage = self._stage
        path = request.raw_path.split("?", 1)[0].removeprefix(PREFIX)
        route, args = _find(request.method, path)
        call = Call(
            request.method,
            path if route is None else route.template,
            path,
            stage.world.clock.now(),
            args,
            dict(request.query),
        )
        try:
            call.body, call.files = await _read_body(request)
        except ConnectionError:  # whoever called was killed in the middle of it, so the call never came
            return _break_off(request)
        except ValueError as error:
            stage.journal.violation(f"{call.method} {call.route}", "a body that is no JSON", str(error))
            return reply({"message": "The request body contains invalid JSON.", "code": 50109}, 400)
        stage.journal.arrived(call)
        try:
            return await self._answer(request, call, route)
        finally:
            stage.journal.answered()

    async def _answer(self, request: web.Request, call: Call, route: Route | None) -> web.StreamResponse:
        stage = self._stage
        held = stage.faults.hold_for(call)
        fault = stage.faults.fault_for(call)
        if held is not None and not held.took_effect and not await held.stand(call):
            return _break_off(request)
        if fault is not None and not fault.took_effect:
            return await self._inject(request, call, fault)
        response = self._respond(request, call, route)
        call.took_effect = response.status < 300
        if held is not None and held.took_effect and not await held.stand(call):
            return _break_off(request)
        if fault is not None and fault.took_effect:
            return await self._inject(request, call, fault)
        call.status = response.status
        return response

    async def _inject(self, request: web.Request, call: Call, fault: Fault) -> web.StreamResponse:
        call.injected = True
        if fault.answer == "timeout":
            await self._stage.faults.never()
            return _break_off(request)
        if fault.answer == "reset":
            return _break_off(request)
        call.status = fault.answer
        body: Json = {"message": fault.message, "code": fault.code}
        headers = {}
        if fault.answer == 429:
            call.retry_after = fault.retry_after
            body |= {"retry_after": fault.retry_after, "global": False}
            headers = {"Retry-After": f"{fault.retry_after:.3f}", "X-RateLimit-Scope": "user"}
        return reply(body, fault.answer, headers)

    def _respond(self, request: web.Request, call: Call, route: Route | None) -> web.Response:
        """The sandbox's own answer. Nothing here awaits, so that each call takes effect in one piece."""
        stage, where = self._stage, f"{call.method} {call.route}"
        if route is None:
            stage.journal.violation(where, "not implemented by the sandbox")
            return reply({"message": f"sandbox: {where} is not implemented", "code": 0}, 501)
        headers: dict[str, str] = {}
        try:
            if route.needs_token and request.headers.get("Authorization") != f"Bot {stage.token}":
                raise Refusal(0, status=401, message="401: Unauthorized")
            verdict = stage.rate_limits.spend(call)
            headers = verdict.headers
            if verdict.retry_after is not None:
                limited = RateLimited(0, verdict.retry_after, message="You are being rate limited.")
                limited.body["global"] = verdict.everywhere
                raise limited
            self._check_body(call, route)
            call.answer = route.handler(stage, call)
        except Refusal as refusal:
            call.answer = refusal.body
            if isinstance(refusal, RateLimited):
                call.retry_after = refusal.retry_after
                headers |= {"Retry-After": f"{refusal.retry_after:.3f}"}
            if refusal.code in OVER_A_LIMIT or refusal.status == 501:
                stage.journal.violation(where, str(refusal), refusal.body.get("errors"))
            return reply(refusal.body, refusal.status, headers)
        except Exception as error:  # a mistake of the sandbox must not look like Discord's answer
            log.exception("the sandbox failed at %s", where)
            stage.journal.violation(where, f"the sandbox failed: {error!r}")
            return reply({"message": f"sandbox: {error!r}", "code": 0}, 500)
        if call.answer is None:
            return web.Response(status=204, headers=headers)
        self._check_answer(call, route)
        return reply(call.answer, route.status, headers)

    def _check_body(self, call: Call, route: Route) -> None:
        journal, where = self._stage.journal, f"{call.method} {call.route}"
        if route.fields is not None:
            entries = call.body if route.many else [call.body]
            if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
                raise Refusal(50035)
            strange = {name for entry in entries for name in entry} - route.fields
            if strange:
                journal.violation(where, "fields unknown to the sandbox", sorted(strange))
        description = self._stage.description
        if description is None or call.body is None:
            return
        if not description.knows(call.method, call.route):
            journal.violation(where, "no operation of Discord's description")
        found = description.check_body(call.method, call.route, call.body)
        unknown = [path for path in found.unknown if path.rsplit(".", 1)[-1] not in ALLOWED_UNKNOWN]
        if unknown:
            journal.violation(where, "fields unknown to Discord's description", unknown)
        if found.errors:
            raise Refusal(50035, errors=found.errors)

    def _check_answer(self, call: Call, route: Route) -> None:
        description = self._stage.description
        if description is None:
            return
        found = description.check_answer(call.method, call.route, route.status, call.answer)
        if found.errors:
            where = f"{call.method} {call.route}"
            self._stage.journal.violation(where, "the sandbox's own answer", found.errors)


def _find(method: str, path: str) -> tuple[Route | None, dict[str, str]]:
    for route in ROUTES:
        if route.method == method and (match := route.pattern.fullmatch(path)) is not None:
            return route, {name: unquote(value) for name, value in match.groupdict().items()}
    return None, {}


async def _read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON of a request and its files: `payload_json` beside `files[n]`."""
    raw, told = await request.read(), request.headers.get("Content-Type", "")
    if not told.lower().startswith("multipart/form-data"):  # to have it parsed costs more than all the rest of the call
        return (loads(raw) if raw else None), []
    body: Any = {}
    files: list[tuple[str, Upload]] = []
    for (name, filename, content_type), data in _parts(raw, told):
        if filename is not None:
            files.append((name, Upload(filename, data, content_type)))
        elif name == "payload_json":
            body = loads(data)
    return body, [upload for _, upload in sorted(files, key=lambda entry: entry[0])]


def _parts(raw: bytes, content_type: str) -> Iterator[tuple[tuple[str, str | None, str], bytes]]:
    """The parts of a form, each with what it is; `request.post` leaves a file open where an upload breaks off."""
    told = Message()
    told["Content-Type"] = content_type
    boundary = told.get_param("boundary")
    if not isinstance(boundary, str):
        raise ValueError("a form without a boundary")
    for part in raw.split(f"--{boundary}".encode())[1:-1]:
        head, _, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        yield _told(head), data.removesuffix(b"\r\n")


@lru_cache(maxsize=256)
def _told(head: bytes) -> tuple[str, str | None, str]:
    """What the headers of a part say: its name, that of its file, and the type; they are nearly always the same."""
    headers = BytesParser().parsebytes(head, headersonly=True)
    name, filename = headers.get_param("name", header="content-disposition"), headers.get_filename()
    return str(name), filename, _content_type(headers, filename or "")


def _content_type(head: Message, filename: str) -> str:
    told = head.get_content_type() if "Content-Type" in head else "application/octet-stream"
    if told != "application/octet-stream":
        return told
    return mimetypes.guess_type(filename)[0] or told


def _break_off(request: web.Request) -> web.Response:
    """Breaks the connection; the client gets no answer at all."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
