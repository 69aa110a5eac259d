"""Memories, verdicts and events as tables for people. rich counts a Chinese character as the two columns it takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.pipeline.explain import Explanation
from memory_pipeline.pipeline.recall import Recollection
from memory_pipeline.ports.ledger import LedgerEntry

_STYLE = {FactStatus.CURRENT: "green", FactStatus.CONTESTED: "yellow"}
_LONGEST_QUOTE = 70


def facts_table(facts: Sequence[Fact], title: str, *, ids: bool = True) -> RenderableType:
    """Two lines per interval, so that 80 columns suffice: what is true, and the words it rests on with the fact's id."""
    if not facts:
        return Text(f"{title}: none")
    table = _table(title)
    _columns(table, "fact", "value", "conf. ×")
    _columns(table, "source, status", "from, to", no_wrap=True)
    _columns(table, "said, id" if ids else "said")
    for fact in facts:
        status = Text(str(fact.status), style=_STYLE.get(fact.status, "dim"))
        table.add_row(
            _place(fact),
            fact.object,
            f"{fact.confidence:.2f} ×{fact.support}",
            Text(f"{fact.source}\n").append_text(status),
            f"{_minute(fact.valid_from)}\n{_minute(fact.valid_to) or 'now'}",
            Text(_said(fact.evidence)).append(f"\n{fact.id}" if ids else "", style="dim"),
        )
    return table


def contested_table(facts: Sequence[Fact], title: str) -> RenderableType:
    """What was said against what stands, with the sentence that says why it does not stand."""
    if not facts:
        return Text(f"{title}: nothing")
    table = _table(title)
    _columns(table, "fact", "value", "source", "said", "because")
    for fact in facts:
        table.add_row(_place(fact), fact.object, str(fact.source), _said(fact.evidence), fact.reason)
    return table


def episodes_table(episodes: Sequence[Episode], title: str, *, ids: bool = True) -> RenderableType:
    """One row per episode: what set it off, its actions beneath each other, how it ended."""
    if not episodes:
        return Text(f"{title}: none")
    table = _table(title)
    _columns(table, "when, kind, end", no_wrap=True)
    _columns(table, "trigger, actions, outcome")
    for episode in episodes:
        steps = [f"{each.step}. {_short(each.action)}{_after_arrow(each.result)}" for each in episode.actions]
        told = Text("\n".join([_short(episode.trigger), *steps]))
        told.append(f"\n{_short(episode.outcome, 140)}" if episode.outcome else "", style="bold")
        told.append(f"\n{episode.id}" if ids else "", style="dim")
        table.add_row(
            f"{_minute(episode.occurred_at)}\n{episode.kind}\n{_ended(success=episode.success)}", told
        )
    return table


def recollection_panel(found: Recollection) -> RenderableType:
    """The memories as they would stand in a prompt, with their scores beneath."""
    if found.timed_out:
        return Text(f"nothing within the deadline ({found.elapsed_ms:.0f} ms)")
    if not found.memories:
        return Text("nothing that answers this is remembered")
    scores = ", ".join(f"{memory.score:.3f}" for memory in found.memories)
    return Panel(
        Text(found.prompt), title="as it stands in a prompt", subtitle=f"scores {scores} · {found.elapsed_ms:.0f} ms",
        title_align="left", subtitle_align="left", box=box.ROUNDED,
    )  # fmt: skip


def explanation_tables(found: Explanation) -> RenderableType:
    """What is believed, what was said, and the sentence that says what came of it."""
    parts: list[RenderableType] = []
    if found.episode is not None:
        parts.append(episodes_table([found.episode], "episode", ids=False))
        parts.append(_evidence_table(found.episode.evidence))
    if found.facts:
        parts.append(facts_table(found.facts, "fact, all its intervals", ids=False))
        parts.append(_verdicts_table(found))
    if found.rejected:
        parts.append(rejections_table(found.rejected, "kept out of the same sessions"))
    if found.past_retention:
        number = len(found.past_retention)
        parts.append(
            Text(f"past retention: of {number} cited message(s) only the quotes are kept", style="dim")
        )
    return Group(*parts)


def _verdicts_table(found: Explanation) -> RenderableType:
    by_id: Mapping[object, Assertion] = {assertion.id: assertion for assertion in found.assertions}
    table = _table("what was said, and what came of it")
    _columns(table, "when", no_wrap=True)
    _columns(table, "value, source", "verdict", "because", "said, session · message")
    for verdict in found.verdicts:
        said = by_id.get(verdict.assertion_id)
        value = Text() if said is None else Text(f"{said.object}\n").append(str(said.source), style="dim")
        words = Text() if said is None else _words_and_place(said.evidence)
        table.add_row(_minute(verdict.at), value, str(verdict.kind), verdict.reason, words)
    return table


def _words_and_place(evidence: Sequence[Evidence]) -> Text:
    if not evidence:
        return Text()
    cited = evidence[0]
    place = " · ".join(filter(None, (cited.session_id or cited.ref, cited.message_id)))
    return Text(f"{_short(cited.quote)}\n").append(place, style="dim")


def _evidence_table(evidence: Iterable[Evidence]) -> RenderableType:
    table = _table("where it was said")
    _columns(table, "session", "message", "said")
    for item in evidence:
        table.add_row(item.session_id or item.ref or "", item.message_id or "", _short(item.quote))
    return table


def rejections_table(items: Sequence[RejectedItem], title: str) -> RenderableType:
    """What extraction kept out, and why."""
    if not items:
        return Text(f"{title}: nothing")
    table = _table(title)
    _columns(table, "reason", "what", "detail")
    for item in items:
        table.add_row(item.reason, _short(kept_out(item)), _short(item.detail))
    return table


def kept_out(item: RejectedItem) -> str:
    """A rejected item as a line: the statement where it is one, else as it came."""
    try:
        document = json.loads(item.item)
    except ValueError:
        return item.item
    if not isinstance(document, dict):
        return item.item
    statement = [str(document[key]) for key in ("subject", "predicate", "object") if document.get(key)]
    words = document.get("quote") or document.get("trigger")
    line = " · ".join(statement)
    return f"{line} ({words})" if line and words else line or str(words or item.item)


def events_table(entries: Sequence[LedgerEntry], title: str) -> RenderableType:
    """One row per event: what it is about, how it stands, and why it failed."""
    if not entries:
        return Text(f"{title}: none")
    table = _table(title)
    _columns(table, "id", "recorded", "type, scope", "state", no_wrap=True)
    _columns(table, "why")
    for entry in entries:
        again = "" if entry.attempts < 2 else f"\n{entry.attempts} attempts"
        table.add_row(
            str(entry.ref.event_id),
            _minute(entry.recorded_at),
            Text(f"{entry.type}\n").append(str(entry.ref.scope), style="dim"),
            f"{entry.state}{again}",
            ": ".join(filter(None, (entry.reason, entry.error))),
        )
    return table


def pairs_table(pairs: Mapping[str, object], title: str | None = None) -> RenderableType:
    """Names and values, one a row."""
    table = _table(title)
    table.show_header = False
    _columns(table, "name", "value")
    for name, value in pairs.items():
        table.add_row(name, "" if value is None else str(value))
    return table


def _table(title: str | None) -> Table:
    return Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )  # fmt: skip


def _columns(table: Table, *names: str, no_wrap: bool = False) -> None:
    """Words longer than their column are folded, never cut: Chinese has no blanks to break at."""
    for name in names:
        table.add_column(name, overflow="fold", no_wrap=no_wrap)


def _place(fact: Fact) -> str:
    return (
        fact.slot.predicate if fact.slot.subject == "user" else f"{fact.slot.subject} · {fact.slot.predicate}"
    )


def _after_arrow(result: str | None) -> str:
    return f" → {_short(result, 50)}" if result else ""


def _said(evidence: Sequence[Evidence]) -> str:
    quotes = dict.fromkeys(_short(item.quote) for item in evidence if item.quote)
    return " / ".join(quotes)


def _short(text: str | None, longest: int = _LONGEST_QUOTE) -> str:
    line = " ".join((text or "").split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _minute(at: datetime | None) -> str:
    return "" if at is None else at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


def _ended(*, success: bool | None) -> str:
    return {True: "succeeded", False: "failed", None: "unknown"}[success]
