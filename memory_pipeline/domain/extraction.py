"""What an extractor, rules or model, says it found in one segment, before anything is believed.

Messages are cited by their number in the segment, counted from 1, as in the prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memory_pipeline.domain.assertion import Cardinality, Forgettability, Stance
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.episode import Action, EpisodeKind


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """`messages` are the cited numbers, `quote` the words of one of them; `valid_from` is ISO 8601 text or None."""

    subject: str
    predicate: str
    object: str
    messages: tuple[int, ...]
    quote: str = ""
    stance: Stance = Stance.ASSERTED
    confidence: float = 0.9
    cardinality: Cardinality | None = None
    forgettability: Forgettability | None = None
    valid_from: str | None = None


@dataclass(frozen=True, slots=True)
class ExtractedEpisode:
    kind: EpisodeKind
    trigger: str
    messages: tuple[int, ...]
    summary: str = ""
    entities: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    outcome: str | None = None
    success: bool | None = None


@dataclass(frozen=True, slots=True)
class RejectedItem:
    """An item that is kept out, with the reason as a fixed code (`figure_not_in_evidence`, `malformed`, `joke` …).

    `item` is the item as it came, as JSON text; it is erased with the messages it came from.
    """

    reason: str
    detail: str
    item: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """One extractor's reply for one segment. `extractor` names program, model and prompt version."""

    extractor: str
    facts: tuple[ExtractedFact, ...] = ()
    episodes: tuple[ExtractedEpisode, ...] = ()
    summary: str = ""
    rejected: tuple[RejectedItem, ...] = ()
    cost: Cost = NOTHING
