"""Rolling summaries in Redis: a key of its own for each session, with the session's time to live."""

from __future__ import annotations

import json
from datetime import datetime
from importlib.resources import files
from typing import Any

import redis

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.adapters.redis.keys import Keyspace
from memory_pipeline.domain.message import Role
from memory_pipeline.domain.rolling_summary import HardFact, RollingSummary
from memory_pipeline.ports.working_memory import SessionKey


class RedisSummaries:
    """Implements ports.summaries.Summaries; safe in threads."""

    def __init__(self, client: redis.Redis, *, prefix: str = "mp:") -> None:
        self._client = client
        self._keys = Keyspace(prefix)
        script = (files("memory_pipeline.adapters.redis") / "lua" / "summary.lua").read_text(encoding="utf-8")
        self._write = client.register_script(script)

    def read(self, key: SessionKey) -> RollingSummary | None:
        """The session's summary."""
        with translated_errors(self._client):
            found: Any = self._client.hget(self._keys.session(key).summary, "summary")
        return None if found is None else parse_summary(found)

    def write(self, key: SessionKey, summary: RollingSummary, *, after: str | None) -> bool:
        """Puts it in the place of the one that goes through `after`; False where another is there."""
        names = self._keys.session(key)
        with translated_errors(self._client):
            written = self._write(
                keys=[names.summary, names.log, names.meta],
                args=[summary_json(summary), summary.through_message_id, after or ""],
            )
        return bool(written)


def summary_json(summary: RollingSummary) -> str:
    """The summary as ASCII-only JSON, so that whatever text Python can hold comes back as it was."""
    return json.dumps(
        {
            "through_message_id": summary.through_message_id,
            "narrative": summary.narrative,
            "facts": [[fact.text, fact.role, fact.message_id, fact.at.isoformat()] for fact in summary.facts],
            "messages": summary.messages,
            "folds": summary.folds,
            "told_by": summary.told_by,
        }
    )


def parse_summary(text: bytes | str) -> RollingSummary:
    """The summary that `summary_json` wrote."""
    document: dict[str, Any] = json.loads(text)
    return RollingSummary(
        document["through_message_id"],
        document["narrative"],
        tuple(
            HardFact(fact, Role(role), message_id, datetime.fromisoformat(at))
            for fact, role, message_id, at in document["facts"]
        ),
        document["messages"],
        document["folds"],
        document["told_by"],
    )
