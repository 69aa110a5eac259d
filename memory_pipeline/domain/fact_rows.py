"""Intervals as rows: what of a folded interval is kept and shown. Called by the projection of a place."""

from __future__ import annotations

from collections import Counter
from datetime import UTC

from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.fold import Interval
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.slot import FactId, Slot, fact_id
from memory_pipeline.domain.standing import Mention, Standing
from memory_pipeline.domain.value_classes import ValueClass, ValueClasses


def fact_of(interval: Interval, line: str, support: Counter[ValueClass], rules: Rules) -> Fact:
    """The row of an interval on the line known as `line`; `support` counts the statements of each value."""
    standing = interval.standing
    slot = standing.value.slot
    stated = [
        each.assertion.valid_from for each in standing.mentions if each.assertion.valid_from is not None
    ]
    stated_valid_from = stated[-1].astimezone(UTC) if stated else None
    expires_at = standing.expires_at(rules.policy_of(slot))
    return Fact(
        id=standing.value.id,
        slot=slot,
        object=standing.shown.assertion.object,
        object_normal=rules.normal(slot, standing.shown.assertion.object),
        source=standing.source,
        confidence=standing.confidence,
        valid_from=standing.since,
        valid_to=interval.until,
        expires_at=expires_at.astimezone(UTC) if expires_at else None,
        status=interval.status,
        support=support[standing.value],
        evidence=_evidence(standing),
        assertions=tuple(mention.assertion.id for mention in standing.mentions),
        line=line,
        stated_valid_from=stated_valid_from,
        planned=stated_valid_from is not None and stated_valid_from > rules.now,
        confirmed=standing.confirmed,
        last_mention_at=standing.last_mention_at,
        forgettability=_forgettability(standing, rules.forgettability(slot)),
        reason=interval.reason,
        escalated_at=interval.escalated_at,
        against=interval.against,
    )


def _evidence(standing: Standing) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(each for mention in standing.mentions for each in mention.assertion.evidence))


def _forgettability(standing: Standing, default: Forgettability) -> Forgettability:
    """The most lasting that any mention asks for; without a word from them the predicate's own."""
    if default is Forgettability.LOW:
        return default
    stated = {mention.assertion.forgettability for mention in standing.mentions} - {None}
    lasting = (Forgettability.LOW, Forgettability.MEDIUM, Forgettability.HIGH)
    return next((each for each in lasting if each in stated), default)


def redirects_of(
    slot: Slot, mentions: list[Mention], classes: ValueClasses
) -> tuple[tuple[FactId, FactId], ...]:
    """Ids that members of a class would lead themselves, had they come first, each to the id of their class."""
    own = [mention for mention in mentions if mention.value.slot == slot]
    leading = {mention.value.id for mention in own}
    found = {(fact_id(slot, classes.normal(mention.assertion.object)), mention.value.id) for mention in own}
    return tuple(sorted((absorbed, kept) for absorbed, kept in found if absorbed not in leading))
