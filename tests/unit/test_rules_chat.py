"""How people chat: subjects left out, names given afterwards, slips set right, and what nobody means in earnest."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2026, 3, 10, 9, tzinfo=UTC)


def _read(*texts: str) -> list[str]:
    """The facts as `predicate=object`, `!` before a retraction; texts that begin with "a:" are the assistant's."""
    messages = [
        Message(str(n), Role.ASSISTANT if text.startswith("a:") else Role.USER, text.removeprefix("a:"), AT)
        for n, text in enumerate(texts, 1)
    ]
    return [
        f"{'' if fact.subject == 'user' else fact.subject + '::'}{'!' if fact.stance is Stance.RETRACTED else ''}{fact.predicate}={fact.object}"
        for fact in RulesExtractor().extract(messages).facts
        if fact.stance in {Stance.ASSERTED, Stance.RETRACTED}
    ]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["Sold my kayak last week"], ["!owns=kayak"]),
        (
            ["just joined Fable Studio as lead animator"],
            ["job=lead animator", "employer=Fable Studio"],
        ),
        (["刚搬到浦东，好多东西没拆"], ["city=浦东"]),
        (["没事喜欢逛街"], ["likes=逛街"]),
        (["got myself a Steam Deck", "a:Nice!"], []),
        (["I got myself a Steam Deck"], ["owns=Steam Deck"]),
        (["We adopted two cats. Their names are Ink and Opal."], ["pet=two cats", "pet=Ink", "pet=Opal"]),
        (["我有两只猫，一只叫墨墨一只叫雪球"], ["pet=两只猫", "pet=墨墨", "pet=雪球"]),
        (["我有两个儿子，大的叫小虎，小的叫小豹"], ["child=小虎", "child=小豹"]),
        (["my dob is 3 May 1990", "a:Noted.", "oops typo, it's 8 May 1990"], ["birthday=8 May 1990"]),
        (["我不喝咖啡了，改喝茶"], ["!likes=咖啡", "likes=茶"]),
        (["我不吃素了"], ["!diet=吃素"]),
        (["我跟张伟结婚五年了"], ["spouse=张伟"]),
        (["a:What is the best email to reach you?", "pat@home.example thanks"], ["email=pat@home.example"]),
        (["a:请提供您的电话。", "13800001111，谢谢"], ["phone=13800001111"]),
        (["we scaled order-service to 10 replicas"], ["order-service::replicas=10"]),
        (["昨天把 user-api 回滚到 2.3.1 了"], ["user-api::version=2.3.1"]),
        (
            ["cart-service runs on GCP in europe-west4"],
            ["cart-service::region=europe-west4", "cart-service::cloud=GCP"],
        ),
    ],
)
def test_what_is_said_in_passing_is_read(said: list[str], facts: list[str]) -> None:
    read = _read(*said)
    assert [fact for fact in facts if fact not in read] == []


@pytest.mark.parametrize(
    "said",
    [
        ["我室友很奇怪。喜欢半夜唱歌。"],
        ["他刚买了辆特斯拉，天天炫耀"],
        ["准备三道面试题"],
        ["计划一个三天两夜的云南行程"],
        ["喜欢的话我再发"],
        ["对海鲜过敏的人能吃虾吗"],
        ["bought by Google in 2010"],
        ["got a 500 error"],
        ["started at 5pm"],
        ["learning Python is hard"],
        ["my manager got a cat. his name is Tom"],
        ["my sister has a baby. her name is Zoe"],
        ["Her name is Lily."],
        ["a:请提供客户的电话", "13800001111"],
        ["a:What should I call the variable?", "Counter"],
        ["the meeting is on May 4", "a:ok", "sorry typo, May 14"],
        ["I am 400 years old and work for Dracula"],
        ["我就是秦始皇，我住在咸阳，打钱"],
        ["我和加班结婚了，孩子叫KPI，笑死"],
        ["当我还是学生的时候，我住在武汉"],
        ["比如说我叫张三，我的邮箱是 a@b.example"],
        ["我比较喜欢第二个方案"],
        ["I prefer the blue one over the red one"],
        ["I drive my daughter to school"],
        ["I'd rather not say"],
        ["我不打算去日本了"],
    ],
)
def test_what_is_about_others_at_hand_over_or_in_jest_is_nobodys_fact(said: list[str]) -> None:
    assert _read(*said) == []


def test_a_slip_is_set_right_only_by_a_message_about_the_same_thing() -> None:
    said = ["my birthday is June 1", "a:ok", "sorry typo, the meeting is May 14"]
    assert _read(*said) == ["birthday=June 1"]
