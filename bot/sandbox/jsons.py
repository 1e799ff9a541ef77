"""JSON as Discord writes it."""

import json
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def loads(text: str | bytes) -> Any:
    return json.loads(text)
