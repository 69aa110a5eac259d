"""Distils a session's complete segments into memories: load → clean → extract → ground → embed → dedup → commit.

No transaction is open while a model is called; each segment is committed whole, with the watermark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_pipeline.domain.errors import SessionBusy, TurnOver
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.segments import Span, cut
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.advise import advise
from memory_pipeline.pipeline.ask_model import Account
from memory_pipeline.pipeline.commit import Ending, SegmentCommit, Written, commit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.distil import account_name, distil
from memory_pipeline.pipeline.extract_segment import extract_segment
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.refuse_erased import DISCARDED
from memory_pipeline.pipeline.roll_summary import roll_summary
from memory_pipeline.pipeline.screen_log import screened_transcript
from memory_pipeline.ports.costs import Purpose
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.transcripts import SegmentRange, Transcript
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
    cached_tokens: int = 0
    stand_ins: int = 0
    discarded_messages: int = 0
    discarded_assertions: int = 0
    discarded_episodes: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @classmethod
    def so_far(cls, claim: Claim) -> Tally:
        """What the event's earlier attempts came to: a long session is done in turns, and any of them may be cut short."""
        return cls(**{name: claim.result[name] for name in cls.__slots__ if name in claim.result})

    def as_result(self) -> dict[str, Any]:
        """The counts, and `"discarded": "erased"` where anything was kept out because it had been erased."""
        counts = {name: getattr(self, name) for name in self.__slots__}
        gone = self.discarded_messages + self.discarded_assertions + self.discarded_episodes
        return counts | ({"discarded": DISCARDED} if gone else {})


def consolidate(
    event: SessionClosed | SessionIdle | SessionThreshold, claim: Claim, deps: Dependencies
) -> Mapping[str, Any]:
    """The event's result, which is also in the ledger. Raises TransientError, PermanentError, LeaseLost."""
    key = SessionKey(Tenant(event.tenant), Scope.parse(event.scope), event.session_id)
    log = deps.working.read(key)
    tally = Tally.so_far(claim)
    if log is not None:
        tally = tally.plus(Tally(discarded_messages=absorb(log, deps)))
    transcript = _marked(key, event, deps)
    if transcript is None:
        return _end(claim, tally, deps)
    if _waiting(transcript, deps):
        transcript = screened_transcript(_held(transcript, claim, deps), deps)
    waiting = _waiting(transcript, deps)
    began = deps.clock.now()
    for span in waiting:
        if span is not waiting[0] and deps.clock.now() - began >= deps.attempts.turn:
            raise TurnOver("its session is long: what is left is done by the next attempt", 0.0)
        last = span is waiting[-1]
        work = _Work(transcript, SegmentRange(span.first, span.end), claim, last)
        tally = _consolidate_segment(work, tally, deps)
    if not waiting:
        _end(claim, tally, deps)
    _settle(transcript, deps)
    if not isinstance(event, SessionClosed):
        roll_summary(key, deps, claim)
    for scope in (key.scope, *transcript.info.shared_with):
        fill_vectors(key.tenant, scope, deps)
        advise(key.tenant, scope, deps)
    return tally.as_result()


def _waiting(transcript: Transcript, deps: Dependencies) -> list[Span]:
    """The complete segments from the watermark on, where one ended: what is before it may have no words any more."""
    done = transcript.watermark
    marks = {mark.position - done for mark in transcript.marks if mark.position >= done}
    spans = cut(transcript.messages[done:], marks, deps.segment_rules)
    return [Span(done + each.first, done + each.end, complete=True) for each in spans if each.complete]


def _marked(
    key: SessionKey, event: SessionClosed | SessionIdle | SessionThreshold, deps: Dependencies
) -> Transcript | None:
    """The transcript with the end that the event names: the log that held the mark may have run out since."""
    transcript = deps.transcripts.read(key)
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


@dataclass(frozen=True, slots=True)
class _Work:
    """One segment, and the attempt that works on it; with its `last` segment the event ends."""

    transcript: Transcript
    segment: SegmentRange
    claim: Claim
    last: bool

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.transcript.messages[self.segment.first : self.segment.end]

    def account(self) -> Account:
        ref = self.claim.ref
        return Account(ref.tenant, Purpose.EXTRACT, ref.event_id, self.claim.attempt)


def _consolidate_segment(work: _Work, tally: Tally, deps: Dependencies) -> Tally:
    key, segment = work.transcript.key, work.segment
    person = account_name(work.transcript, deps)
    extraction, stands_in = extract_segment(
        key, segment, work.messages, person, work.account(), deps, revision=work.transcript.revision
    )
    distilled = distil(extraction, work.transcript, segment, person, deps)
    before = tally.plus(_costs(extraction, len(distilled.rejected), stands_in))
    ending = Ending(work.claim, lambda written: _with(before, written).as_result(), whole=work.last)
    written = commit(
        key.tenant,
        distilled.batches,
        distilled.placing,
        distilled.embedded,
        deps,
        segment=SegmentCommit(key, segment, distilled.rejected, work.transcript.revision),
        ending=ending,
    )
    if written.superfluous and work.last:
        _end(work.claim, tally, deps)
    return tally if written.superfluous else _with(before, written)


def _costs(extraction: Extraction, rejected: int, stands_in: bool) -> Tally:
    cost = extraction.cost
    return Tally(
        segments=1,
        extractor_calls=cost.calls,
        prompt_tokens=cost.prompt_tokens,
        completion_tokens=cost.completion_tokens,
        rejected=rejected,
        cached_tokens=cost.cached_tokens,
        stand_ins=int(stands_in),
    )


def _with(tally: Tally, written: Written) -> Tally:
    return tally.plus(
        Tally(
            assertions=written.assertions,
            episodes=written.episodes,
            discarded_assertions=written.refused,
            discarded_episodes=written.refused_episodes,
        )
    )


def _end(claim: Claim, tally: Tally, deps: Dependencies) -> Mapping[str, Any]:
    result = tally.as_result()
    deps.ledger.complete(claim, now=deps.clock.now(), result=result)
    return result


def _settle(transcript: Transcript, deps: Dependencies) -> None:
    """What is in the transcript may leave the working tier, after its time."""
    if transcript.messages:
        deps.working.settle(transcript.key, transcript.messages[-1].id, deps.working_ttl)
