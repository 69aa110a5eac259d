"""Everything that the servers of a pipeline hold, as one text to search: every row of every table, every key of Redis."""

from __future__ import annotations

from typing import Any

import psycopg
import redis
from psycopg import sql

from memory_pipeline.bootstrap import Urls


def dump(urls: Urls) -> str:
    """All tables as their owner sees them, and all keys of the logical database with their values."""
    return "\n".join([dump_of_postgres(urls.database), dump_of_redis(urls.redis)])


def dump_of_postgres(database_url: str) -> str:
    lines: list[str] = []
    with psycopg.connect(database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in tables:
            query = sql.SQL("SELECT to_jsonb(t) FROM {} t").format(sql.Identifier(name))
            lines += [f"{name} {_words(row)}" for (row,) in connection.execute(query)]
    return "\n".join(lines)


def dump_of_redis(redis_url: str) -> str:
    lines: list[str] = []
    with redis.Redis.from_url(redis_url) as client:
        lines += [f"{key!r} {_value(client, key)}" for key in client.scan_iter()]
    return "\n".join(lines)


def _value(client: redis.Redis, key: bytes) -> str:
    kind: Any = client.type(key)
    read: dict[bytes, Any] = {
        b"string": lambda: client.get(key),
        b"list": lambda: client.lrange(key, 0, -1),
        b"hash": lambda: client.hgetall(key),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1, withscores=True),
        b"stream": lambda: client.xrange(key),
    }
    return _words(read[kind]())


def _words(value: object) -> str:
    """Readable as it was said: bytes and the escapes of nested JSON undone."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        return value + (_unescaped(value) if "\\u" in value else "")
    if isinstance(value, dict):
        return " ".join(f"{_words(name)}: {_words(item)}" for name, item in value.items())
    if isinstance(value, list | tuple | set):
        return " ".join(_words(item) for item in value)
    return str(value)


def _unescaped(text: str) -> str:
    return text.encode("utf-8", "replace").decode("unicode_escape", "replace")
