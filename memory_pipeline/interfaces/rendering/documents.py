"""Memories, verdicts and events as JSON documents. The keys are what users' scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, Verdict
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.pipeline.explain import Explanation
from memory_pipeline.pipeline.recall import Recollection
from memory_pipeline.ports.ledger import LedgerEntry

Document = dict[str, Any]


def fact_document(fact: Fact) -> Document:
    """One interval of a fact. Nothing in it depends on the clock or on when the pipeline ran."""
    return {
        "id": str(fact.id),
        "scope": str(fact.slot.scope),
        "subject": fact.slot.subject,
        "predicate": fact.slot.predicate,
        "object": fact.object,
        "object_normal": fact.object_normal,
        "source": str(fact.source),
        "confidence": fact.confidence,
        "valid_from": format_instant(fact.valid_from),
        "valid_to": _instant(fact.valid_to),
        "stated_valid_from": _instant(fact.stated_valid_from),
        "expires_at": _instant(fact.expires_at),
        "status": str(fact.status),
        "confirmed": fact.confirmed,
        "planned": fact.planned,
        "support": fact.support,
        "evidence": [_evidence(item) for item in fact.evidence],
    }


def facts_in_order(facts: Sequence[Fact]) -> list[Fact]:
    """By subject, predicate, time, value: code points decide, so that every database gives one order."""
    return sorted(
        facts,
        key=lambda fact: (
            str(fact.slot.scope), fact.slot.subject, fact.slot.predicate, fact.valid_from, fact.object_normal, fact.id
        ),
    )  # fmt: skip


def episode_document(episode: Episode) -> Document:
    return {
        "id": str(episode.id),
        "scope": str(episode.scope),
        "session_id": episode.session_id,
        "kind": str(episode.kind),
        "occurred_at": format_instant(episode.occurred_at),
        "trigger": episode.trigger,
        "summary": episode.summary,
        "entities": dict(sorted(episode.entities.items())),
        "actions": [
            {"step": action.step, "action": action.action, "result": action.result}
            for action in episode.actions
        ],
        "outcome": episode.outcome,
        "success": episode.success,
        "confidence": episode.confidence,
        "status": str(episode.status),
        "evidence": [_evidence(item) for item in episode.evidence],
    }


def recollection_document(found: Recollection) -> Document:
    return {
        "memories": [
            {
                "id": str(memory.id),
                "tier": str(memory.tier),
                "scope": str(memory.scope),
                "text": memory.text,
                "score": memory.score,
                "source": str(memory.source),
                "confidence": memory.confidence,
                "at": format_instant(memory.at),
            }
            for memory in found.memories
        ],
        "prompt": found.prompt,
        "elapsed_ms": found.elapsed_ms,
        "timed_out": found.timed_out,
    }


def assertion_document(assertion: Assertion) -> Document:
    return {
        "id": str(assertion.id),
        "subject": assertion.subject,
        "predicate": assertion.predicate,
        "object": assertion.object,
        "stance": str(assertion.stance),
        "act": str(assertion.act),
        "retracts": assertion.retracts,
        "source": str(assertion.source),
        "confidence": assertion.confidence,
        "asserted_at": format_instant(assertion.asserted_at),
        "recorded_at": format_instant(assertion.recorded_at),
        "evidence": [_evidence(item) for item in assertion.evidence],
    }


def verdict_document(verdict: Verdict, assertion: Assertion | None) -> Document:
    """What came of one assertion, with its words: a verdict can be checked without looking anything up."""
    cited = assertion.evidence[0] if assertion is not None and assertion.evidence else None
    return {
        "verdict": str(verdict.kind),
        "reason": verdict.reason,
        "at": format_instant(verdict.at),
        "assertion_id": str(verdict.assertion_id),
        "fact_id": _text(verdict.fact_id),
        "against": _text(verdict.against),
        "object": assertion.object if assertion is not None else None,
        "source": str(assertion.source) if assertion is not None else None,
        "evidence": None if cited is None else _evidence(cited),
    }


def rejection_document(item: RejectedItem) -> Document:
    """`item` is what was kept out, as the extractor gave it."""
    return {"reason": item.reason, "detail": item.detail, "item": item.item}


def explanation_document(found: Explanation) -> Document:
    """The memory with all its intervals, what was said of its slot, what came of each, and what was kept out."""
    by_id = {assertion.id: assertion for assertion in found.assertions}
    return {
        "memory": _memory(found),
        "assertions": [assertion_document(each) for each in found.assertions],
        "verdicts": [verdict_document(each, by_id.get(each.assertion_id)) for each in found.verdicts],
        "rejected": [rejection_document(each) for each in found.rejected],
        "past_retention": [
            {"session_id": session_id, "message_id": message_id}
            for session_id, message_id in sorted(found.past_retention)
        ],
    }


def _memory(found: Explanation) -> Document:
    if found.episode is not None:
        return {"tier": "episodic", **episode_document(found.episode)}
    open_rows = [fact for fact in found.facts if fact.valid_to is None]
    shown = (open_rows or list(found.facts))[-1]
    intervals = [fact_document(fact) for fact in found.facts]
    return {"tier": "semantic", **fact_document(shown), "reason": shown.reason, "intervals": intervals}


def event_document(entry: LedgerEntry) -> Document:
    """One ledger entry as a line of a list: never with what a person said in it."""
    return {
        "id": str(entry.ref.event_id),
        "scope": str(entry.ref.scope),
        "type": entry.type,
        "lane": str(entry.ref.lane),
        "state": str(entry.state),
        "attempts": entry.attempts,
        "occurred_at": format_instant(entry.occurred_at),
        "recorded_at": format_instant(entry.recorded_at),
        "done_at": _instant(entry.done_at),
        "next_attempt_at": _instant(entry.next_attempt_at),
        "reason": entry.reason,
        "error": entry.error,
    }


def full_event_document(entry: LedgerEntry) -> Document:
    """One ledger entry whole, with its event and what came of it."""
    return {
        **event_document(entry),
        "lease_until": _instant(entry.lease_until),
        "result": _plain(entry.result),
        "event": _plain(entry.document),
    }


def _plain(mapping: Mapping[str, Any]) -> Document:
    return dict(sorted(mapping.items()))


def _evidence(item: Evidence) -> Document:
    document: Document = {"session_id": item.session_id, "message_id": item.message_id, "quote": item.quote}
    return document if item.ref is None else {**document, "ref": item.ref}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else format_instant(at)


def _text(id_: object) -> str | None:
    return None if id_ is None else str(id_)
