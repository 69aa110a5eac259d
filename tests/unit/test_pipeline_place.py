"""Where a predicate that the registry does not know belongs: the nearest anchor, or nowhere but with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.local_embedding.embedder import LocalEmbedder
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.place import place
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind
from tests.support.pipelines import in_memory_pipeline


class Counting(InMemoryEmbedder):
    def __init__(self) -> None:
        super().__init__(64)
        self.calls = 0

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        self.calls += 1
        return super().embed(texts, kind)


@pytest.fixture
def deps() -> Dependencies:
    return in_memory_pipeline(embedder=Counting()).deps


@pytest.mark.parametrize("raw", ["city", "City", "lives_in", "lives in", "居住地", "LIVES-IN", " city "])
def test_names_and_aliases_are_found_without_a_model(raw: str, deps: Dependencies) -> None:
    assert place([raw], deps, DEFAULT_POLICY)(raw) == "city"
    assert isinstance(deps.embedder, Counting)
    assert deps.embedder.calls == 0


def test_an_alias_of_the_tenants_policy_is_known(deps: Dependencies) -> None:
    own = Policy(aliases={"Wohnort": "city"})
    assert place(["wohnort"], deps, own)("wohnort") == "city"
    assert isinstance(deps.embedder, Counting)
    assert deps.embedder.calls == 0


def test_unknown_predicates_stand_alone_and_never_merge_with_each_other(deps: Dependencies) -> None:
    resolve = place(["shoe_size", "size_of_shoe", "鞋码"], deps, DEFAULT_POLICY)
    assert len({resolve(raw) for raw in ("shoe_size", "size_of_shoe", "鞋码")}) == 3
    assert resolve("Shoe-Size") == resolve("shoe_size")


class Pointing:
    """An embedder that puts every text far from all others, but for a few that it puts beside an anchor."""

    def __init__(self, beside: dict[str, tuple[str, float]]) -> None:
        self._inner, self._beside = InMemoryEmbedder(384), beside

    @property
    def space(self) -> EmbeddingSpace:
        return self._inner.space

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:  # noqa: ARG002
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> tuple[float, ...]:
        if text not in self._beside:
            return self._inner.embed([text])[0]
        anchor, nearness = self._beside[text]
        (near,) = self._inner.embed([anchor])
        return tuple(nearness * x for x in near)


def test_the_nearest_anchor_takes_an_unknown_word_from_the_threshold_on(deps: Dependencies) -> None:
    anchor = deps.registry.predicates["city"].anchor
    near = replace(deps, embedder=Pointing({"place of abode": (anchor, 0.93), "whereabouts": (anchor, 0.91)}))
    resolve = place(["place_of_abode", "whereabouts"], near, DEFAULT_POLICY)
    assert resolve("Place of abode") == "city"
    assert resolve("whereabouts") != "city"


@pytest.mark.timeout(60)
def test_what_was_seen_before_has_no_say() -> None:
    """The answer for a word is the same alone, and in whatever company, with the model that is used."""
    local = in_memory_pipeline(embedder=LocalEmbedder()).deps
    words = ["current_residence", "favourite_colour", "blood type", "故乡城市", "car brand"]
    together = place(words, local, DEFAULT_POLICY)
    for word in words[::4]:
        assert place([word], local, DEFAULT_POLICY)(word) == together(word)
    assert together("blood type") not in local.registry.predicates


def test_a_policy_that_changes_between_thinking_and_writing_is_the_one_that_counts(
    deps: Dependencies,
) -> None:
    before = place(["wohnort", "shoe_size"], deps, DEFAULT_POLICY)
    after = before.under(Policy(aliases={"Wohnort": "city"}))
    assert (before("wohnort"), after("wohnort")) == ("wohnort", "city")
    assert after("shoe_size") == before("shoe_size")


def test_a_word_is_asked_about_once(deps: Dependencies) -> None:
    first = place(["shoe_size"], deps, DEFAULT_POLICY)
    assert isinstance(deps.embedder, Counting)
    asked = deps.embedder.calls
    assert place(["Shoe-Size", "city"], deps, DEFAULT_POLICY, earlier=first) is first
    assert deps.embedder.calls == asked
    second = place(["hat_size"], deps, DEFAULT_POLICY, earlier=first)
    assert second.asked == {"shoe size", "hat size"}
