"""The rules of the projection one by one, as a person would tell them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone
from itertools import permutations
from uuid import UUID

import pytest

from memory_pipeline.domain.assertion import Act, Assertion, Cardinality, Forgettability, Stance
from memory_pipeline.domain.comparison.result import Comparison, Sameness
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import FactStatus, VerdictKind
from memory_pipeline.domain.horizon import Horizons
from memory_pipeline.domain.memo import Memo
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.preferences import comparison_sides
from memory_pipeline.domain.projection import predicate_resolver, project_slots, stale_at
from memory_pipeline.domain.registry import REGISTRY, ValueType
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import fact_id
from memory_pipeline.domain.subjects import resolve_subject
from memory_pipeline.domain.value_classes import Comparer
from tests.support.assertions import (
    NOW,
    SCOPE,
    TENANT,
    confirm,
    correct,
    current,
    day,
    distil,
    project,
    retract,
    rows,
    slot,
    state,
)

REFINEMENT = Comparison(Sameness.REFINES, "place", "It says the same, more precisely.")
UNLIKE = Comparison(Sameness.DIFFERENT, "unsure", "They differ.")
AGENT, CMDB, DOC = Source.AGENT_INFERRED, Source.CMDB, Source.DOC


def kinds(*assertions: Assertion) -> list[str]:
    return [verdict.kind.value for verdict in project(assertions).verdicts]


class TestIntervals:
    def test_true_again_later_is_a_third_interval_of_the_first_fact(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 150), state("Berlin", 330)])
        assert rows(projection) == [
            ("Berlin", 0, 150, "superseded"),
            ("Munich", 150, 330, "superseded"),
            ("Berlin", 330, None, "current"),
        ]
        berlin = {fact.id for fact in projection.facts if fact.object == "Berlin"}
        assert berlin == {fact_id(slot(), "berlin")}
        assert {fact.line for fact in projection.facts} == {""}

    @pytest.mark.parametrize("order", list(permutations(range(2))))
    def test_late_history_does_not_beat_a_newer_fact(self, order: tuple[int, ...]) -> None:
        live = state("Nordlys", day(430), predicate="works at")
        history = state("Halden Mill", day(-240), predicate="employer")
        both = [live, history]
        projection = project([both[place] for place in order], now=day(500))
        assert [fact.object for fact in current(projection)] == ["Nordlys"]
        (old,) = (fact for fact in projection.facts if fact.object == "Halden Mill")
        assert old.valid_to == live.asserted_at
        assert old.status is FactStatus.SUPERSEDED

    @pytest.mark.parametrize(
        ("predicate", "old", "new"),
        [
            ("rent", "850", "860"),
            ("gate code", "ends in 31", "ends in 32"),
            ("diet", "eats fish", "does not eat fish"),
            ("teaches in", "Ghent", "Bruges"),
            ("生日", "3月15日", "3月16日"),
            ("饮食", "吃鱼", "不吃鱼"),
        ],
    )
    def test_a_near_duplicate_does_not_hide_a_real_change(self, predicate: str, old: str, new: str) -> None:
        projection = project([state(old, 0, predicate=predicate), state(new, 3, predicate=predicate)])
        assert rows(projection) == [(old, 0, 3, "superseded"), (new, 3, None, "current")]

    @pytest.mark.parametrize(
        ("predicate", "one", "other"),
        [
            ("birthday", "15 March 1990", "1990-03-15"),
            ("生日", "1990年3月15日", "1990-03-15"),
            ("diet", "eats fish", "Eats  fish."),
            ("email", "Ann@Example.org", "ann@example.org"),
        ],
    )
    def test_a_true_paraphrase_stays_one_row(self, predicate: str, one: str, other: str) -> None:
        projection = project([state(one, 0, predicate=predicate), state(other, 3, predicate=predicate)])
        (row,) = projection.facts
        assert (row.support, row.valid_from, row.valid_to) == (2, day(0), None)

    def test_aliases_in_both_languages_are_one_slot(self) -> None:
        words = ["city", "lives_in", "居住地", "Lives In"]
        projection = project([state(f"Town {n}", n, predicate=word) for n, word in enumerate(words)])
        assert {fact.slot for fact in projection.facts} == {slot("city")}
        assert len(current(projection)) == 1

    def test_unknown_predicates_stand_alone(self) -> None:
        projection = project([state("42", 0, predicate="Shoe Size"), state("M", 1, predicate="shirt size")])
        assert {fact.slot.predicate for fact in projection.facts} == {"shoe_size", "shirt_size"}

    def test_instants_are_compared_whatever_their_offset(self) -> None:
        east = state("Tokyo", day(1).astimezone(timezone(timedelta(hours=9))))
        projection = project([east, state("Osaka", day(1) + timedelta(minutes=1))])
        tokyo, osaka = projection.facts
        assert (tokyo.valid_from, tokyo.valid_to) == (day(1), osaka.valid_from)
        assert all(fact.valid_from.utcoffset() == timedelta(0) for fact in projection.facts)

    def test_of_two_writings_of_one_assertion_the_first_recorded_counts(self) -> None:
        first = state("Berlin", 0)
        again = replace(first, confidence=0.2, recorded_at=first.recorded_at + timedelta(days=1))
        for order in permutations([first, again]):
            (row,) = project(order).facts
            assert (row.confidence, row.support) == (0.9, 1)

    def test_other_tenants_and_scopes_are_left_out(self) -> None:
        foreign = state("Rome", 5, scope=Scope.parse("user:bob"))
        projection = project([state("Berlin", 0), foreign, replace(foreign, scope=SCOPE, tenant="other")])  # type: ignore[arg-type]
        assert rows(projection) == [("Berlin", 0, None, "current")]

    def test_what_was_no_statement_is_left_out(self) -> None:
        jokes = [state("Mars", 1, stance=stance) for stance in (Stance.JOKE, Stance.QUESTION, Stance.QUOTED)]
        projection = project([state("Berlin", 0), *jokes])
        assert rows(projection) == [("Berlin", 0, None, "current")]
        assert len(projection.verdicts) == 1


class TestReinforcement:
    def test_the_highest_rank_and_confidence_stated_are_taken(self) -> None:
        (row,) = project([state("50", 0, source=DOC, confidence=0.95), state("50", 1, confidence=0.7)]).facts
        assert (row.source, row.confidence, row.support) == (Source.USER_STATED, 0.95, 2)
        assert len(row.assertions) == len(row.evidence) == 2

    def test_a_refinement_is_shown_and_the_row_stays_one(self) -> None:
        projection = project([state("Beijing", 0), state("Chaoyang, Beijing", 5), state("Beijing", 9)])
        (row,) = projection.facts
        assert (row.object, row.valid_from, row.support) == ("Chaoyang, Beijing", day(0), 3)
        assert row.id == fact_id(slot(), "beijing")
        assert projection.verdicts[1].reason.endswith("its words are shown from now on.")
        ((absorbed, kept),) = projection.slots[0].redirects
        assert kept == row.id
        assert absorbed == project([state("Chaoyang, Beijing", 5)]).facts[0].id

    def test_of_two_refinements_the_later_is_shown(self) -> None:
        (row,) = project(
            [state("Beijing", 0), state("Chaoyang, Beijing", 5), state("Haidian, Beijing", 9)]
        ).facts
        assert (row.object, row.support) == ("Haidian, Beijing", 3)

    def test_a_refinement_from_below_supports_and_is_not_shown(self) -> None:
        (row,) = project([state("Beijing", 0), state("Chaoyang, Beijing", 5, source=DOC)]).facts
        assert (row.object, row.support) == ("Beijing", 2)

    def test_erasing_the_leader_gives_the_id_of_who_comes_first_then(self) -> None:
        kept = state("Chaoyang, Beijing", 5)
        assert project([kept]).facts[0].id != project([state("Beijing", 0), kept]).facts[0].id

    def test_forgettability_is_the_registrys_or_the_most_lasting_stated(self) -> None:
        (name,) = project([state("Ann", 0, predicate="name", forgettability=Forgettability.HIGH)]).facts
        (city,) = project([state("Rome", 0, forgettability=Forgettability.HIGH), state("Rome", 1)]).facts
        asked = [state("Rome", 0, forgettability=each) for each in (Forgettability.HIGH, Forgettability.LOW)]
        (lasting,) = project([asked[0], replace(asked[1], id=UUID(int=1))]).facts  # type: ignore[arg-type]
        assert name.forgettability is Forgettability.LOW
        assert city.forgettability is Forgettability.HIGH
        assert lasting.forgettability is Forgettability.LOW


class TestContested:
    def test_an_inference_waits_while_a_statement_stands(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 2, source=AGENT)])
        assert rows(projection) == [("Berlin", 0, None, "current"), ("Munich", 2, 2, "contested")]

    def test_after_a_retraction_the_contested_value_takes_over_from_that_instant(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 2, source=DOC), retract("Berlin", 5)])
        assert rows(projection) == [("Berlin", 0, 5, "retracted"), ("Munich", 5, None, "current")]
        assert kinds(state("Berlin", 0), state("Munich", 2, source=DOC), retract("Berlin", 5)) == [
            "open",
            "escalate",
            "take_over",
            "retract",
        ]

    def test_the_highest_ranked_then_the_newest_takes_over(self) -> None:
        incumbent = state("Berlin", 0)
        doc = [state("Rome", 3, source=DOC), state("Oslo", 4, source=DOC)]
        guess = state("Bonn", 5, source=AGENT)
        gone = retract("", 6)
        assert rows(project([incumbent, *doc, guess, gone]))[-1] == ("Oslo", 6, None, "current")
        record = state("Kiel", 1, source=CMDB)
        assert rows(project([incumbent, *doc, guess, gone, record]))[-1] == ("Kiel", 6, None, "current")

    def test_an_expired_inference_does_not_take_over(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 2, source=AGENT), retract("Berlin", 10)])
        assert current(projection) == []

    def test_a_value_takes_over_when_the_incumbents_time_to_live_ends(self) -> None:
        projection = project(
            [state("Berlin", 0, expires_at=day(10)), state("Munich", 5, source=CMDB)], now=day(11)
        )
        assert rows(projection) == [("Berlin", 0, 10, "expired"), ("Munich", 10, None, "current")]
        before = project(
            [state("Berlin", 0, expires_at=day(10)), state("Munich", 5, source=CMDB)], now=day(9)
        )
        assert rows(before) == [("Berlin", 0, None, "current"), ("Munich", 5, 5, "contested")]

    def test_a_statement_of_the_instant_of_the_retraction_is_heard_before_the_contested_value(self) -> None:
        said = [state("Berlin", 0), state("Munich", 2, source=DOC), retract("Berlin", 5)]
        assert rows(project([*said, state("Rome", 5)]))[-1] == ("Rome", 5, None, "current")
        assert kinds(*said, state("Rome", 5)).count("take_over") == 0
        guess = state("Rome", 5, source=AGENT)
        assert [fact.object for fact in current(project([*said, guess]))] == ["Munich"]

    def test_what_is_withdrawn_at_the_instant_of_an_expiry_does_not_take_over(self) -> None:
        said = [
            state("Berlin", 0, expires_at=day(10)),
            state("Munich", 5, source=CMDB),
            retract("Munich", 10),
        ]
        assert rows(project(said)) == [("Berlin", 0, 10, "expired"), ("Munich", 5, 5, "retracted")]

    def test_of_two_that_could_take_over_alike_the_surer_does(self) -> None:
        said = [state("Berlin", 0), state("Rome", 2, source=DOC, confidence=0.8), retract("", 6)]
        alike = [state("Rome", 3, source=DOC, confidence=0.8), state("Oslo", 3, source=DOC, confidence=0.9)]
        assert rows(project([*said, *alike]))[-1] == ("Oslo", 6, None, "current")

    def test_what_something_surer_of_the_same_instant_replaced_never_stood(self) -> None:
        mentions = [distil("Munich", number) for number in (0, 1, 2)]
        guess = state("Berlin", 2, source=AGENT)
        projection = project([*mentions, guess], now=day(3))
        assert rows(projection) == [("Berlin", 2, 2, "contested"), ("Munich", 2, None, "current")]

    def test_a_statement_that_names_the_contested_value_makes_it_stand_with_its_support(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 2, source=DOC), state("Munich", 5)])
        assert rows(projection) == [("Berlin", 0, 5, "superseded"), ("Munich", 5, None, "current")]
        assert current(projection)[0].support == 2


class TestRetraction:
    def test_it_closes_what_it_names_or_whatever_stands(self) -> None:
        for named in ("Berlin", ""):
            projection = project([state("Berlin", 0), retract(named, 5)])
            assert rows(projection) == [("Berlin", 0, 5, "retracted")]

    def test_from_below_it_is_contested(self) -> None:
        assert rows(project([state("Berlin", 0), retract("Berlin", 5, source=DOC)])) == [
            ("Berlin", 0, None, "current")
        ]
        assert kinds(state("Berlin", 0), retract("Berlin", 5, source=DOC)) == ["open", "contested"]

    def test_of_another_value_it_voids_only_what_is_contested_and_not_stronger(self) -> None:
        said = [state("Berlin", 0), state("Munich", 1, source=CMDB), state("Rome", 2, source=DOC)]
        projection = project(
            [*said, retract("Munich", 3), retract("Rome", 3, source=AGENT), retract("Berlin", 4)]
        )
        assert rows(projection) == [
            ("Berlin", 0, 4, "retracted"),
            ("Munich", 1, 1, "retracted"),
            ("Rome", 4, None, "current"),
        ]

    def test_within_one_instant_retractions_come_first(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 5), retract("", 5)])
        assert rows(projection) == [("Berlin", 0, 5, "retracted"), ("Munich", 5, None, "current")]

    def test_of_what_nobody_said_it_does_nothing(self) -> None:
        assert kinds(state("Berlin", 0), retract("Rome", 5)) == ["open", "void"]
        assert kinds(retract("", 5)) == ["void"]

    def test_of_many_values_it_closes_the_named_or_all(self) -> None:
        pets = [state("cat", 0, predicate="pet"), state("dog", 1, predicate="pet")]
        assert rows(project([*pets, retract("cat", 5, predicate="pet")]))[0] == ("cat", 0, 5, "retracted")
        everything = project([*pets, retract("", 5, predicate="pet")])
        assert current(everything) == []
        assert everything.verdicts[-1].reason.endswith("It withdraws 2 values.")


class TestProbation:
    def test_an_inference_ends_seven_days_after_its_last_mention(self) -> None:
        guesses = [state("Berlin", 0, source=AGENT), state("Berlin", 5, source=AGENT)]
        assert rows(project(guesses, now=day(11.9))) == [("Berlin", 0, None, "current")]
        assert rows(project(guesses, now=day(12))) == [("Berlin", 0, 12, "expired")]
        assert project(guesses, now=day(1)).facts[0].expires_at == day(12)

    def test_a_mention_after_the_end_begins_anew(self) -> None:
        guesses = [state("Berlin", 0, source=AGENT), state("Berlin", 7, source=AGENT)]
        assert rows(project(guesses, now=day(8))) == [
            ("Berlin", 0, 7, "expired"),
            ("Berlin", 7, None, "current"),
        ]

    def test_its_confidence_is_capped(self) -> None:
        (row,) = project([state("Berlin", 0, source=AGENT, confidence=0.99)], now=day(1)).facts
        assert row.confidence == 0.6

    def test_a_confirmation_ends_it(self) -> None:
        (row,) = project([state("Berlin", 0, source=AGENT), confirm("Berlin", 6)]).facts
        assert (row.status, row.expires_at, row.confirmed, row.source) == (
            FactStatus.CURRENT,
            None,
            True,
            Source.USER_STATED,
        )

    def test_a_challenger_finds_it_expired_even_before_the_clock_does(self) -> None:
        projection = project([state("Berlin", 0, source=AGENT), state("Munich", 20)], now=day(1))
        assert rows(projection) == [("Berlin", 0, 7, "expired"), ("Munich", 20, None, "current")]

    def test_a_time_to_live_counts_where_it_is_shorter(self) -> None:
        (row,) = project([state("Berlin", 0, source=AGENT, expires_at=day(3))], now=day(4)).facts
        assert (row.status, row.valid_to) == (FactStatus.EXPIRED, day(3))

    def test_what_had_expired_when_it_was_said_has_no_row(self) -> None:
        projection = project([state("Berlin", 0), state("Munich", 5, expires_at=day(5))])
        assert rows(projection) == [("Berlin", 0, None, "current")]
        assert projection.verdicts[-1].kind is VerdictKind.EXPIRE

    def test_a_confirmation_keeps_a_time_to_live(self) -> None:
        said = [state("Berlin", 0, expires_at=day(10)), confirm("Berlin", 2)]
        assert rows(project(said)) == [("Berlin", 0, 10, "expired")]
        assert rows(project([*said, state("Berlin", 3)])) == [("Berlin", 0, None, "current")]


class TestDistilled:
    def test_the_third_counted_mention_makes_a_fact(self) -> None:
        mentions = [distil("tea", number, predicate="likes") for number in range(3)]
        assert project(mentions[:2]).facts == ()
        assert [verdict.kind for verdict in project(mentions[:2]).verdicts] == [VerdictKind.PROBATION] * 2
        (row,) = project(mentions).facts
        assert (row.confidence, row.valid_from, row.support, row.expires_at) == (0.9, day(2), 3, None)
        assert len(row.assertions) == 3

    def test_a_mention_counts_again_only_after_more_than_an_hour(self) -> None:
        hour = 1 / 24
        close = [distil("tea", n * hour, predicate="likes") for n in (0, 1, 2, 3)]  # counted: 0 h and 2 h
        assert project(close).facts == ()
        apart = [distil("tea", n * (hour + 1e-6), predicate="likes") for n in (0, 1, 2)]
        assert project(apart).facts[0].confidence == 0.9

    def test_it_may_exceed_what_an_inference_may_and_stops_at_one(self) -> None:
        (row,) = project([distil("tea", n, predicate="likes") for n in range(6)]).facts
        assert row.confidence == 1.0

    def test_accumulation_ends_the_probation_of_a_plain_inference(self) -> None:
        guess = state("tea", 0, predicate="likes", source=AGENT)
        mentions = [distil("tea", 1 + n, predicate="likes") for n in range(3)]
        (row,) = project([guess, *mentions]).facts
        assert (row.valid_from, row.expires_at, row.confidence) == (day(0), None, 0.9)

    def test_below_promotion_it_never_takes_over(self) -> None:
        said = [state("Berlin", 0), distil("Munich", 1), distil("Munich", 2), retract("Berlin", 3)]
        assert current(project(said)) == []

    def test_a_retraction_makes_it_accumulate_anew(self) -> None:
        said = [
            *(distil("tea", n, predicate="likes") for n in range(3)),
            retract("tea", 4, predicate="likes"),
        ]
        again = [distil("tea", 5 + n, predicate="likes") for n in range(3)]
        assert current(project([*said, *again[:2]])) == []
        assert current(project([*said, *again]))[0].valid_from == day(7)

    def test_what_was_withdrawn_before_it_became_a_fact_supports_nothing(self) -> None:
        said = [distil("Munich", 0), distil("Munich", 1), retract("Munich", 2), state("Munich", 3)]
        (row,) = project(said).facts
        assert len(row.assertions) == 1

    def test_promoted_it_is_still_below_a_persons_word(self) -> None:
        projection = project([state("Berlin", 0), *(distil("Munich", 1 + n) for n in range(3))])
        assert rows(projection) == [("Berlin", 0, None, "current"), ("Munich", 3, 3, "contested")]


class TestCorrection:
    def test_it_retracts_what_it_corrects_and_states_the_other(self) -> None:
        projection = project([state("Berlin", 0), correct("Berlin", "Munich", 5)])
        assert rows(projection) == [("Berlin", 0, 5, "retracted"), ("Munich", 5, None, "current")]
        (row,) = current(projection)
        assert (row.source, row.confirmed, row.confidence) == (Source.CORRECTED, True, 1.0)
        berlin = next(fact.id for fact in projection.facts if fact.object == "Berlin")
        assert projection.verdicts[-1].kind is VerdictKind.SUPERSEDE
        assert projection.verdicts[-1].against == berlin

    def test_what_it_corrected_away_does_not_come_back_by_age(self) -> None:
        said = [state("Berlin", 0), correct("Berlin", "Munich", 5), state("Berlin", 300, source=CMDB)]
        assert rows(project(said))[-2:] == [("Munich", 5, None, "current"), ("Berlin", 300, 300, "contested")]
        other = state("Rome", 300, source=CMDB)
        assert rows(project([*said, other]))[-1] == ("Rome", 300, None, "current")

    def test_nor_when_the_corrected_value_expires(self) -> None:
        lasting = correct("Berlin", "Munich", 5, expires_at=day(50))
        assert current(project([state("Berlin", 0), lasting, state("Berlin", 20, source=CMDB)])) == []

    def test_a_persons_later_word_brings_it_back(self) -> None:
        said = [state("Berlin", 0), correct("Berlin", "Munich", 5), state("Berlin", 9)]
        assert current(project(said))[0].object == "Berlin"
        assert (
            current(project([*said, state("Rome", 20), state("Berlin", 300, source=CMDB)]))[0].object
            == "Berlin"
        )

    def test_new_words_for_the_same_value_end_nothing(self) -> None:
        projection = project([state("Chaoyang, Beijing", 0), correct("Chaoyang, Beijing", "Beijing", 5)])
        assert rows(projection) == [("Beijing", 0, None, "current")]

    def test_of_one_of_many_values(self) -> None:
        said = [state("cat", 0, predicate="pet"), state("dog", 1, predicate="pet")]
        projection = project([*said, correct("cat", "hamster", 5, predicate="pet")])
        assert rows(projection) == [
            ("cat", 0, 5, "retracted"),
            ("dog", 1, None, "current"),
            ("hamster", 5, None, "current"),
        ]


class TestManyValues:
    def test_values_coexist_each_on_its_line(self) -> None:
        projection = project([state("cat", 0, predicate="pet"), state("dog", 1, predicate="宠物")])
        assert [(fact.object, fact.line) for fact in current(projection)] == [("cat", "cat"), ("dog", "dog")]
        assert [verdict.kind for verdict in projection.verdicts] == [VerdictKind.OPEN, VerdictKind.COEXIST]

    def test_policy_goes_before_registry_and_registry_before_what_is_said(self) -> None:
        pets = [state("cat", 0, predicate="pet"), state("dog", 1, predicate="pet")]
        assert len(current(project(pets, policy=Policy(cardinality={"pet": Cardinality.ONE})))) == 1
        cities = [state("Rome", 0, cardinality=Cardinality.MANY), state("Oslo", 1)]
        assert len(current(project(cities))) == 1
        sizes = [state("42", 0, predicate="shoe size"), state("43", 1, predicate="shoe size")]
        assert len(current(project(sizes))) == 1
        assert (
            len(
                current(
                    project([*sizes, state("44", 2, predicate="shoe size", cardinality=Cardinality.MANY)])
                )
            )
            == 3
        )

    def test_liking_and_disliking_one_thing_exclude_each_other(self) -> None:
        projection = project(
            [
                state("tea", 0, predicate="likes"),
                state("咖啡", 1, predicate="喜欢"),
                state("tea", 5, predicate="讨厌"),
            ]
        )
        assert [(fact.slot.predicate, fact.object) for fact in current(projection)] == [
            ("dislikes", "tea"),
            ("likes", "咖啡"),
        ]
        (gone,) = (fact for fact in projection.facts if fact.valid_to is not None)
        assert (gone.slot.predicate, gone.status, gone.valid_to) == ("likes", FactStatus.SUPERSEDED, day(5))
        assert {fact.line for fact in projection.facts if fact.object == "tea"} == {"tea"}

    def test_only_the_very_same_thing_is_rivalled(self) -> None:
        comparer = Comparer(compare=lambda a, b, _type: REFINEMENT if a in b else UNLIKE)
        said = [state("tea", 0, predicate="likes"), state("green tea", 5, predicate="dislikes")]
        assert len(current(project(said, comparer=comparer))) == 2
        pairs = [
            state("tea over coffee", 0, predicate="prefers"),
            state("coffee over green tea", 5, predicate="prefers"),
        ]
        assert len(current(project(pairs, comparer=comparer))) == 2

    def test_who_stops_liking_does_not_stop_disliking(self) -> None:
        said = [state("tea", 0, predicate="dislikes"), retract("", 5, predicate="likes")]
        assert len(current(project(said))) == 1

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("tea over coffee", "coffee over tea"),
            ("tea over coffee", "prefers coffee to tea"),
            ("比起咖啡更喜欢茶", "比起茶更喜欢咖啡"),
            ("茶而不是咖啡", "咖啡胜过茶"),
        ],
    )
    def test_comparisons_of_the_same_things_exclude_each_other(self, one: str, other: str) -> None:
        said = [state(one, 0, predicate="prefers"), state(other, 5, predicate="prefers")]
        other_pair = state("window seat over aisle seat", 6, predicate="prefers")
        plain = state("tea", 7, predicate="prefers")
        assert [fact.object for fact in current(project([*said, other_pair, plain]))] == [
            other,
            other_pair.object,
            "tea",
        ]

    def test_the_same_comparison_in_other_words_is_one(self) -> None:
        said = [
            state("tea over coffee", 0, predicate="prefers"),
            state("tea rather than coffee", 5, predicate="prefers"),
        ]
        (row,) = project(said).facts
        assert row.support == 2

    def test_a_slot_with_a_rival_is_projected_with_it(self) -> None:
        said = [state("tea", 0, predicate="likes"), state("tea", 5, predicate="dislikes")]
        policy = Policy()
        (likes,) = project_slots(
            TENANT,
            SCOPE,
            said,
            only=[slot("likes")],
            names=frozenset(),
            now=NOW,
            policy=policy,
            registry=REGISTRY,
            predicate_of=predicate_resolver(REGISTRY, policy),
        )
        assert rows(likes) == [("tea", 0, 5, "superseded")]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("tea over coffee", ("tea", "coffee")),
        ("Prefers trains to planes.", ("trains", "planes")),
        ("email rather than phone", ("email", "phone")),
        ("tea, not coffee", ("tea", "coffee")),
        ("比起飞机，更喜欢高铁", ("高铁", "飞机")),
        ("高铁而不是飞机", ("高铁", "飞机")),
        ("与其加班不如早起", ("早起", "加班")),
        ("飞机不如高铁", ("高铁", "飞机")),
        ("window seats", None),
        ("绿茶", None),
    ],
)
def test_the_sides_of_a_comparison(text: str, sides: tuple[str, str] | None) -> None:
    assert comparison_sides(text) == sides


class TestPeople:
    @pytest.mark.parametrize(
        "word", ["user", "User", "用户", "I", "me", "我", " Myself ", "the user", "本人", "Ｉ"]
    )
    def test_first_person_is_the_user(self, word: str) -> None:
        assert resolve_subject(word, frozenset()) == "user"

    def test_others_keep_their_words(self) -> None:
        assert resolve_subject("  Order-Service ", frozenset()) == "order-service"

    def test_every_name_ever_current_is_the_user(self) -> None:
        said = [
            state("小红", 0, predicate="名字"),
            state("Alice", 5, predicate="name"),
            state("Berlin", 6, subject="小红"),
            state("Munich", 7, subject="ALICE"),
            state("Rome", 8, subject="Bob"),
        ]
        projection = project(said)
        assert projection.names == {"小红", "alice"}
        assert {(fact.slot.subject, fact.object) for fact in current(projection)} == {
            ("user", "Alice"),
            ("user", "Munich"),
            ("bob", "Rome"),
        }

    def test_a_name_of_a_name_is_followed(self) -> None:
        said = [
            state("Ann", 0, predicate="name"),
            state("Anna", 1, predicate="name", subject="Ann"),
            state("Annabel", 2, predicate="name", subject="Anna"),
        ]
        assert project(reversed(said)).names == {"ann", "anna", "annabel"}

    def test_what_the_assistant_calls_the_person_is_no_name(self) -> None:
        said = [state("Bob", 0, predicate="name", source=AGENT), state("Rome", 1, subject="Bob")]
        assert project(said, now=day(1)).names == frozenset()

    def test_of_two_names_of_one_instant_only_the_one_that_stood_is_one(self) -> None:
        names = [state("Ann", 0, predicate="name"), state("Bob", 0, predicate="name")]
        projection = project(names)
        assert len(projection.names) == 1
        assert projection.names == {fact.object.casefold() for fact in current(projection)}

    def test_a_contested_name_is_none(self) -> None:
        said = [state("Ann", 0, predicate="name"), state("Bob", 1, predicate="name", source=CMDB)]
        assert project(said).names == {"ann"}


class TestTimeAhead:
    def test_a_future_valid_from_makes_a_plan_until_its_day(self) -> None:
        move = state("Munich", 0, valid_from=day(60))
        (planned,) = project([move], now=day(30)).facts
        assert (planned.planned, planned.stated_valid_from, planned.valid_from) == (True, day(60), day(0))
        assert stale_at([planned]) == day(60)
        (there,) = project([move], now=day(61)).facts
        assert not there.planned
        assert stale_at([there]) is None

    def test_rows_grow_stale_at_their_first_expiry(self) -> None:
        facts = project(
            [state("Rome", 0, source=AGENT), state("cat", 0, predicate="pet", expires_at=day(3))], now=day(1)
        ).facts
        assert stale_at(facts) == day(3)


class TestHorizons:
    def test_a_slots_horizon_refuses_what_lies_at_or_before_it(self) -> None:
        said = [state("Berlin", 0), state("Munich", 5), state("Rome", 9)]
        projection = project(said, horizons=Horizons(slots={slot(): day(5)}))
        assert rows(projection) == [("Rome", 9, None, "current")]
        assert [verdict.kind for verdict in projection.verdicts] == [
            VerdictKind.REFUSED,
            VerdictKind.REFUSED,
            VerdictKind.OPEN,
        ]

    def test_a_lines_horizon_leaves_other_values_alone(self) -> None:
        said = [state("cat", 0, predicate="pet"), state("dog", 0, predicate="pet")]
        hashed = Horizons(lines={(slot("pet"), "#cat"): day(1)}, line_key=lambda _slot, normal: f"#{normal}")
        assert [fact.object for fact in project(said, horizons=hashed).facts] == ["dog"]

    def test_a_name_below_a_horizon_is_none(self) -> None:
        said = [state("Ann", 0, predicate="name"), state("Rome", 5, subject="Ann")]
        assert project(said, horizons=Horizons(scope=day(1))).names == frozenset()


def test_the_agents_confirmation_act_counts_as_the_persons() -> None:
    (row,) = project([state("Rome", 0, source=AGENT, act=Act.CONFIRMATION)]).facts
    assert (row.source, row.expires_at) == (Source.USER_STATED, None)


class TestCost:
    """The work follows the change: what was compared once is not compared with every commit again."""

    def test_a_new_value_is_compared_with_each_leader_once(self) -> None:
        compared: list[tuple[str, str]] = []

        def compare(one: str, other: str, _type: ValueType) -> Comparison:
            compared.append((one, other))
            return UNLIKE

        comparer = Comparer(compare=compare)
        notes = [state(f"note {number}", number, predicate="note") for number in range(60)]
        before = project(notes, comparer=comparer)
        assert len(compared) == 60 * 59 / 2
        compared.clear()
        assert project(reversed(notes), comparer=comparer) == before
        assert compared == []
        project([*notes, state("one more", 99, predicate="note")], comparer=comparer)
        assert len(compared) == 60

    def test_the_memo_is_bounded_and_forgets_the_oldest(self) -> None:
        memo: Memo[int] = Memo(capacity=10)
        for number in range(100):
            memo.put((b"key", str(number).encode()), number)
            assert len(memo) <= 10
        assert memo.get((b"key", b"99")) == 99
        assert memo.get((b"key", b"0")) is None


def test_a_tenants_alias_is_a_policy_change() -> None:
    policy = Policy(aliases={"wohnt in": "city"})
    said = [state("Berlin", 0), state("Bonn", 5, predicate="wohnt_in")]
    assert len(current(project(said))) == 2
    assert rows(project(said, policy=policy)) == [
        ("Berlin", 0, 5, "superseded"),
        ("Bonn", 5, None, "current"),
    ]
