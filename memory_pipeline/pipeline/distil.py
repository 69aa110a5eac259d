"""What an extraction comes to before it is committed: grounded, believed, embedded, without repeats. Writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from memory_pipeline.domain.extraction import Extraction, RejectedItem
from memory_pipeline.domain.grounding import ground
from memory_pipeline.domain.message import Role
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.segments import said_at
from memory_pipeline.pipeline.believe import account_person, believe
from memory_pipeline.pipeline.commit import ScopeBatch
from memory_pipeline.pipeline.dedup import dedup
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import Embedded, embed
from memory_pipeline.pipeline.place import Placing, place
from memory_pipeline.ports.transcripts import SegmentRange, Transcript


@dataclass(frozen=True, slots=True)
class Distilled:
    """What each scope is to hold of a segment, and what was kept out."""

    batches: Mapping[Scope, ScopeBatch]
    placing: Placing
    embedded: Embedded
    rejected: tuple[RejectedItem, ...]


def distil(
    extraction: Extraction,
    transcript: Transcript,
    segment: SegmentRange,
    person: str | None,
    deps: Dependencies,
) -> Distilled:
    """The batches that the segment's messages bear out, by the tenant's policy of now."""
    key, messages = transcript.key, transcript.messages[segment.first : segment.end]
    grounded = ground(extraction, messages, person=person, tool_sources=deps.tool_sources)
    said = dict(zip((m.id for m in transcript.messages), said_at(transcript.messages), strict=True))
    names = _names_of_person(transcript, person, deps)
    batches = believe(grounded, key, transcript.info, said, names=names, recorded_at=deps.clock.now())
    policy = deps.policies.of(key.tenant).policy
    placing = place((fact.fact.predicate for fact in grounded.facts), deps, policy)
    assertions = [each for batch in batches.values() for each in batch.assertions]
    embedded = embed(assertions, batches[key.scope].episodes, placing, deps.embedder)
    rejected = list(grounded.rejected)
    for scope, batch in batches.items():
        kept = dedup(batch.assertions, placing, embedded, _with_threshold(policy, deps))
        batches[scope] = replace(batch, assertions=kept.assertions)
        rejected.extend(kept.dropped if scope == key.scope else ())
    return Distilled(batches, placing, embedded, tuple(rejected))


def account_name(transcript: Transcript, deps: Dependencies) -> str | None:
    """The account's person as the session names them; None where nobody is named."""
    named = [m.name for m in transcript.messages if m.role is Role.USER and m.name]
    if len(set(named)) < 2:
        return account_person(named, transcript.info.user_id, frozenset())
    names = frozenset(name.strip().casefold() for name in _current_names(transcript, deps))
    return account_person(named, transcript.info.user_id, names)


def _names_of_person(transcript: Transcript, person: str | None, deps: Dependencies) -> set[str]:
    """What the account's person is known by; asked only where something is to be shared."""
    if not transcript.info.shared_with:
        return set()
    known = {person, transcript.info.user_id, *_current_names(transcript, deps)}
    return {name for name in known if name}


def _current_names(transcript: Transcript, deps: Dependencies) -> list[str]:
    current = deps.reader.facts(
        transcript.key.tenant, transcript.key.scope, history=False, now=deps.clock.now(), as_of=None
    )
    return [fact.object for fact in current if fact.slot.subject == "user" and fact.slot.predicate == "name"]


def _with_threshold(policy: Policy, deps: Dependencies) -> Policy:
    """The threshold is the embedding model's, unless the tenant's policy has a word of its own on it."""
    own = policy.dedup_threshold != DEFAULT_POLICY.dedup_threshold
    return policy if own else replace(policy, dedup_threshold=deps.dedup_threshold)
