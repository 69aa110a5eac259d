"""What people type in chats, in both languages: what is found, and the look-alikes beside it that must stay out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.adapters.rules.chat import spoken_chinese, spoken_english
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def found(text: str) -> set[tuple[str, str]]:
    """Predicate and value of what is asserted in one message of the person."""
    facts = RulesExtractor().extract([Message("m1", Role.USER, text, AT)]).facts
    return {(fact.predicate, fact.object) for fact in facts if fact.stance is Stance.ASSERTED}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("人在汕头呢，台风天", ("city", "汕头")),
        ("窝在长沙躺平中，哦不，待在长沙", ("city", "长沙")),
        ("我老家其实是赤峰的", ("hometown", "赤峰")),
        ("土生土长的洛阳人，哪也没去过", ("hometown", "洛阳")),
        ("我在宁波这边，海鲜便宜", ("city", "宁波")),
        ("做装修的，一身灰", ("job", "装修")),
        ("跑业务的，嘴皮子都磨破了", ("job", "跑业务")),
        ("刚入职京瓷，还在熟悉", ("employer", "京瓷")),
        ("厨师一枚，天天颠勺", ("job", "厨师")),
        ("我今年刚好33呢", ("age", "33")),
        ("五月三号生的，金牛座", ("birthday", "五月三号")),
        ("我家仨娃，鸡飞狗跳", ("child", "仨娃")),
        ("养了只鹦鹉，天天学舌", ("pet", "鹦鹉")),
        ("用的荣耀90，够用了", ("uses", "荣耀90")),
        ("刚提了台五菱缤果，停车方便", ("owns", "五菱缤果")),
        ("酸辣粉yyds", ("likes", "酸辣粉")),
        ("苦瓜达咩", ("dislikes", "苦瓜")),
        ("不太能接受香菜那个味儿", ("dislikes", "香菜")),
        ("坚果不能吃，过敏的", ("allergic_to", "坚果")),
        ("柳絮过敏星人，春天不出门", ("allergic_to", "柳絮")),
        ("会说点闽南语呢", ("speaks", "闽南语")),
        ("邮箱发这个吧 li.w@example.cn", ("email", "li.w@example.cn")),
        ("user-hub 以后归老郭管了哈", ("owner", "老郭")),
        ("fee-svc 连接池从 30 加到 55 啦", ("connection_pool_max", "55")),
        ("hiya, Oswin here", ("name", "Oswin")),
        ("bday's on june 4th btw", ("birthday", "june 4th")),
        ("electrician here, mostly nights", ("job", "electrician")),
        ("landed a gig at Ravello as a data analyst", ("employer", "Ravello")),
        ("got asthma so no cats", ("health", "asthma")),
        ("coeliac, so no bread", ("health", "coeliac")),
        ("typing this on a pixel 7, sorry", ("uses", "pixel 7")),
        ("tea > cider", ("prefers", "tea over cider")),
        ("hmu on 07700 900123 anytime", ("phone", "07700 900123")),
        ("moved down to Truro w my dog", ("city", "Truro")),
        ("me and Bo are moving to Lagos next year", ("plans", "moving to Lagos next year (2027)")),
        ("tax-api is on 4.1.7 now", ("version", "4.1.7")),
    ],
)
def test_chat_is_read(text: str, expected: tuple[str, str]) -> None:
    assert expected in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "他人在深圳，做外贸的",
        "她的车是宝马的",
        "我妹在成都呢，做美容的",
        "做饭的是我妈",
        "在京东买的手机",
        "在海底捞打包",
        "入职体检要多少钱",
        "老大叫我加班",
        "刚买了个苹果吃",
        "会说几句人话",
        "人在江湖",
        "新号 15988776655 是老张的",
        "客服电话：13800138000",
        "她海鲜不能吃，过敏的",
        "刷到个帖子：我今年40，在广州送外卖",
        "电视里那人说：我住在铁岭",
        "nurse here was rude",
        "quit Netflix last week",
        "getting into trouble",
        "Nobody owns cart-service",
        "saw a tweet: I'm 29 and I live in a van",
    ],
)
def test_what_only_looks_like_it_is_left_out(text: str) -> None:
    assert found(text) == set()


def test_particles_and_tags_are_put_aside_and_nothing_else() -> None:
    assert spoken_chinese("吃素好多年啦") == "吃素好多年了"
    assert spoken_chinese("我在厦门呢哈哈") == "我在厦门"
    assert spoken_chinese("哈哈") == "哈哈"
    assert spoken_english("gonna move tho lol") == "going to move"
    assert spoken_english("me and Jo are here") == "we are here"
    assert spoken_english("lol") == "lol"
