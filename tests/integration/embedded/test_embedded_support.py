"""The servers that other tests share: one pair per process, an empty database and queue for each that asks."""

from __future__ import annotations

import psycopg
import pytest
import redis

from tests.support.servers import drop_database, fresh_database, fresh_redis, running_servers

pytestmark = pytest.mark.servers


def test_each_fresh_database_is_empty_has_vectors_and_belongs_to_the_same_role() -> None:
    urls = running_servers()
    assert running_servers() == urls
    one, two = fresh_database(urls), fresh_database(urls)
    with psycopg.connect(one) as connection:
        connection.execute("CREATE TABLE t (v vector(3))")
    with psycopg.connect(two) as connection:
        assert connection.execute(
            "SELECT to_regclass('t'), pg_get_userbyid(datdba) = current_user FROM pg_database WHERE datname = current_database()"
        ).fetchone() == (None, True)
    drop_database(one)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(one)


def test_each_fresh_redis_is_another_and_empty() -> None:
    urls = running_servers()
    taken = [fresh_redis(urls) for _ in range(3)]
    assert len({*taken, urls.redis_url}) == 4
    with redis.Redis.from_url(taken[0]) as first, redis.Redis.from_url(taken[1]) as second:
        first.set("key", "value")
        assert second.dbsize() == 0
