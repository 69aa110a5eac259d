"""Hints as text, for a Redis that is working tier and broker in one: its scripts push them in the step that writes the event.

kombu writes them, as it writes those that it sends; only ids are put in by us.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from kombu.connection import Connection
from kombu.messaging import Producer
from kombu.transport import memory
from kombu.utils.json import dumps

from memory_pipeline.adapters.broker.publisher import TaskMessage, publish_task, task_message
from memory_pipeline.adapters.broker.queues import LANE_QUEUE
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import EventRef, Lane
from memory_pipeline.ports.publisher import Hint


class _Channel(memory.Channel):
    """Holds on to what is published."""

    body_encoding = None  # type: ignore[assignment]  # as text, so that ids can be put in
    published: Any = None

    def _put(self, queue: str, message: Any, **_: Any) -> None:  # noqa: ARG002 - kombu's signature
        self.published = message


class _Transport(memory.Transport):
    Channel = _Channel


@dataclass(frozen=True, slots=True)
class _Template:
    """A hint in which tokens, too long to be met by chance, stand for what differs from one to the next."""

    text: str
    tenant: str
    scope: str
    event_id: str
    ids: tuple[str, ...]


@dataclass(slots=True)
class KombuHints:
    """Implements ports.publisher.HintWriter; safe in threads and after a fork."""

    _templates: dict[tuple[int, Lane], _Template] = field(default_factory=dict)

    def hint(self, tenant: Tenant, scope: Scope, lane: Lane) -> Hint:
        """The task `memory.handle`, as Celery's workers on Redis read it."""
        template = self._templates.get((os.getpid(), lane))
        if template is None:
            template = self._templates[os.getpid(), lane] = _template(lane)
        text = template.text
        for id_ in template.ids:
            text = text.replace(id_, str(uuid4()))
        text = text.replace(template.tenant, _nested(tenant)).replace(template.scope, _nested(str(scope)))
        return Hint(LANE_QUEUE[lane].value, text, template.event_id)


def _template(lane: Lane) -> _Template:
    ref = EventRef(Tenant(uuid4().hex), Scope.of_user(uuid4().hex), EventId(uuid4()), lane)
    text = _written(task_message(ref), lane).replace(str(ref.event_id), ref.event_id.hex)
    document: dict[str, Any] = json.loads(text)
    own = (document["headers"]["id"], document["properties"]["delivery_tag"])
    return _Template(text, ref.tenant, str(ref.scope), ref.event_id.hex, own)


def _written(message: TaskMessage, lane: Lane) -> str:
    """The message as kombu lays it into a queue of Redis."""
    with Connection(transport=_Transport) as connection, connection.channel() as channel:  # type: ignore[no-untyped-call]
        publish_task(Producer(channel), message, LANE_QUEUE[lane])  # type: ignore[no-untyped-call]
        return str(dumps(channel.published))  # type: ignore[no-untyped-call]


def _nested(text: str) -> str:
    """As it stands in JSON that stands in JSON."""
    return json.dumps(json.dumps(text)[1:-1])[1:-1]
