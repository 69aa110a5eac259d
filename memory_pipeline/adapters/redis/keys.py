"""Names of the keys in Redis, and back from a member of an index, or a key's name, to its session."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.events.identity import SEPARATOR
from memory_pipeline.ports.working_memory import SessionKey

# Each kind is the beginning of a key's name.
_OF_SESSIONS = ("log", "digests", "meta", "summary")
_WITH_SESSIONS = ("awaiting", "leaving", "place")


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
    """All keys begin with `prefix`. `inbox` is a hash by event id, `open` a sorted set by last arrival in ms.

    Two more such sets stand for each tenant: `awaiting` by the end, until the session is settled, then `leaving` by the
    instant at which it runs out. `counts` are hashes, one a run: what it counted; `place` is one, of how far searches came.
    """

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

    def awaiting(self, tenant: str) -> str:
        return f"{self.prefix}awaiting:{tenant}"

    def leaving(self, tenant: str) -> str:
        return f"{self.prefix}leaving:{tenant}"

    def counts(self, tenant: str, run: str = "") -> str:
        return f"{self.prefix}counts:{tenant}:{run}"

    def place(self, tenant: str) -> str:
        return f"{self.prefix}place:{tenant}"

    def index_of_others(self, name: str, tenant: Tenant) -> bool:
        """Whether its values name another tenant's sessions."""
        kind, _, owner = name.removeprefix(self.prefix).partition(":")
        return kind in _WITH_SESSIONS and owner != tenant

    def parts(self, key: SessionKey) -> list[str]:
        """What the scripts on a session are given, in their order."""
        names = self.session(key)
        return [
            names.log,
            names.digests,
            names.meta,
            self.open,
            self.inbox,
            self.awaiting(key.tenant),
            self.leaving(key.tenant),
            names.summary,
        ]

    def session(self, key: SessionKey) -> SessionKeys:
        """The keys of one session; raises InvalidInput where its ids cannot be ids."""
        return _session_keys(self.prefix, key)

    def owner(self, name: str, tenant: Tenant) -> SessionKey | None:
        """The tenant's session that a key's name tells; None for every other key."""
        kind, _, member = name.removeprefix(self.prefix).partition(":")
        if kind not in _OF_SESSIONS or not member.startswith(f"{tenant}{SEPARATOR}"):
            return None
        return session_of(member) if member.count(SEPARATOR) >= 2 else None


@lru_cache(maxsize=1024)
def _session_keys(prefix: str, key: SessionKey) -> SessionKeys:
    check_identifier(key.scope.id, "the scope's id")
    session_id = check_identifier(key.session_id, "the session's id")
    member = SEPARATOR.join([key.tenant, str(key.scope), session_id])
    return SessionKeys(
        member,
        f"{prefix}log:{member}",
        f"{prefix}digests:{member}",
        f"{prefix}meta:{member}",
        f"{prefix}summary:{member}",
    )


def session_of(member: str) -> SessionKey:
    """The session that a member of an index names."""
    tenant, scope, session_id = member.split(SEPARATOR, 2)
    return SessionKey(Tenant(tenant), Scope.parse(scope), session_id)


def pattern_of(text: str) -> str:
    """The text as it stands, where a pattern is expected."""
    return "".join(f"\\{ch}" if ch in "*?[]^\\-" else ch for ch in text)
