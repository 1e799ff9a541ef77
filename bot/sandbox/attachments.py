"""Uploads, and the `attachment://name` by which embeds and components show them.

Sources: reference.mdx, Uploading Files and Editing Message Attachments; components/reference.mdx,
Unfurled Media Item.
"""

import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from . import components
from .journal import Upload
from .jsons import Json
from .model import Attachment, Message
from .refusals import form_error

SCHEME = "attachment://"


def take_uploads(
    channel_id: int, body: Mapping[str, Any], uploads: list[Upload], new_id: Callable[[], int]
) -> list[Attachment]:
    """The uploads as attachments; names and alt texts come from the body's `attachments`."""
    described = {str(entry["id"]): entry for entry in body.get("attachments") or []}
    taken = []
    for number, upload in enumerate(uploads):
        entry = described.get(str(number), {})
        width, height = _size_of_picture(upload.data)
        taken.append(
            Attachment(
                id=new_id(),
                channel_id=channel_id,
                filename=_file_name(entry.get("filename") or upload.filename),
                data=upload.data,
                content_type=upload.content_type,
                description=entry.get("description"),
                width=width,
                height=height,
            )
        )
    return taken


def kept(message: Message, body: Mapping[str, Any]) -> list[Attachment]:
    """What an edit leaves: everything, or only what `attachments` lists when the body has it."""
    if "attachments" not in body:
        return list(message.attachments)
    listed = {str(entry["id"]) for entry in body["attachments"] or []}
    return [attachment for attachment in message.attachments if str(attachment.id) in listed]


def _file_name(name: str) -> str:
    """Discord makes blanks of a file name underscores (bwmarrin/discordgo#810)."""
    return name.replace(" ", "_")


def _size_of_picture(data: bytes) -> tuple[int | None, int | None]:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    return None, None


def media_of(embeds: list[Json], tree: list[Json]) -> Iterator[tuple[str, Json]]:
    """Every place that can show a file, with its path."""
    for number, embed in enumerate(embeds):
        for key in ("image", "thumbnail"):
            if isinstance(embed.get(key), dict):
                yield f"embeds.{number}.{key}", embed[key]
    for path, component in components.walk(tree):
        for number, item in enumerate(component.get("items") or []):
            yield f"{path}.items.{number}.media", item["media"]
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                yield f"{path}.{key}", component[key]


def bind(embeds: list[Json], tree: list[Json], attachments: list[Attachment], where: str) -> None:
    """Notes in each `attachment://name` which attachment it means; refuses one that means none.

    The link itself is written when the message is read, since links expire. A media item that came
    back with the link of an attachment the message still has means that attachment.
    """
    by_name = {attachment.filename: attachment for attachment in attachments}
    by_id = {str(attachment.id): attachment for attachment in attachments}
    for path, media in media_of(embeds, tree):
        url = str(media.get("url", ""))
        found = None
        if url.startswith(SCHEME):
            found = by_name.get(url.removeprefix(SCHEME))
            if found is None:
                raise form_error(
                    f"{where}{path}.url", "URL_TYPE_INVALID_SCHEME", f"{url} names no file of the message."
                )
        elif (match := re.match(r"/attachments/\d+/(\d+)/", urlsplit(url).path)) is not None:
            found = by_id.get(match[1])
        media.pop("attachment_id", None)
        if found is not None:
            media["url"] = SCHEME + unquote(found.filename)
            media["attachment_id"] = str(found.id)


def shown(media: Iterable[Json]) -> set[str]:
    """Ids of the attachments that an embed or a component shows: they leave the message's list."""
    return {each["attachment_id"] for each in media if "attachment_id" in each}
