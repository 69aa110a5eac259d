"""RabbitMQ by one setting: hints travel over it, nothing else changes."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memory_pipeline.adapters.broker.gauge import KombuGauge
from memory_pipeline.bootstrap import Pipeline, Urls
from memory_pipeline.interfaces.processes import environment, worker
from memory_pipeline.ports.ledger import EventState, Lane
from memory_pipeline.settings import PREFIX
from tests.support.keys import TEST_HMAC_KEY
from tests.support.local_nodes import LocalProcess
from tests.support.server_pipelines import server_pipeline
from tests.support.stack import ALL_QUEUES, until
from tests.support.talks import ACME, ingest, many_talks
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]

_SERVER = next(
    (path for path in (shutil.which("rabbitmq-server"), "/usr/lib/rabbitmq/bin/rabbitmq-server") if path and Path(path).exists()),
    None,
)  # fmt: skip


@pytest.fixture(scope="module")
def rabbitmq(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a RabbitMQ of our own, without its distribution ports and plugins."""
    if _SERVER is None:
        if os.environ.get("MEMORY_PIPELINE_REQUIRE_RABBITMQ") == "1":
            pytest.fail(
                "rabbitmq-server is not installed, and MEMORY_PIPELINE_REQUIRE_RABBITMQ=1 forbids to go without"
            )
        pytest.skip("rabbitmq-server is not installed (Debian: apt-get install rabbitmq-server)")
    folder = tmp_path_factory.mktemp("rabbitmq")
    port, dist, names = _free_port(), _free_port(), _free_port()
    (folder / "plugins").write_text("[].\n", encoding="utf-8")
    own = {
        **os.environ,
        "HOME": str(folder),
        "RABBITMQ_NODENAME": f"memory{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(dist),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_CONFIG_FILE": str(folder / "none"),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "ERL_EPMD_PORT": str(names),  # Erlang's name server would outlive the test: this one is ours to end
    }
    # Debian's wrapper insists on another user; the program behind it does not.
    program = "/usr/lib/rabbitmq/bin/rabbitmq-server"
    with (folder / "words").open("wb") as words:
        server = subprocess.Popen(
            [program if Path(program).exists() else _SERVER], env=own, stdout=words, stderr=words, start_new_session=True
        )  # fmt: skip
    try:
        deadline = time.monotonic() + 90
        while not _listens(port):
            assert server.poll() is None, (folder / "words").read_text(encoding="utf-8", errors="replace")
            assert time.monotonic() < deadline, "RabbitMQ does not come up"
            time.sleep(0.2)
        yield f"amqp://guest:guest@127.0.0.1:{port}//"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, 15)
        server.wait(30)
        if epmd := shutil.which("epmd"):
            subprocess.run([epmd, "-port", str(names), "-kill"], capture_output=True, check=False, timeout=10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def pipeline(rabbitmq: str, tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as on_redis:
        urls = Urls(on_redis.urls.database, on_redis.urls.redis, rabbitmq, TEST_HMAC_KEY)
        pipeline = Pipeline(on_redis.settings, urls)
        yield pipeline
        pipeline.close()


def test_sessions_are_consolidated_over_rabbitmq(pipeline: Pipeline, tmp_path: Path) -> None:
    talks = many_talks(8)
    deps = pipeline.dependencies
    ids = ingest(talks[:4], deps) + ingest(talks[4:], deps, lane=Lane.BULK)
    gauge = KombuGauge(pipeline.urls.broker)
    assert gauge.state().waiting == {"live": 4, "bulk": 4, "forget": 0, "maintenance": 0}
    own = {**environment(pipeline.urls), f"{PREFIX}EXTRACTOR": "rules"}
    process = LocalProcess("amqp", worker("amqp", ALL_QUEUES, 2).command, own, tmp_path)
    try:
        until(
            lambda: (
                [entry.state for entry in deps.ledger.states(ACME, ids).values()] == [EventState.DONE] * 8
            ),
            within_s=90,
            what="the work",
        )
        assert held(deps, talks) == told(talks)
        until(lambda: sum(gauge.state().waiting.values()) == 0, what="an empty broker")
    finally:
        process.remove()
