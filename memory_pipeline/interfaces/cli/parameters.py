"""Arguments that are checked while the command line is parsed: what is wrong with them is a usage error."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Generic, TypeVar
from uuid import UUID

import click

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import parse_instant
from memory_pipeline.domain.message import storable
from memory_pipeline.domain.scope import Scope

T = TypeVar("T")

_LONGEST_TEXT = 20_000


class Parsed(click.ParamType[T], Generic[T]):
    """A value read by a function of the domain, whose sentence is shown where it refuses."""

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> T:
        try:
            return self._read(value)
        except InvalidInput as error:
            self.fail(str(error), param, ctx)


def _as_typed(word: str) -> str:
    """The word's own UTF-8, where a locale without it had Python take it apart byte by byte."""
    try:
        return os.fsencode(word).decode("utf-8") if any("\ud800" <= ch <= "\udfff" for ch in word) else word
    except UnicodeError:
        return word


def _read_scope(text: str) -> str:
    return str(Scope.parse(_as_typed(text)))


def _read_id(text: str) -> UUID:
    try:
        return UUID(text.strip())
    except ValueError:
        raise InvalidInput(f"{text!r} is not an id: `facts`, `episodes` and `events list` show ids") from None


def _read_text(text: str) -> str:
    text = _as_typed(text)
    if not text.strip():
        raise InvalidInput("there is nothing in it: give some text")
    if len(text) > _LONGEST_TEXT:
        raise InvalidInput(f"it is {len(text)} characters long; at most {_LONGEST_TEXT} are allowed")
    return storable(text)


SCOPE: Parsed[str] = Parsed("kind:id", _read_scope)
INSTANT: Parsed[datetime] = Parsed("time", parse_instant)
MEMORY_ID: Parsed[UUID] = Parsed("id", _read_id)
TEXT: Parsed[str] = Parsed("text", _read_text)
FILES = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
