"""An embedder without a model, for tests and trials: texts with common words are near each other, and that is all it knows."""

from __future__ import annotations

import hashlib
import itertools
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
_SIGNS_PER_WORD = 16


class InMemoryEmbedder:
    """A bag of words and of neighbouring characters, each hashed to a few signed places. Deterministic across processes."""

    def __init__(self, dimensions: int = 384) -> None:
        self._space = EmbeddingSpace("bag-of-words", dimensions)

    @property
    def space(self) -> EmbeddingSpace:
        return self._space

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:  # noqa: ARG002
        """One unit-length vector per text, in order."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> tuple[float, ...]:
        if not text.strip():
            raise InvalidInput("a blank text has no embedding: leave it out")
        places = [0.0] * self._space.dimensions
        for feature in _features(text):
            for place, sign in _places(feature, self._space.dimensions):
                places[place] += sign
        norm = math.sqrt(math.fsum(x * x for x in places))
        if norm == 0:
            # Every sign cancelled out: fall back on the text as one feature, whose first place stands alone.
            place, sign = next(_places(text, self._space.dimensions))
            places[place], norm = sign, 1.0
        return tuple(x / norm for x in places)


def _features(text: str) -> list[str]:
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    pairs = [f"{a} {b}" for a, b in itertools.pairwise(words)]
    return [*words, *pairs] or [text]


def _places(feature: str, dimensions: int) -> Iterator[tuple[int, float]]:
    digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=3 * _SIGNS_PER_WORD).digest()
    for i in range(0, len(digest), 3):
        yield int.from_bytes(digest[i : i + 2]) % dimensions, 1.0 if digest[i + 2] & 1 else -1.0
