"""Forms go out in one piece."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web

from bot.connector import WholeForms

from .serving import serving

PICTURE = bytes(range(256)) * 40


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server that says what came, but for the boundary, which is another each time."""

    async def take(request: web.Request) -> web.Response:
        boundary = request.headers["Content-Type"].partition("boundary=")[2]
        said = (await request.read()).replace(boundary.encode(), b"|") if boundary else await request.read()
        return web.json_response([request.content_type, said.hex()])

    async with serving(take) as address:
        yield address


def form() -> aiohttp.FormData:
    """What discord.py makes of a message with two pictures."""
    made = aiohttp.FormData(quote_fields=False)
    made.add_field("payload_json", '{"content": "Zoë’s"}')
    for number in range(2):
        made.add_field(
            f"files[{number}]", BytesIO(PICTURE), filename=f"hand{number}.png", content_type="application/octet-stream"
        )
    return made


async def sent(url: str, connector: aiohttp.TCPConnector, data: object) -> tuple[object, list[bytes]]:
    """Send a body; return what came of it, and the pieces in which it went out."""
    pieces: list[bytes] = []
    trace = aiohttp.TraceConfig()

    async def note(_: aiohttp.ClientSession, __: SimpleNamespace, piece: aiohttp.TraceRequestChunkSentParams) -> None:
        pieces.append(piece.chunk)

    trace.on_request_chunk_sent.append(note)
    async with (
        aiohttp.ClientSession(connector=connector, trace_configs=[trace]) as session,
        session.post(url, data=data) as answer,
    ):
        return await answer.json(), pieces


async def test_a_form_goes_out_in_one_piece_and_says_the_same(url: str) -> None:
    usual, lines = await sent(url, aiohttp.TCPConnector(), form())
    whole, pieces = await sent(url, WholeForms(), form())
    assert usual == whole
    assert len(lines) > 6
    assert len(pieces) == 1
    assert len(pieces[0]) == sum(map(len, lines)) > 2 * len(PICTURE)


async def test_any_other_body_goes_out_as_ever(url: str) -> None:
    said, pieces = await sent(url, WholeForms(), b"words")
    assert said == ["application/octet-stream", b"words".hex()]
    assert pieces == [b"words"]
