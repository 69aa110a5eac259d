"""A digest stands for its parts, its purpose and its key, and for nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.system.keyed_digest import HmacDigest
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.horizon_keys import horizons_of, line_horizon, slot_horizon, veiled_scope
from tests.support.assertions import NOW
from tests.support.keys import TEST_DIGEST

any_parts = st.lists(st.text(max_size=6), max_size=4)


@given(any_parts, any_parts)
def test_parts_never_run_together(one: list[str], other: list[str]) -> None:
    assert (TEST_DIGEST.of("p", *one) == TEST_DIGEST.of("p", *other)) == (one == other)


def test_purpose_and_key_make_it_another() -> None:
    first = TEST_DIGEST.of("horizon", "a")
    assert len(first) == 32
    assert first == TEST_DIGEST.of("horizon", "a")
    assert first != TEST_DIGEST.of("tombstone", "a")
    assert first != HmacDigest("another key that is long enough!").of("horizon", "a")


def test_a_veiled_scope_is_a_scope_and_tells_nothing() -> None:
    veiled = veiled_scope(TEST_DIGEST, Tenant("acme"), Scope.of_user("alice"))
    assert Scope.parse(str(veiled)) == veiled
    assert "alice" not in str(veiled)
    assert veiled != veiled_scope(TEST_DIGEST, Tenant("other"), Scope.of_user("alice"))


def test_horizons_read_by_key_refuse_as_horizons_by_name_do() -> None:
    city, pet = (Slot(Tenant("acme"), Scope.of_user("alice"), "user", name) for name in ("city", "pet"))
    rows = {slot_horizon(TEST_DIGEST, city): NOW, line_horizon(TEST_DIGEST, pet, "cat"): NOW}
    found = horizons_of(rows, TEST_DIGEST)
    assert found.covering(city, "berlin", NOW) == NOW
    assert found.covering(pet, "cat", NOW) == NOW
    assert found.covering(pet, "dog", NOW) is None
    assert horizons_of({b"scope": NOW}, TEST_DIGEST).covering(pet, "dog", NOW) == NOW
