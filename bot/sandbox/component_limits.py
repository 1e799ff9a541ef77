"""Limits of components and modals (components/reference.mdx; receiving-and-responding.mdx, Modal)."""

from collections.abc import Callable
from typing import Any

from .components import ONLY_V2, SELECTS, Kind, every, walk
from .jsons import Json
from .refusals import Refusal, form_error

MAX_ROWS = 5
MAX_BUTTONS_IN_ROW = 5
MAX_COMPONENTS = 40
MAX_TEXT = 4000
"""Of all text displays together: discord.py's LayoutView counts so; the documentation names 4000 for each."""
MAX_CUSTOM_ID = 100
MAX_LABEL = 80
MAX_URL = 512
MAX_OPTIONS = 25
MAX_OPTION_TEXT = 100
MAX_PLACEHOLDER = 150
MAX_GALLERY = 10
MAX_ALT_TEXT = 1024
LINK, PREMIUM = 5, 6
"""Button styles that answer with no interaction."""

IN_MESSAGES = {Kind.ACTION_ROW, Kind.BUTTON, *SELECTS, *ONLY_V2}
TOP_OF_MESSAGE = {Kind.ACTION_ROW, *ONLY_V2} - {Kind.THUMBNAIL}
IN_CONTAINER = TOP_OF_MESSAGE - {Kind.CONTAINER}
IN_LABEL = {
    Kind.TEXT_INPUT,
    *SELECTS,
    Kind.FILE_UPLOAD,
    Kind.RADIO_GROUP,
    Kind.CHECKBOX_GROUP,
    Kind.CHECKBOX,
}


def check_tree(tree: list[Json], *, v2: bool, where: str) -> None:
    """Refuses components of a message that Discord would refuse."""
    if not v2 and len(tree) > MAX_ROWS:
        raise _bad_length(f"{where}components", 1, MAX_ROWS)
    for number, component in enumerate(tree):
        allowed = TOP_OF_MESSAGE if v2 else {Kind.ACTION_ROW}
        _check_kind(component, allowed, f"{where}components.{number}")
    if len(every(tree)) > MAX_COMPONENTS:
        raise form_error(
            f"{where}components",
            "BASE_TYPE_MAX_LENGTH",
            "The total number of components exceeds the maximum of 40.",
        )
    _check_ids(tree, where)
    for path, component in walk(tree):
        _check_kind(component, IN_MESSAGES, where + path)
        if (check := _CHECKS.get(component["type"])) is not None:
            check(component, where + path)
    text = sum(len(c.get("content") or "") for c in every(tree) if c.get("type") == Kind.TEXT_DISPLAY)
    if text > MAX_TEXT:
        raise form_error(
            f"{where}components", "COMPONENT_TEXT_EXCEEDED", f"The text exceeds {MAX_TEXT} characters in all"
        )


def check_modal(modal: Json, where: str = "data.") -> None:
    """Refuses a modal that Discord would refuse; it has at most 5 parts (the description says 40)."""
    _length(modal, "title", 1, 45, where)
    _length(modal, "custom_id", 1, MAX_CUSTOM_ID, where)
    parts = modal.get("components") or []
    if not 1 <= len(parts) <= MAX_ROWS:
        raise _bad_length(f"{where}components", 1, MAX_ROWS)
    _check_ids(parts, where)
    for number, part in enumerate(parts):
        at = f"{where}components.{number}"
        _check_kind(part, {Kind.ACTION_ROW, Kind.LABEL, Kind.TEXT_DISPLAY}, at)
        if part["type"] == Kind.ACTION_ROW:
            children = part.get("components") or []
            if len(children) != 1:
                raise _bad_length(f"{at}.components", 1, 1)
            _check_kind(children[0], {Kind.TEXT_INPUT}, f"{at}.components.0")
            _length(children[0], "label", 1, 45, f"{at}.components.0.")
            _check_text_input(children[0], f"{at}.components.0")
        elif part["type"] == Kind.LABEL:
            _length(part, "label", 1, 45, f"{at}.")
            _length(part, "description", 0, 100, f"{at}.")
            _check_input(part.get("component") or {}, f"{at}.component")
        else:
            _length(part, "content", 1, MAX_TEXT, f"{at}.")


# ---- each kind


def _check_row(row: Json, at: str) -> None:
    children = row.get("components") or []
    if not 1 <= len(children) <= MAX_BUTTONS_IN_ROW:
        raise _bad_length(f"{at}.components", 1, MAX_BUTTONS_IN_ROW)
    for number, child in enumerate(children):
        _check_kind(child, {Kind.BUTTON, *SELECTS}, f"{at}.components.{number}")
    if len(children) > 1 and any(child["type"] in SELECTS for child in children):
        raise form_error(
            f"{at}.components",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _check_button(button: Json, at: str) -> None:
    style = button.get("style")
    if style not in range(1, 7):
        raise form_error(f"{at}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    _length(button, "label", 0, MAX_LABEL, f"{at}.")
    if style == LINK:
        _length(button, "url", 1, MAX_URL, f"{at}.")
        if button.get("custom_id"):
            raise form_error(f"{at}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Either")
    elif style != PREMIUM:
        _length(button, "custom_id", 1, MAX_CUSTOM_ID, f"{at}.")
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        raise form_error(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")


def _check_select(select: Json, at: str) -> None:
    _length(select, "custom_id", 1, MAX_CUSTOM_ID, f"{at}.")
    _length(select, "placeholder", 0, MAX_PLACEHOLDER, f"{at}.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= least <= MAX_OPTIONS:
        raise form_error(f"{at}.min_values", "NUMBER_TYPE_MAX", "Must be between 0 and 25.")
    if not max(1, least) <= most <= MAX_OPTIONS:
        raise form_error(f"{at}.max_values", "NUMBER_TYPE_MIN", "Must be between min_values and 25.")
    if select["type"] == Kind.STRING_SELECT:
        _check_options(select, 1, MAX_OPTIONS, at)
        if most > len(select["options"]):
            raise form_error(f"{at}.max_values", "NUMBER_TYPE_MAX", "More than there are options.")


def _check_options(holder: Json, least: int, most: int, at: str) -> None:
    options = holder.get("options") or []
    if not least <= len(options) <= most:
        raise _bad_length(f"{at}.options", least, most)
    for number, option in enumerate(options):
        for field, minimum in (("label", 1), ("value", 1), ("description", 0)):
            _length(option, field, minimum, MAX_OPTION_TEXT, f"{at}.options.{number}.")
    values = [option["value"] for option in options]
    if len(set(values)) != len(values):
        raise form_error(
            f"{at}.options",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )


def _check_section(section: Json, at: str) -> None:
    children = section.get("components") or []
    if not 1 <= len(children) <= 3:
        raise _bad_length(f"{at}.components", 1, 3)
    for number, child in enumerate(children):
        _check_kind(child, {Kind.TEXT_DISPLAY}, f"{at}.components.{number}")
    _check_kind(section.get("accessory") or {}, {Kind.BUTTON, Kind.THUMBNAIL}, f"{at}.accessory")


def _check_text(display: Json, at: str) -> None:
    _length(display, "content", 1, MAX_TEXT, f"{at}.")


def _check_gallery(gallery: Json, at: str) -> None:
    items = gallery.get("items") or []
    if not 1 <= len(items) <= MAX_GALLERY:
        raise _bad_length(f"{at}.items", 1, MAX_GALLERY)
    for number, item in enumerate(items):
        _check_media(item.get("media"), f"{at}.items.{number}.media")
        _length(item, "description", 0, MAX_ALT_TEXT, f"{at}.items.{number}.")


def _check_thumbnail(thumbnail: Json, at: str) -> None:
    _check_media(thumbnail.get("media"), f"{at}.media")
    _length(thumbnail, "description", 0, MAX_ALT_TEXT, f"{at}.")


def _check_file(file: Json, at: str) -> None:
    _check_media(file.get("file"), f"{at}.file")


def _check_media(media: Any, at: str) -> None:
    if not isinstance(media, dict) or not media.get("url"):
        raise form_error(f"{at}.url", "BASE_TYPE_REQUIRED", "This field is required")


def _check_container(container: Json, at: str) -> None:
    children = container.get("components") or []
    if not children:
        raise _bad_length(f"{at}.components", 1, MAX_COMPONENTS)
    for number, child in enumerate(children):
        _check_kind(child, IN_CONTAINER, f"{at}.components.{number}")


def _check_text_input(field: Json, at: str) -> None:
    _length(field, "custom_id", 1, MAX_CUSTOM_ID, f"{at}.")
    _length(field, "placeholder", 0, 100, f"{at}.")
    _length(field, "value", 0, 4000, f"{at}.")
    if not 0 <= (field.get("min_length") or 0) <= (field.get("max_length") or 4000) <= 4000:
        raise form_error(f"{at}.max_length", "NUMBER_TYPE_MAX", "Must be between min_length and 4000.")


def _check_input(field: Json, at: str) -> None:
    _check_kind(field, IN_LABEL, at)
    _length(field, "custom_id", 1, MAX_CUSTOM_ID, f"{at}.")
    if field["type"] == Kind.TEXT_INPUT:
        _check_text_input(field, at)
    elif field["type"] in SELECTS:
        _check_select(field, at)
    elif field["type"] == Kind.RADIO_GROUP:
        _check_options(field, 2, 10, at)
    elif field["type"] == Kind.CHECKBOX_GROUP:
        _check_options(field, 1, 10, at)


_CHECKS: dict[int, Callable[[Json, str], None]] = {
    Kind.ACTION_ROW: _check_row,
    Kind.BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    Kind.SECTION: _check_section,
    Kind.TEXT_DISPLAY: _check_text,
    Kind.MEDIA_GALLERY: _check_gallery,
    Kind.THUMBNAIL: _check_thumbnail,
    Kind.FILE: _check_file,
    Kind.CONTAINER: _check_container,
}


# ---- shared


def _check_ids(tree: list[Json], where: str) -> None:
    seen = set()
    for path, component in walk(tree):
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        if custom_id in seen:
            raise form_error(
                f"{where}{path}.custom_id",
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        seen.add(custom_id)


def _check_kind(component: Json, allowed: set[Kind], at: str) -> None:
    if component.get("type") not in allowed:
        listed = ", ".join(str(int(kind)) for kind in sorted(allowed))
        raise form_error(f"{at}.type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).')


def _length(holder: Json, field: str, least: int, most: int, at: str) -> None:
    value = holder.get(field)
    if value is None and least == 0:
        return
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise _bad_length(f"{at}{field}", least, most)


def _bad_length(at: str, least: int, most: int) -> Refusal:
    return form_error(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
