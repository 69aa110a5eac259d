"""Where a tenant's policy forgets otherwise: for a kind of scopes, for one tier, for one scope."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope

TIERS = ("episodic", "semantic")
OVERRIDABLE = (
    "probation",
    "ttl",
    "decay_after",
    "decay_step",
    "decay_factor",
    "decay_floor",
    "archive_after",
    "archive_below",
    "purges",
    "purge_after",
    "purge_at_most",
    "purge_observation",
    "keep_best",
)
_OF_A_SCOPE = ("keep_best",)  # what cannot differ between the tiers of one scope


@dataclass(frozen=True, slots=True)
class Override:
    """`numbers` stand in for the policy's fields of those names where everything that is named fits.

    Raises InvalidInput with a sentence where it names nothing, or something that cannot be.
    """

    scope_kind: str | None = None
    tier: str | None = None
    scope: Scope | None = None
    numbers: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.scope_kind is None and self.tier is None and self.scope is None:
            raise InvalidInput("a policy override must say for what: name scope_kind, tier or scope")
        if self.scope is not None and self.scope_kind not in (None, self.scope.kind):
            raise InvalidInput(
                f"a policy override of scope {self.scope} cannot be for scope_kind {self.scope_kind!r} too"
            )
        if self.tier is not None and self.tier not in TIERS:
            raise InvalidInput(f"a policy override's tier must be episodic or semantic, not {self.tier!r}")
        if not self.numbers:
            raise InvalidInput(f"the policy override for {self.place} changes nothing")
        for name in self.numbers:
            if name not in OVERRIDABLE:
                raise InvalidInput(
                    f"a policy override cannot change {name}: it knows {', '.join(OVERRIDABLE)}"
                )
            if self.tier is not None and name in _OF_A_SCOPE:
                raise InvalidInput(f"policy {name} holds for a whole scope and cannot differ by tier")

    @property
    def place(self) -> str:
        """For what it is, in words."""
        where = "" if self.scope_kind is None else f"{self.scope_kind} scopes"
        where = where if self.scope is None else f"scope {self.scope}"
        tier = "" if self.tier is None else f"{self.tier} memories"
        return " of ".join(filter(None, (tier, where)))

    @property
    def weight(self) -> tuple[int, int]:
        """How closely it says for what: the closest has the last word. A scope is closer than any tier, a tier than a
        kind of scopes."""
        return (self.scope is not None, (self.tier is not None) * 2 + (self.scope_kind is not None))

    @property
    def selector(self) -> tuple[str | None, str | None, Scope | None]:
        return (self.scope_kind, self.tier, self.scope)

    def fits(self, scope: Scope, tier: str) -> bool:
        """Whether it is for memories of this scope and tier."""
        return (
            self.scope_kind in (None, scope.kind)
            and self.tier in (None, tier)
            and self.scope in (None, scope)
        )


def numbers_for(overrides: Iterable[Override], scope: Scope, tier: str) -> dict[str, object]:
    """What the overrides that fit say together, the closest last."""
    found: dict[str, object] = {}
    for each in sorted((each for each in overrides if each.fits(scope, tier)), key=lambda each: each.weight):
        found.update(each.numbers)
    return found


def places(overrides: Iterable[Override]) -> list[tuple[Scope, str]]:
    """A scope and tier for every way in which these overrides can meet; for checking what they make together."""
    known = list(overrides)
    kinds = {each.scope_kind for each in known if each.scope_kind is not None} | {"any"}
    named = {each.scope for each in known if each.scope is not None}
    return [
        (scope, tier) for scope in sorted(named | {Scope(kind, "any") for kind in kinds}) for tier in TIERS
    ]


def check_distinct(overrides: Iterable[Override]) -> None:
    """Raises InvalidInput where two overrides are for the same: nobody could say which one holds."""
    seen: set[tuple[str | None, str | None, Scope | None]] = set()
    for each in overrides:
        if each.selector in seen:
            raise InvalidInput(f"policy overrides name {each.place} twice: put their numbers into one")
        seen.add(each.selector)
