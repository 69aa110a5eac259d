"""The registry of predicates: which words name the same slot, how many values it holds, what its values are.

Fixed and versioned. A new alias is a new version, applied by replay; nothing is learned from what was seen before.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memory_pipeline.domain.assertion import Cardinality, Forgettability

REGISTRY_VERSION = "2026-11-1"


class ValueType(StrEnum):
    """How two values of a predicate are brought to one form before they are compared."""

    TEXT = "text"  # a short phrase: a city, a job, a drink
    STATEMENT = "statement"  # a whole sentence: notes, plans, constraints
    NAME = "name"
    DATE = "date"
    NUMBER = "number"
    EMAIL = "email"
    PHONE = "phone"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Predicate:
    """`anchor` is the phrase whose embedding unknown predicates are compared with.

    `rival` names the predicate that the same value cannot hold at the same time (likes, dislikes).
    """

    name: str
    aliases: tuple[str, ...]
    anchor: str
    cardinality: Cardinality = Cardinality.ONE
    value_type: ValueType = ValueType.TEXT
    forgettability: Forgettability = Forgettability.MEDIUM
    rival: str | None = None


def _one(
    name: str, aliases: str, anchor: str, value_type: ValueType = ValueType.TEXT, *, keep: bool = False
) -> Predicate:
    return Predicate(name, _split(aliases), anchor, Cardinality.ONE, value_type, _forgettability(keep))


def _many(
    name: str,
    aliases: str,
    anchor: str,
    value_type: ValueType = ValueType.TEXT,
    *,
    keep: bool = False,
    rival: str | None = None,
) -> Predicate:
    return Predicate(
        name, _split(aliases), anchor, Cardinality.MANY, value_type, _forgettability(keep), rival
    )


def _split(aliases: str) -> tuple[str, ...]:
    return tuple(alias.strip() for alias in aliases.split("|") if alias.strip())


def _forgettability(keep: bool) -> Forgettability:
    return Forgettability.LOW if keep else Forgettability.MEDIUM


_T = ValueType

PREDICATES: tuple[Predicate, ...] = (
    # people
    _one(
        "name",
        "full name|first name|is called|called|名字|姓名|名称|叫|昵称",
        "name of the person",
        _T.NAME,
        keep=True,
    ),
    _one(
        "birthday",
        "birth date|date of birth|dob|born on|born|生日|出生日期|生辰|出生于",
        "birthday, date of birth",
        _T.DATE,
        keep=True,
    ),
    _one("age", "years old|年龄|岁数", "age in years", _T.NUMBER),
    _one("gender", "sex|性别", "gender"),
    _one(
        "city",
        "lives in|live in|living in|resides in|residence|current city|location|home city|moved to|based in|居住地|住在|所在地|所在城市|现居|居住城市|常住地|城市",
        "city where the person lives now",
        _T.PLACE,
    ),
    _one(
        "hometown",
        "from|comes from|grew up in|born in|native of|家乡|老家|籍贯|故乡|来自|出生地",
        "hometown, place of origin",
        _T.PLACE,
    ),
    _one(
        "address",
        "home address|street address|shipping address|地址|住址|收货地址|家庭住址",
        "postal address",
        _T.PLACE,
    ),
    _one(
        "job",
        "occupation|profession|works as|job title|role|position|title|职业|工作|职位|岗位|职务",
        "job, occupation",
    ),
    _one(
        "employer",
        "works at|works for|company|employed by|workplace|公司|单位|雇主|就职于|任职于|工作单位",
        "employer, company the person works for",
        _T.NAME,
    ),
    _one(
        "email", "e-mail|mail|email address|邮箱|电子邮件|邮件地址|电邮", "email address", _T.EMAIL, keep=True
    ),
    _one(
        "phone",
        "phone number|mobile|mobile number|cell|telephone|手机|电话|手机号|手机号码|电话号码|联系电话",
        "phone number",
        _T.PHONE,
        keep=True,
    ),
    _one(
        "language",
        "native language|mother tongue|preferred language|母语|语言|常用语言",
        "language the person wants to be addressed in",
    ),
    _one("timezone", "time zone|tz|utc offset|时区", "time zone"),
    _one(
        "contact_method",
        "preferred contact|contact preference|contact by|联系方式|联系偏好|首选联系方式",
        "preferred way of being contacted",
    ),
    _one(
        "spouse",
        "wife|husband|partner|married to|妻子|老婆|丈夫|老公|太太|先生|爱人|配偶|伴侣|媳妇",
        "spouse, wife or husband",
        _T.NAME,
        keep=True,
    ),
    _many(
        "child",
        "son|daughter|children|kid|kids|baby|孩子|儿子|女儿|小孩|宝宝|子女",
        "child, son or daughter",
        _T.NAME,
        keep=True,
    ),
    _many(
        "parent",
        "mother|father|mom|mum|dad|parents|父亲|母亲|爸爸|妈妈|父母|爸|妈",
        "parent, mother or father",
        _T.NAME,
        keep=True,
    ),
    _many(
        "sibling",
        "brother|sister|siblings|哥哥|弟弟|姐姐|妹妹|兄弟|姐妹|兄弟姐妹",
        "brother or sister",
        _T.NAME,
        keep=True,
    ),
    _many("friend", "friends|buddy|best friend|朋友|好友|闺蜜|好朋友|死党", "friend", _T.NAME),
    _many("pet", "pets|dog|cat|puppy|kitten|宠物|养了|猫|狗|小狗|小猫", "pet animal", _T.NAME),
    _many(
        "likes",
        "like|loves|love|enjoys|enjoy|interested in|hobby|hobbies|interest|interests|fond of|fan of|favorite|favourite|喜欢|爱好|喜爱|热爱|兴趣|感兴趣|爱|最喜欢|偏爱",
        "likes, enjoys, hobby",
        rival="dislikes",
    ),
    _many(
        "dislikes",
        "dislike|hates|hate|does not like|doesn't like|avoids|不喜欢|讨厌|厌恶|反感|不爱",
        "dislikes, hates",
        rival="likes",
    ),
    _many(
        "prefers",
        "prefer|preference|would rather|preferred|更喜欢|偏好|倾向|宁愿|更爱",
        "prefers one thing over another",
    ),
    _many(
        "speaks",
        "speak|speaks language|fluent in|languages spoken|会说|会讲|说|懂",
        "languages the person speaks",
    ),
    _many("owns", "own|has|have|possesses|drives|bought|拥有|有|持有|买了|开的车", "thing the person owns"),
    _many("uses", "use|using|works with|使用|用|在用|采用", "tool or product the person uses"),
    _many(
        "studies",
        "study|studying|learning|learns|major|school|university|attends|专业|学习|在学|就读于|学校|大学",
        "what or where the person studies",
    ),
    _many("skill", "skills|can|good at|able to|技能|擅长|会|精通|特长", "skill, what the person can do"),
    _many(
        "allergic_to",
        "allergy|allergies|allergic|intolerant to|过敏|过敏原|对…过敏|过敏史|不耐受",
        "allergy, allergic to",
        keep=True,
    ),
    _one(
        "diet",
        "eating habit|dietary preference|饮食|饮食习惯|饮食偏好",
        "diet, such as vegetarian",
        keep=True,
    ),
    _many(
        "health",
        "illness|disease|condition|diagnosed with|suffers from|medical condition|健康|疾病|病|病史|患有|身体状况|健康状况",
        "illness or health condition",
        keep=True,
    ),
    _many(
        "plans",
        "plan|plans to|intends to|going to|will|计划|打算|准备|安排|要去",
        "plan, intention",
        _T.STATEMENT,
    ),
    _many(
        "goal",
        "goals|wants to|aims to|aim|dream|wish|目标|梦想|愿望|理想|希望",
        "goal, long-term aim",
        _T.STATEMENT,
    ),
    _many(
        "constraint",
        "constraints|must not|requirement|rule|limit|never do|约束|限制|要求|规定|禁止",
        "constraint or rule to be kept",
        _T.STATEMENT,
        keep=True,
    ),
    _many(
        "note",
        "notes|remember|memo|remark|备注|笔记|记住|备忘|其他",
        "note, anything else to remember",
        _T.STATEMENT,
    ),
    # services and systems
    _one(
        "owner",
        "owned by|maintainer|responsible|on call team|负责人|责任人|维护人|归属|所有者",
        "owner responsible for a service",
        _T.NAME,
    ),
    _one("status", "state|health status|状态|运行状态|当前状态", "status of a service"),
    _many(
        "host",
        "hosts|hostname|server|node|ip|ip address|主机|服务器|主机名|节点|部署主机",
        "host a service runs on",
    ),
    _one(
        "cloud",
        "cloud provider|provider|hosted on|云|云厂商|云服务商|云平台|部署云",
        "cloud provider a service runs on",
    ),
    _one(
        "region",
        "zone|availability zone|data center|datacenter|区域|地域|可用区|机房",
        "cloud region of a service",
    ),
    _one("version", "release|runs version|running version|版本|版本号|当前版本", "version of software"),
    _one("database", "db|data store|datastore|数据库|库", "database a service uses"),
    _one(
        "connection_pool_max",
        "connection pool|pool size|max connections|max pool size|pool max|连接池|连接池上限|最大连接数|连接池大小|连接池最大值",
        "maximum size of the connection pool",
        _T.NUMBER,
    ),
    _one("replicas", "replica count|instances|pods|副本数|副本|实例数", "number of replicas", _T.NUMBER),
    _one("port", "listens on|listening port|端口|端口号|监听端口", "port a service listens on", _T.NUMBER),
    _many(
        "depends_on",
        "depends upon|dependency|dependencies|calls|upstream|依赖|依赖于|调用|上游",
        "service that another one depends on",
    ),
)


def normal_name(raw: str) -> str:
    """A predicate's or alias's spelling for look-up: NFKC, lower case, `_` `-` and runs of blanks as one blank."""
    text = unicodedata.normalize("NFKC", raw).strip().casefold()
    return re.sub(r"[\s_\-]+", " ", text).strip()


@dataclass(frozen=True, slots=True)
class Registry:
    """Look-up by name or alias. `by_alias` maps normal names to predicates; a name always beats an alias."""

    version: str
    predicates: Mapping[str, Predicate]
    by_alias: Mapping[str, str] = field(repr=False)

    def resolve(self, raw: str) -> str | None:
        """The registry's name for `raw` by name or alias; None if it is neither."""
        return self.by_alias.get(normal_name(raw))

    def get(self, name: str) -> Predicate | None:
        return self.predicates.get(name)


def build_registry(predicates: Iterable[Predicate] = PREDICATES, version: str = REGISTRY_VERSION) -> Registry:
    """A registry of `predicates`; of two that claim one alias the first keeps it."""
    by_name = {p.name: p for p in predicates}
    by_alias: dict[str, str] = {}
    for predicate in by_name.values():
        for alias in predicate.aliases:
            by_alias.setdefault(normal_name(alias), predicate.name)
    for name in by_name:
        by_alias[normal_name(name)] = name
    return Registry(version, by_name, by_alias)


REGISTRY = build_registry()
