"""JSON as Discord writes it."""

import json
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def loads(text: str | bytes) -> Any:
    return json.loads(text)


def copied(value: Any) -> Any:
    """A copy of what JSON can hold, down to the last list; much quicker than `copy.deepcopy`."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return value
