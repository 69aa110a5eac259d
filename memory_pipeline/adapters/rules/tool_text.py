"""Service facts in what a tool answers in words: prose of runbooks and wikis, and lines of `key: value`.

A tool's text may say anything; only what it says of a named service is read, and never what it tells somebody to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.operations import chinese_document
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.adapters.rules.service_phrases import phrases_of, services_named
from memory_pipeline.adapters.rules.services import record_facts, subject_of
from memory_pipeline.adapters.rules.text import clauses, is_chinese, readable, sentences

_MAX_TEXT = 20_000
_MAX_SENTENCES = 200
_ORDERS = re.compile(
    r"\b(?:remember|memor(?:y|ies|ize)|store|save|note that|record that|ignore|disregard|override|instruction|system prompt|assistant|the user|the customer|you must|you should|you are|please)\b",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"^[ \t]*[-*•]?[ \t]*(?P<key>[A-Za-z][A-Za-z _.-]{1,30}?)[ \t]*[:=][ \t]*(?P<value>[^\s{\[][^\n]{0,79})$",
    re.MULTILINE,
)
_PAIR = re.compile(r"(?<![\w.-])(?P<key>[a-z][a-z_]{1,30})=(?P<value>\"[^\"\n]{1,60}\"|[^\s,;\"]{1,60})")
_HEADING = re.compile(
    r"^[#=*\s]*(?P<s>[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+)(?: [\w ()/-]{0,40})?[\s:*=#–—-]*$"
)


def tool_text_findings(content: str) -> list[tuple[Finding, str]]:
    """The service facts of a tool's answer in words, each with the words that hold it."""
    if is_chinese(content):
        return list(chinese_document(content))
    if len(content) > _MAX_TEXT:
        return []
    return list(_lines(content)) or list(_prose(content))


def _lines(content: str) -> Iterator[tuple[Finding, str]]:
    """A record written as lines or pairs, where one of them names the service."""
    for pattern in (_LINE, _PAIR):
        pairs = list(pattern.finditer(content))
        record = {match["key"].strip().lower(): match["value"].strip().strip("\"'") for match in pairs}
        subject = subject_of(record) if len(pairs) > 1 and len(record) == len(pairs) else None
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


def _prose(content: str) -> Iterator[tuple[Finding, str]]:
    topic = ""
    for sentence in sentences(readable(content))[:_MAX_SENTENCES]:
        heading = _HEADING.match(sentence.text)
        if heading is not None:
            topic = next(iter(services_named(heading["s"])), topic)
            continue
        if _ORDERS.search(sentence.text) or sentence.text.endswith("?"):
            continue
        words = content[sentence.start : sentence.end]
        for clause in clauses(sentence):
            earlier = content[max(sentence.start, clause.start - 160) : clause.start]
            for finding in phrases_of(clause.text, earlier, topic):
                if finding.object in words:
                    yield finding, words
        named = services_named(sentence.text)
        topic = named[0] if len(named) == 1 or (named and not topic) else topic
