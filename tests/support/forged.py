"""Arguments for any method of any port, made from its annotations: what a stranger would hand in who knows another's ids."""

from __future__ import annotations

import collections.abc
import inspect
import itertools
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from typing import Any
from uuid import UUID

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification

STRANGE = "what a stranger says"
_SEQUENCES = (Sequence, collections.abc.Collection, collections.abc.Iterable, list, tuple)


class CannotForge(Exception):  # noqa: N818
    """No value is known for a type: say in `Known` what a stranger would take."""


@dataclass(frozen=True)
class Known:
    """What the stranger knows of whom it wants to look at. `harvest` are real objects by type, `texts` words by the name of
    the parameter or field, `ids` every id that there is."""

    tenant: Tenant
    scopes: tuple[Scope, ...]
    ids: tuple[UUID, ...]
    now: datetime
    texts: Mapping[str, Sequence[str]]
    harvest: Mapping[type, Sequence[Any]] = field(default_factory=dict)


def relabelled(value: Any, old: Tenant, new: Tenant, words: Sequence[str]) -> Any:
    """The same thing under another tenant's name, all the way down, and a stranger's own words in the place of these."""
    if type(value) is str:
        return new if value == old else STRANGE if any(word in value for word in words) else value
    if is_dataclass(value) and not isinstance(value, type):
        own = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        return replace(value, **{name: relabelled(item, old, new, words) for name, item in own.items()})
    if isinstance(value, tuple | list):
        return type(value)(relabelled(item, old, new, words) for item in value)
    if isinstance(value, dict):
        return {key: relabelled(item, old, new, words) for key, item in value.items()}
    return value


def calls(method: Any, known: Known, *, variants: int) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Arguments for the method, by place and by name, as often as there is something else to try."""
    hints = typing.get_type_hints(method)
    parameters = [each for each in inspect.signature(method).parameters.values() if each.name != "self"]
    seen: set[str] = set()
    for variant in range(variants):
        made = {each.name: forge(hints[each.name], each.name, known, variant) for each in parameters}
        if repr(made) not in seen:
            seen.add(repr(made))
            named = {each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}
            by_place = [value for name, value in made.items() if name not in named]
            yield by_place, {name: value for name, value in made.items() if name in named}


def forge(hint: Any, name: str, known: Known, variant: int) -> Any:
    """A value of the type; raises CannotForge."""
    if hint in known.harvest:
        return _nth(known.harvest[hint], variant)
    if isinstance(hint, typing.NewType):
        if hint is Tenant:
            return known.tenant
        return forge(hint.__supertype__, name, known, variant)
    origin = typing.get_origin(hint)
    if origin is not None:
        return _generic(hint, origin, name, known, variant)
    simple = _simple(hint, name, known, variant)
    if simple is not None:
        return simple
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _nth(list(hint), variant)
    if is_dataclass(hint):
        own = typing.get_type_hints(hint)
        return hint(
            **{
                each.name: forge(own[each.name], each.name, known, variant)
                for each in fields(hint)
                if each.init
            }
        )  # type: ignore[operator]
    raise CannotForge(f"{name}: {hint}")


def _generic(hint: Any, origin: Any, name: str, known: Known, variant: int) -> Any:
    inner = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        chosen = _nth(inner, variant)
        return None if chosen is type(None) else forge(chosen, name, known, variant)
    if origin is collections.abc.Callable:
        return lambda *_: None
    if origin in (Mapping, dict):
        if inner[1] is Any:
            return {"text": STRANGE}
        return {forge(inner[0], name, known, variant): forge(inner[1], name, known, variant)}
    if origin in (frozenset, set):
        return frozenset([forge(inner[0], name, known, variant)])
    if origin is tuple and not (len(inner) == 2 and inner[1] is Ellipsis):
        return tuple(forge(each, name, known, variant) for each in inner)
    if origin in _SEQUENCES:
        count = len(known.ids) if inner[0] is not float else 64
        items = [forge(inner[0], name, known, variant + n) for n in range(count)]
        unique = items if inner[0] is float else _unique(items)
        return tuple(unique) if origin is tuple else unique
    if origin is typing.Literal:
        return _nth(inner, variant)
    raise CannotForge(f"{name}: {hint}")


def _simple(hint: Any, name: str, known: Known, variant: int) -> Any:
    values: dict[Any, Sequence[Any]] = {
        str: known.texts.get(name, (STRANGE,)),
        UUID: known.ids,
        Scope: known.scopes,
        datetime: (known.now,),
        date: (known.now.date(),),
        timedelta: (timedelta(milliseconds=1 if name == "wait" else 300_000),),
        bool: (True, False),
        int: (1, 100),
        float: (0.5,),
        bytes: (b"\x01" * 32,),
        Any: ({"text": STRANGE},),
        Notification: (
            Notification(
                type="memory.created",
                tenant=known.tenant,
                scope=str(known.scopes[0]),
                tier="semantic",
                memory_id=_nth(known.ids, variant),
                at=datetime(2026, 1, 1, tzinfo=UTC),
            ),
        ),
    }
    return _nth(values[hint], variant) if hint in values else None


def _nth(values: Sequence[Any], variant: int) -> Any:
    return values[variant % len(values)]


def _unique(items: list[Any]) -> list[Any]:
    return [next(group) for _, group in itertools.groupby(sorted(items, key=repr), key=repr)]
