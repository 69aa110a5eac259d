"""Keeps the hints in a list, where a test or an in-process worker takes them from."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from memory_pipeline.ports.ledger import EventRef


class InMemoryPublisher:
    """Implements ports.publisher.Publisher; safe in threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._refs: list[EventRef] = []

    def publish(self, ref: EventRef) -> None:
        """Adds the hint at the end."""
        with self._lock:
            self._refs.append(ref)

    @property
    def published(self) -> Sequence[EventRef]:
        """The hints not taken yet, oldest first."""
        with self._lock:
            return tuple(self._refs)

    def take(self) -> Sequence[EventRef]:
        """The hints not taken yet, oldest first, and forgets them."""
        with self._lock:
            refs, self._refs = self._refs, []
        return tuple(refs)
