"""The connections to Discord, on which a form goes out in one piece."""

from __future__ import annotations

import aiohttp
from aiohttp import ClientRequest, ClientTimeout
from aiohttp.connector import Connection
from aiohttp.tracing import Trace


class WholeForms(aiohttp.TCPConnector):
    """Sends a form, as a message with pictures is one, as it sends any other body.

    By itself aiohttp writes each line of a form apart: nine calls to the system for a picture, and under TLS as many
    records.
    """

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: ClientTimeout,  # noqa: ASYNC109 - aiohttp's own
    ) -> Connection:
        """Return a connection for a request, whose form is put together before."""
        if isinstance(req.body, aiohttp.MultipartWriter):
            await req.update_body(await req.body.as_bytes())
        return await super().connect(req, traces, timeout)
