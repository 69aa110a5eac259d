"""A slot is the place a fact stands in: scope, subject, predicate, and, for one line per value, that value's line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType
from uuid import UUID, uuid5

from memory_pipeline.domain.scope import Scope, Tenant

FactId = NewType("FactId", UUID)

_NAMESPACE = UUID("0c0d9a54-2f0b-5f0c-8a5e-2c7a8f6f4b02")


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """`subject` and `predicate` are normal forms (`user`, `city`), never the words of one message."""

    tenant: Tenant
    scope: Scope
    subject: str
    predicate: str


def fact_id(slot: Slot, normal: str) -> FactId:
    """The id of the fact whose value class is led by the value with this normal form."""
    return FactId(
        uuid5(_NAMESPACE, "\x1e".join([slot.tenant, str(slot.scope), slot.subject, slot.predicate, normal]))
    )
