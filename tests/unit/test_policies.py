"""A tenant's policy as JSON: what it may say, what it means, and the sentence for what it may not."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.assertion import Cardinality, Forgettability
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.policy import DEFAULT_POLICY, OPS_POLICY, Policy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.policies import parse_policy, policy_document, policy_version, read_policy
from tests.support.assertions import properties


def test_nothing_said_is_the_default_and_ops_never_purges() -> None:
    assert read_policy({}) == DEFAULT_POLICY
    assert policy_document(DEFAULT_POLICY) == {}
    assert read_policy({"preset": "ops"}) == OPS_POLICY
    assert read_policy({"preset": "ops", "purges": True}) == DEFAULT_POLICY


def test_every_number_of_a_policy_may_be_given() -> None:
    whole = {each.name: getattr(DEFAULT_POLICY, each.name) for each in fields(DEFAULT_POLICY)}
    written = {
        name: value.total_seconds() if isinstance(value, timedelta) else value
        for name, value in whole.items()
    }
    assert parse_policy(json.dumps(written)) == DEFAULT_POLICY


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("P14D", timedelta(days=14)),
        ("PT90M", timedelta(minutes=90)),
        ("P1DT12H", timedelta(hours=36)),
        (3600, timedelta(hours=1)),
        (0.5, timedelta(seconds=0.5)),
    ],
)
def test_durations_are_iso_8601_or_seconds(written: object, meant: timedelta) -> None:
    assert read_policy({"probation": written}).probation == meant


def test_predicates_may_be_named_by_any_alias_in_either_language() -> None:
    policy = read_policy(
        {
            "aliases": {"Wohn-Ort": "lives_in", "鞋码": "Shoe Size"},
            "cardinality": {"居住地": "many", "鞋码": "many"},
            "forgettability": {"works as": "low"},
        }
    )
    assert policy.aliases == {"wohn ort": "city", "鞋码": "shoe_size"}
    assert policy.cardinality == {"city": Cardinality.MANY, "shoe_size": Cardinality.MANY}
    assert policy.forgettability == {"job": Forgettability.LOW}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "a policy is a JSON object"),
        ({"probaton": "P7D"}, "policy has no 'probaton': did you mean 'probation'?"),
        ({"zzz": 1}, "policy has no 'zzz': it knows preset, probation"),
        ({"preset": "wild"}, "policy preset: input should be 'default', 'assistant', 'ops' or 'companion'"),
        ({"probation": "7 days"}, "policy probation: must be a duration: ISO 8601"),
        ({"probation": "P1M"}, "policy probation: must be a duration"),
        ({"probation": True}, "policy probation: must be a duration"),
        ({"probation": 1e300}, "shorter than a hundred years"),
        ({"archive_after": "P36601D"}, "policy archive_after: must be shorter than a hundred years"),
        ({"overrides": [{"tier": "episodic", "ttl": "P3000000D"}]}, "shorter than a hundred years"),
        ({"decay_floor": 0}, "policy decay_floor must be at least 0.001"),
        ({"decay_factor": 0.9999999}, "reached in 10000 steps of decay_factor; 0.3 is not, by 0.9999999"),
        ({"probation": -5}, "policy probation must be longer than nothing"),
        ({"agent_cap": "0.5"}, "policy agent_cap: must be a number"),
        ({"agent_cap": 1.5}, "policy agent_cap: input should be less than or equal to 1"),
        ({"purges": "no"}, "policy purges: input should be a valid boolean"),
        ({"purge_brake_rows": 0}, "policy purge_brake_rows: input should be greater than or equal to 1"),
        ({"purge_after": "P30D"}, "purge_after must not be shorter than archive_after"),
        ({"decay_factor": 1}, "decay_factor must lie between 0 and 1"),
        ({"cardinality": {"city": "two"}}, "policy cardinality of city: input should be 'one' or 'many'"),
        ({"cardinality": {"city": "one", "居住地": "many"}}, "is given twice"),
        ({"forgettability": {"city": "never"}}, "policy forgettability of city"),
        ({"aliases": {"city": "hometown"}}, "is the registry's own name of a predicate"),
        ({"aliases": {"a": "b", "b": "c"}}, "is itself an alias of 'c': name that one"),
        ({"aliases": {" ": "city"}}, "needs a word on both sides"),
        ({"aliases": {"Wohnort": "city", "wohnort": "hometown"}}, "is given twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(document: Any, sentence: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_policy(document)
    assert sentence in str(caught.value)


def test_everything_wrong_is_said_at_once_and_text_that_is_no_json_too() -> None:
    with pytest.raises(InvalidInput, match=r"probation.*; policy agent_cap.*; policy has no 'x'"):
        read_policy({"probation": "x", "agent_cap": 2, "x": 1})
    with pytest.raises(InvalidInput, match=r"the policy is not JSON: .*line 1"):
        parse_policy("{")


_documents = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["default", "ops"]),
        "probation": st.integers(1, 10**7),
        "override_after": st.sampled_from(["P30D", "PT36H"]),
        "agent_cap": st.floats(0, 1),
        "purges": st.booleans(),
        "cardinality": st.dictionaries(st.sampled_from(["city", "likes", "鞋码"]), st.sampled_from(["one", "many"])),
        "aliases": st.dictionaries(st.sampled_from(["wohnort", "ort", "所在"]), st.sampled_from(["city", "job"])),
    },
)  # fmt: skip


@properties
@given(_documents)
def test_what_is_stored_means_what_was_read_and_has_its_version(document: dict[str, Any]) -> None:
    policy = read_policy(document)
    again: Policy = read_policy(json.loads(json.dumps(policy_document(policy))))
    assert again == policy
    assert policy_version(again) == policy_version(policy)
    assert (policy == DEFAULT_POLICY) == (policy_version(policy) == policy_version(DEFAULT_POLICY))


def test_presets_are_policies_and_survive_being_written() -> None:
    assert read_policy({"preset": "assistant"}) == DEFAULT_POLICY
    companion = read_policy({"preset": "companion"})
    assert companion.archive_after > DEFAULT_POLICY.archive_after
    assert companion.purges
    assert read_policy(policy_document(companion)) == companion


def test_overrides_hold_where_they_fit_and_the_closest_has_the_last_word() -> None:
    policy = read_policy(
        {
            "ttl": "P300D",
            "overrides": [
                {"scope": "user:alice", "tier": "episodic", "ttl": "P10D"},
                {"scope_kind": "user", "ttl": "P100D", "purges": False},
                {"tier": "episodic", "ttl": "P50D"},
                {"scope_kind": "user", "tier": "episodic", "ttl": "P40D"},
            ],
        }
    )
    days = {
        (str(scope), tier): policy.for_memory(scope, tier).ttl
        for scope in (Scope("user", "alice"), Scope("user", "bob"), Scope("team", "sre"))
        for tier in ("episodic", "semantic")
    }
    assert {place: ttl.days for place, ttl in days.items() if ttl is not None} == {
        ("user:alice", "episodic"): 10,
        ("user:alice", "semantic"): 100,
        ("user:bob", "episodic"): 40,
        ("user:bob", "semantic"): 100,
        ("team:sre", "episodic"): 50,
        ("team:sre", "semantic"): 300,
    }
    assert not policy.for_memory(Scope("user", "bob"), "episodic").purges
    assert policy.for_memory(Scope("team", "sre"), "episodic").purges
    assert read_policy(policy_document(policy)) == policy
    assert policy_version(policy) != policy_version(DEFAULT_POLICY)


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ({"purges": False}, "must say for what: name scope_kind, tier or scope"),
        ({"tier": "episodic"}, "the policy override for episodic memories changes nothing"),
        ({"tier": "episodic", "keep_best": 5}, "keep_best holds for a whole scope"),
        ({"tier": "working", "ttl": "P1D"}, "policy overrides 1: tier: input should be"),
        ({"scope": "alice", "ttl": "P1D"}, "'alice' is not a scope"),
        ({"scope": "team:x", "scope_kind": "user", "ttl": "P1D"}, "cannot be for scope_kind 'user' too"),
        ({"scope_kind": "user", "agent_cap": 0.5}, "policy overrides 1: agent_cap: "),
        ({"scope_kind": "user", "purge_after": "P1D"}, "purge_after must not be shorter than archive_after"),
        ({"scope_kind": "user", "keep_best": 0}, "policy overrides 1: keep_best: input should be greater"),
    ],
)
def test_an_override_that_cannot_be_is_refused_with_a_sentence(
    override: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        read_policy({"overrides": [override]})


def test_overrides_that_only_together_break_a_rule_are_refused_when_they_are_read() -> None:
    apart = [{"scope_kind": "user", "archive_after": "P170D"}, {"tier": "episodic", "purge_after": "P100D"}]
    read_policy({"overrides": apart[:1]})
    read_policy({"overrides": apart[1:]})
    with pytest.raises(InvalidInput, match="purge_after must not be shorter"):
        read_policy({"overrides": apart})
    with pytest.raises(InvalidInput, match="name user scopes twice"):
        read_policy({"overrides": [apart[0], {"scope_kind": "user", "ttl": "P9D"}]})
