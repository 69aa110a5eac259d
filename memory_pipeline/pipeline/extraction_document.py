"""An accepted extraction as the JSON document that is kept until its segment is committed, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from memory_pipeline.domain.assertion import Cardinality, Forgettability, Stance
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.episode import Action, EpisodeKind
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction, RejectedItem
from memory_pipeline.domain.message import storable


def to_document(extraction: Extraction) -> dict[str, Any]:
    """Plain strings, numbers, lists and objects; the text of a model's reply is storable from here on."""
    document = asdict(extraction)
    document.pop("extractor")
    storable_document: dict[str, Any] = _storable(document)
    return storable_document


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(key): _storable(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_storable(item) for item in value]
    return value


def from_document(extractor: str, document: dict[str, Any]) -> Extraction:
    """The extraction that `to_document` wrote."""
    return Extraction(
        extractor=extractor,
        facts=tuple(_fact(item) for item in document["facts"]),
        episodes=tuple(_episode(item) for item in document["episodes"]),
        summary=document["summary"],
        rejected=tuple(RejectedItem(**item) for item in document["rejected"]),
        cost=Cost(**document["cost"]),
    )


def _fact(item: dict[str, Any]) -> ExtractedFact:
    cardinality, forgettability = item["cardinality"], item["forgettability"]
    return ExtractedFact(
        subject=item["subject"],
        predicate=item["predicate"],
        object=item["object"],
        messages=tuple(item["messages"]),
        quote=item["quote"],
        stance=Stance(item["stance"]),
        confidence=item["confidence"],
        cardinality=None if cardinality is None else Cardinality(cardinality),
        forgettability=None if forgettability is None else Forgettability(forgettability),
        valid_from=item["valid_from"],
    )


def _episode(item: dict[str, Any]) -> ExtractedEpisode:
    return ExtractedEpisode(
        kind=EpisodeKind(item["kind"]),
        trigger=item["trigger"],
        messages=tuple(item["messages"]),
        summary=item["summary"],
        entities=item["entities"],
        actions=tuple(Action(**action) for action in item["actions"]),
        outcome=item["outcome"],
        success=item["success"],
    )
