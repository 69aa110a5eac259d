"""What of the erased lies in the working tier, counted as an erasure would count it: for a dry run, which takes nothing over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.erased_text import Needle, texts_within
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Target
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.find_erased import holds
from memory_pipeline.ports.erasure import Leftovers
from memory_pipeline.ports.working_memory import SessionKey


def foresee_working_tier(
    tenant: Tenant, scope: Scope, target: Target, needle: Needle | None, left: Leftovers, deps: Dependencies
) -> Mapping[str, int]:
    """Messages that would go or be masked there, and events that wait there; `left` is what the database was found to hold."""
    counts = Counter[str]()
    masked = {key: frozenset(ids) for key, ids in left.masked}
    for key in deps.working_erasure.sessions(tenant, scope):
        said = _said(key, deps)
        match target:
            case ByMemory():
                counts["working_messages_masked"] += sum(each.id in masked.get(key, ()) for each in said)
            case ByText() if needle is not None:
                hit = [each for each in said if holds(each, needle)]
                counts["working_messages_masked"] += len(hit)
                counts["messages_masked"] += (
                    len({each.id for each in hit} - _absorbed(key, deps)) if hit else 0
                )
            case BySession() if key.session_id != target.session_id:
                continue
            case _:
                counts["working_messages"] += len(said)
    waiting = deps.working_erasure.inbox_of(tenant, scope)
    counts["events"] += sum(_is_about(document, target, needle) for document in waiting)
    return counts


def _said(key: SessionKey, deps: Dependencies) -> list[Message]:
    log = deps.working.read(key)
    return [] if log is None else [entry for entry in log.entries if isinstance(entry, Message)]


def _absorbed(key: SessionKey, deps: Dependencies) -> set[str]:
    transcript = deps.transcripts.read(key)
    return set() if transcript is None else {message.id for message in transcript.messages}


def _is_about(document: Mapping[str, Any], target: Target, needle: Needle | None) -> bool:
    match target:
        case BySession():
            return bool(document.get("session_id") == target.session_id)
        case ByText() if needle is not None:
            return any(needle.within(text) for text in texts_within(document))
        case _:
            return not isinstance(target, ByMemory)
