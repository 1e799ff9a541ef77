"""Limits of messages, written by hand: they hold without Discord's description, and where it is too loose.

Sources: resources/message.mdx (Create Message, Embed Limits), components/reference.mdx.
"""

from collections.abc import Mapping
from typing import Any

from . import component_limits
from .journal import Upload
from .jsons import Json
from .model import Message, MessageFlag
from .refusals import Refusal, form_error

MAX_CONTENT = 2000
MAX_EMBEDS = 10
MAX_EMBED_TOTAL = 6000
MAX_FIELDS = 25
MAX_FILES = 10
MAX_ALT_TEXT = 1024
MAX_NONCE = 25
MAX_REQUEST = 25 * 2**20
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif")
"""The only files an embed may show (reference.mdx, Using Attachments within Embeds)."""


def too_long(where: str, limit: int) -> Refusal:
    return form_error(where, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def check_length(value: Any, least: int, most: int, where: str) -> None:
    """Refuses a text outside its bounds; None and a missing one pass where nothing is required."""
    if value is None and least == 0:
        return
    if not isinstance(value, str):
        raise form_error(where, "BASE_TYPE_REQUIRED", "This field is required")
    if len(value) > most:
        raise too_long(where, most)
    if len(value.strip()) < least:
        raise form_error(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def check_message(
    body: Mapping[str, Any],
    uploads: list[Upload],
    *,
    max_file: int,
    where: str = "",
    before: Message | None = None,
) -> None:
    """Refuses what Discord would; `before` is the message that an edit changes."""
    flags = MessageFlag(body.get("flags") or 0)
    content = body.get("content") or ""
    embeds = body.get("embeds") or []
    tree = body.get("components") or []
    if before is not None:
        flags |= before.flags & MessageFlag.COMPONENTS_V2
        content = content if "content" in body else before.content
        embeds = embeds if "embeds" in body else before.embeds
        tree = tree if "components" in body else before.components
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)

    check_length(content, 0, MAX_CONTENT, where + "content")
    _check_embeds(embeds, where)
    if v2:
        _check_nothing_beside_v2(body, content, embeds, where)
    component_limits.check_tree(tree, v2=v2, where=where)
    check_uploads(body, uploads, max_file, where)
    _check_nonce(body, where)
    kept = before is not None and (bool(before.attachments) and "attachments" not in body)
    if not (content.strip() or embeds or tree or uploads or kept or body.get("attachments")):
        raise Refusal(50006)


def _check_nothing_beside_v2(body: Mapping[str, Any], content: str, embeds: list[Json], where: str) -> None:
    present = {
        "content": content,
        "embeds": embeds,
        "poll": body.get("poll"),
        "sticker_ids": body.get("sticker_ids"),
    }
    for field, value in present.items():
        if value:
            raise form_error(
                where + field,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _check_embeds(embeds: list[Json], where: str) -> None:
    if len(embeds) > MAX_EMBEDS:
        raise too_long(where + "embeds", MAX_EMBEDS)
    total = 0
    for number, embed in enumerate(embeds):
        at = f"{where}embeds.{number}"
        fields = embed.get("fields") or []
        if len(fields) > MAX_FIELDS:
            raise too_long(f"{at}.fields", MAX_FIELDS)
        texts: list[tuple[str, Any, int, int]] = [
            ("title", embed.get("title"), 0, 256),
            ("description", embed.get("description"), 0, 4096),
            ("footer.text", (embed.get("footer") or {}).get("text"), 0, 2048),
            ("author.name", (embed.get("author") or {}).get("name"), 0, 256),
        ]
        for index, field in enumerate(fields):
            texts.append((f"fields.{index}.name", field.get("name"), 1, 256))
            texts.append((f"fields.{index}.value", field.get("value"), 1, 1024))
        for path, text, least, most in texts:
            check_length(text, least, most, f"{at}.{path}")
            total += len((text or "").strip())
        for key in ("image", "thumbnail"):
            url = str((embed.get(key) or {}).get("url", ""))
            if url.startswith("attachment://") and not url.lower().endswith(PICTURES):
                raise form_error(f"{at}.{key}.url", "URL_TYPE_INVALID_SCHEME", "Not a picture.")
    if total > MAX_EMBED_TOTAL:
        raise form_error(where + "embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def check_uploads(body: Mapping[str, Any], uploads: list[Upload], max_file: int, where: str) -> None:
    """At most 10 files, each within the limit that the interaction or the server names, 25 MiB in all."""
    listed = body.get("attachments") or []
    if max(len(uploads), len(listed)) > MAX_FILES:
        raise too_long(where + "attachments", MAX_FILES)
    for number, entry in enumerate(listed):
        check_length(entry.get("description"), 0, MAX_ALT_TEXT, f"{where}attachments.{number}.description")
    if any(len(upload.data) > max_file for upload in uploads):
        raise Refusal(40005)
    if sum(len(upload.data) for upload in uploads) > MAX_REQUEST:
        raise Refusal(40005)


def _check_nonce(body: Mapping[str, Any], where: str) -> None:
    nonce = body.get("nonce")
    if isinstance(nonce, str) and len(nonce) > MAX_NONCE:
        raise too_long(where + "nonce", MAX_NONCE)
