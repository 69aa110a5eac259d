"""Finding and masking a text whatever its spelling: width, case, compatibility forms and white space make no difference.

A mask keeps the length and the width of what it covers, so that segments are cut where they were before.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_WIDE = "\u2e80"  # as in segments: from here on a character is about a token of its own
_NARROW_MASK, _WIDE_MASK = "*", "\uff0a"
_SPOKEN = frozenset({"content", "text", "object", "arguments", "quote"})
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f")


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
    if text.isascii():
        return _mapped_ascii(text)
    characters: list[str] = []
    places: list[tuple[int, int]] = []
    for start, end in _clusters(text):
        cluster = text[start:end]
        if cluster in _UNSEEN:
            continue
        for character in _folded(cluster):
            characters.append(" " if character.isspace() else character)
            places.append((start, end))
    return _without_blanks(characters, places)


def _mapped_ascii(text: str) -> tuple[str, list[tuple[int, int]]]:
    characters = [" " if character.isspace() else character for character in text.lower()]
    return _without_blanks(characters, [(place, place + 1) for place in range(len(text))])


def _folded(cluster: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())


def _clusters(text: str) -> Iterable[tuple[int, int]]:
    """Base characters with what combines with them: parts that normalise by themselves."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not _combines(text[place]):
            yield start, place
            start = place


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
