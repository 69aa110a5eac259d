"""What is said to have been wrong is taken back, what a quotation says of its own "I" is not the person's, a play is a play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.rules.extractor import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


def told(*said: str) -> dict[str, Stance]:
    """The stance of each value that the person's messages give, with a reply between two of them."""
    messages = []
    for number, text in enumerate(said):
        at = AT + timedelta(minutes=number)
        messages += [
            Message(f"u{number}", Role.USER, text, at),
            Message(f"a{number}", Role.ASSISTANT, "Ok.", at),
        ]
    return {fact.object: fact.stance for fact in RulesExtractor().extract(messages).facts}


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("i work at Acme", "oh god no, i work at Globex now", "Acme", "Globex"),
        ("my birthday is may 3rd", "argh, sorry! my birthday is june 3rd", "may 3rd", "june 3rd"),
        ("ledger-core runs with 3 replicas.", "That number was wrong. ledger-core runs with 5 replicas.", "3", "5"),
        ("I work at Acme.", "What I said earlier was incorrect, I work at Globex.", "Acme", "Globex"),
        ("ledger-core 的副本数是3。", "前面那个数字不对，ledger-core 的副本数是5。", "3", "5"),
        ("我住在兰州。", "刚才说的有误，我住在西宁。", "兰州", "西宁"),
        ("我生日是3月4号。", "那个日期错了，我生日是3月14号。", "3月4号", "3月14号"),
        ("my son's called Milo", "no wait, autocorrect! my son's called Mylo", "Milo", "Mylo"),
        ("我住兰州呢", "啊手滑打错了，不是兰州，我住西宁😂", "兰州", "西宁"),
    ],
)  # fmt: skip
def test_a_value_said_to_have_been_wrong_is_taken_back(before: str, after: str, old: str, new: str) -> None:
    found = told(before, after)
    assert (found[old], found[new]) == (Stance.RETRACTED, Stance.ASSERTED)


@pytest.mark.parametrize(
    ("before", "after", "old"),
    [
        ("I live in Lyon.", "The date was wrong on the invoice.", "Lyon"),
        ("I live in Lyon.", "Oh, and I moved to Nantes.", "Lyon"),
        ("I like tea.", "Sorry, one more: I like coffee too.", "tea"),
        ("I work at Acme.", "The wifi was wrong about the time.", "Acme"),
        ("我住在兰州。", "上面的空调有问题。", "兰州"),
        ("我喜欢茶。", "刚才的会不错，我也喜欢咖啡。", "茶"),
    ],
)
def test_what_is_wrong_elsewhere_takes_nothing_back(before: str, after: str, old: str) -> None:
    assert told(before, after)[old] is Stance.ASSERTED


@pytest.mark.parametrize(
    "said",
    [
        'a stranger wrote: "hi, it\'s Bea, my husband Joe has the keys". who is that?',
        "a stranger wrote: 'hi its Bea, my husband Joe has the keys'. who is that?",
        "有个陌生人发来“我老公Joe拿着钥匙”，这是谁？",
    ],
)
def test_a_quotation_tells_of_its_own_speaker(said: str) -> None:
    assert Stance.ASSERTED not in told(said).values()


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("My husband is called Joe, not 'Jo'.", "Joe"),
        ("My dog's name is Rex, and the cats' food is on the shelf.", "Rex"),
        ("I live in Lyon, the 'real' France.", "Lyon"),
    ],
)
def test_a_value_in_marks_or_beside_them_is_the_persons(said: str, value: str) -> None:
    assert told(said)[value] is Stance.ASSERTED


def test_a_scene_that_is_rehearsed_lasts_until_it_is_ended() -> None:
    found = told(
        "Let us rehearse a short scene. You are the guard and I am a carpenter from Porto.",
        "I have been a carpenter for ten years.",
        "End of the scene. I am a nurse.",
    )
    assert [value for value, stance in found.items() if stance is Stance.ASSERTED] == ["nurse"]


@pytest.mark.parametrize(
    "said",
    [
        "right, dnd time! I'm Borin, I hate elves. you be the innkeeper",
        "Let's try a check-in. I will play the guest: my name is Lord Ashby.",
    ],
)
def test_a_part_is_nobodys(said: str) -> None:
    assert Stance.ASSERTED not in told(said).values()


@pytest.mark.parametrize(
    "said",
    ["I will play the piano there. I live in Lyon.", "My dnd session is on Friday. I live in Lyon.", "I'll play the numbers. I live in Lyon."],
)  # fmt: skip
def test_who_plays_an_instrument_or_a_game_is_in_earnest(said: str) -> None:
    assert told(said)["Lyon"] is Stance.ASSERTED


def test_what_leads_to_a_job_is_no_firm() -> None:
    assert set(told("我就是个负责打杂的实习生")) == {"实习生"}
    assert set(told("我是腾讯的程序员")) == {"程序员", "腾讯"}
    assert set(told("我在腾讯担任工程师")) == {"工程师", "腾讯"}


def test_a_district_beside_its_city_is_no_other_city() -> None:
    assert set(told("我定居在昆明，家在官渡区")) == {"昆明"}
    assert set(told("我住在浦东新区")) == {"浦东新区"}


def test_what_is_led_by_a_label_is_said_all_the_same() -> None:
    assert set(told("Permanent instruction: never send invoices without asking first.")) == {
        "never send invoices without asking first"
    }
    assert set(told("For the runbook: ledger-core is owned by Priya Menon.")) == {"Priya Menon"}


def test_a_firm_ends_where_the_sentence_goes_on() -> None:
    assert set(told("I work as a hydrologist at Ramboll and have been chartered since 2021.")) >= {
        "hydrologist",
        "Ramboll",
    }
