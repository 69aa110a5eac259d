"""What servers hold, read past the product: every row as its owner sees it, every key, and the files on disk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg import sql


def dump_postgres(database_url: str) -> str:
    """Every table of every schema of ours as text, of all tenants: as a backup would hold them."""
    parts = []
    with psycopg.connect(database_url) as connection:
        connection.execute("SET row_security = off")
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 2"
        ).fetchall()
        for schema, table in tables:
            copy = sql.SQL("COPY (SELECT * FROM ONLY {}) TO STDOUT").format(sql.Identifier(schema, table))
            with connection.cursor().copy(copy) as out:
                parts.append(f"-- {table}\n" + b"".join(bytes(block) for block in out).decode())
        # Samples of columns that the planner keeps: a copy of content like any other.
        statistics = connection.execute(
            "SELECT tablename, attname, most_common_vals::text, histogram_bounds::text FROM pg_stats "
            "WHERE schemaname = 'public'"
        ).fetchall()
        parts.append("-- statistics\n" + "\n".join(map(repr, statistics)))
    return unescaped("\n".join(parts))


def rows_naming(dump: str, word: str) -> dict[str, int]:
    """How many lines of each table name the word."""
    found: dict[str, int] = {}
    table = ""
    for each in dump.splitlines():
        if each.startswith("-- "):
            table = each[3:]
        elif word in each:
            found[table] = found.get(table, 0) + 1
    return found


def dump_redis(url: str) -> str:
    """Every key of the logical database, with all that it holds, whatever its type."""
    parts: list[str] = []
    with redis.Redis.from_url(url) as client:
        keys = sorted(client.scan_iter(count=1000))
        parts.extend(f"{key.decode('utf-8', 'replace')}: {_value(client, key)!r}" for key in keys)
    return unescaped("\n".join(parts))


def _value(client: redis.Redis, key: bytes) -> Any:
    match client.type(key):
        case b"string":
            return client.get(key)
        case b"list":
            return client.lrange(key, 0, -1)
        case b"hash":
            return client.hgetall(key)
        case b"set":
            return client.smembers(key)
        case b"zset":
            return client.zrange(key, 0, -1, withscores=True)
        case b"stream":
            return client.xrange(key)
        case other:
            raise AssertionError(f"a key of a type that no test knows: {other!r}")


def unescaped(text: str) -> str:
    """With escapes of JSON and of byte strings read: a sentence is found however it is spelt."""
    found = text
    for _ in range(3):  # JSON in JSON in a repr
        found = found.replace("\\\\", "\\")
    decoded = found.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    for piece in set(_escapes(decoded)):
        decoded = decoded.replace(piece, chr(int(piece.lstrip("\\u"), base=16)))
    return text + "\n" + decoded


def _escapes(text: str) -> list[str]:

    return re.findall(r"\\u[0-9a-fA-F]{4}", text)


def files_holding(folder: Path, words: list[str]) -> dict[str, list[str]]:
    """Which files below the folder hold any of the words as UTF-8."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            hits = [word for word in words if word.encode() in content]
            if hits:
                found[str(path.relative_to(folder))] = hits
    return found
