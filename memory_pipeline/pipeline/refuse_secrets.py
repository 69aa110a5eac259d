"""Keeps out what holds a secret that was erased while it was on its way: asked under the scope's lock, as the last thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.screen import Screen, screen_of
from memory_pipeline.ports.memory_store import Placed


def without_secret_statements(
    items: Sequence[Placed], tenant: Tenant, scope: Scope, deps: Dependencies
) -> list[Placed]:
    """Those in which nothing was erased as a secret by now."""
    screen = screen_of(tenant, [scope], deps) if items else None
    return [item for item in items if screen is None or not _any(_said(item.assertion), screen)]


def without_secret_episodes(
    episodes: Sequence[Episode], tenant: Tenant, scope: Scope, deps: Dependencies
) -> list[Episode]:
    """Those in which nothing was erased as a secret by now."""
    screen = screen_of(tenant, [scope], deps) if episodes else None
    return [each for each in episodes if screen is None or not _any(_told(each), screen)]


def _any(texts: Iterable[str], screen: Screen) -> bool:
    return any(screen.is_erased(text) for text in texts)


def _said(assertion: Assertion) -> list[str]:
    quotes = [each.quote for each in assertion.evidence]
    return [assertion.subject, assertion.predicate, assertion.object, assertion.retracts or "", *quotes]


def _told(episode: Episode) -> list[str]:
    actions = [part for action in episode.actions for part in (action.action, action.result or "")]
    quotes = [each.quote for each in episode.evidence]
    return [
        episode.trigger,
        episode.summary,
        episode.outcome or "",
        *episode.entities,
        *episode.entities.values(),
        *actions,
        *quotes,
    ]
