"""Makes, lists and revokes the keys of a tenant. A key is shown once, when it is made; what is kept is its digest."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.domain.access import ApiKey, GivenKey, Role
from memory_pipeline.domain.errors import InvalidInput, MissingDependency, UnknownMemory
from memory_pipeline.domain.message import storable
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.authenticate import PURPOSE
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.api_keys import ApiKeys
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.digest import KeyedDigest

_PREFIX = "mp_"
_RANDOM_BYTES = 32
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class NewKey:
    """`secret` is the key itself, to be shown now or never."""

    key: ApiKey
    secret: str = field(repr=False)


def create_key(
    tenant: Tenant, role: Role, deps: Dependencies, *, name: str = "", expires_at: datetime | None = None
) -> NewKey:
    """A new random key of 256 bits. Raises InvalidInput where it would expire at once."""
    now = deps.clock.now()
    if expires_at is not None and expires_at <= now:
        raise InvalidInput("a key that expires before now opens nothing: give a later time")
    if len(name) > _LONGEST_NAME:
        raise InvalidInput(
            f"a key's name is {len(name)} characters long; at most {_LONGEST_NAME} are allowed"
        )
    secret = _PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)
    key = ApiKey(
        secrets.token_hex(8),
        tenant,
        role,
        deps.digest.of(PURPOSE, secret),
        storable(name),
        now,
        expires_at,
    )
    about = line(Action.KEY_CREATE, tenant, deps, ids=[f"key:{key.id}"], outcome=role.value)
    _store(deps).create(key, about)
    return NewKey(key, secret)


def list_keys(tenant: Tenant, deps: Dependencies) -> Sequence[ApiKey]:
    """All keys of the tenant, the oldest first; those of the settings after them."""
    return [*_store(deps).of_tenant(tenant), *(key for key in deps.set_keys if key.tenant == tenant)]


def revoke_key(tenant: Tenant, key_id: str, deps: Dependencies) -> ApiKey:
    """The key, which opens nothing from now on. Raises UnknownMemory; InvalidInput for a key of the settings."""
    if any(key.id == key_id and key.tenant == tenant for key in deps.set_keys):
        raise InvalidInput(
            f"key {key_id} stands in MEMORY_PIPELINE_API_KEYS: take it out there, and start the service again"
        )
    about = line(Action.KEY_REVOKE, tenant, deps, ids=[f"key:{key_id}"])
    revoked = _store(deps).revoke(tenant, key_id, about, now=deps.clock.now())
    if revoked is None:
        raise UnknownMemory(f"tenant {tenant} has no key {key_id}: `keys list` shows ids")
    return revoked


def kept_keys(given: Iterable[GivenKey], digest: KeyedDigest) -> tuple[ApiKey, ...]:
    """Keys of the settings as they are compared: digests, and ids that follow from them."""
    digests = [(key, digest.of(PURPOSE, key.secret)) for key in given]
    return tuple(
        ApiKey(f"set-{made.hex()[:12]}", key.tenant, key.role, made, "from the settings")
        for key, made in digests
    )


def _store(deps: Dependencies) -> ApiKeys:
    if deps.api_keys is None:
        raise MissingDependency("this pipeline was built without a place for API keys")
    return deps.api_keys
