"""Drops what one message was made to say twice: reworded copies of one statement must not count as two mentions.

Repeats across messages and sessions are no business of this step: they are support, and projection counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.domain.assertion import Assertion, Stance
from memory_pipeline.domain.dedup import DedupDecision, decide_duplicate
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import PredicateOf, slot_of
from memory_pipeline.domain.rendering import statement_text
from memory_pipeline.domain.slot import Slot
from memory_pipeline.pipeline.embed import Embedded


@dataclass(frozen=True, slots=True)
class Deduplicated:
    assertions: tuple[Assertion, ...]
    dropped: tuple[RejectedItem, ...]


def dedup(
    assertions: Sequence[Assertion], predicate_of: PredicateOf, embedded: Embedded, policy: Policy
) -> Deduplicated:
    """Of copies of one statement in one message and slot, the one with the highest confidence."""
    groups: dict[tuple[Slot, str | None, Stance], list[Assertion]] = defaultdict(list)
    for each in assertions:
        groups[slot_of(each, frozenset(), predicate_of), each.evidence[0].message_id, each.stance].append(
            each
        )
    kept: list[Assertion] = []
    dropped: list[RejectedItem] = []
    for (slot, _, _), members in groups.items():
        strongest: list[Assertion] = []
        for each in sorted(members, key=lambda item: (-item.confidence, item.id)):
            decision = _repeats(each, strongest, slot, embedded, policy)
            if decision is None:
                strongest.append(each)
            else:
                dropped.append(RejectedItem(f"duplicate_{decision.kind}", decision.reason, each.object))
        kept.extend(strongest)
    return Deduplicated(tuple(kept), tuple(dropped))


def _repeats(
    new: Assertion, kept: Sequence[Assertion], slot: Slot, embedded: Embedded, policy: Policy
) -> DedupDecision | None:
    for old in kept:
        new_text, old_text = statement_text(slot, new.object), statement_text(slot, old.object)
        decision = decide_duplicate(
            new_text,
            new.asserted_at,
            old_text,
            old.asserted_at,
            cosine(embedded, new_text, old_text),
            window=policy.dedup_window,
            threshold=policy.dedup_threshold,
        )
        if decision.duplicate:
            return decision
    return None


def cosine(embedded: Embedded, a: str, b: str) -> float | None:
    """The cosine of two texts (unit vectors), None where one was not embedded."""
    left, right = embedded.vectors.get(a), embedded.vectors.get(b)
    if left is None or right is None:
        return None
    return sum(x * y for x, y in zip(left, right, strict=True))
