"""Memories as rows and back. Nothing here talks to the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import sqlalchemy as sa

from memory_pipeline.domain.assertion import Act, Assertion, AssertionId, Cardinality, Forgettability, Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Action, Episode, EpisodeId, EpisodeKind, EpisodeStatus
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import FactId, Slot
from memory_pipeline.ports.memory_store import Placed

_NAMESPACE = UUID("f0b3cf0a-6f0e-5d38-9a63-55a7a7a1d605")


def slot_id(slot: Slot) -> UUID:
    """Stands for subject and predicate in indexes, whatever their length."""
    return uuid5(_NAMESPACE, f"{slot.subject}\x1e{slot.predicate}")


def line_id(slot: Slot, line: str) -> UUID:
    """Stands for the line of a slot that may hold one open row; a single-valued slot has one line."""
    return uuid5(_NAMESPACE, f"{slot.subject}\x1e{slot.predicate}\x1e{line}")


def owner(tenant: Tenant, scope: Scope) -> dict[str, str]:
    return {"tenant": tenant, "scope": str(scope)}


def assertion_row(item: Placed) -> dict[str, Any]:
    a = item.assertion
    return {
        **owner(a.tenant, a.scope),
        "id": a.id,
        "slot_id": slot_id(item.slot),
        "slot_subject": item.slot.subject,
        "slot_predicate": item.slot.predicate,
        "subject": a.subject,
        "predicate": a.predicate,
        "object": a.object,
        "stance": a.stance,
        "act": a.act,
        "retracts": a.retracts,
        "source": a.source,
        "confidence": a.confidence,
        "cardinality": a.cardinality,
        "forgettability": a.forgettability,
        "asserted_at": a.asserted_at,
        "recorded_at": a.recorded_at,
        "expires_at": a.expires_at,
        "valid_from": a.valid_from,
    }


def evidence_rows(
    tenant: Tenant, scope: Scope, memory_id: UUID, kind: str, items: Sequence[Evidence]
) -> list[dict[str, Any]]:
    return [
        {
            **owner(tenant, scope),
            "memory_id": memory_id,
            "ordinal": ordinal,
            "kind": kind,
            "session_id": item.session_id,
            "message_id": item.message_id,
            "quote": item.quote,
            "ref": item.ref,
        }
        for ordinal, item in enumerate(items)
    ]


def placed(row: sa.Row[Any], evidence: Sequence[Evidence]) -> Placed:
    tenant, scope = Tenant(row.tenant), Scope.parse(row.scope)
    assertion = Assertion(
        id=AssertionId(row.id),
        tenant=tenant,
        scope=scope,
        subject=row.subject,
        predicate=row.predicate,
        object=row.object,
        stance=Stance(row.stance),
        source=Source(row.source),
        confidence=row.confidence,
        asserted_at=row.asserted_at,
        recorded_at=row.recorded_at,
        evidence=tuple(evidence),
        act=Act(row.act),
        retracts=row.retracts,
        cardinality=None if row.cardinality is None else Cardinality(row.cardinality),
        forgettability=None if row.forgettability is None else Forgettability(row.forgettability),
        expires_at=row.expires_at,
        valid_from=row.valid_from,
    )
    return Placed(assertion, Slot(tenant, scope, row.slot_subject, row.slot_predicate))


def evidence_of(row: sa.Row[Any]) -> Evidence:
    return Evidence(row.session_id, row.message_id, row.quote, row.ref)


def fact_row(fact: Fact) -> dict[str, Any]:
    slot = fact.slot
    return {
        **owner(slot.tenant, slot.scope),
        "id": fact.id,
        "valid_from": fact.valid_from,
        "slot_id": slot_id(slot),
        "line_id": line_id(slot, fact.line),
        "slot_subject": slot.subject,
        "slot_predicate": slot.predicate,
        "line": fact.line,
        "object": fact.object,
        "object_normal": fact.object_normal,
        "source": fact.source,
        "confidence": fact.confidence,
        "valid_to": fact.valid_to,
        "expires_at": fact.expires_at,
        "status": fact.status,
        "support": fact.support,
        "evidence": [_evidence_json(item) for item in fact.evidence],
        "assertions": list(fact.assertions),
        "stated_valid_from": fact.stated_valid_from,
        "planned": fact.planned,
        "confirmed": fact.confirmed,
        "last_mention_at": fact.last_mention_at,
        "forgettability": fact.forgettability,
        "reason": fact.reason,
        "escalated_at": fact.escalated_at,
        "against_id": fact.against,
    }


def fact(row: sa.Row[Any]) -> Fact:
    scope = Scope.parse(row.scope)
    return Fact(
        id=FactId(row.id),
        slot=Slot(Tenant(row.tenant), scope, row.slot_subject, row.slot_predicate),
        object=row.object,
        object_normal=row.object_normal,
        source=Source(row.source),
        confidence=row.confidence,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        expires_at=row.expires_at,
        status=FactStatus(row.status),
        support=row.support,
        evidence=tuple(Evidence(**item) for item in row.evidence),
        assertions=tuple(AssertionId(item) for item in row.assertions),
        line=row.line,
        stated_valid_from=row.stated_valid_from,
        planned=row.planned,
        confirmed=row.confirmed,
        last_mention_at=row.last_mention_at,
        forgettability=Forgettability(row.forgettability),
        reason=row.reason,
        escalated_at=row.escalated_at,
        against=None if row.against_id is None else FactId(row.against_id),
    )


def _evidence_json(item: Evidence) -> dict[str, str | None]:
    return {
        "session_id": item.session_id,
        "message_id": item.message_id,
        "quote": item.quote,
        "ref": item.ref,
    }


def episode_row(episode: Episode) -> dict[str, Any]:
    return {
        **owner(episode.tenant, episode.scope),
        "id": episode.id,
        "session_id": episode.session_id,
        "kind": episode.kind,
        "occurred_at": episode.occurred_at,
        "trigger": episode.trigger,
        "summary": episode.summary,
        "entities": dict(episode.entities),
        "actions": [{"step": a.step, "action": a.action, "result": a.result} for a in episode.actions],
        "outcome": episode.outcome,
        "success": episode.success,
        "confidence": episode.confidence,
        "status": episode.status,
        "recorded_at": episode.recorded_at,
    }


def episode(row: Any, evidence: Sequence[Evidence]) -> Episode:
    entities: Mapping[str, str] = row.entities
    return Episode(
        id=EpisodeId(row.id),
        tenant=Tenant(row.tenant),
        scope=Scope.parse(row.scope),
        session_id=row.session_id,
        kind=EpisodeKind(row.kind),
        occurred_at=row.occurred_at,
        trigger=row.trigger,
        summary=row.summary,
        outcome=row.outcome,
        success=row.success,
        confidence=row.confidence,
        evidence=tuple(evidence),
        entities=dict(entities),
        actions=tuple(Action(a["step"], a["action"], a["result"]) for a in row.actions),
        recorded_at=row.recorded_at,
        status=EpisodeStatus(row.status),
    )
