"""Takes from a statement what only confirms it, attributes it to its speaker or is polite: `as I said`, `FYI`, `confirmed by phone`."""

from __future__ import annotations

import itertools
import re
from functools import cache

from memory_pipeline.domain.comparison import english_affixes as grammar

_MAX_WORDS = 16
_MIN_LEFT = 4
_PIECE = re.compile(r"\(|\)[?*+]?|\||[^\s()|]+")
_CLASS = re.compile(r"([A-Z]+)([?*+]?)")
_CLITIC = re.compile(r"(?<=\w)'(?=(?:s|re|ve|d|ll|m)\b)")
_NOISE = re.compile(r"[\s,:;!\"]+")
_BORDER = re.compile(r"\s*(?:[,;!?]|[.](?=\s|$)|\s-+(?=\s)|:(?=\s))+\s*")
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*")
_DASHES = re.compile(r"\s-+\s")
_QUESTION = re.compile(r"\?\s*$")
_REQUEST = re.compile(r"(?:can|could|would|will) you\b")
_LINK = re.compile(r"^(?:and|but|that|so) (?=\S)")
_CALL = re.compile(r"(?:ok|okay|alright|thanks|thank you|please|you know|yeah|yes|got it|understood)\??")


def without_discourse(text: str) -> str:
    """`text`, in base form, without its affixes of discourse; never empty, and unchanged where nothing else would be left."""
    text = _without_brackets(text)
    while True:
        shorter = _without_tail(_without_head(_without_inside(text)))
        if shorter == text:
            return text
        text = shorter


def _without_brackets(text: str) -> str:
    for match in _BRACKETS.finditer(text):
        if is_discourse(match[1], anywhere=True):
            rest = f"{text[: match.start()]} {text[match.end() :]}".strip()
            return _without_brackets(re.sub(r"\s(?=[,.;!?])", "", rest)) if _enough(rest) else text
    return text


def _without_head(text: str) -> str:
    border = _BORDER.search(text)
    if border and border.start() and is_discourse(text[: border.start()], opening=True):
        rest = _LINK.sub("", text[border.end() :])
        return rest if _enough(rest) else text
    words = _words(text)
    match = _open_ended().match(words)
    if match and match.end():
        count = len(match.group().replace(" '", "'").split())
        rest = re.sub(rf"^(?:\S+\s+){{{count}}}", "", text).lstrip(",: ")
        if _REQUEST.match(text):
            rest = _QUESTION.sub("", rest)
        return rest if _enough(rest) and rest != text else text
    return text


def _without_inside(text: str) -> str:
    """Without a parenthesis in the middle: `my son, as I said, plays`."""
    borders = list(_BORDER.finditer(text))
    for left, right in itertools.pairwise(borders):
        inner = text[left.end() : right.start()]
        if left.start() and right.end() < len(text) and " " in inner and is_discourse(inner):
            return f"{text[: left.start()]} {text[right.end() :]}"
    return text


def _without_tail(text: str) -> str:
    asked = _QUESTION.search(text)
    bare = text[: asked.start()] if asked else text.rstrip(" .!,;-")
    for border in reversed(list(_BORDER.finditer(bare))[-3:]):
        segment = bare[border.end() :]
        if asked and not _CALL.fullmatch(segment):
            continue
        if segment and is_discourse(segment) and _enough(bare[: border.start()]):
            return bare[: border.start()]
    if asked:
        return text
    for match in _trail_heads().finditer(bare):
        if (
            match.start()
            and _trailing().fullmatch(_words(bare[match.start() :]))
            and _enough(bare[: match.start()])
        ):
            return bare[: match.start()].rstrip(" ,;-")
    return text


def is_discourse(segment: str, *, opening: bool = False, anywhere: bool = False) -> bool:
    """Whether the whole of `segment` is made of affixes; `opening` allows greetings and the like too."""
    words = _words(segment)
    if not words.strip() or words.count(" ") > _MAX_WORDS:
        return False
    if anywhere and _bracketed().fullmatch(words):
        return True
    pattern = _openings() if opening or anywhere else _units()
    return pattern.fullmatch(words) is not None


def _enough(rest: str) -> bool:
    return len(rest.strip()) >= _MIN_LEFT and " " in rest.strip()


def _words(segment: str) -> str:
    """`segment` as the grammar reads it: no punctuation, clitics apart, one blank after each word."""
    return _CLITIC.sub(" '", _NOISE.sub(" ", segment).strip(" .-")) + " "


@cache
def _units() -> re.Pattern[str]:
    return _compiled(grammar.UNITS, r"(?:(?:and |but |so )?(?:{})){{1,4}}")


@cache
def _openings() -> re.Pattern[str]:
    return _compiled([*grammar.UNITS, *grammar.OPENINGS], r"(?:(?:and |but |so )?(?:{})){{1,4}}")


@cache
def _bracketed() -> re.Pattern[str]:
    return _compiled(grammar.BRACKETED, r"(?:{})")


@cache
def _open_ended() -> re.Pattern[str]:
    return _compiled(grammar.OPEN_ENDED, r"(?:{})")


@cache
def _trailing() -> re.Pattern[str]:
    return _compiled(grammar.TRAILING, r"(?:{})")


@cache
def _trail_heads() -> re.Pattern[str]:
    return re.compile(
        r"(?<=\s)(?:and|by|btw|fyi|f\.y|just|for|fwiw|in|to|tbh|thank|of|lol|haha|indeed|actually|as|like|at|right|these|nowadays|if|you)\w*\b"
    )


def _compiled(lines: list[str], frame: str) -> re.Pattern[str]:
    return re.compile(frame.format("|".join(map(_pattern, lines))))


def _pattern(line: str) -> str:
    """The regular expression of a line of the grammar: every word of it is followed by one blank."""
    result = []
    for piece in _PIECE.findall(_CLITIC.sub(" '", line)):
        named = _CLASS.fullmatch(piece)
        if piece == "(":
            result.append("(?:")
        elif piece == "|" or piece.startswith(")"):
            result.append(piece)
        elif named:
            result.append(f"(?:{_pattern(grammar.CLASSES[named[1]])}){named[2]}")
        else:
            result.append(piece.replace(".", r"\.") + " ")
    return "".join(result)
