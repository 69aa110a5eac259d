"""What happens next to a memory that nobody touches, and when: the plan of every night, as pure functions.

A night applies what is due; each answer carries its own instant, so that missed nights are caught up by elapsed time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import falls_below_at, falls_to_at, next_decay_at
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.instant import shifted
from memory_pipeline.domain.policy import Policy


class TransitionKind(StrEnum):
    """In the order in which a night takes them."""

    EXPIRE = "expire"
    DECAY = "decay"
    ARCHIVE = "archive"
    OBSERVE = "observe"  # becomes a candidate for purge
    PURGE = "purge"


_ORDER = {kind: place for place, kind in enumerate(TransitionKind)}


@dataclass(frozen=True, slots=True)
class Transition:
    """`due_at` may lie in the past: then it is due now. `reason` is one sentence without content."""

    kind: TransitionKind
    due_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Ageing:
    """All of a memory that forgetting looks at. `idle_from` as `decay.idle_since` finds it.

    `stands` is true for current facts and active or archived episodes; `by_person` for what a person stated or
    confirmed; `candidate_since` is when it became a candidate for purge, `surplus_since` when a night found its scope too
    full and others better kept. Any later touch saves it. `ended_at` is since when it does not stand any more.
    """

    confidence: float
    idle_from: datetime
    stands: bool = True
    archived: bool = False
    by_person: bool = False
    pinned: bool = False
    forgettability: Forgettability = Forgettability.MEDIUM
    expires_at: datetime | None = None
    candidate_since: datetime | None = None
    surplus_since: datetime | None = None
    ended_at: datetime | None = None

    @property
    def lasting(self) -> bool:
        """Whether score and idleness never archive nor purge it."""
        return self.pinned or self.forgettability is Forgettability.LOW


def ageing_of(
    fact: Fact, *, idle_from: datetime, pinned: bool = False, candidate_since: datetime | None = None
) -> Ageing:
    """What forgetting looks at in a fact's row."""
    stands = fact.status in (FactStatus.CURRENT, FactStatus.ARCHIVED)
    return Ageing(
        confidence=fact.confidence,
        idle_from=idle_from,
        stands=stands,
        archived=fact.status is FactStatus.ARCHIVED,
        by_person=fact.confirmed or fact.source in (Source.USER_STATED, Source.CORRECTED),
        pinned=pinned,
        forgettability=fact.forgettability,
        expires_at=fact.expires_at if fact.valid_to is None else None,
        candidate_since=candidate_since,
        ended_at=None if stands else fact.valid_to,
    )


def archive_at(memory: Ageing, policy: Policy) -> datetime | None:
    """When it is to be archived: idle long enough and worth little enough, or idle for its time to live, or left over
    where its scope holds more than it may. None if never, or if it does not stand."""
    return min((at for at, _ in _archivings(memory, policy)), default=None)


def archive_reason(memory: Ageing, policy: Policy) -> str:
    """Why it is archived at `archive_at`, in a sentence without content."""
    return min(_archivings(memory, policy), default=(None, "It is not archived."))[1]


def _archivings(memory: Ageing, policy: Policy) -> list[tuple[datetime, str]]:
    if memory.lasting or not memory.stands:
        return []
    found: list[tuple[datetime, str]] = []
    low_at = falls_below_at(memory.confidence, memory.idle_from, policy.archive_below, policy)
    if low_at is not None:
        at = max(low_at, shifted(memory.idle_from, policy.archive_after))
        found.append(
            (at, f"Idle for {policy.archive_after.days} days and worth less than {policy.archive_below:g}.")
        )
    if policy.ttl is not None:
        ttl_at = shifted(memory.idle_from, policy.ttl)
        found.append((ttl_at, f"Idle for its time to live of {policy.ttl.days} days."))
    surplus_at = memory.surplus_since
    if policy.keep_best is not None and surplus_at is not None and surplus_at >= memory.idle_from:
        found.append((surplus_at, f"Not among the {policy.keep_best} memories that its scope keeps at hand."))
    return found


def observe_at(memory: Ageing, policy: Policy) -> datetime | None:
    """When it becomes a candidate for purge; None if score never purges it: a person's word that stands is kept.

    Once it is history it may go like anything else, but counts as a candidate from its end at the earliest: who moved
    yesterday does not lose tonight where they lived before.
    """
    if memory.lasting or not policy.purges or (memory.stands and memory.by_person):
        return None
    low_at = falls_to_at(memory.confidence, memory.idle_from, policy.purge_at_most, policy)
    if low_at is None:
        return None
    kept_until = memory.ended_at if memory.by_person and memory.ended_at is not None else memory.idle_from
    return max(low_at, shifted(memory.idle_from, policy.purge_after), kept_until)


def purge_at(memory: Ageing, policy: Policy) -> datetime | None:
    """When a candidate may be purged: after its observation; None while it is none, or is none any more."""
    due_at = observe_at(memory, policy)
    if memory.candidate_since is None or due_at is None or memory.candidate_since < due_at:
        return None  # touched since it became one: the observation starts anew
    return shifted(memory.candidate_since, policy.purge_observation)


def next_transition(memory: Ageing, now: datetime, policy: Policy) -> Transition | None:
    """The first thing that will happen to it if nobody touches it; None if nothing ever will."""
    found = [each for each in _ahead(memory, now, policy) if each is not None]
    return min(found, key=lambda each: (each.due_at, _ORDER[each.kind]), default=None)


def _ahead(memory: Ageing, now: datetime, policy: Policy) -> list[Transition | None]:
    purging_at = purge_at(memory, policy)
    return [
        _transition(TransitionKind.EXPIRE, memory.expires_at, "Its time to live or its probation ends."),
        _transition(TransitionKind.DECAY, _decay_at(memory, now, policy), "A further step without a touch."),
        _transition(
            TransitionKind.ARCHIVE,
            None if memory.archived else archive_at(memory, policy),
            archive_reason(memory, policy),
        ),
        _transition(
            TransitionKind.OBSERVE,
            None if purging_at is not None else observe_at(memory, policy),
            f"Idle for {policy.purge_after.days} days and worth {policy.purge_at_most:g} or less.",
        ),
        _transition(
            TransitionKind.PURGE,
            purging_at,
            f"A candidate for purge for {policy.purge_observation.days} days, and still untouched.",
        ),
    ]


def _decay_at(memory: Ageing, now: datetime, policy: Policy) -> datetime | None:
    if not memory.stands or memory.archived:
        return None
    return next_decay_at(memory.confidence, memory.idle_from, now, policy)


def _transition(kind: TransitionKind, due_at: datetime | None, reason: str) -> Transition | None:
    return Transition(kind, due_at, reason) if due_at is not None else None
