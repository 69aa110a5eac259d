"""One place: a slot, or a slot and its rival, with all its assertions, becomes lines, and these become rows.

Called by the projection. What a value means to another one is asked of value_classes, which one stands of the fold.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC

from memory_pipeline.domain.assertion import Act, Assertion, Cardinality, Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import Projection, Verdict, VerdictKind
from memory_pipeline.domain.fact_rows import fact_of, redirects_of
from memory_pipeline.domain.fold import FoldedLine, fold_line
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.standing import Mention, Retraction
from memory_pipeline.domain.value_classes import Layout, ValueClass, ValueClasses
from memory_pipeline.domain.verdicts import one_each

_COMPARING = "prefers"  # the predicate whose values may compare two things


Place = Mapping[Slot, list[Assertion]]


def project_place(place: Place, rules: Rules) -> list[Projection]:
    """The projections of the slots of one place, each of which has its assertions in (asserted_at, id) order."""
    admitted: dict[Slot, list[Assertion]] = {}
    refused: dict[Slot, list[Verdict]] = {}
    for slot, members in place.items():
        verdicts = {member.id: _refusal(member, slot, rules) for member in members}
        admitted[slot] = [member for member in members if verdicts[member.id] is None]
        refused[slot] = [verdict for verdict in verdicts.values() if verdict is not None]
    found = [each for part, layout in _parts(admitted, rules) for each in _project_part(part, layout, rules)]
    return [replace(each, verdicts=_sorted([*each.verdicts, *refused[each.slot]])) for each in found]


def effective_source(assertion: Assertion) -> Source:
    """Whose word it is: a correction and a confirmation are a person's, whatever was recorded."""
    match assertion.act:
        case Act.CORRECTION:
            return Source.CORRECTED
        case Act.CONFIRMATION:
            return Source.USER_STATED
        case _:
            return assertion.source


def _refusal(assertion: Assertion, slot: Slot, rules: Rules) -> Verdict | None:
    at = assertion.asserted_at.astimezone(UTC)
    normal = rules.normal(slot, assertion.object) if rules.horizons.lines else ""
    horizon = rules.horizons.covering(slot, normal, at)
    if horizon is None:
        return None
    reason = f"What was said here up to {horizon.astimezone(UTC):%Y-%m-%d %H:%M} UTC was purged or erased."
    return Verdict(VerdictKind.REFUSED, assertion.id, None, None, at, reason)


def _parts(place: Place, rules: Rules) -> list[tuple[Place, Layout]]:
    """The place as it is folded: rivals share their lines, unless a policy makes one of them single-valued."""
    cardinality = {slot: rules.cardinality(slot, members) for slot, members in place.items()}
    if all(_has_rival(slot, rules) and cardinality[slot] is Cardinality.MANY for slot in place):
        return [(place, Layout.RIVALS)]
    return [({slot: members}, _layout(slot, cardinality[slot])) for slot, members in place.items()]


def _has_rival(slot: Slot, rules: Rules) -> bool:
    known = rules.registry.get(slot.predicate)
    return known is not None and known.rival is not None


def _layout(slot: Slot, cardinality: Cardinality) -> Layout:
    if cardinality is Cardinality.ONE:
        return Layout.SINGLE
    return Layout.COMPARISONS if slot.predicate == _COMPARING else Layout.MANY


@dataclass(slots=True)
class _Lines:
    """Events by line, and verdicts over withdrawals that belong to none."""

    events: dict[int, list[Mention | Retraction]]
    verdicts: list[Verdict]


def _project_part(part: Place, layout: Layout, rules: Rules) -> list[Projection]:
    value_type = rules.value_type(next(iter(part)).predicate)
    classes = ValueClasses(layout, value_type, rules.comparer)
    members = sorted(
        ((slot, member) for slot, found in part.items() for member in found),
        key=lambda each: (each[1].asserted_at, each[1].id),
    )
    mentions = [
        _mention(member, classes.place(slot, member.object), rules)
        for slot, member in members
        if member.stance is Stance.ASSERTED
    ]
    lines = _Lines(defaultdict(list), [])
    for mention in mentions:
        lines.events[mention.value.line].append(mention)
    for slot, member in members:
        _add_withdrawal(member, slot, classes, lines)
    folded = _fold_lines(next(iter(part)), lines, mentions, classes, rules)
    return [_projection(slot, part[slot], folded, lines, mentions, classes, rules) for slot in part]


def _mention(assertion: Assertion, value: ValueClass, rules: Rules) -> Mention:
    source = effective_source(assertion)
    inferred = source is Source.AGENT_INFERRED and assertion.act is not Act.DISTILLED
    most = rules.policy.agent_cap if inferred else 1.0
    confidence = min(max(assertion.confidence, 0.0), most)
    return Mention(assertion, assertion.asserted_at.astimezone(UTC), source, confidence, value)


def _add_withdrawal(assertion: Assertion, slot: Slot, classes: ValueClasses, lines: _Lines) -> None:
    """Give what `assertion` withdraws, if anything, to the line it concerns; one that names nothing, to every line."""
    stated = assertion.stance is Stance.ASSERTED
    correction = assertion.act is Act.CORRECTION and stated
    if stated and not (correction and assertion.retracts):
        return
    text = (assertion.retracts if correction else assertion.object) or ""
    named = bool(text.strip())
    value = classes.match(slot, text) if named else None
    if correction and value == classes.match(slot, assertion.object):
        return  # new words for the same value: nothing ends
    at = assertion.asserted_at.astimezone(UTC)
    source = effective_source(assertion)
    event = Retraction(
        assertion, at, source, assertion.confidence, slot, named, value, by_correction=correction
    )
    if value is not None:
        lines.events[value.line].append(event)
    elif not named and lines.events:
        for events in lines.events.values():
            events.append(event)
    else:
        reason = "Nobody ever stated what it withdraws." if named else "There was nothing for it to withdraw."
        lines.verdicts.append(Verdict(VerdictKind.VOID, assertion.id, None, None, at, reason))


def _fold_lines(
    slot: Slot, lines: _Lines, mentions: Iterable[Mention], classes: ValueClasses, rules: Rules
) -> dict[int, FoldedLine]:
    first_line: dict[Slot, int] = {}
    for mention in mentions:
        first_line.setdefault(mention.value.slot, mention.value.line)
    leading = set(first_line.values())
    policy = rules.policy_of(slot)

    def refines(new: Mention, shown: Mention) -> bool:
        return classes.refines(new.value, new.assertion.object, shown.assertion.object)

    return {
        line: fold_line(
            events,
            now=rules.now,
            policy=policy,
            refines=refines,
            opens_as=VerdictKind.OPEN if line in leading else VerdictKind.COEXIST,
        )
        for line, events in sorted(lines.events.items())
    }


def _projection(
    slot: Slot,
    members: list[Assertion],
    folded: Mapping[int, FoldedLine],
    lines: _Lines,
    mentions: list[Mention],
    classes: ValueClasses,
    rules: Rules,
) -> Projection:
    support = Counter(mention.value for mention in mentions)
    facts = [
        fact_of(interval, classes.line_key(line), support, rules)
        for line, result in folded.items()
        for interval in result.intervals
        if interval.standing.value.slot == slot
    ]
    facts.sort(key=lambda fact: (fact.valid_from, fact.line, fact.id))
    own = [*lines.verdicts, *(verdict for result in folded.values() for verdict in result.verdicts)]
    ids = {fact.id for fact in facts}
    turns = [turn for result in folded.values() for turn in result.turns if turn.fact_id in ids]
    verdicts = _sorted([*one_each(own, members), *turns])
    return Projection(slot, tuple(facts), verdicts, redirects_of(slot, mentions, classes))


def _sorted(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    return tuple(
        sorted(verdicts, key=lambda each: (each.at, each.assertion_id, each.kind, str(each.fact_id)))
    )
