"""Homes for the tests of the embedded servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from memory_pipeline.embedded import (
    discard_servers,
    ensure_servers,
)


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = (
        tmp_path_factory.mktemp("shared") / "家 home"
    )  # a space and Chinese: both are names that people give folders
    yield home
    discard_servers(home)


@pytest.fixture
def home(shared_home: Path) -> Path:
    """A home whose servers run, with nothing `kept` in them; whatever a test did to it, the next start must mend."""
    urls = ensure_servers(shared_home)
    with psycopg.connect(urls.database_url) as connection:
        connection.execute("DROP TABLE IF EXISTS kept")
    with redis.Redis.from_url(urls.redis_url) as client:
        client.delete("kept")
    return shared_home


@pytest.fixture
def new_home(tmp_path: Path) -> Iterator[Path]:
    """A home that is not there yet."""
    home = tmp_path / "家 home"
    yield home
    discard_servers(home)
