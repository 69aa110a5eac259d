"""What the patterns of sentences share: quoted, spelt and spaced values, and the range of a plain one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.value import trimmed
from memory_pipeline.domain.secrets.words import PASSWORDS_EN

QUOTE: Final = r"(?P<quote>[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\n]){1,200}?)(?P=quote)(?![A-Za-z0-9])"
_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
SPELT: Final = rf"(?P<spelt>{_DIGIT}(?:[\s,-]+{_DIGIT}){{2,}})\b"
SPACED: Final = r"(?P<spaced>\d{1,4}(?:[ -]\d{1,4}){1,5}#?)(?![\w.])"
KEYWORD_EN: Final = rf"(?<![A-Za-z0-9_-])(?P<word>{PASSWORDS_EN})(?![A-Za-z0-9_])"
COUNTED_EN: Final = re.compile(
    r"[ -]?(?:characters?|chars?|digits?|letters?|symbols?|words?|numbers?|bits?|bytes?|days?|weeks?|months?|hours?|minutes?|seconds?|times?|attempts?|years?|tries|percent|long|lines?|users?|people|of)\b",
    re.IGNORECASE,
)
WORDY_EN: Final = re.compile(
    r"(?:pass[ -]?words?|passwds?|pass[ -]?codes?|pass[ -]?phrases?|pwds?|pswd|psw|pw|p/w|(?:wi-?fi|wlan|wpa2?|network|router|hotspot) (?:keys?|pass)|.*phrases?)",
    re.IGNORECASE,
)  # what may be any word; a PIN or a code may not


def matches_at(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """The matches that begin at these places: a word is looked for once, whatever may follow it."""
    for place in places:
        match = pattern.match(text, place)
        if match is not None:
            yield match


def bare(match: re.Match[str]) -> str:
    """The group `bare`, without the punctuation behind it."""
    return trimmed(match["bare"])


def span_of(match: re.Match[str], kind: str) -> Span:
    """Where it stands."""
    return Span(match.start("bare"), match.start("bare") + len(bare(match)), kind)
