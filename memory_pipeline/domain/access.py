"""Who may do what: roles, what each permits, API keys as they are kept, and the principal that a key speaks for."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory_pipeline.domain.errors import Forbidden, InvalidInput
from memory_pipeline.domain.scope import Tenant, parse_tenant

SHORTEST_KEY = 8
LONGEST_KEY = 256
_FEWEST_CHARACTERS = 5
_KEY_CHARACTERS = frozenset(string.ascii_letters + string.digits + "-._~+/=")  # what a bearer token may hold


class Permission(StrEnum):
    """READ recalls, lists and explains; WRITE hands in messages, events and statements, a person's corrections and
    confirmations among them; REVIEW changes memories by hand: the console, pins, conflicts; ERASE forgets; GOVERN
    exports, changes policies and keys, and reads the audit trail."""

    READ = "read"
    WRITE = "write"
    REVIEW = "review"
    ERASE = "erase"
    GOVERN = "govern"


class Role(StrEnum):
    """Each may do all that the one before it may."""

    READER = "reader"
    WRITER = "writer"
    ADMIN = "admin"

    @property
    def permits(self) -> frozenset[Permission]:
        return _PERMITS[self]

    def covers(self, other: Role) -> bool:
        """Whether it may do all that `other` may."""
        return self.permits >= other.permits


_PERMITS = {
    Role.READER: frozenset({Permission.READ}),
    Role.WRITER: frozenset({Permission.READ, Permission.WRITE}),
    Role.ADMIN: frozenset(Permission),
}
DEFAULT_ROLE = Role.WRITER


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept: its digest under the installation's key, never itself. `name` is what people call it."""

    id: str
    tenant: Tenant
    role: Role
    digest: bytes = field(repr=False)
    name: str = ""
    created_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def valid(self, now: datetime) -> bool:
        """Whether it opens anything at `now`."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: one key of one tenant. `actor` is the name under which its acts are audited."""

    tenant: Tenant
    role: Role
    key_id: str

    @property
    def actor(self) -> str:
        return f"key:{self.key_id}"

    def require(self, role: Role) -> None:
        """Raises Forbidden unless the principal may do all that `role` may."""
        if not self.role.covers(role):
            raise Forbidden(f"this needs a key with the role {role}; the one given has the role {self.role}")

    def permit(self, permission: Permission) -> None:
        """Raises Forbidden unless the principal's role permits it."""
        if permission not in self.role.permits:
            least = next(role for role in Role if permission in role.permits)
            self.require(least)


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key from the settings, in the clear: it is digested at once and kept nowhere."""

    secret: str = field(repr=False)
    tenant: Tenant
    role: Role = DEFAULT_ROLE


def check_key(secret: str, what: str) -> str:
    """`secret` itself, if nobody can guess it; raises InvalidInput, naming it as `what` and never spelling it out.

    Keys are random, not chosen by people: length is the measure, and characters by far enough to rule out `aaaa…`.
    """
    if not SHORTEST_KEY <= len(secret) <= LONGEST_KEY:
        raise InvalidInput(
            f"{what} has {len(secret)} characters; it must have {SHORTEST_KEY} to {LONGEST_KEY}: `keys create` makes one"
        )
    if not _KEY_CHARACTERS.issuperset(secret):
        raise InvalidInput(
            f"{what} holds a character that a bearer token may not: use letters, digits and - . _ ~ + / ="
        )
    if len(set(secret)) < _FEWEST_CHARACTERS:
        raise InvalidInput(
            f"{what} has fewer than {_FEWEST_CHARACTERS} different characters: anybody could guess it; `keys create` makes one"
        )
    return secret


def parse_keys(text: str) -> tuple[GivenKey, ...]:
    """The keys of `key:tenant[:role]`, comma-separated; raises InvalidInput, which names a bad one by its place alone."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    keys = tuple(_parse_key(part, f"key {number} of {len(parts)}") for number, part in enumerate(parts, 1))
    if len({key.secret for key in keys}) < len(keys):
        raise InvalidInput("two of the keys are the same: each must name one tenant and one role")
    return keys


def _parse_key(text: str, what: str) -> GivenKey:
    secret, *rest = text.split(":")
    if len(rest) not in (1, 2):
        raise InvalidInput(f"{what} should be key:tenant or key:tenant:role, with a key that holds no colon")
    if len(rest) == 2 and rest[1] not in tuple(Role):
        raise InvalidInput(f"{what}: {rest[1]!r} is no role; use reader, writer or admin")
    return GivenKey(
        check_key(secret, what), parse_tenant(rest[0]), Role(rest[1]) if len(rest) == 2 else DEFAULT_ROLE
    )
