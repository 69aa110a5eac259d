"""From the text of a model's reply to its JSON object: past think blocks, fences, chatter, drafts and trailing commas."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_EXPECTED_KEYS = frozenset({"facts", "episodes"})
_REPLY_BEGINS = re.compile(r'\{\s*"(?:facts|episodes|summary)"')
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|["{}\[\]]', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_MOST_FAILURES = 200  # braces that open nothing readable: past this the text is no reply


@dataclass(frozen=True, slots=True)
class Found:
    """The reply's object, or None with `flaw`: `length` (thoughts or object never end) or `unparsable`."""

    value: dict[str, Any] | None
    flaw: str | None = None


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    value: dict[str, Any]


def find_reply(text: str, keys: Collection[str] = _EXPECTED_KEYS) -> Found:
    """The last complete object with any of `keys` that stands after the thoughts, with what an earlier one has and it lacks.

    Drafts inside thoughts never count. A tag inside an object's string is text that someone quoted, not a tag.
    """
    spans, unfinished = _objects(text)
    tags = [
        tag for tag in _TAG.finditer(text) if not any(span.start < tag.start() < span.end for span in spans)
    ]
    closing = [tag.end() for tag in tags if tag.group(1)]
    opening = [tag.start() for tag in tags if not tag.group(1)]
    answer_from = max(closing, default=0)
    if opening and opening[-1] >= answer_from:
        return Found(None, "length")
    answers = [span for span in spans if span.start >= answer_from and span.value.keys() & set(keys)]
    if unfinished is not None and unfinished >= max(answer_from, answers[-1].end if answers else 0):
        return Found(None, "length")
    if not answers:
        return Found(None, "unparsable")
    return Found(_completed([span.value for span in answers], set(keys)))


def _completed(answers: Sequence[dict[str, Any]], keys: Collection[str]) -> dict[str, Any]:
    """The last of them, and of those before it the ones that share no key with it: some models write facts and episodes as
    two objects. One that does share a key was a draft."""
    value = answers[-1]
    for earlier in reversed(answers[:-1]):
        if not earlier.keys() & value.keys() & keys:
            value = earlier | value
    return value


def _objects(text: str) -> tuple[list[_Span], int | None]:
    """The outermost readable objects of `text`, and where the reply's object begins if it never ends."""
    spans: list[_Span] = []
    position, unfinished, failures = 0, None, 0
    while failures < _MOST_FAILURES and (start := text.find("{", position)) >= 0:
        end = _end_of_object(text, start)
        value = None if end is None else _read(text[start:end])
        if end is not None and value is not None:
            spans.append(_Span(start, end, value))
            position = end
            continue
        if end is None and _REPLY_BEGINS.match(text, start):
            unfinished = start
        failures += 1
        position = start + 1
    return spans, unfinished


def _end_of_object(text: str, start: int) -> int | None:
    """Where the object that begins at `start` ends, well or badly; None if it, or a string in it, never does."""
    expected: list[str] = []
    for match in _STRING_OR_BRACKET.finditer(text, start):
        found = match.group()
        if found == '"':
            return None
        if found in "{[":
            expected.append("}" if found == "{" else "]")
        elif found in "}]" and (expected.pop() != found or not expected):
            return match.end()
    return None


def _read(source: str) -> dict[str, Any] | None:
    for candidate in _readings(source):
        try:
            value = json.loads(candidate, strict=False, object_pairs_hook=_joined)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None


def _joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as it stands, but that two lists under one key are one list: the first is not thrown away."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        before = found.get(key)
        found[key] = [*before, *value] if isinstance(before, list) and isinstance(value, list) else value
    return found


def _readings(source: str) -> Iterator[str]:
    yield source
    yield _without_trailing_commas(source)


def _without_trailing_commas(source: str) -> str:
    return _STRING_OR_COMMA.sub(lambda match: "" if match.group() == "," else match.group(), source)
