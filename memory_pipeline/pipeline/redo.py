"""Has committed segments read again: by the model that the rules stood in for, or without what was erased since.

What the new reading says takes the place of what the old one said, in one transaction: nobody sees neither, or both.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from memory_pipeline.domain.assertion import Act, AssertionId
from memory_pipeline.domain.errors import (
    BreakerOpen,
    BudgetUsedUp,
    MemoryPipelineError,
    ModelReplyUnusable,
    PermanentError,
    SessionChanged,
    TransientError,
)
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import Slot
from memory_pipeline.pipeline.ask_model import Account
from memory_pipeline.pipeline.commit import ScopeCommit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.distil import Distilled, account_name, distil
from memory_pipeline.pipeline.extract_segment import read_segment
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.refuse_erased import wait_for_erasure
from memory_pipeline.pipeline.rest import asked_for
from memory_pipeline.pipeline.screen_log import screened_transcript
from memory_pipeline.ports.asker import asking_for
from memory_pipeline.ports.costs import Purpose
from memory_pipeline.ports.erasure import ErasureUnit
from memory_pipeline.ports.transcripts import SegmentRange, Transcript
from memory_pipeline.ports.working_memory import SessionKey

_log = logging.getLogger(__name__)

_TAKEN_FOR = timedelta(
    minutes=10
)  # longer than a reading takes: a worker that dies leaves the segment to the next one
_LATER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Redone:
    """How many segments were read again, and how many are to wait. `stopped` by an endpoint that is left alone."""

    segments: int = 0
    put_off: int = 0
    given_up: int = 0
    stopped: bool = False

    def plus(self, other: Redone) -> Redone:
        return Redone(
            self.segments + other.segments,
            self.put_off + other.put_off,
            self.given_up + other.given_up,
            self.stopped or other.stopped,
        )


def redo_due(deps: Dependencies, *, limit: int = 50) -> Redone:
    """Reads up to `limit` segments again whose time has come, for one turn. Any number of these at once is harmless."""
    done, began = Redone(), deps.clock.now()
    for tenant, scope in deps.transcripts.scopes_to_redo(now=deps.clock.now(), limit=limit):
        while done.segments + done.put_off + done.given_up < limit and not done.stopped:
            now = deps.clock.now()
            if now - began >= deps.attempts.turn:
                return done
            taken = deps.transcripts.take_redo(tenant, scope, now=now, until=now + _TAKEN_FOR)
            if taken is None:
                break
            with asking_for(tenant, scope):
                done = done.plus(_redo_one(*taken, deps))
    return done


def _redo_one(key: SessionKey, segment: SegmentRange, deps: Dependencies) -> Redone:
    try:
        redo_segment(key, segment, deps)
    except (BreakerOpen, BudgetUsedUp) as error:
        _put_off(key, segment, asked_for(error.retry_after, deps.attempts) or _LATER, error, deps)
        return Redone(put_off=1, stopped=isinstance(error, BreakerOpen))
    except (PermanentError, ModelReplyUnusable) as error:
        deps.transcripts.put_off_redo(key, segment, None)
        _log.warning("a segment is left as it was read: %s", error)
        return Redone(given_up=1)
    except TransientError as error:
        _put_off(key, segment, asked_for(error.retry_after, deps.attempts) + _LATER, error, deps)
        return Redone(put_off=1)
    return Redone(segments=1)


def _put_off(
    key: SessionKey,
    segment: SegmentRange,
    by: timedelta,
    error: MemoryPipelineError,
    deps: Dependencies,
) -> None:
    deps.transcripts.put_off_redo(key, segment, deps.clock.now() + by)
    _log.info("a segment is read again later: %s", error)


def redo_segment(key: SessionKey, segment: SegmentRange, deps: Dependencies) -> None:
    """Reads a committed segment by the extractor of today. Raises what that raises, SessionChanged, ScopeBusy."""
    transcript = deps.transcripts.read(key)
    past = transcript is not None and transcript.past_retention.intersection(
        range(segment.first, segment.end)
    )
    if transcript is None or len(transcript.messages) < segment.end or past:
        deps.transcripts.put_off_redo(key, segment, None)  # nothing is left to read
        return
    transcript = screened_transcript(transcript, deps)
    messages = transcript.messages[segment.first : segment.end]
    person = account_name(transcript, deps)
    found = read_segment(deps.extractor, messages, person, Account(key.tenant, Purpose.REDO), deps)
    _replace(transcript, segment, distil(found, transcript, segment, person, deps), found.extractor, deps)
    for scope in (key.scope, *transcript.info.shared_with):
        fill_vectors(key.tenant, scope, deps)


def _replace(
    transcript: Transcript, segment: SegmentRange, new: Distilled, extractor: str, deps: Dependencies
) -> None:
    key, now = transcript.key, deps.clock.now()
    cited = {message.id for message in transcript.messages[segment.first : segment.end]}
    with deps.erasures.unit(key.tenant, new.batches.keys()) as unit:
        wait_for_erasure(unit, new.batches.keys())
        if unit.revision(key) != transcript.revision:
            raise SessionChanged("something of the session was erased meanwhile", 0.0)
        policy = unit.policy().policy
        for scope in sorted(new.batches):
            part = ScopeCommit(
                key.tenant, scope, unit, new.placing.under(policy), policy, new.embedded, deps, now
            )
            known_as = part.names()
            emptied = _withdraw(unit, scope, key.session_id, cited)
            part.add_assertions(new.batches[scope].assertions, emptied=emptied, known_as=known_as)
            part.add_episodes(new.batches[scope].episodes)
        unit.replace_extraction(key, segment, extractor, new.rejected)


def _withdraw(unit: ErasureUnit, scope: Scope, session_id: str, cited: Collection[str]) -> frozenset[Slot]:
    """The slots that lose what the segment said, and what was distilled from its episodes."""
    gone: dict[AssertionId, Slot] = {
        item.assertion.id: item.slot
        for item in unit.cited(scope, session_id)
        if item.assertion.act in (Act.STATEMENT, Act.DISTILLED)
        and _rests_on(item.assertion.evidence, session_id, cited)
    }
    told = [
        episode.id
        for episode in unit.session_episodes(scope, session_id)
        if _rests_on(episode.evidence, session_id, cited)
    ]
    unit.remove_assertions(scope, gone.keys())
    unit.remove_episodes(scope, told)
    unit.remove_memories(scope, told)
    return frozenset(gone.values())


def _rests_on(evidence: Collection[Evidence], session_id: str, cited: Collection[str]) -> bool:
    own = [each for each in evidence if each.session_id == session_id and each.message_id in cited]
    return bool(own) and len(own) == len(evidence)
