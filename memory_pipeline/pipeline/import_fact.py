"""Takes in one structured fact of a system of record or a document pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.assertion import Cardinality, Stance
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.events.models import FactsImported
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.state import state, stated
from memory_pipeline.ports.ledger import Claim


def import_fact(event: FactsImported, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """The fact that the import went into. A retraction with an empty object retracts whatever stands."""
    said = ExtractedFact(
        subject=event.subject,
        predicate=event.predicate,
        object=event.object,
        messages=(),
        quote=event.object,
        stance=Stance.RETRACTED if event.retract else Stance.ASSERTED,
        confidence=event.confidence,
        cardinality=None if event.cardinality is None else Cardinality(event.cardinality),
    )
    return state([stated(event, said, event.source, event.ref, deps)], claim, deps)
