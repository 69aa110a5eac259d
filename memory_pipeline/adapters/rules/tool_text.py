"""Service facts in what a tool answers in words: prose of runbooks and wikis, and lines of `key: value`.

A tool's text may say anything; only what it says of a named service is read, and never what it tells somebody to do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from memory_pipeline.adapters.rules.operations import chinese_document
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.adapters.rules.service_phrases import phrases_of, services_named
from memory_pipeline.adapters.rules.services import record_facts, subject_of
from memory_pipeline.adapters.rules.text import clauses, is_chinese, readable, sentences

_MAX_TEXT = 20_000
_MAX_SENTENCES = 200
_ORDERS = re.compile(
    r"(?<![\w-])(?:remember|memor(?:y|ies|ize)|store|save|note that|record that|ignore|disregard|override|instruction|system prompt|assistant|the user|the customer|you must|you should|you are|please)(?![\w-])",
    re.IGNORECASE,
)
# Letters, examples and drafts are no record of what runs.
_NO_RECORD = re.compile(
    r"^(?:from|subject|to|cc|reply-to)\s*:\s|\b(?:example|sample|template|placeholder|dummy|mock|draft|tutorial|lorem ipsum|your-(?:app|service|api))\b",
    re.IGNORECASE | re.MULTILINE,
)
_PERSONAL = re.compile(r"\b(?:I|I'm|we|we're|our|my|us)\b")
_LINE = re.compile(
    r"^[ \t]*[-*•]?[ \t]*(?P<key>[A-Za-z][A-Za-z _.-]{1,30}?)[ \t]*[:=][ \t]*(?P<value>[^\s{\[][^\n]{0,79})$",
    re.MULTILINE,
)
_PAIR = re.compile(r"(?<![\w.-])(?P<key>[a-z][a-z_]{1,30})=(?P<value>\"[^\"\n]{1,60}\"|[^\s,;\"]{1,60})")
_LED = re.compile(
    r"^[\s>*-]*(?P<s>[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+)\s*(?::|->|\||–|—|\s-\s)\s*(?P<rest>.+)$"
)
_SETTING = re.compile(r"^\s*(?P<key>[A-Za-z][A-Za-z _-]{1,30}?)\s*[=:]\s*(?P<value>[^=]{1,80}?)\s*$")
_MIN_WORDS = 4
_MAX_DEPTH = 4
_HEADING = re.compile(
    r"^[#=*\s]*(?P<s>[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+)(?: [\w ()/-]{0,40})?[\s:*=#–—-]*$"
)


def tool_text_findings(content: str) -> list[tuple[Finding, str]]:
    """The service facts of a tool's answer in words, each with the words that hold it."""
    if is_chinese(content):
        return list(chinese_document(content))
    if len(content) > _MAX_TEXT or _NO_RECORD.search(content):
        return []
    try:
        record: Any = json.loads(content)
    except (ValueError, RecursionError):
        return list(_lines(content)) or list(_inline(content)) or list(_prose(content))
    return [
        (finding, words) for text in _texts(record, 0) for finding, words in _prose(text) if words in content
    ]


def _texts(record: Any, depth: int) -> Iterator[str]:
    """What a JSON answer holds of prose: its strings of some words ({"title": …, "body": "The … runs in …"})."""
    if isinstance(record, str):
        if len(record.split()) >= _MIN_WORDS:
            yield record
    elif isinstance(record, dict | list) and depth < _MAX_DEPTH:
        for value in record.values() if isinstance(record, dict) else record[:50]:
            yield from _texts(value, depth + 1)


def _inline(content: str) -> Iterator[tuple[Finding, str]]:
    """Records of one line each: "mail-relay: owner=Ops; port=25"."""
    for line in content.splitlines()[:_MAX_SENTENCES]:
        named = _LED.match(line)
        if named is None or not services_named(named["s"]):
            continue
        parts = [_SETTING.match(part) for part in re.split(r"[;|]|,(?=\s*[\w ]{2,30}[=:])", named["rest"])]
        for part in parts if len(parts) > 1 and all(parts) else ():
            value = part["value"].strip().strip("\"'") if part else ""
            if part and value and not _ORDERS.search(value):
                words = part.group().strip()
                found = record_facts(named["s"], part["key"].strip().lower(), value, content)
                yield from ((finding, words) for finding, _ in found)


def _lines(content: str) -> Iterator[tuple[Finding, str]]:
    """A record written as lines or pairs, where one of them names the service."""
    for pattern in (_LINE, _PAIR):
        pairs = list(pattern.finditer(content))
        record = {match["key"].strip().lower(): match["value"].strip().strip("\"'") for match in pairs}
        subject = (
            subject_of(record) or _headed(content) if len(pairs) > 1 and len(record) == len(pairs) else None
        )
        if subject is None:
            continue
        for match in pairs:
            value = match["value"].strip().strip("\"'")
            if not _ORDERS.search(value):
                yield from (
                    (finding, match.group().strip())
                    for finding, _ in record_facts(subject, match["key"].strip().lower(), value, content)
                )
        return


def _headed(content: str) -> str | None:
    """The service that the first line names, as the heading of a record."""
    first = next((line for line in content.splitlines() if line.strip()), "")
    heading = _HEADING.match(first.strip())
    return next(iter(services_named(heading["s"])), None) if heading is not None else None


def _prose(content: str) -> Iterator[tuple[Finding, str]]:
    topic = ""
    for sentence in sentences(readable(content))[:_MAX_SENTENCES]:
        heading = _HEADING.match(sentence.text)
        if heading is not None:
            topic = next(iter(services_named(heading["s"])), topic)
            continue
        if _ORDERS.search(sentence.text) or _PERSONAL.search(sentence.text) or sentence.text.endswith("?"):
            continue
        words = content[sentence.start : sentence.end]
        for clause in clauses(sentence):
            earlier = content[max(sentence.start, clause.start - 160) : clause.start]
            for finding in phrases_of(clause.text, earlier, topic):
                if finding.object in words:
                    yield finding, words
        named = services_named(sentence.text)
        topic = named[0] if len(named) == 1 or (named and not topic) else topic
