"""What a tenant's day took of models, as JSON and as lines for people."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from memory_pipeline.domain.cost import Cost
from memory_pipeline.pipeline.model_day import ModelDay
from memory_pipeline.ports.costs import ModelTotal


def model_document(tenant: str, day: ModelDay) -> dict[str, Any]:
    """The day's bounds in the tenant's zone, what it took in all and by model, and its budget."""
    zone = ZoneInfo(day.zone)
    return {
        "tenant": tenant,
        "since": day.since.astimezone(zone).isoformat(),
        "until": day.until.astimezone(zone).isoformat(),
        "zone": day.zone,
        **_cost(day.cost),
        "budget": {"calls": day.budget.calls, "tokens": day.budget.tokens, "used_up": day.used_up},
        "by_model": [_total(each) for each in day.totals],
    }


def model_line(document: dict[str, Any]) -> str:
    """One line: calls and tokens of today, with the bounds where there are any."""
    budget = document["budget"]
    if not document["by_model"] and budget["calls"] is None and budget["tokens"] is None:
        return "nothing asked today"
    calls = _against(document["calls"], budget["calls"], "calls")
    tokens = _against(document["prompt_tokens"] + document["completion_tokens"], budget["tokens"], "tokens")
    models = ", ".join(dict.fromkeys(each["model"] for each in document["by_model"]))
    failed = sum(each["failed"] for each in document["by_model"])
    return (
        f"{calls}, {tokens}"
        + (f", {failed} failed attempts" if failed else "")
        + (f" ({models})" if models else "")
    )


def over_budget_line(document: dict[str, Any]) -> str:
    """How many events rest for a budget, and until when."""
    events, until = document["events"], document["until"]
    if not events:
        return "none"
    return f"{events}, the first until {datetime.fromisoformat(until):%Y-%m-%d %H:%M %Z}"


def _against(spent: int, bound: int | None, what: str) -> str:
    return f"{spent:,} {what}" if bound is None else f"{spent:,} of {bound:,} {what}"


def _cost(cost: Cost) -> dict[str, int]:
    return {
        "calls": cost.calls,
        "prompt_tokens": cost.prompt_tokens,
        "completion_tokens": cost.completion_tokens,
        "cached_tokens": cost.cached_tokens,
    }


def _total(each: ModelTotal) -> dict[str, Any]:
    return {
        "model": each.model,
        "prompt_version": each.prompt_version,
        "attempts": each.attempts,
        "failed": each.failed,
        **_cost(each.cost),
        "latency_ms": round(each.latency.total_seconds() * 1000),
    }
