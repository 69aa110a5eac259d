"""The items of a reply, read leniently one by one: a malformed item costs itself, never its neighbours."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from memory_pipeline.domain.assertion import Cardinality, Forgettability, Stance
from memory_pipeline.domain.episode import Action, EpisodeKind
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, RejectedItem
from memory_pipeline.domain.message import storable

M = TypeVar("M", bound=BaseModel)

_PAIR = re.compile(r"(?:(?P<name>[^=:：]{1,60}?)\s*[=:：])?\s*(?P<value>.*)", re.DOTALL)
_MOST_ITEM_TEXT = 4_000


def _text(value: object) -> object:
    """Numbers and truth values as their JSON text; text without what cannot be stored."""
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return storable(value).strip() if isinstance(value, str) else value


def _numbers(value: object) -> object:
    """A single number as a list of one; `"3"` and `"[3]"` as 3."""
    items = value if isinstance(value, list) else [value]
    return [item.strip("[]# ") if isinstance(item, str) else item for item in items]


def _known(*names: str) -> BeforeValidator:
    """Text that is none of `names` counts as not given: a hint is not worth an item."""
    return BeforeValidator(
        lambda value: value.lower() if isinstance(value, str) and value.lower() in names else None
    )


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_text)]
Numbers = Annotated[tuple[int, ...], BeforeValidator(_numbers)]


def _pairs(value: object) -> object:
    """A mapping from `{"service": "x"}`, or from the `["service=x"]` that strict schemas need in its place; what is null is not
    there."""
    if isinstance(value, Mapping):
        return {name: item for name, item in value.items() if item is not None}
    if not isinstance(value, list):
        return {} if value is None else value
    if any(not isinstance(pair, str) for pair in value):
        return value
    parted = (_PAIR.fullmatch(pair) for pair in value)
    return {pair["name"] or pair["value"]: pair["value"] for pair in parted if pair is not None}


class _Item(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _null_is_missing(cls, data: Any) -> Any:
        return (
            {key: value for key, value in data.items() if value is not None}
            if isinstance(data, dict)
            else data
        )


class ReplyFact(_Item):
    subject: Text = Field(min_length=1)
    predicate: Text = Field(min_length=1)
    object: Text = ""
    messages: Numbers = Field(min_length=1)
    quote: Text = ""
    stance: Annotated[Stance, BeforeValidator(_lower)] = Stance.ASSERTED
    confidence: float = Field(0.9, ge=0, le=1, allow_inf_nan=False)
    cardinality: Annotated[Cardinality | None, _known("one", "many")] = None
    forgettability: Annotated[Forgettability | None, _known("low", "medium", "high")] = None
    valid_from: Text | None = None

    @model_validator(mode="after")
    def _says_something(self) -> ReplyFact:
        if not self.object and self.stance is not Stance.RETRACTED:
            raise ValueError("object is empty")
        return self


class ReplyAction(_Item):
    step: int | None = None
    action: Text = Field(min_length=1)
    result: Text | None = None


class ReplyEpisode(_Item):
    kind: Annotated[EpisodeKind | None, _known(*EpisodeKind)] = None
    trigger: Text = Field(min_length=1)
    messages: Numbers = Field(min_length=1)
    summary: Text = ""
    entities: Annotated[dict[Text, Text], BeforeValidator(_pairs)] = Field(default_factory=dict)
    actions: tuple[ReplyAction, ...] = ()
    outcome: Text | None = None
    success: bool | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """What a reply holds; `numbers` of messages are those of the segment. `quarantined` is why there is no reply."""

    facts: tuple[ExtractedFact, ...] = ()
    episodes: tuple[ExtractedEpisode, ...] = ()
    summary: str = ""
    rejected: tuple[RejectedItem, ...] = ()
    quarantined: str | None = None


def read_items(value: Mapping[str, Any], numbers: Collection[int]) -> Items:
    """The items of a reply to a prompt that showed the messages `numbers`; what cannot be read is in `rejected`."""
    rejected: list[RejectedItem] = []
    facts = [_fact(fact, cited) for fact, cited in _each(value, "facts", ReplyFact, numbers, rejected)]
    episodes = [
        _episode(episode, cited)
        for episode, cited in _each(value, "episodes", ReplyEpisode, numbers, rejected)
    ]
    summary = value.get("summary")
    text = storable(summary).strip() if isinstance(summary, str) else ""
    return Items(tuple(facts), tuple(episodes), text, tuple(rejected))


def _each(
    value: Mapping[str, Any], key: str, model: type[M], numbers: Collection[int], rejected: list[RejectedItem]
) -> list[tuple[M, tuple[int, ...]]]:
    items = value.get(key, [])
    if not isinstance(items, list):
        rejected.append(_rejected(f"{key} is no list", items))
        return []
    good = []
    for item in items:
        try:
            read = model.model_validate(item)
        except ValidationError as error:
            rejected.append(_rejected(_what_is_wrong(error), item))
            continue
        cited = tuple(dict.fromkeys(n for n in getattr(read, "messages", ()) if n in numbers))
        if cited:
            good.append((read, cited))
        else:
            rejected.append(_rejected("messages: none of them is in the conversation", item))
    return good


def _what_is_wrong(error: ValidationError) -> str:
    """Places and kinds of faults, without the values."""
    faults = (
        f"{'.'.join(map(str, fault['loc'])) or 'item'}: {fault['msg']}"
        for fault in error.errors(include_input=False, include_url=False)
    )
    return "; ".join(faults)[:300]


def _rejected(detail: str, item: object) -> RejectedItem:
    return RejectedItem("malformed", detail, storable(json.dumps(item, ensure_ascii=False))[:_MOST_ITEM_TEXT])


def _fact(fact: ReplyFact, cited: tuple[int, ...]) -> ExtractedFact:
    return ExtractedFact(
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        messages=cited,
        quote=fact.quote,
        stance=fact.stance,
        confidence=fact.confidence,
        cardinality=fact.cardinality,
        forgettability=fact.forgettability,
        valid_from=fact.valid_from or None,
    )


def _episode(episode: ReplyEpisode, cited: tuple[int, ...]) -> ExtractedEpisode:
    return ExtractedEpisode(
        kind=episode.kind or EpisodeKind.OTHER,
        trigger=episode.trigger,
        messages=cited,
        summary=episode.summary,
        entities={name: text for name, text in episode.entities.items() if name and text},
        actions=tuple(
            Action(
                step=i if action.step is None else action.step,
                action=action.action,
                result=action.result or None,
            )
            for i, action in enumerate(episode.actions, start=1)
        ),
        outcome=episode.outcome or None,
        success=episode.success,
    )
