"""Embeds what a commit will write, before its transaction begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory_pipeline.domain.assertion import Assertion, Stance
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.projection import PredicateOf, slot_of
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.ports.embedder import Embedder, EmbeddingSpace


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors by the text they stand for."""

    space: EmbeddingSpace
    vectors: Mapping[str, tuple[float, ...]]


def embed(
    assertions: Iterable[Assertion],
    episodes: Iterable[Episode],
    predicate_of: PredicateOf,
    embedder: Embedder,
) -> Embedded:
    """The vectors of these statements and episodes. A statement's subject may still turn out to be the person: its
    memory is then embedded after the commit."""
    stated = [each for each in assertions if each.stance is Stance.ASSERTED and each.object.strip()]
    texts = [statement_text(slot_of(each, frozenset(), predicate_of), each.object) for each in stated]
    texts.extend(episode_text(episode) for episode in episodes)
    return embed_texts(texts, embedder)


def embed_texts(texts: Sequence[str], embedder: Embedder) -> Embedded:
    """Each distinct text once."""
    distinct = sorted({text for text in texts if text.strip()})
    vectors = embedder.embed(distinct) if distinct else []
    return Embedded(embedder.space, dict(zip(distinct, vectors, strict=True)))
