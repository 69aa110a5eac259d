"""The Celery application. Importing this opens no socket and starts no server: the configuration is read on first use."""

from __future__ import annotations

from typing import Any

from celery import Celery
from kombu.entity import Queue

from memory_pipeline.adapters.broker.queues import (
    QueueName,
    broker_ssl,
    broker_url,
    task_queues,
    transport_options,
)
from memory_pipeline.bootstrap import server_urls
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.settings import Settings, load_settings
from schedules import SCHEDULE

app = Celery("memory", include=["workers.tasks", "workers.nights", "workers.lifecycle"])


def configuration() -> dict[str, Any]:
    """Celery's settings: what keeps a task when a process dies, and no more patience than the broker has."""
    settings = _settings()
    url = broker_url(server_urls(settings).broker)
    queues: tuple[Queue, ...] = task_queues()
    return {
        "broker_url": url,
        "broker_use_ssl": broker_ssl(url),
        "broker_transport_options": {
            **transport_options(
                url, visibility_timeout_s=settings.visibility_timeout_s, concurrency=settings.worker_threads
            ),
            "queue_order_strategy": "priority",
        },
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "task_queues": queues,
        "task_default_queue": QueueName.LIVE.value,
        "task_default_exchange": queues[0].exchange.name,
        "task_default_routing_key": QueueName.LIVE.value,
        "task_create_missing_queues": False,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_retry_on_worker_lost": True,
        "task_ignore_result": True,
        "task_time_limit": settings.task_time_limit_s,
        "task_soft_time_limit": settings.task_time_limit_s * 0.9,
        "task_serializer": "json",
        "accept_content": ["json"],
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_send_task_events": False,
        "worker_enable_remote_control": False,
        "enable_utc": True,
        "timezone": "UTC",
        "beat_schedule": {
            name: {
                "task": entry.task,
                "schedule": entry.every_s or settings.sweep_every_s,
                "options": {"queue": entry.queue, "expires": entry.every_s or settings.sweep_every_s},
            }
            for name, entry in SCHEDULE.items()
        },
    }


def _settings() -> Settings:
    try:
        return load_settings()
    except InvalidInput as error:
        raise SystemExit(f"memory-pipeline: {error}") from None


app.add_defaults(configuration)
