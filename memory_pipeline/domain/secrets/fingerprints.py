"""Recognises erased secrets by keyed digests: of a text's windows first, of the whole secret where a window is known.

What is kept of a secret is the length of its normal form, a keyed digest of its head and one of all of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.secrets.find import find_secrets
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.spelling import BARRIER, MASK

HEAD: Final = 8  # letters and digits that a window has; shorter secrets are known as whole words only
SHORTEST: Final = 4
_HEAD_BYTES = 8
_WIDTH = 4  # bytes a character
_WORD = re.compile(r"[a-z0-9]+|[^\W_a-z0-9]+")
_TAIL = 512


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """`scope` is the keyed digest of the scope it holds for, None where it holds for all of the tenant's."""

    scope: bytes | None
    length: int
    head: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Normal:
    """Letters and digits alone, in one case and width; `places` are where each stands in the text."""

    text: str
    places: Sequence[int]


class _Folds(dict[str, str]):
    def __missing__(self, character: str) -> str:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
        self[character] = "".join(ch for ch in folded if ch.isalnum())
        return self[character]


_FOLDS = _Folds()


def normal_form(text: str) -> Normal:
    """`text` as fingerprints see it. A mask is a barrier that nothing reaches across."""
    if MASK in text:
        text = text.replace(MASK, BARRIER * len(MASK))
    if text.isascii():
        places = [place for place, ch in enumerate(text) if ch.isalnum()]
        return Normal("".join([text[place] for place in places]).lower(), places)
    letters: list[str] = []
    found: list[int] = []
    for place, ch in enumerate(text):
        for letter in ch if ch == BARRIER else _FOLDS[ch]:
            letters.append(letter)
            found.append(place)
    return Normal("".join(letters), found)


def fingerprinted(text: str) -> tuple[str, ...]:
    """The normal forms to keep fingerprints of: the text's own and those of the secrets found in it.

    Raises InvalidInput where it is too short to be known again: a word of three letters stands everywhere.
    """
    whole = normal_form(text).text.replace(BARRIER, "")
    if len(whole) < SHORTEST:
        raise InvalidInput(
            f"a secret of fewer than {SHORTEST} letters or digits cannot be recognised later: forget it without --secret"
        )
    values = (normal_form(text[span.start : span.end]).text for span in find_secrets(text))
    return tuple(dict.fromkeys([whole, *(value for value in values if len(value) >= SHORTEST)]))


class Known:
    """The fingerprints of one tenant. `key` is for windows, `confirm` gives the digest of a whole normal form."""

    def __init__(
        self, key: bytes, confirm: Callable[[str], bytes], fingerprints: Iterable[Fingerprint] = ()
    ) -> None:
        self._windows = blake2b(digest_size=_HEAD_BYTES, key=key)
        self._confirm = confirm
        self._by_head: dict[bytes, tuple[Fingerprint, ...]] = {}
        self._longest = 0
        self.size = 0
        self.add(fingerprints)

    def add(self, fingerprints: Iterable[Fingerprint]) -> None:
        """More of them."""
        for each in fingerprints:
            self._by_head[each.head] = (*self._by_head.get(each.head, ()), each)
            self._longest = max(self._longest, each.length)
            self.size += 1

    def fingerprint(self, normal: str, scope: bytes | None) -> Fingerprint:
        """What is kept of a secret with this normal form."""
        return Fingerprint(scope, len(normal), self._digest(normal), self._confirm(normal))

    def _digest(self, normal: str) -> bytes:
        """Of the head; short ones are told from heads by the barrier behind them."""
        head = normal[:HEAD] if len(normal) >= HEAD else normal + BARRIER
        window = self._windows.copy()
        window.update(head.encode("utf-32-le", "surrogatepass"))
        return window.digest()

    def find(self, text: str, scopes: frozenset[bytes]) -> Iterator[Span]:
        """Where erased secrets stand in `text`, in one pass over it."""
        if not self._by_head:
            return
        normal = normal_form(text)
        for start, end in self._matches(normal.text, scopes, 0, len(normal.text)):
            yield Span(normal.places[start], normal.places[end - 1] + 1, "erased")
        yield from self._words(text, scopes)

    def find_split(self, before: Sequence[str], text: str, scopes: frozenset[bytes]) -> Mapping[int, Span]:
        """An erased secret that begins in `before` (oldest first) and ends in `text`: its range in each, by index from
        the end; 0 is `text`. Empty where there is none."""
        if not self._by_head or not before:
            return {}
        parts = [normal_form(text), *(normal_form(each) for each in reversed(before))]
        tail = ""
        for part in parts[1:]:
            tail = (part.text + tail)[-min(self._longest, _TAIL) :]
            if len(tail) >= min(self._longest, _TAIL):
                break
        joined = tail + parts[0].text[:_TAIL]
        for start, end in self._matches(joined, scopes, 0, len(tail)):
            if start < len(tail) < end:
                return _spread(parts, len(tail) - start, end - len(tail))
        return {}

    def _matches(
        self, normal: str, scopes: frozenset[bytes], begin: int, until: int
    ) -> Iterator[tuple[int, int]]:
        raw = normal.encode("utf-32-le", "surrogatepass")
        copy, known, width = self._windows.copy, self._by_head, HEAD * _WIDTH
        for place in range(begin * _WIDTH, min(until * _WIDTH, len(raw) - width + 1), _WIDTH):
            window = copy()
            window.update(raw[place : place + width])
            head = window.digest()
            if head in known:
                start = place // _WIDTH
                yield from self._confirmed(normal, start, known[head], scopes)

    def _confirmed(
        self, normal: str, start: int, candidates: Sequence[Fingerprint], scopes: frozenset[bytes]
    ) -> Iterator[tuple[int, int]]:
        for each in candidates:
            piece = normal[start : start + each.length]
            if len(piece) == each.length and _holds(each, scopes) and self._confirm(piece) == each.digest:
                yield start, start + each.length

    def _words(self, text: str, scopes: frozenset[bytes]) -> Iterator[Span]:
        for start, end in _words_of(text):
            word = normal_form(text[start:end]).text
            if SHORTEST <= len(word) < HEAD:
                for each in self._by_head.get(self._digest(word), ()):
                    if _holds(each, scopes) and self._confirm(word) == each.digest:
                        yield Span(start, end, "erased")


def _holds(fingerprint: Fingerprint, scopes: frozenset[bytes]) -> bool:
    return fingerprint.scope is None or fingerprint.scope in scopes


_CHUNK = re.compile(r"\S+")


def _words_of(text: str) -> Iterator[tuple[int, int]]:
    """Runs between blanks, and runs of letters and digits of one script."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    for match in _WORD.finditer(lowered):
        yield match.span()
    for match in _CHUNK.finditer(text):
        if len(match.group()) <= 4 * HEAD:
            yield match.span()


def _spread(parts: Sequence[Normal], before: int, after: int) -> Mapping[int, Span]:
    found = {0: Span(parts[0].places[0], parts[0].places[after - 1] + 1, "erased")}
    for index, part in enumerate(parts[1:], start=1):
        taken = min(before, len(part.text))
        if taken:
            found[index] = Span(part.places[-taken], part.places[-1] + 1, "erased")
        before -= taken
        if before <= 0:
            break
    return found
