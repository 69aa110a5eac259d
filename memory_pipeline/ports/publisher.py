"""Tells workers that an event waits. A hint: what is lost here is found again in the ledger."""

from __future__ import annotations

from typing import Protocol

from memory_pipeline.ports.ledger import EventRef


class Publisher(Protocol):
    def publish(self, ref: EventRef) -> None:
        """Sends the hint; raises BrokerUnavailable, after which it may still have arrived."""
