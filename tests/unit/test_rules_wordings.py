"""Wordings that the rules once left unread or misread, each with a neighbour that must stay out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

START = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def found(*texts: str) -> set[tuple[str, str, str]]:
    """What is said in earnest: predicate, value and stance. A text that begins with `A:` is the assistant's."""
    messages = [
        Message(
            f"m{i}",
            Role.ASSISTANT if text.startswith("A:") else Role.USER,
            text.removeprefix("A:").strip(),
            START + timedelta(minutes=i),
        )
        for i, text in enumerate(texts)
    ]
    facts = RulesExtractor().extract(messages).facts
    meant = {Stance.ASSERTED, Stance.RETRACTED}
    return {(fact.predicate, fact.object, str(fact.stance)) for fact in facts if fact.stance in meant}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["A: Am I talking to Curtis?", "No, it's Kurt."], ("name", "Kurt", "asserted")),
        (["A: So you live in Bonn?", "Nope, Trier."], ("city", "Trier", "asserted")),
        (["A: 您是住在波恩对吗？", "不对，我住在特里尔"], ("city", "特里尔", "asserted")),
        (["A: Who am I speaking with?", "This is Wanjiru Kamau"], ("name", "Wanjiru Kamau", "asserted")),
        (["A: 请问怎么称呼您？", "免贵姓罗，罗文静"], ("name", "罗文静", "asserted")),
        (["I left Google to join OpenAI"], ("employer", "OpenAI", "asserted")),
        (["I left Google to join OpenAI"], ("employer", "Google", "retracted")),
        (["我离开腾讯去了字节跳动"], ("employer", "字节跳动", "asserted")),
        (["I'm not with Siemens any more"], ("employer", "Siemens", "retracted")),
        (["上周我辞职了，之前在招商银行"], ("employer", "招商银行", "retracted")),
        (["我刚升了技术总监"], ("job", "技术总监", "asserted")),
        (["As a nurse, I work most weekends"], ("job", "nurse", "asserted")),
        (["Can't stand cilantro."], ("dislikes", "cilantro", "asserted")),
        (["香菜我是一口都吃不了"], ("dislikes", "香菜", "asserted")),
        (["I got married to Jonas in June!"], ("spouse", "Jonas", "asserted")),
        (["我和张扬上个月领证了"], ("spouse", "张扬", "asserted")),
        (["我儿子小宇昨天发烧了"], ("child", "小宇", "asserted")),
        (["I live in Bern", "A: Great.", "wait sorry, I meant Basel"], ("city", "Basel", "asserted")),
        (["我住在宁波", "A: 好的。", "打错了，是宁德"], ("city", "宁德", "asserted")),
        (["We're flying to Lisbon on 14 April"], ("plans", "flying to Lisbon on 14 April", "asserted")),
        (["一吃芒果就浑身起疹子"], ("allergic_to", "芒果", "asserted")),
        (["I've switched from Spotify to Tidal"], ("uses", "Tidal", "asserted")),
        (["order-service 用的是 MySQL 8.0，部署在上海区"], ("region", "上海区", "asserted")),
        (["connection pool max for inventory-db is now 80"], ("connection_pool_max", "80", "asserted")),
        (["my apartment in Krakow is tiny"], ("city", "Krakow", "asserted")),
        (["毕业后就留在西安了"], ("city", "西安", "asserted")),
        (["I do marketing for a craft brewery"], ("job", "marketing", "asserted")),
        (["年初被京东裁了"], ("employer", "京东", "retracted")),
        (["WhatsApp is the best way to get hold of me"], ("contact_method", "WhatsApp", "asserted")),
        (["My kids Leo (4) and Iris (7) love dinosaurs"], ("child", "Iris", "asserted")),
        (["我老公姓郑，叫郑凯"], ("spouse", "郑凯", "asserted")),
        (["crowds stress me out"], ("dislikes", "crowds", "asserted")),
        (["甜食我不太爱吃"], ("dislikes", "甜食", "asserted")),
        (["I write everything in Obsidian"], ("uses", "Obsidian", "asserted")),
        (["bee stings send me into anaphylaxis"], ("allergic_to", "bee stings", "asserted")),
        (["上个月做了阑尾炎手术"], ("health", "阑尾炎手术", "asserted")),
        (["no meetings before 10am please"], ("constraint", "no meetings before 10am please", "asserted")),
        (["周末别给我安排会议"], ("constraint", "周末别给我安排会议", "asserted")),
        (["去年从美团跳槽到了滴滴"], ("employer", "滴滴", "asserted")),
        (["去年从美团跳槽到了滴滴"], ("employer", "美团", "retracted")),
        (["我在小学教数学"], ("job", "教数学", "asserted")),
        (["医生说我有脂肪肝"], ("health", "脂肪肝", "asserted")),
        (["Gabriel and I have been married for 11 years"], ("spouse", "Gabriel", "asserted")),
        (["Mira and I got married in June"], ("spouse", "Mira", "asserted")),
        (["Had knee surgery in March."], ("health", "knee surgery", "asserted")),
    ],
)
def test_what_is_said_is_found(texts: list[str], expected: tuple[str, str, str]) -> None:
    assert expected in found(*texts)


@pytest.mark.parametrize(
    "texts",
    [
        ["Yeah right, I just love Mondays"],
        ["great, another outage. I adore being woken up at 3am."],
        ["I love getting up early. NOT."],
        ["呵呵，我最喜欢加班了"],
        ["Let's role-play: you're the innkeeper. I am Sir Galen of Ashmoor and I live in the north tower."],
        ["招聘启事上写着:本人住在朝阳区，有三个孩子，诚聘保姆"],
        ["A: I assume you're vegetarian, so here are some salads.", "I never said that."],
        ["A: Is it correct that you live in Bonn?", "nope"],
        ["A: Am I talking to Curtis?", "No, it's fine."],
        ["I left Paris for London to see the match"],
        ["我妈妈做的菜我爱吃"],
        ["As a doctor, you must know what that means"],
        ["Can't you call Anna?"],
        ["我女儿小学三年级"],
        ["他是我室友，学的是土木，岗位是测试工程师"],
        ["这位客户说她吃素，家在昆明"],
        ["老板发消息说：我下周在北京，最烦迟到"],
        ["A: 听起来您是厨师！", "哈哈不是"],
        ["My son is great, training for the Olympics"],
        ["我被公司裁了"],
        ["I do research for school projects"],
        ["我妹妹去年从美团跳槽到了滴滴"],
        ["医生说他有脂肪肝"],
        ["Rock and I are engaged in a fight"],
        ["My brother had knee surgery in March."],
    ],
)
def test_what_is_not_meant_is_not_found(texts: list[str]) -> None:
    assert found(*texts) == set()


def test_the_age_of_a_parent_is_not_the_persons() -> None:
    assert {predicate for predicate, _, _ in found("我妈叫刘桂芳，今年六十了")} == {"parent"}


def test_a_sentence_that_never_ends_is_read_all_the_same() -> None:
    """Dictated text has no full stops: it is read in breaths, and what stands in the middle is found."""
    filler = "，".join(f"然后第{i}件事是去了一趟超市" for i in range(300))
    text = f"我跟你说一下情况，{filler}，我对花生过敏，{filler}"
    assert len(text) > 8_000
    assert found(text) == {("allergic_to", "花生", "asserted")}
    words = " ".join(f"and then we went to shop number {i}" for i in range(300))
    assert ("allergic_to", "penicillin", "asserted") in found(
        f"so {words}, I'm allergic to penicillin, {words}"
    )
