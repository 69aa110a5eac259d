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
    """A JSON value with its secrets masked, keys too; figures under a secret's name become MASK."""
    if isinstance(value, str):
        return masked_value(name, value, also=also)
    if isinstance(value, Mapping):
        return {
            masked(str(key), also=also): masked_json(item, also=also, name=str(key))
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [masked_json(item, also=also, name=name) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = str(value)
        return value if masked_value(name, text, also=also) == text else MASK
    return value


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
