"""The audit trail: who did what to which id, and when. Append-only, and free of content: names and ids are digests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from memory_pipeline.domain.scope import Tenant


class Action(StrEnum):
    """What was done. Fixed words: they may stand in logs and labels."""

    RECALL = "recall"
    READ = "read"
    EXPORT = "export"
    AUDIT_READ = "audit.read"
    CONSOLIDATE = "consolidate"
    REMEMBER = "remember"
    IMPORT = "import"
    CORRECT = "correct"
    CONFIRM = "confirm"
    RESOLVE = "resolve"
    PIN = "pin"
    REINFORCE = "reinforce"
    REPLAY = "replay"
    FORGET = "forget"
    ERASE = "erase"
    POLICY = "policy"
    KEY_CREATE = "key.create"
    KEY_REVOKE = "key.revoke"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One act. `actor`, `scope` and `ids` are HMACs; `count` is how many memories it touched; `outcome` a fixed word."""

    at: datetime
    actor: bytes
    action: Action
    scope: bytes | None = None
    ids: tuple[bytes, ...] = ()
    count: int = 0
    outcome: str = "done"


class Audit(Protocol):
    """Lines are added and read; nothing changes one. Raises DatabaseUnavailable.

    Acts that write go with them, through the unit of work that does them (`MemoryUnit.audit`).
    """

    def record(self, tenant: Tenant, lines: Sequence[AuditLine]) -> None:
        """Adds lines in one short transaction; those of a tenant that nothing was written for are dropped."""

    def lines(
        self, tenant: Tenant, *, since: datetime | None, until: datetime | None, about: Sequence[bytes] = ()
    ) -> Iterator[AuditLine]:
        """The tenant's lines from `since` to before `until`, oldest first, as few at a time as memory should hold.

        With `about` those alone that name one of these digests, as actor, scope or id.
        """

    def expire(self, *, before: datetime, limit: int) -> int:
        """Deletes up to `limit` lines of all tenants that are older than `before`; how many.

        The store itself refuses to let go of anything younger than thirty days, whatever `before` says.
        """
