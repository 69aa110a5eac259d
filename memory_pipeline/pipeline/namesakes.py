"""Sessions of two people may have one id: whose words something in a scope rests on that both are shared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.erasure import ErasureUnit
from memory_pipeline.ports.transcripts import Transcript


@dataclass(frozen=True, slots=True)
class Namesake:
    """Another person's session of the same id: its words by message, and the quotes that its home cites of messages whose
    words are past retention."""

    words: Mapping[str, str]
    quoted: frozenset[tuple[str | None, str]] = frozenset()

    def bears(self, evidence: Sequence[Evidence]) -> bool:
        """Whether all of it was said there."""
        return all(self._said(each) for each in evidence)

    def _said(self, each: Evidence) -> bool:
        words = self.words.get(each.message_id or "")
        return (each.message_id, each.quote) in self.quoted if words is None else each.quote in words


def namesakes(unit: ErasureUnit, scope: Scope, session: Transcript) -> list[Namesake]:
    """Other people's sessions of the same id that the scope holds copies of too; its own home holds none."""
    if scope == session.key.scope:
        return []
    others = unit.namesakes(scope, session.key.session_id)
    return [_namesake(unit, each) for each in others if each.key != session.key]


def belongs(evidence: Sequence[Evidence], others: Sequence[Namesake]) -> bool:
    """Whether what rests on this evidence rests on no namesake: of two sessions of one id the words tell them apart."""
    return not any(other.bears(evidence) for other in others)


def _namesake(unit: ErasureUnit, session: Transcript) -> Namesake:
    words = {message.id: message.content for message in session.kept}
    if not session.past_retention:
        return Namesake(words)
    home, session_id = session.key.scope, session.key.session_id
    cited = [each for item in unit.cited(home, session_id) for each in item.assertion.evidence]
    cited += [each for episode in unit.session_episodes(home, session_id) for each in episode.evidence]
    quoted = {(each.message_id, each.quote) for each in cited if each.session_id == session_id}
    return Namesake(words, frozenset(quoted))
