"""The offline CDN: files under links that are signed and expire (reference.mdx, Signed CDN URLs)."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import quote

from .clock import Clock
from .model import Attachment, Emoji

LINK_LIFE = 24 * 3600


class Files:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._secret = secrets.token_bytes(16)
        self._files: dict[str, tuple[bytes, str]] = {}
        self.base = ""
        """Where the sandbox listens: `http://127.0.0.1:8765`."""

    def keep_attachment(self, attachment: Attachment) -> None:
        self._files[_path(attachment)] = (attachment.data, attachment.content_type)

    def forget_attachment(self, attachment: Attachment) -> None:
        """What is no longer on a message is no longer served."""
        self._files.pop(_path(attachment), None)

    def keep_emoji(self, emoji: Emoji) -> None:
        for ending in ("png", "webp", "gif"):
            self._files[f"/emojis/{emoji.id}.{ending}"] = (emoji.data, emoji.content_type)

    def url(self, attachment: Attachment) -> str:
        """A link that works for a day of sandbox time."""
        path = _path(attachment)
        expires = f"{int(self._clock.now()) + LINK_LIFE:x}"
        issued = f"{int(self._clock.now()):x}"
        return f"{self.base}{path}?ex={expires}&is={issued}&hm={self._signature(path, expires)}"

    def read(self, path: str, query: Mapping[str, str], *, however_old: bool = False) -> tuple[bytes, str] | None:
        """A file and its type; None when there is none, or the link is forged or too old."""
        if path.startswith("/attachments/"):
            expires = query.get("ex", "")
            if not hmac.compare_digest(self._signature(path, expires), query.get("hm", "")):
                return None
            if not however_old and int(expires, 16) < self._clock.now():
                return None
        return self._files.get(path)

    def _signature(self, path: str, expires: str) -> str:
        return hmac.new(self._secret, f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()


def _path(attachment: Attachment) -> str:
    return f"/attachments/{attachment.channel_id}/{attachment.id}/{quote(attachment.filename)}"
