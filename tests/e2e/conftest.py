"""Command lines on the servers that all tests of this process share, each with a database and a Redis number of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memory_pipeline.bootstrap import Pipeline, open_pipeline
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.settings import Settings
from tests.support.cli import Cli, on_servers, until
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cli]:
    """Shared by a module's tests, which keep apart by tenant. No worker runs."""
    urls = running_servers()
    database = migrated_database(urls)
    yield on_servers(tmp_path_factory.mktemp("cli"), database, fresh_redis(urls))
    drop_database(database)


@pytest.fixture(scope="module")
def manned_cli(cli: Cli) -> Iterator[Cli]:
    """The same with `up` running, as users leave it: workers are there before the first command."""
    process = cli.start("up")
    try:
        until(lambda: cli.json("status")["running"], seconds=120)
        yield cli
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def pipeline(cli: Cli) -> Iterator[Pipeline]:
    """On the servers of `cli`: to bring about what a test needs, or to look what a command did."""
    pipeline = open_pipeline(
        Settings(
            database_url=cli.settings["DATABASE_URL"],
            redis_url=cli.settings["REDIS_URL"],
            hmac_key=cli.settings["HMAC_KEY"],
        )
    )
    yield pipeline
    pipeline.close()


@pytest.fixture(scope="module")
def memory(pipeline: Pipeline) -> Callable[[str], MemoryClient]:
    """The client of a tenant, on the servers of `cli`."""
    return lambda tenant: MemoryClient(tenant, pipeline=pipeline)
