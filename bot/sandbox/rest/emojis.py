"""Emojis of the application (resources/emoji.mdx): 2000 of them, 256 KiB each."""

import base64
import binascii
import re
from typing import Any

from .. import payloads
from ..journal import Call
from ..model import Emoji
from ..refusals import Refusal, form_error
from ..stage import Stage
from .routing import Routes

routes = Routes()

ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"
MAX_BYTES = 256 * 1024
MAX_EMOJIS = 2000


def _emoji(stage: Stage, call: Call) -> Emoji:
    emoji = stage.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise Refusal(10014)
    return emoji


@routes.add("GET", ALL)
def listed(stage: Stage, call: Call) -> Any:
    return {"items": [payloads.emoji(stage.world, emoji) for emoji in stage.world.emojis.values()]}


@routes.add("POST", ALL, fields=frozenset({"name", "image"}), status=201)
def create(stage: Stage, call: Call) -> Any:
    name = call.body.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise form_error("name", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    if any(emoji.name == name for emoji in stage.world.emojis.values()):
        raise form_error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji of that name exists.")
    if len(stage.world.emojis) >= MAX_EMOJIS:
        raise Refusal(30008, message=f"Maximum number of emojis reached ({MAX_EMOJIS})")
    content_type, data = _picture(call.body.get("image"))
    if len(data) > MAX_BYTES:
        raise Refusal(50138)
    emoji = Emoji(stage.world.new_id(), name, data, content_type, animated=content_type == "image/gif")
    stage.world.emojis[emoji.id] = emoji
    stage.files.keep_emoji(emoji)
    return payloads.emoji(stage.world, emoji)


def _picture(image: object) -> tuple[str, bytes]:
    """The parts of `data:image/png;base64,...` (reference.mdx, Image Data)."""
    match = re.fullmatch(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", str(image), re.DOTALL)
    try:
        if match is None:
            raise ValueError
        return match[1], base64.b64decode(match[2], validate=True)
    except (ValueError, binascii.Error):
        raise form_error("image", "BASE_TYPE_BAD_TYPE", "Not image data.") from None


@routes.add("GET", ONE)
def one(stage: Stage, call: Call) -> Any:
    return payloads.emoji(stage.world, _emoji(stage, call))


@routes.add("PATCH", ONE, fields=frozenset({"name"}))
def rename(stage: Stage, call: Call) -> Any:
    emoji = _emoji(stage, call)
    emoji.name = call.body.get("name", emoji.name)
    return payloads.emoji(stage.world, emoji)


@routes.add("DELETE", ONE)
def delete(stage: Stage, call: Call) -> Any:
    del stage.world.emojis[_emoji(stage, call).id]
