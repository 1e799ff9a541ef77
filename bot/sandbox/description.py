"""Checks bodies against Discord's own OpenAPI description (openapi.json, MIT; a "public preview").

An own walker over the part of JSON Schema that the description uses: a general validator says only "not
valid under any of the given schemas" at a union, while Discord's unions are tagged by `type`, so that
the walker can pick the branch and lead to the fault in Discord's own shape of errors.
"""

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from .jsons import Json, dumps


@dataclass(frozen=True)
class Found:
    """What a walk found; both empty when all is well."""

    errors: Json = field(default_factory=dict)
    """In Discord's nested shape."""
    unknown: list[str] = field(default_factory=list)
    """Paths of fields that the description doesn't know."""


@cache
def load(path: Path) -> "Description":
    """The description in a file, read once a process."""
    return Description(json.loads(path.read_text(encoding="utf-8")))


class Description:
    def __init__(self, document: Json) -> None:
        self._schemas: dict[str, Json] = document["components"]["schemas"]
        self._bodies: dict[tuple[str, str], Json] = {}
        self._answers: dict[tuple[str, str, int], Json] = {}
        self._operations: set[tuple[str, str]] = set()
        for template, operations in document["paths"].items():
            for method, operation in operations.items():
                if method != "parameters":
                    self._learn(method.upper(), _nameless(template), operation)

    def _learn(self, method: str, template: str, operation: Json) -> None:
        self._operations.add((method, template))
        content = operation.get("requestBody", {}).get("content", {})
        body = content.get("application/json") or content.get("multipart/form-data")
        if body:
            self._bodies[method, template] = body["schema"]
        for status, response in operation.get("responses", {}).items():
            answer = response.get("content", {}).get("application/json")
            if answer and status.isdigit():
                self._answers[method, template, int(status)] = answer["schema"]

    def knows(self, method: str, template: str) -> bool:
        return (method, _nameless(template)) in self._operations

    def check_body(self, method: str, template: str, body: Any) -> Found:
        return self._check(self._bodies.get((method, _nameless(template))), body)

    def check_answer(self, method: str, template: str, status: int, body: Any) -> Found:
        return self._check(self._answers.get((method, _nameless(template), status)), body)

    def _check(self, schema: Json | None, value: Any) -> Found:
        if schema is None:
            return Found()
        unknown: list[str] = []
        errors = self._walk(schema, value, "", unknown)
        return Found(errors, unknown)

    # ---- the walk: {} when valid, else nested errors; unknown fields are gathered on the way

    def _resolve(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _walk(self, schema: Json, value: Any, path: str, unknown: list[str]) -> Json:
        schema = self._resolve(schema)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._walk_union([self._resolve(s) for s in schema[key]], value, path, unknown)
        if "allOf" in schema and schema.get("type") != "integer" and "enum" not in schema:
            for part in schema["allOf"]:
                if errors := self._walk(part, value, path, unknown):
                    return errors
        types = _types(schema)
        if value is None:
            return {} if not types or "null" in types else _error("BASE_TYPE_REQUIRED", "Required")
        if "const" in schema and value != schema["const"]:
            return _error("BASE_TYPE_CHOICES", f"Value must be {schema['const']}.")
        if "enum" in schema and value not in schema["enum"]:
            return _error("BASE_TYPE_CHOICES", f"Value must be one of {schema['enum']}.")
        if types and not any(_is(kind, schema, value) for kind in types):
            return _error("BASE_TYPE_BAD_TYPE", f"Expected {'/'.join(types)}")
        if isinstance(value, str) and "string" in types:
            return _check_string(schema, value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return _check_number(schema, value)
        if isinstance(value, list):
            return self._walk_list(schema, value, path, unknown)
        if isinstance(value, dict):
            return self._walk_object(schema, value, path, unknown)
        return {}

    def _walk_union(self, branches: list[Json], value: Any, path: str, unknown: list[str]) -> Json:
        if value is None and any(branch.get("type") == "null" for branch in branches):
            return {}
        branches = [branch for branch in branches if branch.get("type") != "null"]
        if all("const" in branch for branch in branches):  # the description's way to write an enum
            allowed = [branch["const"] for branch in branches]
            return {} if value in allowed else _error("BASE_TYPE_CHOICES", f"Must be one of {allowed}.")
        if isinstance(value, dict) and "type" in value:
            tagged = [b for b in branches if value["type"] in (self._tags(b) or ())]
            if tagged:
                branches = tagged
            elif all(self._tags(branch) for branch in branches):
                tags = sorted({str(tag) for branch in branches for tag in self._tags(branch) or ()})
                message = f'Value of field "type" must be one of ({", ".join(tags)}).'
                return {"type": _error("UNION_TYPE_CHOICES", message)}
        tries = []
        for branch in branches:
            strange: list[str] = []
            tries.append((self._walk(branch, value, path, strange), strange))
        errors, strange = min(tries, key=lambda found: (len(dumps(found[0])), len(found[1])))
        if not errors:
            unknown.extend(strange)
        return errors

    def _walk_list(self, schema: Json, value: list[Any], path: str, unknown: list[str]) -> Json:
        most, least = schema.get("maxItems"), schema.get("minItems", 0)
        if most is not None and len(value) > most:
            return _error("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        if len(value) < least:
            return _error("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        if "items" not in schema:
            return {}
        found = {
            str(number): self._walk(schema["items"], item, f"{path}.{number}", unknown)
            for number, item in enumerate(value)
        }
        return {number: errors for number, errors in found.items() if errors}

    def _walk_object(self, schema: Json, value: Json, path: str, unknown: list[str]) -> Json:
        known: Json = schema.get("properties", {})
        further = schema.get("additionalProperties")
        found: Json = {
            name: _error("BASE_TYPE_REQUIRED", "This field is required")
            for name in schema.get("required", ())
            if name not in value
        }
        for name, part in value.items():
            inside = known.get(name, further)
            if isinstance(inside, dict):
                if errors := self._walk(inside, part, f"{path}.{name}", unknown):
                    found[name] = errors
            elif known:
                unknown.append(f"{path}.{name}".lstrip("."))
        return found

    def _tags(self, schema: Json) -> set[Any] | None:
        """The values of `type` that mark this branch of a union."""
        tag = self._resolve(schema).get("properties", {}).get("type")
        if not tag:
            return None
        tag = self._resolve(tag)
        if "enum" in tag:
            return set(tag["enum"])
        return {tag["const"]} if "const" in tag else None


def _nameless(template: str) -> str:
    return re.sub(r"\{[^}]+\}", "{}", template)


def _error(code: str, message: str) -> Json:
    return {"_errors": [{"code": code, "message": message}]}


def _types(schema: Json) -> list[str]:
    kind = schema.get("type")
    return [kind] if isinstance(kind, str) else list(kind or [])


def _is(kind: str, schema: Json, value: Any) -> bool:
    """Integers as strings and snowflakes as numbers are legal (the description's own README)."""
    number = isinstance(value, int) and not isinstance(value, bool)
    match kind:
        case "string":
            return isinstance(value, str) or (number and schema.get("format") == "snowflake")
        case "integer":
            return number or (isinstance(value, str) and re.fullmatch(r"-?\d+", value) is not None)
        case "number":
            return number or isinstance(value, float)
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
    return False


def _check_string(schema: Json, value: str) -> Json:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if most is not None and len(value) > most:
        return _error("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    if len(value) < least:
        return _error("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return _error("STRING_TYPE_REGEX", "String value did not match validation regex.")
    return {}


def _check_number(schema: Json, value: float) -> Json:
    if "maximum" in schema and value > schema["maximum"]:
        return _error("NUMBER_TYPE_MAX", f"Value should be less than or equal to {schema['maximum']}.")
    if "minimum" in schema and value < schema["minimum"]:
        return _error("NUMBER_TYPE_MIN", f"Value should be greater than or equal to {schema['minimum']}.")
    return {}
