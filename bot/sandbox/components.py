"""Reading component trees, of messages and modals alike (components/reference.mdx)."""

import itertools
from collections.abc import Iterable, Iterator
from enum import IntEnum

from .jsons import Json


class Kind(IntEnum):
    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = {
    Kind.STRING_SELECT,
    Kind.USER_SELECT,
    Kind.ROLE_SELECT,
    Kind.MENTIONABLE_SELECT,
    Kind.CHANNEL_SELECT,
}
ONLY_V2 = {
    Kind.SECTION,
    Kind.TEXT_DISPLAY,
    Kind.THUMBNAIL,
    Kind.MEDIA_GALLERY,
    Kind.FILE,
    Kind.SEPARATOR,
    Kind.CONTAINER,
}


HOLDERS = frozenset(("components", "accessory", "component"))
"""Where a component holds others; most hold none."""


def children(component: Json) -> Iterator[tuple[str, Json]]:
    """The components directly inside, each with its path from this one."""
    for number, child in enumerate(component.get("components") or []):
        yield f"components.{number}", child
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield key, component[key]


def walk(components: Iterable[Json], path: str = "components") -> list[tuple[str, Json]]:
    """Every component, nested ones included, outer before inner, each with its path."""
    found: list[tuple[str, Json]] = []
    for number, component in enumerate(components):
        _walk_one(component, f"{path}.{number}", found)
    return found


def _walk_one(component: Json, path: str, found: list[tuple[str, Json]]) -> None:
    found.append((path, component))
    if not HOLDERS.isdisjoint(component):
        for step, child in children(component):
            _walk_one(child, f"{path}.{step}", found)


def every(components: Iterable[Json]) -> list[Json]:
    """The same without their paths."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        if not HOLDERS.isdisjoint(component):
            found += every(child for _, child in children(component))
    return found


def texts(components: Iterable[Json]) -> list[str]:
    """What the text displays say, in reading order."""
    return [c.get("content") or "" for c in every(components) if c.get("type") == Kind.TEXT_DISPLAY]


def find(components: Iterable[Json], custom_id: str) -> Json | None:
    return next((c for c in every(components) if c.get("custom_id") == custom_id), None)


def media(components: Iterable[Json]) -> Iterator[tuple[Json, Json]]:
    """Each media item, with the part that describes it (`description` is the alt text)."""
    for component in every(components):
        if component.get("type") == Kind.MEDIA_GALLERY:
            for item in component.get("items") or []:
                yield item["media"], item
        elif component.get("type") == Kind.THUMBNAIL:
            yield component["media"], component
        elif component.get("type") == Kind.FILE:
            yield component["file"], component


def settle(components: list[Json]) -> None:
    """Numbers the components that came without an id, and makes ids inside them strings.

    discord.py sends emoji ids and default values as numbers; Discord answers with strings, and a page
    would round the numbers.
    """
    settled = every(components)
    taken = {c["id"] for c in settled if c.get("id")}
    numbers = (number for number in itertools.count(1) if number not in taken)
    for component in settled:
        if not component.get("id"):
            component["id"] = next(numbers)
        for holder in (component, *(component.get("options") or [])):
            emoji = holder.get("emoji")
            if isinstance(emoji, dict) and emoji.get("id"):
                emoji["id"] = str(emoji["id"])
        for value in component.get("default_values") or []:
            value["id"] = str(value["id"])
