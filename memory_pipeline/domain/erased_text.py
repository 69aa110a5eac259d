"""Finding and masking a text whatever its spelling: width, case, compatibility forms, traditional characters, invisible
ones, white space and the escapes of JSON make no difference.

A mask keeps the length and the width of what it covers, so that segments are cut where they were before.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.domain.comparison.chinese_script import SIMPLIFIED

_WIDE = "\u2e80"  # as in segments: from here on a character is about a token of its own
_NARROW_MASK, _WIDE_MASK = "*", "\uff0a"
_SPOKEN = frozenset({"content", "text", "object", "arguments", "quote"})
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
# As JSON spells a character in a text, at any depth of JSON in JSON. What stands for half a character is none.
_ESCAPE = re.compile(
    r"\\+(?:u(?P<high>d[89ab][0-9a-f]{2})\\+u(?P<low>d[c-f][0-9a-f]{2})|u(?P<code>(?!d[89a-f])[0-9a-f]{4})|(?P<sign>[\"/ntr]))?",
    re.IGNORECASE,
)
_BLANKS = "ntr"
_COVERED = re.compile(r"[*]{3}|\uff0a|^\s*[*]{1,2}[\s.,;:!?]*$")


@dataclass(frozen=True, slots=True)
class Needle:
    """What is looked for, in its normal form; never empty."""

    normal: str

    @classmethod
    def of(cls, text: str) -> Needle | None:
        """None for a text of which nothing is left to look for."""
        normal = normal_text(text)
        return cls(normal) if normal else None

    def within(self, text: str) -> bool:
        return self.normal in normal_text(text)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where it stands in `text`, as half-open ranges of the text itself, from left to right."""
        normal, places = _mapped(text)
        found: list[tuple[int, int]] = []
        at = normal.find(self.normal)
        while at >= 0:
            end = at + len(self.normal)
            found.append((places[at][0], places[end - 1][1]))
            at = normal.find(self.normal, end)
        return found


def normal_text(text: str) -> str:
    """The form in which texts are compared: NFKC, folded case, one blank for white space, none beside wide characters."""
    return _mapped(text)[0]


def masked(text: str, needles: Iterable[Needle]) -> str:
    """`text` with every occurrence of a needle covered."""
    spans = sorted(span for needle in needles for span in needle.spans(text))
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        for place in range(start, end):
            characters[place] = _WIDE_MASK if text[place] >= _WIDE else _NARROW_MASK
    return "".join(characters)


def is_covered(text: str) -> bool:
    """Whether an erased text stood in it, as far as can be seen: two asterisks may be anybody's, beside other words."""
    return _COVERED.search(text) is not None


def texts_within(value: Any, skip: frozenset[str] = frozenset()) -> Iterable[str]:
    """Every text in a JSON value, keys of objects too; not what stands under the keys in `skip`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key not in skip:
                yield str(key)
                yield from texts_within(item, skip)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_within(item, skip)


def spoken_texts(value: Any) -> Iterable[str]:
    """What somebody said in a stored value: a text itself; of a JSON document what stands under the names that we give
    words, and not ids, names and times beside them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(item, str):
                yield from (item,) if key in _SPOKEN else ()
            else:
                yield from spoken_texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from spoken_texts(item) if not isinstance(item, str) else ()


def mapped_texts(value: Any, change: Callable[[str], str]) -> Any:
    """The JSON value with every text in it (no keys) put through `change`."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: mapped_texts(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mapped_texts(item, change) for item in value]
    return value


def _mapped(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The normal form, and for each of its characters the range of `text` that it comes from."""
    if text.isascii() and "\\" not in text:
        return _mapped_ascii(text)
    characters: list[str] = []
    places: list[tuple[int, int]] = []
    for cluster, start, end in _clusters(text):
        for character in _folded(cluster):
            characters.append(" " if character.isspace() else character)
            places.append((start, end))
    return _without_blanks(characters, places)


def _mapped_ascii(text: str) -> tuple[str, list[tuple[int, int]]]:
    characters = [" " if character.isspace() else character for character in text.lower()]
    return _without_blanks(characters, [(place, place + 1) for place in range(len(text))])


@functools.lru_cache(maxsize=8_192)
def _folded(cluster: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    return folded.translate(SIMPLIFIED)


def _clusters(text: str) -> Iterator[tuple[str, int, int]]:
    """Base characters with what combines with them, and the range of `text` of each: parts that normalise by themselves."""
    cluster, start, end = "", 0, 0
    for character, begins, ends in _characters(text):
        if cluster and not _combines(character):
            yield cluster, start, end
            cluster = ""
        start = start if cluster else begins
        cluster, end = cluster + character, ends
    if cluster:
        yield cluster, start, end


def _characters(text: str) -> Iterator[tuple[str, int, int]]:
    """The characters that can be seen, escapes read, and the range of `text` of each."""
    place = 0
    while place < len(text):
        character, end = _read_at(text, place)
        if _UNSEEN.match(character) is None:
            yield character, place, end
        place = end


def _read_at(text: str, place: int) -> tuple[str, int]:
    """The character that stands or is spelt at `place`, and where it ends."""
    if text[place] != "\\":
        return text[place], place + 1
    escape = _ESCAPE.match(text, place)
    if escape is None or (escape.end() < len(text) and _combines(text[escape.end()])):
        return "\\", place + 1  # the accent makes another letter of the escape's last one
    return _unescaped(escape), escape.end()


def _unescaped(escape: re.Match[str]) -> str:
    if escape["high"] is not None:
        return chr(0x10000 + (int(escape["high"], 16) - 0xD800) * 0x400 + int(escape["low"], 16) - 0xDC00)
    if escape["code"] is not None:
        return chr(int(escape["code"], 16))
    sign = escape["sign"]
    return "\\" if sign is None else " " if sign.lower() in _BLANKS else sign


def _combines(character: str) -> bool:
    return (
        unicodedata.combining(character) != 0
        or "\u1160" <= character <= "\u11ff"
        or character in "\uff9e\uff9f"
    )


def _without_blanks(
    characters: list[str], places: list[tuple[int, int]]
) -> tuple[str, list[tuple[int, int]]]:
    """One blank between words, none at the ends or beside a wide character, where it separates nothing."""
    kept: list[str] = []
    kept_places: list[tuple[int, int]] = []
    blank: tuple[int, int] | None = None
    for character, place in zip(characters, places, strict=True):
        if character == " ":
            blank = blank or place
            continue
        if blank is not None and kept and kept[-1] < _WIDE and character < _WIDE:
            kept.append(" ")
            kept_places.append(blank)
        blank = None
        kept.append(character)
        kept_places.append(place)
    return "".join(kept), kept_places
