"""Which values of one place mean the same, and which exclude each other.

Values are taken in (asserted_at, assertion id) order and compared with leaders only, so that the answer is a function
of the set. A line is what holds one value at a time: the whole slot, one value of many, or one pair of rivals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b

from memory_pipeline.domain.comparison.result import Comparison, Sameness
from memory_pipeline.domain.comparison.sketch import Sketch, sketch, surely_different
from memory_pipeline.domain.comparison.values import compare_values, normal_value
from memory_pipeline.domain.memo import Memo
from memory_pipeline.domain.preferences import comparison_sides
from memory_pipeline.domain.registry import ValueType
from memory_pipeline.domain.slot import FactId, Slot, fact_id


@dataclass(frozen=True, slots=True)
class Comparer:
    """Pure functions of texts: `compare(a, b, value type)` says how b relates to a, `normal(text, value type)` its form.

    The memos only spare time: a slot with a thousand values is not compared anew with every commit. `placed` answers
    for a value and a whole row of leaders (-1: none fits), `related` for two values.
    """

    compare: Callable[[str, str, ValueType], Comparison] = compare_values
    normal: Callable[[str, ValueType], str] = normal_value
    placed: Memo[tuple[int, str]] = field(default_factory=Memo)
    related: Memo[Sameness] = field(default_factory=Memo)


COMPARER = Comparer()

_NOWHERE = (-1, "")
_SAID = frozenset(
    (ValueType.TEXT, ValueType.STATEMENT)
)  # the types whose values are compared as statements are


class Layout(StrEnum):
    """How a place divides into lines."""

    SINGLE = "single"  # one line, any number of values in turn
    MANY = "many"  # a line for each value
    RIVALS = "rivals"  # a line for each value, shared by two predicates that exclude each other
    COMPARISONS = "comparisons"  # a line for each unordered pair; what is no comparison has a line for itself


@dataclass(frozen=True, slots=True)
class ValueClass:
    """Values that mean the same. `line` is the number of its line, `leader` the words of its first member."""

    line: int
    branch: str
    slot: Slot
    leader: str
    normal: str
    id: FactId


@dataclass(frozen=True, slots=True)
class _Leader:
    slot: Slot
    text: str
    sides: tuple[str, str] | None


class ValueClasses:
    """Grows by `place`; `match` finds without growing. Both take the first leader, in order of arrival, that fits."""

    def __init__(self, layout: Layout, value_type: ValueType, comparer: Comparer) -> None:
        self._layout = layout
        self._type = value_type
        self._comparer = comparer
        self._leaders: list[_Leader] = []
        self._classes: dict[tuple[int, str], ValueClass] = {}
        self._found: dict[tuple[Slot, str], tuple[int, str]] = {}
        self._normals: dict[str, str] = {}
        self._digests: dict[tuple[str, str], bytes] = {}
        self._sketches: dict[str, Sketch] = {}
        self._sketched = (
            layout is not Layout.COMPARISONS and value_type in _SAID and comparer.compare is compare_values
        )
        self._row = _digest(layout.encode())  # stands for the leaders so far

    def place(self, slot: Slot, text: str) -> ValueClass:
        """The class of this value, which it leads if no earlier one fits."""
        key = self._find(slot, text)
        if key is None:
            key = (len(self._leaders), self._home(slot))
            self._leaders.append(self._leader(slot, text))
            self._row = _digest(self._row, self._digest(slot.predicate, text))
            self._found[slot, self.normal(text)] = key
        if key not in self._classes:
            normal = self.normal(text)
            line = 0 if self._layout is Layout.SINGLE else key[0]
            self._classes[key] = ValueClass(
                line, f"{key[0]}:{key[1]}", slot, text, normal, fact_id(slot, normal)
            )
        return self._classes[key]

    def match(self, slot: Slot, text: str) -> ValueClass | None:
        """The class that this value belongs to; None if no statement ever stated it."""
        key = self._find(slot, text)
        return self._classes.get(key) if key is not None else None

    def line_key(self, line: int) -> str:
        """The words a line is known by: empty for a single-valued slot, else its leader's normal value."""
        if self._layout is Layout.SINGLE:
            return ""
        leader = self._leaders[line]
        if leader.sides is not None:
            return " | ".join(sorted(self.normal(side) for side in leader.sides))
        return self.normal(leader.text)

    def refines(self, value: ValueClass, text: str, shown: str) -> bool:
        """Whether `text` says more than `shown`, both of the class `value`; of two refinements the new one does."""
        relation = self._relation(text, shown)
        if relation is Sameness.DIFFERENT:
            return self._relation(text, value.leader) is Sameness.REFINES
        return relation is Sameness.REFINES

    def normal(self, text: str) -> str:
        """The normal form of a value of this place."""
        known = self._normals.get(text)
        if known is None:
            known = self._normals[text] = self._comparer.normal(text, self._type)
        return known

    def _find(self, slot: Slot, text: str) -> tuple[int, str] | None:
        # Equal normal forms are one value before anything is compared: ids and lines are made of them.
        known = self._found.get((slot, self.normal(text)))
        if known is not None:
            return known
        key = self._row, self._digest(slot.predicate, text)
        placed = self._comparer.placed.get(key)
        if placed is None:
            placed = self._first_fit(self._leader(slot, text))
            self._comparer.placed.put(key, placed)
        if placed == _NOWHERE:
            return None
        self._found[slot, self.normal(text)] = placed
        return placed

    def _first_fit(self, value: _Leader) -> tuple[int, str]:
        mine = self._sketch(value.text) if self._sketched else None
        for number, leader in enumerate(self._leaders):
            if mine is not None and surely_different(mine, self._sketch(leader.text)):
                continue
            branch = self._branch(value, leader)
            if branch is not None:
                return number, branch
        return _NOWHERE

    def _sketch(self, text: str) -> Sketch:
        """What can be checked of a text before it is compared; kept here alone, for no text may outlive its erasure."""
        known = self._sketches.get(text)
        if known is None:
            known = self._sketches[text] = sketch(text)
        return known

    def _leader(self, slot: Slot, text: str) -> _Leader:
        return _Leader(slot, text, comparison_sides(text) if self._layout is Layout.COMPARISONS else None)

    def _home(self, slot: Slot) -> str:
        return slot.predicate if self._layout is Layout.RIVALS else ""

    def _branch(self, value: _Leader, leader: _Leader) -> str | None:
        """Where in the leader's line `value` belongs; None if it does not belong to that line."""
        if (value.sides is None) != (leader.sides is None):
            return None
        if value.sides is not None and leader.sides is not None:
            return self._direction(value.sides, leader.sides)
        sameness = self._relation(value.text, leader.text)
        if self._layout is Layout.RIVALS:
            # Only the very same thing can be rivalled: who dislikes green tea may still like tea.
            return self._home(value.slot) if sameness is Sameness.SAME else None
        return "" if sameness is not Sameness.DIFFERENT else None

    def _direction(self, sides: tuple[str, str], leading: tuple[str, str]) -> str | None:
        if self._all_same(sides, leading):
            return ""
        return "reversed" if self._all_same(sides, (leading[1], leading[0])) else None

    def _all_same(self, ones: tuple[str, str], others: tuple[str, str]) -> bool:
        return all(
            self._relation(one, other) is Sameness.SAME for one, other in zip(ones, others, strict=True)
        )

    def _relation(self, one: str, other: str) -> Sameness:
        """How `one` stands to `other`."""
        if self.normal(one) == self.normal(other):
            return Sameness.SAME
        key = self._digest("", other), self._digest("", one)
        known = self._comparer.related.get(key)
        if known is None:
            known = self._comparer.compare(other, one, self._type).sameness
            self._comparer.related.put(key, known)
        return known

    def _digest(self, predicate: str, text: str) -> bytes:
        known = self._digests.get((predicate, text))
        if known is None:
            known = _digest(self._type.encode(), predicate.encode(), text.encode("utf-8", "surrogatepass"))
            self._digests[predicate, text] = known
        return known


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"\x1f".join(parts), digest_size=16).digest()
