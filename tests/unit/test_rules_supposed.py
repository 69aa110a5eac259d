"""What is supposed, set right afterwards, or said of somebody just introduced: the construction keeps it out, not the words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2025, 6, 18, 9, tzinfo=UTC)


def _read(*texts: str) -> list[str]:
    """The facts as `predicate=object`, `!` before a retraction; "a:" opens the assistant's texts."""
    messages = [
        Message(
            str(n),
            Role.ASSISTANT if text.startswith("a:") else Role.USER,
            text.removeprefix("a:"),
            AT,
        )
        for n, text in enumerate(texts, 1)
    ]
    return [
        f"{'' if fact.subject == 'user' else fact.subject + '::'}{'!' if fact.stance is Stance.RETRACTED else ''}{fact.predicate}={fact.object}"
        for fact in RulesExtractor().extract(messages).facts
        if fact.stance in {Stance.ASSERTED, Stance.RETRACTED}
    ]


@pytest.mark.parametrize(
    "said",
    [
        "Assume I'm 45 and I earn 80k. How much should I save?",
        "Thought experiment: I have a peanut allergy and I'm stuck on an island.",
        "Okay scenario: I'm a single dad, I live in Cork. What benefits can I claim?",
        "Picture this: I live in Rome, I have a vespa, I speak fluent Italian. Bliss.",
        "For the sake of the exercise: I am Tom, I live in York. Write my diary.",
        "Let's do a what-if. My name is Clara, I'm a baker, and my shop is in Ghent.",
        "Suppose that I live in Norway. I work for a Swedish employer. Which pension applies?",
        "Suppose gateway-x is on GCP. It runs in us-east1 with 4 replicas. Would moving help?",
        "My dream job? I'm a ranger in Montana. I live in a hut.",
        "Five years from now I'm living in Lisbon and I'm a painter.",
        "For this example my email is jane@example.com and I live at 1 Main Street.",
        "情景题：我家住五楼，养了两只狗，着火了怎么办",
        "换个角度，我是面试官，我不喜欢话多的人。你怎么应对",
        "场景：我是一家奶茶店老板，在长沙开了三家店。帮我写个方案",
        "假设我已经搬到杭州了。我在阿里上班。租哪儿好？",
        "打比方，order-svc 部署在阿里云，依赖 redis，挂了会怎样",
    ],
)
def test_a_case_set_up_is_no_fact_nor_is_what_follows_it(said: str) -> None:
    assert _read(said) == []


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I live in Leeds. Suppose I moved to York, would rent be lower?", ["city=Leeds"]),
        ("Let's say I buy the house. Anyway, I work at Roche.", ["employer=Roche"]),
        ("Let's say 5pm works. I live in Ghent.", ["city=Ghent"]),
        ("Imagine my surprise! I live in Bonn.", ["city=Bonn"]),
        ("What a scenario. I live in Perth.", ["city=Perth"]),
        ("我住在苏州。假设我搬去上海，房租多少？", ["city=苏州"]),
        ("我想象力差，我是会计", ["job=会计"]),
    ],
)
def test_what_is_so_stands_beside_what_is_supposed(said: str, facts: list[str]) -> None:
    assert _read(said) == facts


def test_what_is_asked_within_a_case_is_answered_within_it() -> None:
    assert _read("Suppose I live in Spain.", "a:For how long?", "Two years. I work for BBVA in Madrid.") == []
    later = _read("Suppose I moved to Bern.", "a:It depends.", "OK. By the way, I work at Roche.")
    assert later == ["employer=Roche"]


@pytest.mark.parametrize(
    ("first", "then", "facts"),
    [
        ("My birthday is 4 May.", "Typo: 14 May.", ["!birthday=4 May", "birthday=14 May"]),
        ("I'm flying to Oslo on 3 May.", "Actually it's 4 May, they moved the flight", ["!plans=flying to Oslo on 3 May", "plans=flying to Oslo on 4 May"]),
        ("We're getting married in June.", "July, not June. The venue changed.", ["!plans=getting married in June", "plans=getting married in July"]),
        ("I'm meeting Lena on Friday.", "I mean Lara, not Lena.", ["!plans=meeting Lena on Friday (2025-06-20)", "plans=meeting Lara on Friday"]),
        ("I am 42.", "24! typo", ["!age=42", "age=24"]),
        ("My mum's name is Ines.", "Inez with a z, sorry", ["!parent=Ines", "parent=Inez"]),
        ("I have a son, Leo.", "Leo is my nephew actually, my son is Theo.", ["!child=Leo", "child=Theo"]),
        ("My wife is Dana.", "ex-wife, I should say", ["!spouse=Dana"]),
        ("My car is a Volvo.", "It's actually my wife's, mine is a Mini.", ["!owns=Volvo", "owns=Mini"]),
        ("I hate mushrooms.", "Actually I don't mind them.", ["!dislikes=mushrooms"]),
        ("I love sushi.", "no not me, my wife loves sushi.", ["!likes=sushi"]),
        ("the port of cart-service is 8080", "oh sorry 8081", ["cart-service::!port=8080", "cart-service::port=8081"]),
        ("cart-service is owned by Team Red.", "I was wrong about cart-service, it's Team Blue.", ["cart-service::!owner=Team Red", "cart-service::owner=Team Blue"]),
        ("我对花生过敏", "更正一下，是对腰果过敏，花生没事", ["!allergic_to=花生", "allergic_to=腰果"]),
        ("我生日是3月8号", "口误，是8月3号", ["!birthday=3月8号", "birthday=8月3号"]),
        ("order-api 的负责人是王强", "不是王强，是汪强，同音", ["order-api::!owner=王强", "order-api::owner=汪强"]),
        ("order-api 的端口是 8080", "看错了，8090", ["order-api::!port=8080", "order-api::port=8090"]),
        ("我下周三去成都", "改周四了", ["!plans=下周三去成都 (2025-06-25)", "plans=周四去成都"]),
        ("我老公叫陈明", "前夫，已经离了", ["!spouse=陈明"]),
        ("我开特斯拉", "那是公司的车", ["!owns=特斯拉"]),
        ("my birthday is June 1", "typo, the meeting is May 14", ["birthday=June 1"]),
        ("I'm flying to Oslo on 3 May.", "My mum comes on 4 May", ["plans=flying to Oslo on 3 May"]),
        ("I drive a Golf.", "that's a nice car, not a Polo", ["owns=Golf"]),
    ],
)  # fmt: skip
def test_a_part_set_right_takes_the_old_value_back(first: str, then: str, facts: list[str]) -> None:
    assert sorted(_read(first, "a:Noted.", then)) == sorted(facts)


@pytest.mark.parametrize(
    "said",
    [
        "my flatmate hates coriander. allergic to shellfish too. what do i cook",
        "The guy next door has a boat, allergic to cats, called Phil.",
        "A colleague of mine asked: I live in Berlin, do I need a visa?",
        "Asking for a friend: I'm pregnant, can I eat sushi?",
        "I hate puppies. Said no one ever.",
        "I'm 29. For the eleventh year in a row.",
        "面试了个候选人，叫古力娜，28岁，之前在蔚来，会三门外语",
    ],
)
def test_what_goes_on_about_somebody_else_or_is_taken_apart_is_no_fact(said: str) -> None:
    assert _read(said) == []


def test_a_slip_in_the_same_breath_leaves_the_right_value() -> None:
    assert _read("我住杭州，哦不，是湖州") == ["city=湖州"]
    assert _read("我不是老师，是医生") == ["job=医生"]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("人在东京，刚下飞机", []),
        ("我人还在贵阳，下午的火车", []),
        ("人在东京", ["city=东京"]),
        ("不对，我住苏州，在上海上班", ["city=苏州"]),
        ("我是富婆，负债的负", []),
        ("我女朋友在硬盘里，叫初音。", []),
        ("我准备明年去月球买套房", []),
    ],
)
def test_a_stay_a_place_of_work_and_a_pun_are_no_fact(said: str, facts: list[str]) -> None:
    assert _read(said) == facts


def test_what_it_is_on_is_not_what_the_talk_is_about() -> None:
    said = (
        "which box does dock-scheduler live on",
        "a:I have no record.",
        "its vm-hel-203. listens on 9191.",
    )
    assert _read(*said) == ["dock-scheduler::port=9191"]
    assert _read("the on-prem mirror uses MySQL") == []


def test_an_employer_set_right_is_no_kin() -> None:
    found = _read("我在腾讯上班", "a:好", "说错了，是字节，腾讯是我老公")
    assert sorted(found) == ["!employer=腾讯", "employer=字节"]
