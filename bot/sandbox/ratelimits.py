"""A small model of Discord's rate limits (topics/rate-limits.mdx).

The true buckets are not published; five in five seconds for each route and channel is what is observed.
"""

import zlib
from dataclasses import dataclass

from .clock import Clock
from .journal import Call

BUCKET_SIZE = 5
BUCKET_SECONDS = 5.0
GLOBAL_A_SECOND = 50
AMPLE = 10_000
"""The size of every bucket that is told where limits are switched off: Discord never answers without one."""


@dataclass
class Bucket:
    left: int
    resets_at: float


@dataclass(frozen=True, slots=True)
class Verdict:
    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False
    """The limit of 50 requests a second over all routes."""


class RateLimits:
    def __init__(self, clock: Clock, *, switched_on: bool) -> None:
        self._clock = clock
        self.switched_on = switched_on
        self._buckets: dict[tuple[str, str, str], Bucket] = {}
        self._global = Bucket(GLOBAL_A_SECOND, 0.0)

    def spend(self, call: Call) -> Verdict:
        """Counts a call. Interaction answers are bound neither to the global limit nor to a bucket."""
        if call.route.startswith("/interactions/"):
            return Verdict({})
        now = self._clock.now()
        if not self.switched_on:
            return Verdict(_headers(call, AMPLE, AMPLE - 1, now + BUCKET_SECONDS, BUCKET_SECONDS))
        if not call.route.startswith("/webhooks/") and not _take(self._global, GLOBAL_A_SECOND, 1.0, now):
            wait = self._global.resets_at - now
            headers = {"Retry-After": f"{wait:.3f}", "X-RateLimit-Global": "true"}
            return Verdict(headers | {"X-RateLimit-Scope": "global"}, wait, everywhere=True)
        key = (call.method, call.route, _major(call))
        bucket = self._buckets.setdefault(key, Bucket(BUCKET_SIZE, now + BUCKET_SECONDS))
        allowed = _take(bucket, BUCKET_SIZE, BUCKET_SECONDS, now)
        wait = bucket.resets_at - now
        headers = _headers(call, BUCKET_SIZE, bucket.left, bucket.resets_at, wait)
        if allowed:
            return Verdict(headers)
        return Verdict(headers | {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": "user"}, wait)


def _headers(call: Call, size: int, left: int, resets_at: float, wait: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(size),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{resets_at:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": f"{zlib.crc32(f'{call.method} {call.route}'.encode()):08x}",
    }


def _take(bucket: Bucket, size: int, seconds: float, now: float) -> bool:
    if now >= bucket.resets_at:
        bucket.left, bucket.resets_at = size, now + seconds
    if bucket.left == 0:
        return False
    bucket.left -= 1
    return True


def _major(call: Call) -> str:
    """The part of the path that has a bucket of its own (topics/rate-limits.mdx)."""
    for name in ("channel_id", "guild_id", "webhook_token"):
        if name in call.args:
            return call.args[name]
    return ""
