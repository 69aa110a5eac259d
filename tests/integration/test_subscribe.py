"""From a memory to the application that caches it: outbox, stream, consumer group, acknowledgement."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path

import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.announce import announce
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


def test_a_stale_profile_hears_of_it(pipeline: Pipeline) -> None:
    client = MemoryClient("acme", pipeline=pipeline)
    stream = pipeline.dependencies.announcements
    assert stream is not None
    stream.subscribe(client.tenant, "profiles")
    (berlin,) = client.remember("user:alice", "I live in Berlin.")
    client.remember("user:bob", "I live in Oslo.")
    (munich,) = client.remember("user:alice", "I moved to Munich.")
    assert announce(pipeline.dependencies) == announced(pipeline)
    assert announce(pipeline.dependencies) == 0

    heard = list(
        islice(client.subscribe("profiles", "one", wait=timedelta(milliseconds=10)), announced(pipeline))
    )
    of_alice = [each for each in heard if each.notification.scope == "user:alice"]
    assert [each.sequence for each in of_alice] == sorted(each.sequence for each in of_alice)
    assert of_alice[0].notification.memory_id == berlin
    assert {berlin, munich} == {each.notification.memory_id for each in of_alice}
    assert all(each.notification.version == 1 for each in heard)

    for each in heard[:-1]:
        each.ack()
    (again,) = islice(client.subscribe("profiles", "one", wait=timedelta(milliseconds=10)), 1)
    assert again.delivery == heard[-1].delivery
    again.ack()


def announced(pipeline: Pipeline) -> int:
    with pipeline._database.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM outbox").scalar_one())
