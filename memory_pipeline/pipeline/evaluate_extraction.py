"""How well an extractor reads: labelled conversations go through cleaning, extraction and grounding, as live ones do.

Called by `eval extraction`. Pure over the extractor: nothing is written, and no server is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.comparison import compare_values
from memory_pipeline.domain.comparison.result import Sameness
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.grounding import Grounded, GroundedFact, ground, is_person
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.registry import REGISTRY, ValueType, normal_name
from memory_pipeline.domain.subjects import PERSON, normal_subject, resolve_subject
from memory_pipeline.pipeline.believe import account_person
from memory_pipeline.ports.extractor import Extractor

ANY = "*"
_RESOLVED = re.compile(r"\s*\(\d{4}(?:-\d\d)?(?:-\d\d)?(?:/[\d-]+)?\)$")  # the date that relative words mean

NEGATIVES = frozenset(
    {
        "joke",
        "hypothetical",
        "question",
        "quotation",
        "other_person",
        "assistant_guess",
        "tool_claim",
        "injection",
        "recalled",
        "small_talk",
    }
)
KINDS = NEGATIVES | {
    "identity",
    "place",
    "contact",
    "preference",
    "possession",
    "relation",
    "plan",
    "date",
    "health",
    "work",
    "service",
    "remember",
    "retraction",
    "correction",
    "episode",
}


class Split(StrEnum):
    """`held` is never tuned on: it is counted, and its errors are never listed."""

    TUNE = "tune"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class LabelledFact:
    """What a careful reader would store. `objects` are its acceptable wordings; `*` stands for anything.

    A `source` of None is not judged.
    """

    subject: str
    predicate: str
    objects: tuple[str, ...]
    source: Source | None
    stance: Stance = Stance.ASSERTED


@dataclass(frozen=True, slots=True)
class LabelledConversation:
    """`optional` facts may be found or not; `episodes` is how many there are, None where nobody counted."""

    id: str
    kind: str
    split: Split
    messages: tuple[Message, ...]
    tool_sources: Mapping[str, Source]
    facts: tuple[LabelledFact, ...]
    optional: tuple[LabelledFact, ...] = ()
    episodes: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """`misattributed` are true facts under another source than the label's, one a label; they count as found all the same."""

    conversation: LabelledConversation
    found: tuple[LabelledFact, ...]
    missed: tuple[LabelledFact, ...]
    false: tuple[GroundedFact, ...]
    misattributed: tuple[GroundedFact, ...]
    episodes: int

    @property
    def wrong(self) -> bool:
        return bool(self.missed or self.false or self.misattributed) or self.miscounted

    @property
    def miscounted(self) -> bool:
        return self.conversation.episodes not in (None, self.episodes)


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums over conversations; shares are None where there is nothing to divide by."""

    conversations: int
    labelled: int
    found: int
    false: int
    misattributed: int
    episodes_counted: int
    episodes_right: int

    @property
    def precision(self) -> float | None:
        return _share(self.found, self.found + self.false)

    @property
    def recall(self) -> float | None:
        return _share(self.found, self.labelled)

    @property
    def source_accuracy(self) -> float | None:
        return _share(self.found - self.misattributed, self.found)

    @property
    def episode_accuracy(self) -> float | None:
        return _share(self.episodes_right, self.episodes_counted)


def evaluate_extraction(
    conversations: Iterable[LabelledConversation], extractor: Extractor
) -> Iterator[Outcome]:
    """Each conversation's outcome, in order. Raises what the extractor raises."""
    for conversation in conversations:
        yield judged(conversation, _grounded(conversation, extractor))


def judged(conversation: LabelledConversation, grounded: Grounded) -> Outcome:
    """What of `grounded` the labels bear out. A fact found twice counts once; an optional one does not count."""
    names = frozenset(
        normal_subject(text)
        for label in (*conversation.facts, *conversation.optional)
        if resolve_subject(label.subject, frozenset()) == PERSON and label.predicate == "name"
        for text in label.objects
    )
    found: dict[LabelledFact, list[GroundedFact]] = {}
    false: list[GroundedFact] = []
    for each in grounded.facts:
        matching = [label for label in conversation.facts if _says(label, each, names)]
        if matching:
            best = next((label for label in matching if label.source is each.source), matching[0])
            found.setdefault(best, []).append(each)
        elif not any(
            _says(label, each, names) and label.source in (None, each.source)
            for label in conversation.optional
        ):
            false.append(each)
    return Outcome(
        conversation,
        tuple(label for label in conversation.facts if label in found),
        tuple(label for label in conversation.facts if label not in found),
        tuple(false),
        tuple(wrong for label, facts in found.items() if (wrong := _misattributed(label, facts)) is not None),
        len(grounded.episodes),
    )


def _misattributed(label: LabelledFact, facts: Sequence[GroundedFact]) -> GroundedFact | None:
    """One of `facts` that passes for better founded than the label; or any of them, if none has its source.

    What the assistant repeats after the person is rightly the assistant's: that beside the person's own is no error.
    """
    if label.source is None:
        return None
    rank = label.source.rank
    too_high = [each for each in facts if each.source.rank > rank]
    if too_high or all(each.source is not label.source for each in facts):
        return (too_high or facts)[0]
    return None


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """The sums over `outcomes`."""
    counted = [each for each in outcomes if each.conversation.episodes is not None]
    return Figures(
        conversations=len(outcomes),
        labelled=sum(len(each.conversation.facts) for each in outcomes),
        found=sum(len(each.found) for each in outcomes),
        false=sum(len(each.false) for each in outcomes),
        misattributed=sum(len(each.misattributed) for each in outcomes),
        episodes_counted=len(counted),
        episodes_right=sum(not each.miscounted for each in counted),
    )


def by_kind(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """The same sums for each kind of conversation, by name."""
    kinds = sorted({each.conversation.kind for each in outcomes})
    return {kind: figures([each for each in outcomes if each.conversation.kind == kind]) for kind in kinds}


def _grounded(conversation: LabelledConversation, extractor: Extractor) -> Grounded:
    messages = conversation.messages
    named = [message.name for message in messages if message.role is Role.USER and message.name]
    person = account_person(named, None, frozenset())
    cleaned = clean(messages, tool_limit=extractor.tool_result_limit)
    extraction = Extraction(extractor.version)
    if cleaned.messages:
        extraction = cleaned.restored(extractor.extract(cleaned.messages, person=person))
    return ground(extraction, messages, person=person, tool_sources=conversation.tool_sources)


def _says(label: LabelledFact, grounded: GroundedFact, names: frozenset[str]) -> bool:
    fact = grounded.fact
    if label.stance is not fact.stance:
        return False
    subject = partial(_subject, names=names)
    if label.subject != ANY and subject(label.subject) != subject(fact.subject):
        return False
    if label.predicate != ANY and _predicate(label.predicate) != _predicate(fact.predicate):
        return False
    unnamed_retraction = fact.stance is Stance.RETRACTED and not fact.object.strip()
    return unnamed_retraction or any(_same(text, fact.object, fact.predicate) for text in label.objects)


def _subject(raw: str, names: frozenset[str]) -> str:
    return PERSON if is_person(raw) else resolve_subject(raw, names)


def _predicate(raw: str) -> str:
    return REGISTRY.resolve(raw) or normal_name(raw)


def _same(wording: str, object_: str, predicate: str) -> bool:
    if wording == ANY:
        return True
    known = REGISTRY.get(_predicate(predicate))
    value_type = known.value_type if known is not None else ValueType.TEXT
    return any(
        compare_values(wording, text, value_type).sameness is not Sameness.DIFFERENT
        for text in dict.fromkeys((object_, _RESOLVED.sub("", object_)))
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
