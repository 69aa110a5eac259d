"""Embeddings from an OpenAI-compatible endpoint: whole, in order, of the right width, or an error."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import openai

from memory_pipeline.adapters.openai.client import EndpointClient
from memory_pipeline.adapters.openai.deadline import Deadline
from memory_pipeline.adapters.openai.errors import Complaint, complaint, number_below, translate
from memory_pipeline.adapters.openai.settings import EmbeddingSettings
from memory_pipeline.adapters.openai.tokens import clip_tokens, count_tokens
from memory_pipeline.domain.errors import EmbeddingUnusable, InvalidInput
from memory_pipeline.domain.message import storable
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind

_SHORTEST_CLIP = 128  # tokens; a text refused below this is not refused for its length

Vector = tuple[float, ...]


@dataclass(slots=True)
class _Habits:
    """What this process learnt of the endpoint: texts per request, and whether it takes `dimensions`."""

    batch_texts: int
    dimensions: bool = True
    lock: threading.Lock = field(default_factory=threading.Lock)

    def allow(self, batch_texts: int) -> None:
        with self.lock:
            self.batch_texts = max(1, min(self.batch_texts, batch_texts))


class OpenAIEmbedder:
    """The `Embedder` port on an OpenAI-compatible endpoint. Safe in threads; the kind of text makes no difference to it."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        self._settings = settings
        self._client = EndpointClient(settings.endpoint)
        self._habits = _Habits(settings.batch_texts)

    @property
    def space(self) -> EmbeddingSpace:
        """The model's name and the width that is asked for."""
        return EmbeddingSpace(self._settings.endpoint.model, self._settings.dimensions)

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[Vector]:  # noqa: ARG002 - E5's business
        """One unit-length vector per text, in order; over-long texts are clipped by tokens."""
        for text in texts:
            if not text.strip():
                raise InvalidInput("a blank text has no embedding: leave it out")
        clipped = [clip_tokens(storable(text), self._settings.max_text_tokens) for text in texts]
        deadline = Deadline(self._settings.endpoint.timeout_s)
        vectors: list[Vector] = []
        while len(vectors) < len(clipped):
            vectors += self._embed_batch(self._next_batch(clipped[len(vectors) :]), deadline)
        return vectors

    def _next_batch(self, texts: Sequence[str]) -> list[str]:
        """The first of `texts` that one request may hold, at least one."""
        batch: list[str] = []
        tokens = 0
        for text in texts[: self._habits.batch_texts]:
            tokens += count_tokens(text)
            if batch and tokens > self._settings.batch_tokens:
                break
            batch.append(text)
        return batch

    def _embed_batch(self, batch: Sequence[str], deadline: Deadline) -> list[Vector]:
        """The vectors of the first texts of `batch`: all, or fewer where the endpoint allows fewer."""
        try:
            return self._client.persist(lambda: self._request(batch, deadline), deadline)
        except _Refused as refused:
            error = refused.error
        about = complaint(error)
        if about is Complaint.DIMENSIONS and self._habits.dimensions:
            self._habits.dimensions = False
            return self._embed_batch(batch, deadline)
        if len(batch) > 1:
            return self._embed_batch(self._smaller(batch, error, about), deadline)
        return self._embed_shorter(batch[0], error, about, deadline)

    def _smaller(self, batch: Sequence[str], error: openai.APIStatusError, about: Complaint) -> Sequence[str]:
        """The beginning of a refused batch: as many texts as the endpoint says it allows, else half of them."""
        if about is not Complaint.BATCH:
            return batch[
                : len(batch) // 2
            ]  # one text may have spoilt it: the others need not wait for ever smaller calls
        allowed = number_below(error, len(batch)) or len(batch) // 2
        self._habits.allow(allowed)
        return batch[:allowed]

    def _embed_shorter(
        self, text: str, error: openai.APIStatusError, about: Complaint, deadline: Deadline
    ) -> list[Vector]:
        tokens = count_tokens(text)
        if about is not Complaint.TOO_LONG or tokens < 2 * _SHORTEST_CLIP:
            raise translate(error, self._settings.endpoint) from error
        return self._embed_batch([clip_tokens(text, tokens // 2)], deadline)

    def _request(self, batch: Sequence[str], deadline: Deadline) -> list[Vector]:
        settings = self._settings
        # Left to itself the SDK asks for base64, which many compatible servers do not know or silently ignore.
        body: dict[str, Any] = {
            "model": settings.endpoint.model,
            "input": list(batch),
            "encoding_format": "float",
        }
        if self._habits.dimensions:
            body["dimensions"] = settings.dimensions
        try:
            data = self._client.embeddings(body, deadline)
        except openai.APIStatusError as error:
            if error.status_code in (400, 413, 422) and complaint(error) not in (
                Complaint.KEY,
                Complaint.QUOTA,
            ):
                raise _Refused(error) from error
            raise
        return list(_vectors(data, len(batch), settings.dimensions))


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """The endpoint refuses this request; another batch, length or parameter may pass."""

    def __init__(self, error: openai.APIStatusError) -> None:
        super().__init__()
        self.error = error


def _vectors(data: object, count: int, dimensions: int) -> Iterator[Vector]:
    """The unit-length vectors of a reply in the order of the texts, matched by `index`."""
    rows = data.get("data") if isinstance(data, dict) else None
    if not isinstance(rows, list) or len(rows) != count:
        found = len(rows) if isinstance(rows, list) else 0
        raise EmbeddingUnusable(f"the endpoint returned {found} embeddings for {count} texts")
    by_index: dict[int, object] = {}
    for position, row in enumerate(rows):
        index = row.get("index", position) if isinstance(row, dict) else None
        if not isinstance(index, int) or index in by_index or not 0 <= index < count:
            raise EmbeddingUnusable(
                "the endpoint returned embeddings that cannot be matched with their texts"
            )
        by_index[index] = row.get("embedding")
    for index in range(count):
        yield unit_vector(by_index[index], dimensions)


def unit_vector(value: object, dimensions: int) -> Vector:
    """`value` as a vector of length one; raises EmbeddingUnusable if it is none of this width."""
    if not isinstance(value, list | tuple):
        raise EmbeddingUnusable(
            "the endpoint returned an embedding that is no list of numbers: it must support encoding_format float"
        )
    if len(value) != dimensions:
        raise EmbeddingUnusable(
            f"the endpoint returned an embedding of width {len(value)} where {dimensions} is set: check MEMORY_PIPELINE_EMBEDDING_DIMENSIONS"
        )
    if not all(isinstance(x, int | float) and math.isfinite(x) for x in value):
        raise EmbeddingUnusable("the endpoint returned an embedding with values that are not finite numbers")
    norm = math.sqrt(math.fsum(x * x for x in value))
    if not 1e-12 < norm < math.inf:
        raise EmbeddingUnusable("the endpoint returned an embedding of zeros")
    return tuple(x / norm for x in value)
