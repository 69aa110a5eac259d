"""Answers of pure functions that are dear to compute, kept within a bound."""

from __future__ import annotations

from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Memo(Generic[Answer]):
    """Forgets the older half when it is full. Keys are digests: it outlives erasure and so must hold no text.

    Threads may share it: at worst an answer is computed twice.
    """

    def __init__(self, capacity: int = 1 << 17) -> None:
        self._half = capacity // 2
        self._young: dict[tuple[bytes, bytes], Answer] = {}
        self._old: dict[tuple[bytes, bytes], Answer] = {}

    def get(self, key: tuple[bytes, bytes]) -> Answer | None:
        young = self._young.get(key)
        return self._old.get(key) if young is None else young

    def put(self, key: tuple[bytes, bytes], answer: Answer) -> None:
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[key] = answer

    def __len__(self) -> int:
        return len(self._young) + len(self._old)
