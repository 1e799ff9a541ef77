"""Rows to records and back. The fields of a flat record are named as the columns it is made from."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import CursorResult

T = TypeVar("T")


def made(kind: type[T], rows: CursorResult[Any]) -> tuple[T, ...]:
    """Return a record of each row."""
    names = tuple(rows.keys())  # by itself a row looks up each of its columns anew
    return tuple(kind(**dict(zip(names, row, strict=True))) for row in rows)


def columns(record: Any) -> dict[str, Any]:
    """Return what a flat record holds; `dataclasses.asdict` would copy each value in depth."""
    return {each.name: getattr(record, each.name) for each in fields(record)}
