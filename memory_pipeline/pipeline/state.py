"""Writes single statements that a person or a system made outright: one event, one transaction, no model needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memory_pipeline.domain.assertion import Act, Assertion, Stance, assertion_id, capped_confidence
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.domain.instant import earliest_instant
from memory_pipeline.domain.message import storable
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.events.models import Event
from memory_pipeline.pipeline.advise import advise
from memory_pipeline.pipeline.commit import Ending, ScopeBatch, Written, commit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import embed
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.refuse_erased import DISCARDED
from memory_pipeline.ports.ledger import Claim


def stated(
    event: Event,
    fact: ExtractedFact,
    source: Source,
    ref: str,
    deps: Dependencies,
    *,
    act: Act = Act.STATEMENT,
    retracts: str | None = None,
) -> Assertion:
    """The assertion that `event` makes of `fact`, said at the event's time."""
    tenant, scope = parse_tenant(event.tenant), Scope.parse(event.scope)
    evidence = Evidence(None, None, storable(fact.quote), ref)
    subject, predicate, object_ = storable(fact.subject), storable(fact.predicate), storable(fact.object)
    return Assertion(
        id=assertion_id(
            tenant, scope, evidence, event.occurred_at, subject, predicate, object_, fact.stance, act
        ),
        tenant=tenant,
        scope=scope,
        subject=subject,
        predicate=predicate,
        object=object_,
        stance=fact.stance,
        source=source,
        confidence=capped_confidence(source, act, fact.confidence),
        asserted_at=event.occurred_at,
        recorded_at=deps.clock.now(),
        evidence=(evidence,),
        act=act,
        retracts=retracts,
        cardinality=fact.cardinality,
        forgettability=fact.forgettability,
        valid_from=earliest_instant(fact.valid_from),
    )


def state(assertions: Sequence[Assertion], claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """Commits these assertions of one scope and ends their event; the result names the facts they went into."""
    tenant, scope = claim.ref.tenant, claim.ref.scope
    placing = place((each.predicate for each in assertions), deps, deps.policies.of(tenant).policy)
    embedded = embed(assertions, (), placing, deps.embedder)
    kept: list[dict[str, Any]] = []

    def result(written: Written) -> Mapping[str, Any]:
        kept.append({"assertions": written.assertions, "fact_ids": [str(id_) for id_ in written.fact_ids]})
        if written.refused:
            kept[-1] |= {"discarded": DISCARDED, "discarded_assertions": written.refused}
        return kept[-1]

    commit(
        tenant,
        {scope: ScopeBatch(tuple(assertions))},
        placing,
        embedded,
        deps,
        ending=Ending(claim, result),
    )
    fill_vectors(tenant, scope, deps)
    advise(tenant, scope, deps)
    return kept[-1]


def note(text: str) -> ExtractedFact:
    """What no rule parses is kept as the person's note, in its own words."""
    return ExtractedFact("user", "note", text, (), quote=text, stance=Stance.ASSERTED)
