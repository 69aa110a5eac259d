"""Where a statement came from and what that is worth. The source is read off the evidence, never asked of a model."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from memory_pipeline.domain.message import Role


class Source(StrEnum):
    CORRECTED = "CORRECTED"
    USER_STATED = "USER_STATED"
    CMDB = "CMDB"
    DOC = "DOC"
    AGENT_INFERRED = "AGENT_INFERRED"

    @property
    def rank(self) -> float:
        """Credibility, 0 to 1."""
        return _RANK[self]


_RANK = {
    Source.CORRECTED: 1.0,
    Source.USER_STATED: 0.9,
    Source.CMDB: 0.8,
    Source.DOC: 0.7,
    Source.AGENT_INFERRED: 0.5,
}


def source_of(role: Role, tool: str | None, tool_sources: Mapping[str, Source]) -> Source | None:
    """The source of what a message of `role` says; None for system messages, which are never evidence.

    `tool` is the name of the tool that answered; tools that `tool_sources` does not name are AGENT_INFERRED.
    """
    match role:
        case Role.USER:
            return Source.USER_STATED
        case Role.ASSISTANT:
            return Source.AGENT_INFERRED
        case Role.TOOL:
            return tool_sources.get(tool or "", Source.AGENT_INFERRED)
        case Role.SYSTEM:
            return None
