"""Texts and JSON without their secrets. Pure functions of what they are given, so one message masks to one text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from memory_pipeline.domain.secrets.find import find_secrets
from memory_pipeline.domain.secrets.span import Span, merged
from memory_pipeline.domain.secrets.spelling import MASK

Finder = Callable[[str], Iterable[Span]]
_MOST_ROUNDS = 6
_MASKS = re.compile(rf"(?:{re.escape(MASK)}[\s,;:.'\"`/-]*)+")


def nothing(_: str) -> Iterable[Span]:
    """A finder that finds nothing."""
    return ()


def masked(text: str, *, also: Finder = nothing, told_before: bool = False) -> str:
    """`text` with MASK for each secret; what stands around them is untouched, and masking twice is masking once.

    `also` finds further ones. A mask may bring a new end of a clause about, so it is gone on until nothing is found.
    """
    for _ in range(_MOST_ROUNDS):
        spans = merged([*find_secrets(text, told_before=told_before), *also(text)])
        if not spans:
            return text
        text = replaced(text, spans)
    return text


def replaced(text: str, spans: Iterable[Span]) -> str:
    """`text` with MASK in place of each span."""
    parts: list[str] = []
    end = 0
    for span in spans:
        parts += [text[end : span.start], MASK]
        end = span.end
    return "".join([*parts, text[end:]])


def masked_value(name: str, value: str, *, also: Finder = nothing) -> str:
    """`value` as it may be kept under `name`: MASK alone where the name says that it is a secret."""
    return MASK if _is_secret_under(name, value) else masked(value, also=also)


def masked_json(value: Any, *, also: Finder = nothing, name: str = "") -> Any:
    """A JSON value with its secrets masked, keys too; figures under a secret's name become MASK. The name may stand beside the
    value: `{"name": "DB_PASSWORD", "value": …}`, `["--password", …]`."""
    if isinstance(value, str):
        return masked_value(name, value, also=also)
    if isinstance(value, Mapping):
        told = _name_beside(value)
        return {
            masked(str(key), also=also): masked_json(
                item, also=also, name=told if told and str(key).lower() == "value" else str(key)
            )
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        options = ["", *(_option(item) for item in value)]
        return [
            masked_json(item, also=also, name=option or name)
            for option, item in zip(options, value, strict=False)
        ]
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = str(value)
        return value if masked_value(name, text, also=also) == text else MASK
    return value


def _name_beside(value: Mapping[Any, Any]) -> str:
    """The name of what stands under `value`, as lists of settings and variables have it."""
    names = (item for key, item in value.items() if str(key).lower() in {"name", "key"})
    return next((name for name in names if isinstance(name, str)), "")


def _option(item: Any) -> str:
    """The name of a program's long option, whose value comes next."""
    return item[2:] if isinstance(item, str) and item.startswith("--") and "=" not in item else ""


def masked_document(text: str, *, also: Finder = nothing) -> str:
    """`text` that may be JSON: masked value by value, so that it stays JSON; else as running text. Unchanged if clean."""
    if text.lstrip()[:1] in {"{", "["}:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return masked(text, also=also)
        clean = masked_json(value, also=also)
        return text if clean == value else json.dumps(clean, ensure_ascii=False)
    return masked(text, also=also)


def is_masked(text: str) -> bool:
    """Whether a secret stood here."""
    return MASK in text


def is_only_mask(text: str) -> bool:
    """Whether nothing is left of it but that a secret stood here."""
    return is_masked(text) and not _MASKS.sub("", text).strip(" \t\n.,;:!?'\"`()，。；：！？、“”‘’")


def _is_secret_under(name: str, value: str) -> bool:
    if not name or not value.strip() or MASK in value:
        return False
    told = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    whole = (len(name) + len(' = "'), len(told) - 1)
    return any((span.start, span.end) == whole for span in find_secrets(told))
