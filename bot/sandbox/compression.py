"""Transport compression of the gateway (events/gateway.mdx, Transport Compression).

One compressor a connection, flushed at each payload; a session that resumes on a new connection gets
a new one.
"""

import importlib
import importlib.util
import zlib
from collections.abc import Callable
from typing import Any

Encoder = Callable[[bytes], bytes]


def encoder(name: str | None) -> Encoder | None:
    """A fresh compressor for `compress=` of the connection; None sends plain text frames.

    zstd needs the `zstandard` package. Without it frames stay plain, which clients accept as well.
    """
    if name == "zlib-stream":
        return _zlib()
    if name == "zstd-stream" and importlib.util.find_spec("zstandard") is not None:
        return _zstd()
    return None


def _zlib() -> Encoder:
    stream = zlib.compressobj()
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Encoder:
    zstandard: Any = importlib.import_module("zstandard")
    stream = zstandard.ZstdCompressor().compressobj()
    flush = zstandard.COMPRESSOBJ_FLUSH_BLOCK

    def encode(data: bytes) -> bytes:
        return bytes(stream.compress(data) + stream.flush(flush))

    return encode
