"""Labelled conversations through an extractor: what counts as found, as false, as taken from the wrong source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.interfaces.cli.extraction_files import read_labelled_conversations
from memory_pipeline.interfaces.cli.main import main
from memory_pipeline.pipeline.evaluate_extraction import (
    NEGATIVES,
    LabelledConversation,
    LabelledFact,
    Outcome,
    Split,
    by_kind,
    evaluate_extraction,
    figures,
)

GOLD = [Path(__file__).parents[1] / "quality" / f"extraction_{language}.jsonl" for language in ("en", "zh")]
AT = datetime(2026, 3, 10, 9, tzinfo=UTC)
STATED, INFERRED = Source.USER_STATED, Source.AGENT_INFERRED


class Reads:
    """An extractor that finds the same facts in everything it is shown."""

    version = "fixed/1"
    tool_result_limit = None

    def __init__(self, *facts: ExtractedFact) -> None:
        self.facts = facts

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:  # noqa: ARG002
        return Extraction(self.version, self.facts)


def _conversation(
    *said: tuple[Role, str],
    facts: Sequence[LabelledFact] = (),
    optional: Sequence[LabelledFact] = (),
    kind: str = "place",
    split: Split = Split.TUNE,
    episodes: int | None = None,
) -> LabelledConversation:
    messages = tuple(Message(str(n), role, text, AT) for n, (role, text) in enumerate(said, 1))
    return LabelledConversation("c", kind, split, messages, {}, tuple(facts), tuple(optional), episodes)


def _city(*names: str, source: Source | None = STATED, stance: Stance = Stance.ASSERTED) -> LabelledFact:
    return LabelledFact("user", "city", names, source, stance)


MUNICH = (Role.USER, "I live in Munich now.")


def _run(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "extraction", *arguments])
    return ended.value.code


def _outcome(conversation: LabelledConversation, *facts: ExtractedFact) -> Outcome:
    return next(iter(evaluate_extraction([conversation], Reads(*facts))))


@pytest.mark.parametrize(
    "fact",
    [
        ExtractedFact("I", "lives_in", "munich", (1,)),
        ExtractedFact("用户", "城市", "Munich", (1,)),
        ExtractedFact("user", "city", "Munich", (1,), quote="I live in Munich"),
    ],
)
def test_a_fact_is_found_under_any_name_of_its_subject_and_predicate(fact: ExtractedFact) -> None:
    outcome = _outcome(_conversation(MUNICH, facts=[_city("Bonn", "Munich")]), fact)
    assert len(outcome.found) == 1
    assert not outcome.wrong


@pytest.mark.parametrize(
    "fact",
    [
        ExtractedFact("user", "hometown", "Munich", (1,)),
        ExtractedFact("user", "city", "Munich", (1,), stance=Stance.RETRACTED),
        ExtractedFact("Munich", "city", "Munich", (1,)),
    ],
)
def test_another_slot_stance_or_subject_is_false_and_leaves_the_label_missed(fact: ExtractedFact) -> None:
    outcome = _outcome(_conversation(MUNICH, facts=[_city("Munich")]), fact)
    assert (len(outcome.found), len(outcome.missed), len(outcome.false)) == (0, 1, 1)


def test_what_the_messages_do_not_bear_out_never_reaches_the_figures() -> None:
    outcome = _outcome(
        _conversation(MUNICH, facts=[_city("Berlin")]), ExtractedFact("user", "city", "Berlin", (1,))
    )
    assert (outcome.found, outcome.false, len(outcome.missed)) == ((), (), 1)


def test_optional_facts_count_neither_way_but_only_from_their_own_source() -> None:
    guess = (Role.ASSISTANT, "You live in Munich, I guess.")
    allowed = _conversation(guess, optional=[_city("*", source=INFERRED)], kind="assistant_guess")
    assert not _outcome(allowed, ExtractedFact("user", "city", "Munich", (1,))).false
    as_stated = _conversation(MUNICH, optional=[_city("*", source=INFERRED)], kind="assistant_guess")
    assert len(_outcome(as_stated, ExtractedFact("user", "city", "Munich", (1,))).false) == 1


def test_the_assistants_words_under_the_persons_label_are_misattributed_unless_the_person_is_cited_too() -> (
    None
):
    echo = (Role.ASSISTANT, "Munich is lovely.")
    conversation = _conversation(MUNICH, echo, facts=[_city("Munich")])
    from_echo = ExtractedFact("user", "city", "Munich", (2,))
    alone = _outcome(conversation, from_echo)
    assert (len(alone.found), len(alone.misattributed)) == (1, 1)
    both = _outcome(conversation, ExtractedFact("user", "city", "Munich", (1,)), from_echo)
    assert (len(both.found), len(both.misattributed), len(both.false)) == (1, 0, 0)


def test_a_resolved_date_in_parentheses_is_no_other_value() -> None:
    label = LabelledFact("user", "plans", ("下个月辞职",), STATED)
    conversation = _conversation((Role.USER, "我准备下个月辞职"), facts=[label], kind="plan")
    outcome = _outcome(conversation, ExtractedFact("user", "plans", "下个月辞职 (2026-04)", (1,)))
    assert outcome.found == (label,)


def test_shares_are_none_where_there_is_nothing_to_divide_by_and_add_up_by_kind() -> None:
    found = _outcome(
        _conversation(MUNICH, facts=[_city("Munich")]), ExtractedFact("user", "city", "Munich", (1,))
    )
    false = _outcome(
        _conversation(MUNICH, kind="joke", episodes=0), ExtractedFact("user", "city", "Munich", (1,))
    )
    quiet = _outcome(_conversation((Role.USER, "It rains a lot here."), kind="small_talk"))
    overall = figures([found, false, quiet])
    assert (overall.precision, overall.recall, overall.source_accuracy, overall.episode_accuracy) == (
        0.5,
        1.0,
        1.0,
        1.0,
    )
    kinds = by_kind([found, false, quiet])
    assert kinds["small_talk"].precision is None
    assert kinds["joke"].recall is None
    assert kinds["joke"].precision == 0.0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "JSON"),
        ('{"id": "a", "kind": "place", "split": "tune", "messages": [], "facts": []}', "messages"),
        (
            '{"id": "a", "kind": "nonsense", "split": "tune", "messages": [{"role": "user", "content": "x"}], "facts": []}',
            "kind",
        ),
        (
            '{"id": "a", "kind": "place", "split": "mine", "messages": [{"role": "user", "content": "x"}], "facts": []}',
            "split",
        ),
    ],
)
def test_a_line_that_holds_no_labelled_conversation_is_refused_with_its_reason(
    line: str, reason: str, tmp_path: Path
) -> None:
    good = '{"id": "b", "kind": "place", "split": "held", "messages": [{"role": "user", "content": "hi"}], "facts": []}'
    path = tmp_path / "gold.jsonl"
    path.write_text(f"{line}\n{good}\n", encoding="utf-8")
    file = read_labelled_conversations([path])
    assert len(file.conversations) == 1
    assert reason in file.rejected[0].reason
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput, match="no labelled conversation"):
        read_labelled_conversations([path])


def test_errors_of_the_held_split_are_counted_and_never_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [
        {
            "id": f"{split}-case",
            "kind": "place",
            "split": split,
            "messages": [{"role": "user", "content": "I live in Munich."}],
            "facts": [{"subject": "user", "predicate": "city", "object": "Bonn", "source": "USER_STATED"}],
        }
        for split in ("tune", "held")
    ]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in cases), encoding="utf-8")
    assert _run(str(path), "--extractor", "rules", "--wrong", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in document["wrong"]] == ["tune-case"]
    assert document["by_split"]["held"]["false"] == 1
    assert document["overall"]["precision"] == 0.0
    assert _run(str(path), "--extractor", "rules", "--wrong") == 0
    assert "held-case" not in capsys.readouterr().out


@pytest.mark.parametrize("path", GOLD, ids=lambda path: path.stem)
def test_the_gold_set_is_large_and_balanced_and_its_third_is_held_by_position(path: Path) -> None:
    file = read_labelled_conversations([path])
    assert not file.rejected
    conversations = file.conversations
    assert len(conversations) >= 150
    kinds = Counter(each.kind for each in conversations)
    assert sum(kinds[kind] for kind in NEGATIVES) >= 0.4 * len(conversations)
    assert [each.split is Split.HELD for each in conversations] == [
        index % 3 == 2 for index in range(len(conversations))
    ]
    assert all(not each.facts for each in conversations if each.kind in NEGATIVES)


@pytest.mark.parametrize("path", GOLD, ids=lambda path: path.stem)
def test_the_rules_hold_their_lines_on_the_third_that_nobody_tuned_on(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(str(path), "--extractor", "rules", "--split", "held", "--json") == 0
    held = json.loads(capsys.readouterr().out)["by_split"]["held"]
    assert held["precision"] >= 0.95
    assert held["source_accuracy"] == 1.0
    assert held["recall"] >= 0.60
