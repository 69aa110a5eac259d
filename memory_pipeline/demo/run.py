"""The demo's script: facts imported, conversations taken in, a real worker, a correction, a recall. Nothing is canned."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.demo.material import bundled_facts, lay_out, shift_to
from memory_pipeline.demo.nights import Nights, nights
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.interfaces.cli.import_facts import Imported, import_file
from memory_pipeline.interfaces.cli.take_in import Intake, into_ledger, take_in
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.interfaces.rendering.documents import facts_in_order
from memory_pipeline.interfaces.waiting import Waited, wait_for
from memory_pipeline.pipeline.recall import Recollection
from memory_pipeline.pipeline.reconcile import sweep_idle
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.ledger import LedgerEntry

# What the demo's tools are: a system of record, and a wiki that anyone may write.
TOOL_SOURCES = "get_service=CMDB,search_wiki=DOC"
_IDLE = timedelta(milliseconds=300)
_PATIENCE_S = 120.0
_INFERRED, _RIGHT = "prefers", "aisle seats"
_QUERIES = (
    (("team:sre",), "order-service times out again: what helped last time?", "ops"),
    (("user:lin",), "林晓现在住在哪个城市？", "assistant"),
    (("user:mia",), "Which drink should I order for Mia?", "assistant"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A recall, as a reader who may see `scopes` would make it."""

    scopes: tuple[str, ...]
    query: str
    found: Recollection


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the demo has to show; read back from the stores, in their words."""

    events: tuple[LedgerEntry, ...]
    facts: tuple[Fact, ...]
    episodes: tuple[Episode, ...]
    rejected: tuple[RejectedItem, ...]
    recalls: tuple[Asked, ...]
    conversations: int
    messages: int
    timed_out: bool
    nights: Nights


def run_demo(pipeline: Pipeline, folder: Path, workplace: Path, tell: Callable[[str], None]) -> Shown:
    """Sends the folder's conversations through the pipeline. `tell` hears what happens."""
    client = MemoryClient(pipeline=pipeline)
    deps = pipeline.dependencies
    shift = shift_to(deps.clock.now(), folder)
    imported, intake = Imported(), Intake()
    for path in lay_out(bundled_facts(), workplace / "facts", shift):
        import_file(path, client.tenant, None, imported, deps)
    tell(f"{imported.accepted} facts of a system of record imported")
    for path in lay_out(folder, workplace / "conversations", shift):
        take_in(path, client.tenant, intake, deps)
    into_ledger(deps)
    tell(f"{intake.conversations} conversations with {intake.messages} messages taken in")
    idle = _sweep(pipeline)
    tell(f"{len(idle)} conversation(s) that nobody closed found idle")
    wanted = [*imported.events, *intake.events, *idle]
    waited = wait_for(
        pipeline,
        client.tenant,
        wanted,
        _PATIENCE_S,
        lambda done, total: tell(f"worker: {done} of {total} events done"),
    )
    scopes = list(intake.scopes)
    _correct_inference(client, scopes, tell)
    return _shown(pipeline, client, scopes, intake, waited)


def _sweep(pipeline: Pipeline) -> list[EventId]:
    """What the sweeper does after half an hour without a message, with a shorter patience."""
    time.sleep(_IDLE.total_seconds() + 0.1)
    sweep_idle(replace(pipeline.dependencies, idle_after=_IDLE))
    return [ref.event_id for ref in relay(pipeline.dependencies)]


def _correct_inference(client: MemoryClient, scopes: Sequence[Scope], tell: Callable[[str], None]) -> None:
    """The person corrects what the assistant had only inferred."""
    for scope in scopes:
        for fact in client.facts(str(scope)):
            if fact.source is Source.AGENT_INFERRED and fact.slot.predicate == _INFERRED:
                client.correct(fact.id, _RIGHT)
                tell(f"{scope} corrects an inference: {fact.object} → {_RIGHT}")
                return


def _shown(
    pipeline: Pipeline, client: MemoryClient, scopes: Sequence[Scope], intake: Intake, waited: Waited
) -> Shown:
    deps = pipeline.dependencies
    facts = [fact for scope in scopes for fact in client.facts(str(scope), history=True)]
    return Shown(
        events=tuple(deps.ledger.entries(client.tenant, None, 10_000)),
        facts=tuple(facts_in_order(facts)),
        episodes=tuple(episode for scope in scopes for episode in client.episodes(str(scope))),
        rejected=tuple(
            item for scope in scopes for item in deps.reader.rejections(client.tenant, scope, None)
        ),
        recalls=tuple(_asked(client, *query) for query in _QUERIES),
        conversations=intake.conversations,
        messages=intake.messages,
        timed_out=waited.timed_out,
        nights=nights(client.tenant, deps),
    )


def _asked(client: MemoryClient, scopes: tuple[str, ...], query: str, profile: str) -> Asked:
    return Asked(
        scopes, query, client.recall(scopes, query, k=4, profile=profile, deadline=timedelta(seconds=10))
    )


def once(facts: Sequence[Fact]) -> list[Fact]:
    """Facts as people want to see them: what a team shares is not listed again under each member."""
    shared = {_place(fact) for fact in facts if fact.slot.scope.kind != "user"}
    return [fact for fact in facts if fact.slot.scope.kind != "user" or _place(fact) not in shared]


def _place(fact: Fact) -> tuple[str, str]:
    return fact.slot.subject, fact.slot.predicate


def contested(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact.status is FactStatus.CONTESTED]
