"""Names of the keys in Redis, and back from a member of the open set to its session."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.events.identity import SEPARATOR
from memory_pipeline.ports.working_memory import SessionKey


@dataclass(frozen=True, slots=True)
class SessionKeys:
    """`member` names the session inside sets; `log` is a list, `digests`, `meta` and `summary` are hashes."""

    member: str
    log: str
    digests: str
    meta: str
    summary: str


@dataclass(frozen=True, slots=True)
class Keyspace:
    """All keys begin with `prefix`. `inbox` is a hash by event id, `open` a sorted set by last arrival in ms."""

    prefix: str

    @property
    def inbox(self) -> str:
        return f"{self.prefix}inbox"

    @property
    def open(self) -> str:
        return f"{self.prefix}open"

    def mark(self, tenant: Tenant) -> str:
        """The key that changes with every secret that is erased from the tenant."""
        return f"{self.prefix}mark:{tenant}"

    def session(self, key: SessionKey) -> SessionKeys:
        """The keys of one session; raises InvalidInput where its ids cannot be ids."""
        check_identifier(key.scope.id, "the scope's id")
        member = SEPARATOR.join(
            [key.tenant, str(key.scope), check_identifier(key.session_id, "the session's id")]
        )
        return SessionKeys(
            member,
            f"{self.prefix}log:{member}",
            f"{self.prefix}digests:{member}",
            f"{self.prefix}meta:{member}",
            f"{self.prefix}summary:{member}",
        )


def session_of(member: str) -> SessionKey:
    """The session that a member of the open set names."""
    tenant, scope, session_id = member.split(SEPARATOR, 2)
    return SessionKey(Tenant(tenant), Scope.parse(scope), session_id)
