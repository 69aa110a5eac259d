"""The embedded Postgres and Valkey: one supervisor, shared by every process that works on the same home.

Callers get URLs and know nothing of processes, files or ports. How and why: docs/decisions/0002-embedded-servers.md.
"""

from __future__ import annotations

from memory_pipeline.embedded.digest_key import ensure_digest_key
from memory_pipeline.embedded.supervisor import (
    ServerState,
    ServerUrls,
    discard_servers,
    ensure_servers,
    server_states,
    start_server,
    stop_servers,
)

__all__ = [
    "ServerState",
    "ServerUrls",
    "discard_servers",
    "ensure_digest_key",
    "ensure_servers",
    "server_states",
    "start_server",
    "stop_servers",
]
