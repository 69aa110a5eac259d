"""Distils a session's complete segments into memories: load → clean → extract → ground → embed → dedup → commit.

No transaction is open while a model is called; each segment is committed whole, with the watermark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.errors import SessionBusy, TurnOver
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction
from memory_pipeline.domain.grounding import ground
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.segments import Span, cut, said_at
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.pipeline.advise import advise
from memory_pipeline.pipeline.believe import account_person, believe
from memory_pipeline.pipeline.commit import Ending, SegmentCommit, Written, commit
from memory_pipeline.pipeline.dedup import dedup
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import embed
from memory_pipeline.pipeline.extraction_document import from_document, to_document
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.place import place
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcript
from memory_pipeline.ports.working_memory import Mark, MarkKind, SessionKey, SessionLog


@dataclass(frozen=True, slots=True)
class Tally:
    """What consolidating a session took and gave, summed over its segments."""

    segments: int = 0
    extractor_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    assertions: int = 0
    episodes: int = 0
    rejected: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def as_result(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def consolidate(
    event: SessionClosed | SessionIdle | SessionThreshold, claim: Claim, deps: Dependencies
) -> Mapping[str, Any]:
    """The event's result, which is also in the ledger. Raises TransientError, PermanentError, LeaseLost."""
    key = SessionKey(Tenant(event.tenant), Scope.parse(event.scope), event.session_id)
    transcript = _load_marked(key, event, deps)
    if transcript is None:
        return _end(claim, Tally(), deps)
    if _waiting(transcript, deps):
        transcript = _held(transcript, claim, deps)
    waiting = _waiting(transcript, deps)
    tally, began = Tally(), deps.clock.now()
    for span in waiting:
        if span is not waiting[0] and deps.clock.now() - began >= deps.attempts.turn:
            raise TurnOver("its session is long: what is left is done by the next attempt", 0.0)
        last = span is waiting[-1]
        tally = _consolidate_segment(
            transcript, SegmentRange(span.first, span.end), tally, claim if last else None, deps
        )
    if not waiting:
        _end(claim, tally, deps)
    _settle(transcript, deps)
    for scope in (key.scope, *transcript.info.shared_with):
        fill_vectors(key.tenant, scope, deps)
        advise(key.tenant, scope, deps)
    return tally.as_result()


def _waiting(transcript: Transcript, deps: Dependencies) -> list[Span]:
    spans = cut(transcript.messages, {mark.position for mark in transcript.marks}, deps.segment_rules)
    return [span for span in spans if span.complete and span.first >= transcript.watermark]


def _load_marked(
    key: SessionKey, event: SessionClosed | SessionIdle | SessionThreshold, deps: Dependencies
) -> Transcript | None:
    """The transcript with the end that the event names: the log that held the mark may have run out since."""
    transcript = load(key, deps)
    if transcript is None or isinstance(event, SessionThreshold):
        return transcript
    marked = {transcript.messages[mark.position].id for mark in transcript.marks}
    said_since = event.through_message_id != transcript.messages[-1].id if transcript.messages else False
    if event.through_message_id in marked or (said_since and isinstance(event, SessionIdle)):
        return transcript
    kind = MarkKind.CLOSED if isinstance(event, SessionClosed) else MarkKind.IDLE
    mark = Mark(kind, event.through_message_id, event.occurred_at)
    deps.transcripts.absorb(SessionLog(key, transcript.info, (mark,)), now=deps.clock.now())
    return deps.transcripts.read(key)


def _held(transcript: Transcript, claim: Claim, deps: Dependencies) -> Transcript:
    """The session as it is once it is ours. Two events that worked on it at once would buy one reply twice."""
    if not deps.transcripts.hold(transcript.key, claim, now=deps.clock.now()):
        raise SessionBusy("another event of the same session is being worked on", 2.0)
    return deps.transcripts.read(transcript.key) or transcript


def load(key: SessionKey, deps: Dependencies) -> Transcript | None:
    """The session's transcript, with what the working tier still holds added to it; None if nothing is known of it."""
    log = deps.working.read(key)
    if log is not None:
        deps.transcripts.absorb(log, now=deps.clock.now())
    return deps.transcripts.read(key)


def _consolidate_segment(
    transcript: Transcript, segment: SegmentRange, tally: Tally, claim: Claim | None, deps: Dependencies
) -> Tally:
    key, messages = transcript.key, transcript.messages[segment.first : segment.end]
    person = _person(transcript, deps)
    extraction = _extract(key, segment, messages, person, deps)
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
    before = tally.plus(_costs(extraction, len(rejected)))
    ending = None if claim is None else Ending(claim, lambda written: _with(before, written).as_result())
    written = commit(
        key.tenant,
        batches,
        placing,
        embedded,
        deps,
        segment=SegmentCommit(key, segment, tuple(rejected)),
        ending=ending,
    )
    if written.superfluous and claim is not None:
        _end(claim, tally, deps)
    return tally if written.superfluous else _with(before, written)


def _with_threshold(policy: Policy, deps: Dependencies) -> Policy:
    """The threshold is the embedding model's, unless the tenant's policy has a word of its own on it."""
    own = policy.dedup_threshold != DEFAULT_POLICY.dedup_threshold
    return policy if own else replace(policy, dedup_threshold=deps.dedup_threshold)


def _extract(
    key: SessionKey,
    segment: SegmentRange,
    messages: tuple[Message, ...],
    person: str | None,
    deps: Dependencies,
) -> Extraction:
    """The extraction accepted for the segment: one made before, or one made now and stored before it is used."""
    accepted = deps.transcripts.accepted(key, segment)
    if accepted is None:
        cleaned = clean(messages, tool_limit=deps.extractor.tool_result_limit)
        made = Extraction(deps.extractor.version)  # of small talk alone nobody is asked
        if cleaned.messages:
            found = deps.extractor.extract(cleaned.messages, person=person)
            made = _renumbered(_counted(found), cleaned.numbers)
        accepted = deps.transcripts.accept(
            key, segment, AcceptedExtraction(made.extractor, to_document(made)), now=deps.clock.now()
        )
    return from_document(accepted.extractor, accepted.reply)


def _counted(extraction: Extraction) -> Extraction:
    """With one call at least: an extractor without a model counts none."""
    return replace(extraction, cost=replace(extraction.cost, calls=max(1, extraction.cost.calls)))


def _renumbered(extraction: Extraction, numbers: tuple[int, ...]) -> Extraction:
    """Citations of the cleaned messages as citations of the segment's; numbers out of range stay so, for grounding."""

    def original(cited: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[n - 1] if 1 <= n <= len(numbers) else 0 for n in cited)

    def fact(item: ExtractedFact) -> ExtractedFact:
        return replace(item, messages=original(item.messages))

    def episode(item: ExtractedEpisode) -> ExtractedEpisode:
        return replace(item, messages=original(item.messages))

    return replace(
        extraction,
        facts=tuple(fact(item) for item in extraction.facts),
        episodes=tuple(episode(item) for item in extraction.episodes),
    )


def _person(transcript: Transcript, deps: Dependencies) -> str | None:
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


def _costs(extraction: Extraction, rejected: int) -> Tally:
    cost = extraction.cost
    return Tally(1, cost.calls, cost.prompt_tokens, cost.completion_tokens, 0, 0, rejected)


def _with(tally: Tally, written: Written) -> Tally:
    return tally.plus(Tally(assertions=written.assertions, episodes=written.episodes))


def _end(claim: Claim, tally: Tally, deps: Dependencies) -> Mapping[str, Any]:
    result = tally.as_result()
    deps.ledger.complete(claim, now=deps.clock.now(), result=result)
    return result


def _settle(transcript: Transcript, deps: Dependencies) -> None:
    """What is in the transcript may leave the working tier, after its time."""
    if transcript.messages:
        deps.working.settle(transcript.key, transcript.messages[-1].id, deps.working_ttl)
