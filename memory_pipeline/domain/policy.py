"""The numbers of arbitration and forgetting as one value, checked when it is made.

Defaults are the product's; a tenant's policy is this value with other numbers. Nothing here reads settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from math import log

from memory_pipeline.domain.assertion import Cardinality, Forgettability
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.policy_override import Override, check_distinct, numbers_for, places
from memory_pipeline.domain.scope import Scope

_SHARES = (
    "agent_cap",
    "mention_weight",
    "promote_at",
    "dedup_threshold",
    "decay_factor",
    "decay_floor",
    "archive_below",
    "purge_at_most",
    "purge_brake_share",
)

_LOWEST_FLOOR = 0.001
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Policy:
    """Raises InvalidInput with a sentence for a number that would break a rule. Shares are 0 to 1.

    `cardinality`, `aliases` and `forgettability` override the registry by predicate name (aliases: by alias).
    `zone` is the IANA name of the zone whose dates the tenant's days are; `daily_calls` and `daily_tokens` bound what the
    extraction of one such day may take of a model, None where the settings bound it.
    `ttl` is how long after its last mention a memory lives at most (None: for ever); names, allergies and the like, which
    the registry marks as lasting, have none. `keep_best` is how many memories of a scope stay out of the archive at most.
    `overrides` forget otherwise for kinds of scopes, tiers and scopes.
    """

    probation: timedelta = timedelta(days=7)
    override_after: timedelta = timedelta(days=90)
    agent_cap: float = 0.6
    mention_weight: float = 0.3
    promote_at: float = 0.8
    recount_gap: timedelta = timedelta(minutes=60)
    dedup_window: timedelta = timedelta(minutes=60)
    dedup_threshold: float = 0.95

    decay_after: timedelta = timedelta(days=30)
    decay_step: timedelta = timedelta(days=30)
    decay_factor: float = 0.9
    decay_floor: float = 0.3
    archive_after: timedelta = timedelta(days=90)
    archive_below: float = 0.5
    purges: bool = True
    purge_after: timedelta = timedelta(days=180)
    purge_at_most: float = 0.3
    purge_observation: timedelta = timedelta(days=14)
    purge_brake_share: float = 0.2
    purge_brake_rows: int = 100
    ttl: timedelta | None = None
    keep_best: int | None = None

    zone: str = "UTC"
    daily_calls: int | None = None
    daily_tokens: int | None = None

    cardinality: Mapping[str, Cardinality] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    forgettability: Mapping[str, Forgettability] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, timedelta) and value <= timedelta(0):
                raise InvalidInput(f"policy {each.name} must be longer than nothing, not {value}")
        for name in _SHARES:
            _check_share(name, getattr(self, name))
        _check_order(self)
        _check_budget(self)
        _check_overrides(self)
        check_distinct(self.overrides)
        for scope, tier in places(self.overrides):
            self.for_memory(scope, tier)

    def for_memory(self, scope: Scope, tier: str) -> Policy:
        """The policy without overrides that memories of this scope and tier go by."""
        if not self.overrides:
            return self
        return replace(self, overrides=(), **numbers_for(self.overrides, scope, tier))  # type: ignore[arg-type]

    def without_overrides_of(self, scope: Scope) -> Policy:
        """The policy as it is for everybody else: nothing in it names this scope."""
        return replace(self, overrides=tuple(each for each in self.overrides if each.scope != scope))


def _check_share(name: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise InvalidInput(f"policy {name} must lie between 0 and 1, not {value}")


def _check_order(policy: Policy) -> None:
    if not 0.0 < policy.decay_factor < 1.0:
        raise InvalidInput(
            f"policy decay_factor must lie between 0 and 1 and be neither, not {policy.decay_factor}"
        )
    # Each memory's steps are gone through one by one, and by multiplying nobody ever comes to nothing.
    if policy.decay_floor < _LOWEST_FLOOR or log(policy.decay_floor) / log(policy.decay_factor) > _MOST_STEPS:
        raise InvalidInput(
            f"policy decay_floor must be at least {_LOWEST_FLOOR:g}, and be reached in {_MOST_STEPS} steps of decay_factor; "
            f"{policy.decay_floor:g} is not, by {policy.decay_factor!r}"
        )
    if policy.mention_weight == 0.0:
        raise InvalidInput("policy mention_weight must be above 0, or no mention would ever count")
    if policy.purge_after < policy.archive_after:
        raise InvalidInput(
            "policy purge_after must not be shorter than archive_after: memories are archived before they go"
        )
    if policy.purge_at_most > policy.archive_below:
        raise InvalidInput(
            "policy purge_at_most must not be above archive_below: memories are archived before they go"
        )
    if policy.purge_brake_rows < 1:
        raise InvalidInput(f"policy purge_brake_rows must be at least 1, not {policy.purge_brake_rows}")
    if policy.keep_best is not None and policy.keep_best < 1:
        raise InvalidInput(f"policy keep_best must be at least 1, not {policy.keep_best}")


def _check_budget(policy: Policy) -> None:
    for name in ("daily_calls", "daily_tokens"):
        value = getattr(policy, name)
        if value is not None and value < 0:
            raise InvalidInput(f"policy {name} must not be below 0, not {value}")
    if not policy.zone.strip():
        raise InvalidInput("policy zone must name a time zone such as Europe/Berlin")


def _check_overrides(policy: Policy) -> None:
    for predicate, cardinality in policy.cardinality.items():
        if not isinstance(cardinality, Cardinality):
            raise InvalidInput(f"policy cardinality of {predicate} must be one or many, not {cardinality!r}")
    for alias, predicate in policy.aliases.items():
        if not alias.strip() or not predicate.strip():
            raise InvalidInput(f"policy alias {alias!r} for {predicate!r} needs a word on both sides")
    for predicate, forgettability in policy.forgettability.items():
        if not isinstance(forgettability, Forgettability):
            raise InvalidInput(
                f"policy forgettability of {predicate} must be low, medium or high, not {forgettability!r}"
            )


DEFAULT_POLICY = Policy()  # preset `assistant`
OPS_POLICY = Policy(purges=False)  # preset `ops`: history of systems is never purged
# Preset `companion`: who talks with a person over years lets go slowly, and takes longer to believe its own inferences.
COMPANION_POLICY = Policy(
    probation=timedelta(days=14),
    decay_after=timedelta(days=60),
    decay_step=timedelta(days=60),
    archive_after=timedelta(days=240),
    purge_after=timedelta(days=720),
    purge_observation=timedelta(days=30),
)
PRESETS = {"assistant": DEFAULT_POLICY, "ops": OPS_POLICY, "companion": COMPANION_POLICY}
