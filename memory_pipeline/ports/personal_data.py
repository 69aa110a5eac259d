"""Everything that is kept of a scope, for whoever has a right to see it: read whole, as of one instant, and streamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from memory_pipeline.domain.scope import Scope, Tenant

Record = Mapping[str, Any]  # JSON as it stands: texts, numbers, truth values, lists and mappings of them


@dataclass(frozen=True, slots=True)
class Section:
    """One kind of record. `fields` says of which type each is; `records` can be gone through once, in one fixed order."""

    name: str
    about: str
    fields: Mapping[str, str]
    records: Iterator[Record]


class PersonalData(Protocol):
    """Raises UnknownTenant, DatabaseUnavailable."""

    def sections(self, tenant: Tenant, scope: Scope) -> AbstractContextManager[Iterator[Section]]:
        """All that stands in the scope, then what stands of its own sessions in scopes that they were shared with.

        Sections are to be gone through in turn, within the context, each to its end before the next.
        """
