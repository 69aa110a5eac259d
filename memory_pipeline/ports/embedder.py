"""Turns text into vectors of one embedding space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """Vectors of different spaces are never compared."""

    model: str
    dimensions: int


class TextKind(StrEnum):
    """E5 models tell what is searched from what is found; others ignore it."""

    PASSAGE = "passage"
    QUERY = "query"


class Embedder(Protocol):
    @property
    def space(self) -> EmbeddingSpace: ...

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        """One unit-length vector per text, in order. Blank texts are refused with InvalidInput by the caller's fault.

        Raises EmbeddingUnusable for a zero, non-finite or wrongly sized vector, TransientError when worth another try.
        """
