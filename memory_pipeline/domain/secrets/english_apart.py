"""English sentences that give a secret away without putting it right behind its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory_pipeline.domain.secrets.phrasing import (
    COUNTED_EN,
    KEYWORD_EN,
    QUOTE,
    SPACED,
    WORDY_EN,
    bare,
    matches_at,
    span_of,
)
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.value import is_placeholder, is_strong

_NOT_OF = r"(?!\s*(?:policy|policies|manager|managers|field|reset|generator|hint|length|hash|vault|tool|app|format|rules?|strength|requirements?))"
_NEAR = re.compile(
    rf"{KEYWORD_EN}{_NOT_OF}[^.!?\n\ue000]{{0,60}}?(?:(?P<said>\b(?:is|was|from|to)\b\s*:?|[:=])|,)\s*"
    rf"(?:(?=[\"'`][^\s\"'`]*\d){QUOTE}|(?P<bare>(?=[!-~]*\d)[A-Za-z0-9][!-~]{{2,63}}))(?P<end>\s*(?:$|[.!?\n]))?",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?<![A-Za-z0-9])(?:PINs?|passcodes?|codes)\s*:\s*(?:[a-z]+\s+){1,2}(?P<bare>\d{4,8})(?![\w.-])",
    re.IGNORECASE,
)
_BACK_CODE = re.compile(
    r"\b(?:code|number|digits)\s+(?:is\s+)?(?:on|at) the back(?: of (?:it|the card|my card))?(?:\s+(?:is|are|says)|\s*:)\s*(?P<bare>\d{3,4})(?![\w.-])",
    re.IGNORECASE,
)
_DOOR = r"(?:lock|padlock|door|gate|safe|alarm|garage|building|house|locker|vault|entrance|office|gym|shed|apartment|flat|lobby|elevator|lift)"
_CODE_FOR = re.compile(
    rf"\b(?:code|number)\s+(?:for|to|of)\s+[^.!?\n]{{0,30}}?\b{_DOOR}\b(?:\s+(?:is|was)|\s*[:=])\s*(?P<bare>\d(?:[ -]?\d){{2,9}}#?)(?![\w.-])",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"(?<![A-Za-z0-9])(?:root|admin|administrator|sa|postgres|user|guest|ubuntu|ec2-user|pi)\s*/\s*(?P<bare>[!-~]{6,64})",
    re.IGNORECASE,
)
_SMS = re.compile(
    r"\b(?:your|my|the|this|sms|security)\s+code(?:\s+is|\s*:)\s*:?\s*(?P<bare>(?:[A-Z]-)?\d{4,8})(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:log-?in|logon|credentials?|creds?|sign-?in|auth)\b[^\n.!?:=]{0,40}?(?:[:=]|\b(?:is|are|with|as|using)\b)\s*[\"'`]?[\w.@+-]{1,60}[\"'`]?\s*[/:|]\s*[\"'`]?(?P<bare>[!-~]{4,200})",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"\bpassport\s*(?:#|no\.?|number|:|=|is)[\s:#=]*(?P<bare>[A-Z]{0,2}\d{6,9}[A-Z]?)(?![\w-])", re.IGNORECASE
)
_TYPED = r"(?:enter|type|key|put)(?: in)?\s+[\"'`]?(?P<bare>[A-Za-z0-9](?=[!-~]*\d)[!-~]{3,63})"
_TYPED_BEFORE = re.compile(
    rf"\b{_TYPED}\s+(?:when|where|as|for|at|into)\b[^.,!?\n\ue000]{{0,40}}?{KEYWORD_EN}{_NOT_OF}",
    re.IGNORECASE,
)
_TYPED_AFTER = re.compile(
    rf"{KEYWORD_EN}{_NOT_OF}[^.!?\n\ue000]{{0,40}}?\b{_TYPED}(?P<end>\s*(?:$|[.!?\n]))", re.IGNORECASE
)
_ASKED = re.compile(
    rf"{KEYWORD_EN}{_NOT_OF}[^.!?\n\ue000]{{0,40}}?\?\s*(?:it'?s|it is|that'?s)?\s*[\"'`]?(?P<bare>[A-Za-z0-9](?=[!-~]*\d)[!-~]{{3,63}}?)[\"'`]?[.!]*\s*$",
    re.IGNORECASE,
)
_DEED = r"(?:verif|log|sign|confirm|authenticat|reset|unlock|open|get in|enter|disarm|complete)"
_OPENS = re.compile(
    rf"\b(?:opens?|unlocks?|unlocked|disarms?|(?:use|enter|type|dial|press)(?=\s+[\"'`]?[A-Z0-9-]*\d[A-Z0-9-]*[\"'`]?\s+(?:to|for)\s+{_DEED}))"
    rf"(?:\s+it)?\s+(?:(?:with|using|by)\s+)?(?:(?:the\s+)?code\s+)?(?:{SPACED}|[\"'`]?(?P<bare>[!-~]*\d[!-~]*))",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}")


def find_apart(text: str, places: Sequence[int]) -> Iterator[Span]:
    """Values further away from the words for a password, which stand at `places`, and those that need no such word."""
    for match in matches_at(_NEAR, text, places):
        yield from _near(match, text)
    for match in (
        *(_TYPED_BEFORE.finditer(text) if places else ()),
        *matches_at(_TYPED_AFTER, text, places),
        *matches_at(_ASKED, text, places),
    ):
        if _is_mixed(bare(match)):
            yield span_of(match, "password")
    for pattern in (_LISTED, _BACK_CODE, _CODE_FOR, _PASSPORT):
        yield from (span_of(match, "code") for match in pattern.finditer(text))
    yield from (span_of(match, "password") for match in _PAIR.finditer(text) if _is_mixed(bare(match)))
    for match in _OPENS.finditer(text):
        yield from _opening(match, text)
    for pattern in (_SMS, _LOGIN):
        for match in pattern.finditer(text):
            if is_strong(bare(match)) and not COUNTED_EN.match(text, match.end()):
                yield span_of(match, "code")


def _near(match: re.Match[str], text: str) -> Iterator[Span]:
    """Only what cannot be anything else: a mixed token; after a code's name, figures too."""
    name = "quoted" if match["quoted"] is not None else "bare"
    value = match["quoted"] if name == "quoted" else bare(match)
    end = match.start(name) + len(value)
    if " " in value or COUNTED_EN.match(text, end) or _DATE.fullmatch(value) or is_placeholder(value):
        return
    if match["said"] is None and match["end"] is None and not match["bare"].endswith((".", "!")):
        return
    code = (
        value.isdigit() and 3 <= len(value) <= 8 and match["said"] and not WORDY_EN.fullmatch(match["word"])
    )
    if code or _is_mixed(value):
        yield Span(match.start(name), end, "password")


def _is_mixed(token: str) -> bool:
    """Letters beside figures, and no address, host or path."""
    letters = any(ch.isalpha() for ch in token)
    digits = any(ch.isdigit() for ch in token)
    return letters and digits and is_strong(token) and not any(ch in token for ch in "@./-")


def _opening(match: re.Match[str], text: str) -> Iterator[Span]:
    if match["spaced"] is not None:
        figures = sum(ch.isdigit() for ch in match["spaced"])
        if figures >= 4 and not COUNTED_EN.match(text, match.end("spaced")):
            yield Span(match.start("spaced"), match.end("spaced"), "code")
    elif is_strong(bare(match)) and not COUNTED_EN.match(text, match.start("bare") + len(bare(match))):
        yield span_of(match, "code")
