"""Tells workers that an event waits. A hint: what is lost here is found again in the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.ledger import EventRef, Lane


class Publisher(Protocol):
    def publish(self, ref: EventRef) -> None:
        """Sends the hint; raises BrokerUnavailable, after which it may still have arrived."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to push to which queue. `event_id` is letters and digits that stand in `message` for the event's id, only there."""

    queue: str
    message: str
    event_id: str


class HintWriter(Protocol):
    """For a store that is the broker, too: it sends the hint in the step that writes the event."""

    def hint(self, tenant: Tenant, scope: Scope, lane: Lane) -> Hint:
        """The hint that an event of the scope waits, whichever it is."""
