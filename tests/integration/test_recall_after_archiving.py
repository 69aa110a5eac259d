"""P01 after a mass archive: of what is live recall finds exactly the nearest, as many as were asked for."""

from __future__ import annotations

import math
import random
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.domain.night import Step
from memory_pipeline.domain.rendering import episode_text
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import MemoryTerms, MemoryVector, Tier
from tests.support.ageing import happened
from tests.support.assertions import SCOPE, TENANT, day
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

SPACE = EmbeddingSpace("test", 8)
OLD, LIVE = 2_000, 60


def test_recall_is_exact_when_a_night_has_archived_almost_everything(tmp_path: Path) -> None:
    chance = random.Random(7)
    query = (1.0, *(0.0,) * 7)
    # The archived ones lie nearest to the query, and share all its words.
    old = [(happened(f"alarm {n}", day(0)), _near(query, 0.05, chance)) for n in range(OLD)]
    live = [(happened(f"deploy {n}", day(150)), _near(query, 3.0, chance)) for n in range(LIVE)]
    with server_pipeline(tmp_path) as pipeline:
        deps = pipeline.dependencies
        with deps.store.unit(TENANT, [SCOPE]) as unit:
            unit.add_episodes([each for each, _ in (*old, *live)])
            unit.put_vectors(
                SCOPE,
                SPACE,
                [MemoryVector(each.id, Tier.EPISODIC, episode_text(each), v) for each, v in (*old, *live)],
            )
            words = frozenset({"order", "service", "alarm"})
            unit.put_terms(SCOPE, [MemoryTerms(each.id, Tier.EPISODIC, words) for each, _ in old])
        report = run_night(TENANT, deps, as_of=day(200))
        assert report.run.counts[Step.ARCHIVE] == {"episodic": OLD}
        with psycopg.connect(pipeline.urls.database) as connection:
            assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (LIVE,)
        best = sorted(live, key=lambda each: -_cosine(query, each[1]))
        for limit in (5, 10, 25):
            found = deps.reader.candidates(
                TENANT, [SCOPE], space=SPACE, vector=query, tokens=[], now=day(200), limit=limit
            )
            ranked = sorted(found, key=lambda each: -(each.cosine or 0.0))
            assert [each.id for each in ranked] == [each.id for each, _ in best[:limit]]
        both = deps.reader.candidates(
            TENANT, [SCOPE], space=SPACE, vector=query, tokens=["alarm"], now=day(200), limit=10
        )
        assert sum(not each.archived for each in both) == 10, "archived ones take nobody's place"


def _near(query: tuple[float, ...], spread: float, chance: random.Random) -> tuple[float, ...]:
    return tuple(value + chance.uniform(-spread, spread) for value in query)


def _cosine(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True)) / (math.hypot(*one) * math.hypot(*other))
