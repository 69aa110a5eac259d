"""A tenant's policy as JSON: what may stand in it, checked with sentences, and the domain's policy that it means.

Read by the command line from files and by the stores from what they keep; only what differs from the defaults is written.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import timedelta
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from memory_pipeline.domain.assertion import Cardinality, Forgettability
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.policy import DEFAULT_POLICY, PRESETS, Policy
from memory_pipeline.domain.policy_override import OVERRIDABLE, Override
from memory_pipeline.domain.registry import REGISTRY, normal_name
from memory_pipeline.domain.scope import Scope

Word = TypeVar("Word")

_ISO_DURATION = re.compile(r"P(?=\d|T\d)[\dDWTHMS.,]*", re.IGNORECASE)
_LONGEST = timedelta(days=100 * 366)
_MOST_OVERRIDES = 2_000


def _duration(value: object) -> object:
    """Months and years are refused: nobody could say how long they are."""
    if isinstance(value, str) and _ISO_DURATION.fullmatch(value.strip()):
        date, _, _ = value.upper().partition("T")
        if "M" not in date:
            return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        if abs(value) > _LONGEST.total_seconds():
            raise ValueError("must be shorter than a hundred years")
        return timedelta(seconds=value)
    raise ValueError("must be a duration: ISO 8601 such as P7D or PT60M, or a number of seconds")


def _number(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number")  # noqa: TRY004 - pydantic reports a ValueError as a sentence
    return value


def _livable(value: timedelta) -> timedelta:
    if abs(value.days) > _LONGEST.days:
        raise ValueError("must be shorter than a hundred years")
    return value


_Duration = Annotated[timedelta, BeforeValidator(_duration), AfterValidator(_livable)]
_Share = Annotated[float, BeforeValidator(_number), Field(ge=0, le=1, allow_inf_nan=False)]


def _known_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder of zones is an OSError
        raise ValueError("must be a time zone's IANA name such as Europe/Berlin") from None
    return value


_Name = Annotated[str, Field(min_length=1, max_length=200)]
_Zone = Annotated[str, AfterValidator(_known_zone)]
_Bound = Annotated[int | None, Field(strict=True, ge=0)]
_Count = Annotated[int, Field(strict=True, ge=1)]


class _OverrideDocument(BaseModel):
    """For what it is, and the numbers that differ there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scope_kind: Annotated[str | None, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")] = None
    tier: Literal["episodic", "semantic"] | None = None
    scope: _Name | None = None

    probation: _Duration = DEFAULT_POLICY.probation
    ttl: _Duration | None = DEFAULT_POLICY.ttl
    decay_after: _Duration = DEFAULT_POLICY.decay_after
    decay_step: _Duration = DEFAULT_POLICY.decay_step
    decay_factor: _Share = DEFAULT_POLICY.decay_factor
    decay_floor: _Share = DEFAULT_POLICY.decay_floor
    archive_after: _Duration = DEFAULT_POLICY.archive_after
    archive_below: _Share = DEFAULT_POLICY.archive_below
    purges: Annotated[bool, Field(strict=True)] = DEFAULT_POLICY.purges
    purge_after: _Duration = DEFAULT_POLICY.purge_after
    purge_at_most: _Share = DEFAULT_POLICY.purge_at_most
    purge_observation: _Duration = DEFAULT_POLICY.purge_observation
    keep_best: _Count | None = DEFAULT_POLICY.keep_best

    def meant(self) -> Override:
        return Override(
            self.scope_kind,
            self.tier,
            None if self.scope is None else Scope.parse(self.scope),
            {name: getattr(self, name) for name in OVERRIDABLE if name in self.model_fields_set},
        )


class _PolicyDocument(BaseModel):
    """Fields as in domain.policy.Policy; what is left out stays as `preset` has it (`default` is `assistant`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    preset: Literal["default", "assistant", "ops", "companion"] = "default"

    probation: _Duration = DEFAULT_POLICY.probation
    override_after: _Duration = DEFAULT_POLICY.override_after
    agent_cap: _Share = DEFAULT_POLICY.agent_cap
    mention_weight: _Share = DEFAULT_POLICY.mention_weight
    promote_at: _Share = DEFAULT_POLICY.promote_at
    recount_gap: _Duration = DEFAULT_POLICY.recount_gap
    dedup_window: _Duration = DEFAULT_POLICY.dedup_window
    dedup_threshold: _Share = DEFAULT_POLICY.dedup_threshold

    decay_after: _Duration = DEFAULT_POLICY.decay_after
    decay_step: _Duration = DEFAULT_POLICY.decay_step
    decay_factor: _Share = DEFAULT_POLICY.decay_factor
    decay_floor: _Share = DEFAULT_POLICY.decay_floor
    archive_after: _Duration = DEFAULT_POLICY.archive_after
    archive_below: _Share = DEFAULT_POLICY.archive_below
    purges: Annotated[bool, Field(strict=True)] = DEFAULT_POLICY.purges
    purge_after: _Duration = DEFAULT_POLICY.purge_after
    purge_at_most: _Share = DEFAULT_POLICY.purge_at_most
    purge_observation: _Duration = DEFAULT_POLICY.purge_observation
    purge_brake_share: _Share = DEFAULT_POLICY.purge_brake_share
    purge_brake_rows: _Count = DEFAULT_POLICY.purge_brake_rows
    ttl: _Duration | None = DEFAULT_POLICY.ttl
    keep_best: _Count | None = DEFAULT_POLICY.keep_best

    zone: _Zone = DEFAULT_POLICY.zone
    daily_calls: _Bound = DEFAULT_POLICY.daily_calls
    daily_tokens: _Bound = DEFAULT_POLICY.daily_tokens

    cardinality: dict[_Name, Cardinality] = Field(default_factory=dict, max_length=_MOST_OVERRIDES)
    aliases: dict[_Name, _Name] = Field(default_factory=dict, max_length=_MOST_OVERRIDES)
    forgettability: dict[_Name, Forgettability] = Field(default_factory=dict, max_length=_MOST_OVERRIDES)
    overrides: tuple[_OverrideDocument, ...] = Field(default=(), max_length=_MOST_OVERRIDES)


def read_policy(document: object) -> Policy:
    """The policy that a JSON object means; raises InvalidInput with a sentence for each thing that is wrong with it."""
    if not isinstance(document, dict):
        raise InvalidInput('a policy is a JSON object such as {"probation": "P14D"}')
    try:
        read = _PolicyDocument.model_validate(document)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        raise InvalidInput("; ".join(dict.fromkeys(_sentence(item) for item in found))) from None
    given = {name: getattr(read, name) for name in read.model_fields_set - {"preset"}}
    if "aliases" in given:
        given["aliases"] = _aliases(read.aliases)
    aliases = given.get("aliases", {})
    for name in ("cardinality", "forgettability"):
        if name in given:
            given[name] = _by_predicate(name, given[name], aliases)
    if "overrides" in given:
        given["overrides"] = tuple(each.meant() for each in read.overrides)
    return replace(PRESETS.get(read.preset, DEFAULT_POLICY), **given)


def parse_policy(text: str) -> Policy:
    """The policy in a file's text; raises InvalidInput."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"the policy is not JSON: {error}") from None
    return read_policy(document)


def policy_document(policy: Policy) -> dict[str, Any]:
    """The JSON object that means `policy`, holding only what differs from the defaults."""
    whole = whole_policy_document(policy)
    defaults = whole_policy_document(DEFAULT_POLICY)
    return {name: value for name, value in whole.items() if value != defaults[name]}


def policy_differences(one: Policy, other: Policy) -> list[tuple[str, Any, Any]]:
    """Name, value in `one` and value in `other` of each field that differs, as JSON has them."""
    before, after = whole_policy_document(one), whole_policy_document(other)
    return [(name, before[name], after[name]) for name in before if before[name] != after[name]]


def policy_version(policy: Policy) -> str:
    """A short digest of everything a policy says: equal for equal policies, however they were written."""
    text = json.dumps(whole_policy_document(policy), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def whole_policy_document(policy: Policy) -> dict[str, Any]:
    """The same with every number, the defaults included."""
    return {each.name: _as_json(getattr(policy, each.name)) for each in fields(policy)}


def _as_json(value: object) -> object:
    if isinstance(value, tuple):
        return [_override(each) for each in value]
    if isinstance(value, timedelta):
        return _iso(value)
    if isinstance(value, Mapping):
        return {str(key): str(item) for key, item in sorted(value.items())}
    return value


def _iso(value: timedelta) -> str:
    """In days and seconds: nobody reads a year of 365 days into it."""
    seconds = value.seconds + value.microseconds / 1_000_000
    return f"P{value.days}D" if not seconds else f"P{value.days}DT{seconds:g}S"


def _override(value: Override) -> dict[str, object]:
    selector = {
        "scope_kind": value.scope_kind,
        "tier": value.tier,
        "scope": None if value.scope is None else str(value.scope),
    }
    given = {name: text for name, text in selector.items() if text is not None}
    return given | {name: _as_json(each) for name, each in sorted(value.numbers.items())}


def _canonical(raw: str) -> str:
    """A predicate as slots spell it: the registry's name, or its own in snake case."""
    return REGISTRY.resolve(raw) or normal_name(raw).replace(" ", "_")


def _aliases(given: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for alias, predicate in given.items():
        name = normal_name(alias)
        if not name or not normal_name(predicate):
            raise InvalidInput(f"policy alias {alias!r} for {predicate!r} needs a word on both sides")
        if REGISTRY.get(name.replace(" ", "_")) is not None:
            raise InvalidInput(
                f"policy alias {alias!r} is the registry's own name of a predicate and cannot mean another"
            )
        _put(found, name, _canonical(predicate), f"policy alias {alias!r}")
    for name, target in found.items():
        beyond = found.get(normal_name(target), target)
        if beyond != target:
            raise InvalidInput(
                f"policy alias {name!r} leads to {target!r}, which is itself an alias of {beyond!r}: name that one"
            )
    return found


def _by_predicate(what: str, given: Mapping[str, Word], aliases: Mapping[str, str]) -> dict[str, Word]:
    found: dict[str, Word] = {}
    for raw, value in given.items():
        if not normal_name(raw):
            raise InvalidInput(f"policy {what} needs a predicate's name, not {raw!r}")
        _put(found, aliases.get(normal_name(raw)) or _canonical(raw), value, f"policy {what} of {raw!r}")
    return found


def _put(found: dict[str, Word], key: str, value: Word, what: str) -> None:
    if found.setdefault(key, value) != value:
        raise InvalidInput(f"{what} is given twice, as {found[key]!s} and as {value!s}")


def _sentence(error: Mapping[str, Any]) -> str:
    location, message = error["loc"], str(error["msg"]).removeprefix("Value error, ")
    if location[:1] == ("overrides",) and len(location) > 2:
        return f"policy overrides {int(location[1]) + 1}: {location[2]}: {_lower(message)}"
    where = " of ".join(str(part) for part in [location[0], *location[1:2]]) if location else "it"
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(str(location[0]), _PolicyDocument.model_fields, n=1)
        known = (
            f"did you mean {near[0]!r}?" if near else f"it knows {', '.join(_PolicyDocument.model_fields)}"
        )
        return f"policy has no {str(location[0])!r}: {known}"
    return f"policy {where}: {_lower(message)}"


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
