"""The Python client of agent backends: record a session, remember, recall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self
from uuid import UUID, uuid4

from memory_pipeline.bootstrap import Pipeline, open_pipeline
from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.erasure import ByMemory, BySession, ByText, Everything, Receipt, Target
from memory_pipeline.domain.errors import InvalidInput, MissingDependency, UnknownMemory
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.instant import keepable
from memory_pipeline.domain.ranking import parse_profile
from memory_pipeline.domain.scope import Scope, check_identifier, parse_tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.conversations import read_message, to_message
from memory_pipeline.events.identity import EventId, event_id
from memory_pipeline.events.models import Event, MemoryConfirm, MemoryCorrect, MemoryRemember, Notification
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.audit_reads import audit_read
from memory_pipeline.pipeline.explain import Explanation, explain
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.forgetting.pin import pin
from memory_pipeline.pipeline.list_facts import list_facts
from memory_pipeline.pipeline.recall import DEADLINE, Query, Recollection, recall
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.record_durably import append_durably, close_durably
from memory_pipeline.pipeline.resolve import resolve
from memory_pipeline.pipeline.session_context import SessionContext, session_context
from memory_pipeline.ports.announcements import Delivery
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.working_memory import Appended, SessionInfo, SessionKey
from memory_pipeline.settings import Settings, load_settings

RoleName = Literal["user", "assistant", "system", "tool"]


class Session(AbstractContextManager["Session"]):
    """One conversation of one person. Leaving the block closes it, unless an error left it: then it stays open, for
    the backend to resume or the idle sweeper to close."""

    def __init__(self, pipeline: Pipeline, key: SessionKey, info: SessionInfo) -> None:
        self._pipeline = pipeline
        self._key = key
        self._info = info

    def append(
        self,
        role: RoleName,
        content: str | list[Any] | None,
        *,
        id: str | None = None,  # noqa: A002 - the format's own name
        at: datetime | None = None,
        name: str | None = None,
        tool_calls: Sequence[dict[str, Any]] | None = None,
        tool_call_id: str | None = None,
        durable: bool = False,
    ) -> Appended:
        """Adds a message without its secrets, in one or two round trips to Redis; the same id and content again add nothing.

        With `durable` it is in Postgres too before this returns, and Redis may be away.

        `at` defaults to now; a naive one is UTC. Without an `id` each call is a message of its own. Raises InvalidInput,
        BrokerUnavailable.
        """
        deps = self._pipeline.dependencies
        native = read_message(
            {
                "id": id if id is not None else uuid4().hex,
                "role": role,
                "content": content,
                "name": name,
                "tool_calls": list(tool_calls) if tool_calls else None,
                "tool_call_id": tool_call_id,
            }
        )
        message = to_message(native, 0, _aware(at) or deps.clock.now())
        record = append_durably if durable else record_message
        return record(self._key, self._info, message, deps)

    def context(self, *, tokens: int = 4_000) -> SessionContext:
        """What an agent needs to go on: rolling summary, hard facts and the last messages, in about so many tokens.

        Empty where nothing was said. Raises InvalidInput, BrokerUnavailable.
        """
        deps, key = self._pipeline.dependencies, self._key
        found = session_context(key, deps, tokens=tokens)
        audit_read(Action.READ, key.tenant, key.scope, deps, ids=[key.session_id], count=1)
        return found

    def close(self, *, at: datetime | None = None, durable: bool = False) -> EventId | None:
        """Ends the conversation: the id of its session.closed event, None if nothing was said.

        With `durable` the event is in the ledger before this returns, and Redis may be away. Raises BrokerUnavailable.
        """
        end = close_durably if durable else close_session
        return end(self._key, self._pipeline.dependencies, at=_aware(at))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()


@dataclass(frozen=True, slots=True)
class Heard:
    """One notification. Until `ack` was called it is delivered again."""

    delivery: Delivery
    _acknowledge: Callable[[], None] = field(repr=False)

    @property
    def notification(self) -> Notification:
        """What happened: to which memory, of which scope; ids and times, no content."""
        return self.delivery.announcement.notification

    @property
    def sequence(self) -> int:
        """Grows within a scope: of two about one memory the greater is the newer."""
        return self.delivery.announcement.sequence

    def ack(self) -> None:
        """This is dealt with. Raises BrokerUnavailable."""
        self._acknowledge()


class MemoryClient(AbstractContextManager["MemoryClient"]):
    """The memory of one tenant. Starts embedded servers if the settings name none; safe in threads; one per process."""

    def __init__(
        self, tenant: str = "default", *, settings: Settings | None = None, pipeline: Pipeline | None = None
    ) -> None:
        self.tenant = parse_tenant(tenant)
        self._pipeline = pipeline or open_pipeline(settings or load_settings())

    def session(self, session_id: str, *, user: str, shared_with: Sequence[str] = ()) -> Session:
        """A conversation with the person `user`; what it yields goes to `user:<user>`, and episodes to `shared_with` too."""
        key = SessionKey(self.tenant, Scope.of_user(user), check_identifier(session_id, "session_id"))
        shared = tuple(Scope.parse(text) for text in shared_with)
        return Session(self._pipeline, key, SessionInfo(shared_with=shared, user_id=user))

    def remember(
        self,
        scope: str,
        text: str,
        *,
        predicate: str | None = None,
        object: str | None = None,  # noqa: A002 - the format's own name
        subject: str = "user",
        at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> tuple[UUID, ...]:
        """The ids of the facts that the statement went into, written before this returns.

        A transient failure is raised after the event is safe in the ledger: it will be written without another call.
        """
        key = check_identifier(idempotency_key, "idempotency_key") if idempotency_key else uuid4().hex
        event = make(
            MemoryRemember,
            **self._header(scope, MemoryRemember, key, at),
            ref=f"remember:{key}",
            text=text,
            subject=subject,
            predicate=predicate,
            object=object,
        )
        return self._at_once(event)

    def correct(self, memory_id: UUID, object: str, *, at: datetime | None = None) -> Fact:  # noqa: A002
        """The fact with the value that a person says is right. Raises UnknownMemory."""
        fact = self.fact(memory_id)
        key = uuid4().hex
        header = self._header(str(fact.slot.scope), MemoryCorrect, key, at)
        written = self._at_once(
            make(MemoryCorrect, **header, ref=f"correct:{key}", memory_id=memory_id, object=object)
        )
        return self.fact(written[0] if written else memory_id)

    def confirm(self, memory_id: UUID, *, at: datetime | None = None) -> Fact:
        """The fact, confirmed by a person. Raises UnknownMemory."""
        fact = self.fact(memory_id)
        key = uuid4().hex
        header = self._header(str(fact.slot.scope), MemoryConfirm, key, at)
        written = self._at_once(make(MemoryConfirm, **header, ref=f"confirm:{key}", memory_id=memory_id))
        return self.fact(written[0] if written else memory_id)

    def pin(self, memory_id: UUID, *, pinned: bool = True) -> Fact | Episode:
        """The memory, which score and idleness neither archive nor purge while it is pinned; a pin restores it.

        Raises UnknownMemory, UnknownTenant.
        """
        deps = self._pipeline.dependencies
        own_id = pin(self.tenant, memory_id, deps, pinned=pinned)
        episode = (
            None if deps.reader.fact_rows(self.tenant, own_id) else deps.reader.episode(self.tenant, own_id)
        )
        return episode if episode is not None else self.fact(own_id)

    def fact(self, memory_id: UUID) -> Fact:
        """The newest interval of a fact. Raises UnknownMemory, UnknownTenant."""
        deps = self._pipeline.dependencies
        rows = deps.reader.fact_rows(self.tenant, memory_id)
        scope = rows[0].slot.scope if rows else None
        audit_read(Action.READ, self.tenant, scope, deps, ids=[memory_id], count=min(1, len(rows)))
        if not rows:
            raise UnknownMemory(
                f"there is no fact {memory_id}: `facts` lists those of a scope with their ids"
            )
        current = [row for row in rows if row.valid_to is None]
        return current[-1] if current else rows[-1]

    def facts(self, scope: str, *, history: bool = False, as_of: datetime | None = None) -> Sequence[Fact]:
        """What is true of the scope now; every interval with `history`; what was valid at `as_of`."""
        deps, of = self._pipeline.dependencies, Scope.parse(scope)
        found = list_facts(self.tenant, of, deps, history=history, as_of=_aware(as_of))
        audit_read(Action.READ, self.tenant, of, deps, ids=(fact.id for fact in found), count=len(found))
        return found

    def episodes(self, scope: str, *, archived: bool = False) -> Sequence[Episode]:
        """What happened, oldest first."""
        deps, of = self._pipeline.dependencies, Scope.parse(scope)
        found = deps.reader.episodes(self.tenant, of, archived=archived)
        audit_read(Action.READ, self.tenant, of, deps, ids=(each.id for each in found), count=len(found))
        return found

    def recall(
        self,
        scopes: Sequence[str],
        query: str,
        *,
        k: int = 5,
        profile: str = "assistant",
        as_of: datetime | None = None,
        deadline: timedelta = DEADLINE,
    ) -> Recollection:
        """The `k` memories nearest to the query, from the scopes the reader may see; empty past the deadline."""
        wanted = Query(query, k, parse_profile(profile), _aware(as_of))
        return recall(
            self.tenant,
            [Scope.parse(text) for text in scopes],
            wanted,
            self._pipeline.dependencies,
            deadline=deadline,
        )

    def explain(self, memory_id: UUID) -> Explanation:
        """Why a memory is believed, and what spoke against it. Raises UnknownMemory, UnknownTenant."""
        deps = self._pipeline.dependencies
        found = explain(self.tenant, memory_id, deps)
        audit_read(Action.READ, self.tenant, found.scope, deps, ids=[memory_id], count=1)
        return found

    def forget(
        self,
        scope: str,
        *,
        memory: UUID | None = None,
        session: str | None = None,
        text: str | None = None,
        secret: bool = False,
        everything: bool = False,
        dry_run: bool = False,
    ) -> Receipt:
        """Erases one of these for good, everywhere, and says what was found of it afterwards: nothing.

        A fact or episode with its words; a session with all that rests on it; a text wherever it stands in the scope, as
        a `secret` known again whoever writes it; or everything. A dry run shows what would go. Raises InvalidInput,
        UnknownTenant.
        """
        named: list[Target] = [
            *([ByMemory(memory)] if memory is not None else []),
            *([BySession(check_identifier(session, "session"))] if session is not None else []),
            *([ByText(text, secret)] if text is not None else []),
            *([Everything()] if everything else []),
        ]
        if len(named) != 1 or (secret and text is None):
            raise InvalidInput(
                "forget wants one of memory, session, text (with secret, if it is one) and everything"
            )
        deps = self._pipeline.dependencies
        deps.limits.check_text(text or "")
        return forget(self.tenant, Scope.parse(scope), named[0], deps, dry_run=dry_run)

    def subscribe(
        self,
        group: str,
        consumer: str,
        *,
        count: int = 100,
        wait: timedelta = timedelta(seconds=5),
        abandoned: timedelta = timedelta(minutes=1),
    ) -> Iterator[Heard]:
        """What happened to memories of this tenant, from the first call of the group on, for ever.

        At least once, in order within a scope: drop what has a smaller `sequence` than one you have seen of the same
        memory, and `ack()` what you have dealt with. Consumers of one group share the work; what one of them leaves
        unacknowledged for `abandoned` goes to another. Raises BrokerUnavailable; calling again goes on where it was.
        """
        stream = self._pipeline.dependencies.announcements
        if stream is None:
            raise MissingDependency("this pipeline was built without a stream of notifications")
        stream.subscribe(self.tenant, group)
        deliveries = stream.unacknowledged(self.tenant, group, consumer, count=count)
        while True:
            for delivery in deliveries:
                yield Heard(delivery, partial(stream.acknowledge, self.tenant, group, [delivery.id]))
            deliveries = stream.read(
                self.tenant, group, consumer, count=count, wait=wait, abandoned=abandoned
            )

    def conflicts(self, scope: str | None = None) -> Sequence[Conflict]:
        """What waits for a person to decide, in one scope or in all of the tenant's, the longest waiting first."""
        deps = self._pipeline.dependencies
        wanted = None if scope is None else Scope.parse(scope)
        found = deps.conflicts.waiting(self.tenant, wanted, now=deps.clock.now())
        ids = [side.id for each in found for side in (each.incumbent, each.challenger)]
        audit_read(Action.READ, self.tenant, wanted, deps, ids=ids, count=len(ids))
        return found

    def resolve(self, conflict_id: UUID, keep: Literal["incumbent", "challenger"]) -> Fact:
        """The fact that stands by a person's decision. Raises UnknownMemory; PermanentError if it was decided before."""
        if keep not in tuple(Keep):
            raise InvalidInput(f"keep: {keep!r} is neither incumbent nor challenger")
        result = resolve(self.tenant, conflict_id, Keep(keep), self._pipeline.dependencies)
        return self.fact(_fact_ids(result)[0])

    def close(self) -> None:
        """Closes this process's connections."""
        self._pipeline.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _header(self, scope: str, kind: type[Event], key: str, at: datetime | None) -> dict[str, Any]:
        parsed = Scope.parse(scope)
        return {
            "event_id": event_id(self.tenant, parsed, str(kind.model_fields["type"].default), key),
            "tenant": self.tenant,
            "scope": str(parsed),
            "occurred_at": _aware(at) or self._pipeline.dependencies.clock.now(),
        }

    def _at_once(self, event: Event) -> tuple[UUID, ...]:
        """Records the event, then does it here: a worker would only do the same later."""
        return _fact_ids(at_once(event, self._pipeline.dependencies))


def _fact_ids(result: Any) -> tuple[UUID, ...]:
    return tuple(UUID(text) for text in result.get("fact_ids", ()))


def _aware(at: datetime | None) -> datetime | None:
    return None if at is None else keepable(at)
