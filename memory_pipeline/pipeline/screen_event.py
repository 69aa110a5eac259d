"""Takes secrets out of events, which the ledger keeps: as they come in, and again before they are done."""

from __future__ import annotations

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.domain.secrets.mask import is_only_mask
from memory_pipeline.events.models import Event, FactsImported, MemoryConfirm, MemoryCorrect, MemoryRemember
from memory_pipeline.events.structured_facts import imported_id
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.screen import Screen, screen_of


def screened_event(event: Event, deps: Dependencies) -> Event:
    """`event` with each secret masked; one whose id follows from its words gets the id of the masked ones.

    Raises InvalidInput where nothing but a secret is left of what should be remembered.
    """
    if not isinstance(event, MemoryRemember | MemoryCorrect | MemoryConfirm | FactsImported):
        return event
    screen = screen_of(parse_tenant(event.tenant), [Scope.parse(event.scope)], deps)
    changes = _changes(event, screen)
    if not changes:
        return event
    clean = event.model_copy(update=changes)
    return _with_id(clean) if isinstance(clean, FactsImported) else clean


def screened_import(event: FactsImported, deps: Dependencies) -> FactsImported:
    """As screened_event; the caller learns the id under which the ledger will know the event."""
    clean = screened_event(event, deps)
    return clean if isinstance(clean, FactsImported) else event


def _with_id(event: FactsImported) -> FactsImported:
    return event.model_copy(update={"event_id": imported_id(event)})


def _changes(
    event: MemoryRemember | MemoryCorrect | MemoryConfirm | FactsImported, screen: Screen
) -> dict[str, str]:
    clean = {"ref": screen.text(event.ref)}
    match event:
        case MemoryRemember():
            clean |= {"text": screen.text(event.text), "subject": screen.text(event.subject)}
            if event.predicate is not None:
                value = event.object or event.text
                clean |= {
                    "predicate": screen.text(event.predicate),
                    "object": screen.value(event.predicate, value),
                }
            _refuse_bare(clean.get("object", clean["text"]))
        case MemoryCorrect():
            clean |= {"object": screen.text(event.object)}
            _refuse_bare(clean["object"])
        case FactsImported():
            clean |= {name: screen.text(getattr(event, name)) for name in ("subject", "predicate")}
            clean |= {"object": screen.value(event.predicate, event.object)}
            _refuse_bare(clean["object"])
    return {name: text for name, text in clean.items() if text != getattr(event, name)}


def _refuse_bare(text: str) -> None:
    if is_only_mask(text):
        raise InvalidInput(
            "it is a password, key or other secret and nothing else: secrets are not remembered"
        )
