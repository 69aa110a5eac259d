"""Nothing of weight is overlooked: of two statements that merge, neither takes an operator more, nor another word for one of its own."""

from __future__ import annotations

import re
from functools import cache

import pytest

from memory_pipeline.domain.comparison import compare_statements
from tests.support.pair_templates import Pair, generated_pairs

OPERATORS = ["not", "never", "only", "almost", "maybe", "no longer", "formerly", "must", "some"]
SAID = [
    Pair("The wiki is hosted on node7.", "Wiki host: node7", "duplicate", "restatement"),
    Pair("It was Ines who fixed the login bug.", "Ines fixed the login bug.", "duplicate", "word_order"),
    Pair("Our lead, Priya, is on leave until June.", "Priya, our lead, is on leave until June.", "duplicate", "word_order"),
    Pair("The parser is maintained by Noor.", "Parser maintainer: Noor", "duplicate", "restatement"),
    Pair("We chose Postgres for billing.", "We went with Postgres for billing.", "duplicate", "paraphrase"),
    Pair("The rollout was delayed until July.", "The rollout was pushed back to July.", "duplicate", "paraphrase"),
    Pair("When the build breaks, Slack gets pinged.", "Slack gets pinged when the build breaks.", "duplicate", "word_order"),
    Pair("The backups are encrypted at night.", "We encrypt the backups at night.", "duplicate", "paraphrase"),
    Pair("The user commutes by tram.", "The user takes the tram to work.", "duplicate", "paraphrase"),
    Pair("Log retention is 14 days.", "Logs are kept for 14 days.", "duplicate", "restatement"),
]  # fmt: skip

NOT_THE_PLAIN_CLAIM = [
    "I think the port is 80.", "The port is 80 as far as I know.", "The port should be 80.", "According to Ben the port is 80.", "Ben says the port is 80.",
    "I was told that the port is 80.", "I doubt that the port is 80.", "It is not true that the port is 80.", "The port is 80, which is wrong.", "The port was 80 before.",
    "The port is 80 for now.", "The port is no longer 80.", "If needed the port is 80.", "The port is 80 only on Mondays.", "The port is 80 in staging.", "The port is about 80.",
    "The port is 80, unless changed.", "The port is 80, to be confirmed.", "The port is 80, not confirmed yet.", "The port is 80, he said.", "The port is 80, right?", "The port is 80+.",
]  # fmt: skip
OTHER_TIMES = [
    ("The user has been a nurse.", "The user is a nurse."),
    ("The user lives in Rome.", "The user has lived in Rome."),
    ("The order has been shipped.", "The order is being shipped."),
    ("The migration finishes in June.", "The migration was finished in June."),
    ("We encrypted the backups.", "The backups are encrypted."),
    ("The user will move to Rome.", "The user moved to Rome."),
]


@cache
def merged() -> list[Pair]:
    pairs = [pair for pair in generated_pairs("en", each=2, seed=41) if pair.label == "duplicate"]
    found = [pair for pair in (*SAID, *pairs) if compare_statements(pair.a, pair.b).mergeable]
    assert len(found) > 60
    return [pair for pair in found if pair.kind != "verified_suffix"]  # what stands in an affix has no weight


def test_the_listed_pairs_merge() -> None:
    assert [pair for pair in SAID if not compare_statements(pair.a, pair.b).mergeable] == []


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_more_is_another_statement(operator: str) -> None:
    wrong = []
    for pair in merged():
        words = pair.b.split()
        for place in range(1, len(words)):
            text = " ".join([*words[:place], operator, *words[place:]])
            if compare_statements(pair.a, text).mergeable:
                wrong.append((pair.a, text))
    assert wrong == []


def test_another_word_in_the_place_of_a_shared_one_is_another_statement() -> None:
    wrong = []
    for pair in merged():
        shared = set(re.findall(r"[a-z]{4,}", pair.a.lower())) - {"user"}
        words = pair.b.split()
        for place, word in enumerate(words):
            if re.sub(r"\W", "", word.lower()) in shared:
                text = " ".join(
                    [*words[:place], re.sub(r"\w+", "zorbel", word, count=1), *words[place + 1 :]]
                )
                if compare_statements(pair.a, text).mergeable:
                    wrong.append((pair.a, text))
    assert wrong == []


@pytest.mark.parametrize("text", NOT_THE_PLAIN_CLAIM)
def test_hedges_hearsay_and_conditions_are_no_affixes(text: str) -> None:
    assert not compare_statements("The port is 80.", text).mergeable


@pytest.mark.parametrize(("a", "b"), OTHER_TIMES)
def test_what_has_been_is_not_what_is(a: str, b: str) -> None:
    assert not compare_statements(a, b).mergeable
