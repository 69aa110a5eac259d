"""Which end of a slot may go for good: the oldest statements of a line, so far that nothing that stays is changed by it.

Called by the night's purge and by its dry run. What is ready to go was decided by score and clock before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from memory_pipeline.domain.assertion import Assertion, AssertionId
from memory_pipeline.domain.fact import Fact, Projection
from memory_pipeline.domain.place import project_place
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.slot import FactId, Slot

Place = Mapping[Slot, Sequence[Assertion]]

NEVER_PURGED = frozenset({"name"})  # what a person was called decides whose other statements are
_TRIES = 32
_Key = tuple[Slot | None, str]  # a single-valued slot, or the name of a line of its own


@dataclass(frozen=True, slots=True)
class Cut:
    """The statements of one line up to `until`, and the facts that go with them, whole.

    `slot` is the single-valued slot whose horizon rises; else `lines` are the values, by slot and normal form, whose do.
    """

    until: datetime
    assertions: frozenset[AssertionId]
    facts: frozenset[FactId]
    slot: Slot | None
    lines: frozenset[tuple[Slot, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Line:
    """One line with all its statements, oldest first, and the facts that each of them went into."""

    slot: Slot | None
    members: tuple[tuple[Slot, Assertion], ...]
    facts: Mapping[FactId, frozenset[AssertionId]]


def plan_purge(place: Place, ready: Collection[FactId], rules: Rules) -> tuple[Cut, ...]:
    """The cuts that take as much of `ready` as may go; none where younger or lasting statements hold everything.

    `place` holds all statements of a slot, or of a slot and its rival. Every row that is not of a fact in a cut is the
    same afterwards, but for the words of its reason: in particular, nothing that is current changes.
    """
    if any(slot.predicate in NEVER_PURGED for slot in place):
        return ()
    before = project_place(_sorted(place), rules)
    lines = _lines(place, before)
    longest = [cut for line in lines for cut in islice(_cuts(line, ready, rules), 1)]
    if not longest or _nothing_else_changes(place, before, longest, rules):
        return tuple(longest)
    taken: list[Cut] = []
    for line in lines:
        for cut in islice(_cuts(line, ready, rules), _TRIES):
            if _nothing_else_changes(place, before, [*taken, cut], rules):
                taken.append(cut)
                break
    return tuple(taken)


def _sorted(place: Place) -> dict[Slot, list[Assertion]]:
    return {slot: sorted(found, key=_order) for slot, found in place.items()}


def _order(assertion: Assertion) -> tuple[datetime, AssertionId]:
    return assertion.asserted_at, assertion.id


def _lines(place: Place, projections: Sequence[Projection]) -> list[_Line]:
    """The place's lines with a fact on them. What belongs to several, as a withdrawal of everything, is in none."""
    facts: dict[_Key, dict[FactId, set[AssertionId]]] = {}
    for projection in projections:
        for fact in projection.facts:
            key: _Key = (None, fact.line) if fact.line else (fact.slot, "")
            facts.setdefault(key, {}).setdefault(fact.id, set()).update(fact.assertions)
    owners = _owners(facts, projections)
    members: dict[_Key, list[tuple[Slot, Assertion]]] = {}
    for slot, found in place.items():
        for each in found:
            own = owners.get(each.id, set())
            if (slot, "") in facts:
                members.setdefault((slot, ""), []).append((slot, each))
            elif len(own) == 1:
                members.setdefault(next(iter(own)), []).append((slot, each))
    for stated in members.values():
        stated.sort(key=lambda item: _order(item[1]))
    return [
        _Line(key[0], tuple(members[key]), {id_: frozenset(each) for id_, each in own.items()})
        for key, own in sorted(facts.items(), key=_line_order)
        if key in members
    ]


def _line_order(item: tuple[_Key, object]) -> str:
    (slot, line), _ = item
    return line if slot is None else f"{slot.subject}\x1e{slot.predicate}"


def _owners(
    facts: Mapping[_Key, Mapping[FactId, Collection[AssertionId]]], projections: Iterable[Projection]
) -> dict[AssertionId, set[_Key]]:
    """The lines that each statement has a say in: by the facts it went into, and by the verdict over it."""
    owners: dict[AssertionId, set[_Key]] = {}
    line_of: dict[FactId, _Key] = {}
    for key, own in facts.items():
        for id_, members in own.items():
            line_of[id_] = key
            for member in members:
                owners.setdefault(member, set()).add(key)
    for verdict in (each for projection in projections for each in projection.verdicts):
        for fact_id in (verdict.fact_id, verdict.against):
            if fact_id is not None and fact_id in line_of:
                owners.setdefault(verdict.assertion_id, set()).add(line_of[fact_id])
    return owners


def _cuts(line: _Line, ready: Collection[FactId], rules: Rules) -> Iterator[Cut]:
    """Where the line may be cut, the longest piece first: no fact is cut in two, and none that is not ready goes."""
    at = {each.id: each.asserted_at for _, each in line.members}
    spans = {id_: [at[each] for each in members if each in at] for id_, members in line.facts.items()}
    held = [min(instants) for id_, instants in spans.items() if id_ not in ready and instants]
    first_held = min(held, default=None)
    for until in sorted({instant for instants in spans.values() for instant in instants}, reverse=True):
        if first_held is not None and until >= first_held:
            continue
        gone = frozenset(id_ for id_, instants in spans.items() if instants and max(instants) <= until)
        if gone and all(
            id_ in gone or not instants or min(instants) > until for id_, instants in spans.items()
        ):
            yield _cut(line, until, gone, rules)


def _cut(line: _Line, until: datetime, gone: frozenset[FactId], rules: Rules) -> Cut:
    if gone == line.facts.keys():  # what withdrew them later goes along
        until = max(each.asserted_at for _, each in line.members)
    removed = [(slot, each) for slot, each in line.members if each.asserted_at <= until]
    lines: set[tuple[Slot, str]] = set()
    if line.slot is None:
        lines = {(slot, rules.normal(slot, each.object)) for slot, each in removed if each.object.strip()}
    return Cut(until, frozenset(each.id for _, each in removed), gone, line.slot, frozenset(lines))


def _nothing_else_changes(
    place: Place, before: Sequence[Projection], cuts: Sequence[Cut], rules: Rules
) -> bool:
    removed = {each for cut in cuts for each in cut.assertions}
    gone = {each for cut in cuts for each in cut.facts}
    rest = {slot: [each for each in found if each.id not in removed] for slot, found in place.items()}
    left = {slot: found for slot, found in rest.items() if found}
    after = project_place(_sorted(left), rules) if left else []
    return _rows(before, gone) == _rows(after, frozenset())


def _rows(projections: Iterable[Projection], without: Collection[FactId]) -> dict[object, Fact]:
    return {
        (fact.id, fact.valid_from): replace(fact, reason="")
        for projection in projections
        for fact in projection.facts
        if fact.id not in without
    }
