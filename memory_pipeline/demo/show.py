"""What the demo shows: tables for people, one document for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from memory_pipeline.demo.nights import nights_document, nights_table
from memory_pipeline.demo.run import Asked, Shown, contested, once
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.interfaces.rendering.documents import (
    episode_document,
    event_document,
    fact_document,
    recollection_document,
    rejection_document,
)
from memory_pipeline.interfaces.rendering.tables import (
    contested_table,
    episodes_table,
    facts_table,
    pairs_table,
    recollection_panel,
    rejections_table,
)


def demo_document(shown: Shown) -> dict[str, Any]:
    """The whole outcome; `recall` is the first of `recalls`, `nightly` tonight's run, `nights` those to come."""
    recalls = [_recall_document(asked) for asked in shown.recalls]
    return {
        "events": [event_document(entry) for entry in shown.events],
        "facts": [fact_document(fact) for fact in shown.facts],
        "episodes": [episode_document(episode) for episode in shown.episodes],
        "rejected": [rejection_document(item) for item in shown.rejected],
        "recall": recalls[0],
        "recalls": recalls,
        **nights_document(shown.nights),
    }


def demo_tables(shown: Shown, seconds: float) -> RenderableType:
    facts = once(shown.facts)
    return Group(
        Text("What is true, and what was: every fact with its history\n", style="bold"),
        *(facts_table(own, str(scope), ids=False) for scope, own in _by_scope(facts)),
        episodes_table(_once(shown.episodes), "What happened: episodes with their actions", ids=False),
        contested_table(contested(facts), "What was said but not believed"),
        rejections_table(shown.rejected, "What was kept out altogether"),
        *(_recall_panel(asked) for asked in shown.recalls),
        nights_table(shown.nights),
        pairs_table(_counts(shown, seconds), "In figures"),
    )


def _by_scope(facts: Sequence[Fact]) -> list[tuple[Scope, list[Fact]]]:
    ordered = sorted(facts, key=lambda fact: fact.slot.scope)
    return [(scope, list(own)) for scope, own in groupby(ordered, key=lambda fact: fact.slot.scope)]


def _recall_document(asked: Asked) -> dict[str, Any]:
    return {"query": asked.query, "scopes": list(asked.scopes), **recollection_document(asked.found)}


def _recall_panel(asked: Asked) -> RenderableType:
    return Group(
        Text(f"\nRecall · {', '.join(asked.scopes)} · {asked.query}", style="bold"),
        recollection_panel(asked.found),
    )


def _once(episodes: Sequence[Episode]) -> list[Episode]:
    """Of an episode and its shared copies the shared one."""
    by_place = {
        (episode.session_id, episode.evidence): episode for episode in sorted(episodes, key=_shared_last)
    }
    return sorted(by_place.values(), key=lambda episode: (episode.occurred_at, episode.id))


def _shared_last(episode: Episode) -> bool:
    return episode.scope.kind != "user"


def _counts(shown: Shown, seconds: float) -> dict[str, object]:
    types = Counter(entry.type for entry in shown.events)
    states = Counter(str(entry.state) for entry in shown.events)
    current = sum(fact.status is FactStatus.CURRENT for fact in shown.facts)
    return {
        "conversations": f"{shown.conversations} with {shown.messages} messages",
        "events": ", ".join(f"{count} {name}" for name, count in sorted(types.items())),
        "states": ", ".join(f"{count} {name}" for name, count in sorted(states.items())),
        "facts": f"{current} current of {len(shown.facts)} intervals, shared copies included",
        "episodes": len(shown.episodes),
        "kept out": len(shown.rejected),
        "took": f"{seconds:.1f} s",
    }
