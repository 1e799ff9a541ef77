"""From what a person chooses or types in components and modals to the interaction's data."""

from collections.abc import Mapping
from typing import Any

from .command_data import resolve_channels, resolve_roles, resolve_users
from .components import SELECTS, Kind
from .impossible import Impossible
from .jsons import Json
from .model import Channel
from .world import World


def component_data(world: World, channel: Channel, user_id: int, component: Json, values: list[Any] | None) -> Json:
    """The data of a click or of a choice (receiving-and-responding.mdx, Message Component Data)."""
    data: Json = {
        "custom_id": component["custom_id"],
        "component_type": component["type"],
        "id": component.get("id", 0),
    }
    if component["type"] in SELECTS:
        data |= _selected(world, channel, user_id, component, values or [])
    elif values:
        raise Impossible("a button takes no values")
    return data


def modal_data(world: World, channel: Channel, user_id: int, modal: Json, typed: Mapping[str, Any]) -> Json:
    """The data of a modal that is sent (receiving-and-responding.mdx, Modal Submit Data)."""
    known: set[str] = set()
    parts: list[Json] = []
    resolved: Json = {}
    for part in modal["components"]:
        sent: Json = {"type": part["type"], "id": part.get("id", 0)}
        for key in ("component", "components"):
            if key not in part:
                continue
            fields = part[key] if key == "components" else [part[key]]
            known |= {field["custom_id"] for field in fields}
            filled = [_filled(world, channel, user_id, field, typed.get(field["custom_id"])) for field in fields]
            for field in filled:
                for kind, found in field.pop("resolved", {}).items():
                    resolved.setdefault(kind, {}).update(found)
            sent[key] = filled if key == "components" else filled[0]
        parts.append(sent)
    if set(typed) - known:
        raise Impossible(f"the modal has no field {sorted(set(typed) - known)}")
    data: Json = {"custom_id": modal["custom_id"], "components": parts}
    return data | ({"resolved": resolved} if resolved else {})


def _selected(world: World, channel: Channel, user_id: int, select: Json, values: list[Any]) -> Json:
    chosen = [str(value) for value in values]
    if not select.get("min_values", 1) <= len(chosen) <= select.get("max_values", 1):
        raise Impossible("that is too few or too many values")
    if len(set(chosen)) != len(chosen):
        raise Impossible("nothing can be chosen twice")
    resolved: Json = {}
    match select["type"]:
        case Kind.STRING_SELECT:
            offered = {option["value"] for option in select["options"]}
            if not set(chosen) <= offered:
                raise Impossible(f"{sorted(set(chosen) - offered)} is no option of the list")
        case Kind.USER_SELECT | Kind.MENTIONABLE_SELECT:
            resolve_users(world, channel, values, resolved)
        case Kind.ROLE_SELECT:
            resolve_roles(world, channel, values, resolved)
        case Kind.CHANNEL_SELECT:
            resolve_channels(world, user_id, values, resolved)
    return {"values": chosen} | ({"resolved": resolved} if resolved else {})


def _filled(world: World, channel: Channel, user_id: int, field: Json, value: Any) -> Json:
    """One input of a modal; a radio group and a checkbox carry `value`, everything with a list `values`."""
    kind, required = field["type"], field.get("required", True)
    sent: Json = {"type": kind, "id": field.get("id", 0), "custom_id": field["custom_id"]}
    if kind == Kind.TEXT_INPUT:
        return sent | {"value": _typed(field, value, required=required)}
    if kind == Kind.CHECKBOX:
        return sent | {"value": bool(value)}
    if kind == Kind.RADIO_GROUP:
        if value is None:
            value = next((option["value"] for option in field["options"] if option.get("default")), None)
        if value is None and required:
            raise Impossible(f"{field['custom_id']} is needed")
        if value is not None and value not in [option["value"] for option in field["options"]]:
            raise Impossible(f"{value} is no option of {field['custom_id']}")
        return sent | {"value": value}
    values = list(value or [])
    if not values and not required:
        return sent | {"values": []}
    if kind in SELECTS:
        return sent | _selected(world, channel, user_id, field, values)
    if kind == Kind.CHECKBOX_GROUP:
        least, most = field.get("min_values", 1), field.get("max_values") or len(field["options"])
        offered = {option["value"] for option in field["options"]}
        if not least <= len(values) <= most or not set(values) <= offered:
            raise Impossible(f"{field['custom_id']}: too few, too many or unknown boxes")
        return sent | {"values": values}
    raise Impossible("the sandbox can't send files")


def _typed(field: Json, value: Any, *, required: bool) -> str:
    text = str(value) if value is not None else field.get("value") or ""
    if required and not text:
        raise Impossible(f"{field['custom_id']} is needed")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not least <= len(text) <= most:
        raise Impossible(f"{field['custom_id']} takes {least} to {most} characters")
    return text
