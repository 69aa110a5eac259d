"""Facts about services: as people state them ("order-service runs on AWS") and as tools return them (JSON records)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.adapters.rules.values import verbatim
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.registry import REGISTRY

SERVICE_PREDICATES = frozenset(
    {
        "owner",
        "status",
        "host",
        "cloud",
        "region",
        "version",
        "database",
        "connection_pool_max",
        "replicas",
        "port",
        "depends_on",
    }
)
_NAME = r"(?P<s>[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+|[A-Za-z][\w-]* (?:service|server|cluster|gateway|api|API)|[\u3400-\u9fff]{2,6}(?:服务|网关|系统|平台|集群|中台|引擎|数据库|后台))"
_BARE = r"(?P<s>[a-z][a-z0-9_-]{2,30})"  # a name without any mark of one: only beside what nothing but a service has
_EN_PROPERTY = re.compile(
    rf"^(?:the )?{_NAME}(?:'s)? (?P<p>[a-z][a-z _-]{{1,40}}?) (?:is|are|=|(?:(?:was|got|has been) )?(?:raised|set|bumped|lowered|upped|cranked|changed) to|is now|is set to)(?: now| set to)? (?P<o>.+)$",
    re.IGNORECASE,
)
_EN_OF = re.compile(
    rf"^(?:the )?(?P<p>[a-z][a-z _-]{{1,40}}?) (?:of|for|on) (?:the )?{_NAME} (?:is|are|=|was (?:raised|set|changed|bumped|lowered) to|has been (?:raised|set|changed) to)(?: now| set to)? (?P<o>.+)$",
    re.IGNORECASE,
)
_EN_CHANGED = re.compile(
    rf"^(?:I|we)(?:'ve| have)? (?:just )?(?:raised|set|increased|changed|lowered|reduced|bumped|scaled|moved|upgraded) (?:the )?{_NAME}(?:'s)? (?P<p>[a-z][a-z _-]{{1,40}}?) (?:from .+? )?to (?P<o>.+)$",
    re.IGNORECASE,
)
_EN_VERBS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"^(?:the )?{_NAME} (?:now |currently )?{verb} (?P<o>.+)$", re.IGNORECASE), predicate)
    for verb, predicate in (
        (r"depends (?:up)?on", "depends_on"),
        (r"(?:is |gets )?(?:now |currently )?owned by", "owner"),
        (r"is (?:now |currently )?(?:maintained|run|looked after|handled) by", "owner"),
        (r"listens on(?: port)?", "port"),
        (
            r"(?:runs|is running|is hosted|is deployed|hosted)(?: on| in)(?= (?:aws|gcp|azure|alibaba|aliyun|tencent|google cloud|huawei)\b)",
            "cloud",
        ),
        (r"(?:runs|is running) version", "version"),
        (
            r"(?:is|sits|is still)(?: now)? (?:on|at)(?: version)?(?= v?\d+(?:\.\d+)+[\w.-]*(?:$|,| (?:now|already|as of|since|and)\b))",
            "version",
        ),
        (r"(?:lives|sits|is|runs)(?: now)? in(?= [a-z]+-[a-z]+-\d)", "region"),
        (r"(?:is deployed|runs|is running) in(?= [a-z]+-[a-z]+-\d)", "region"),
    )
)
_ZH_PROPERTY = re.compile(
    rf"^{_NAME}\s*的?(?P<p>[\u3400-\u9fff]{{1,10}}?)(?:现在|目前|已经|早就|早已|其实|实际上?|明明|还|也|依旧|一直|依然|被|从\s*\S+?\s*|给)*(?:改成了?|换成了?|改为|(?:调整|调|提|升|降|改|加|涨|扩|缩|砍|拉|压|减|换)(?:到|成|为|至)了?|设成了?|设为|设置为|是|为|：|:|=)\s*(?P<o>.+)$"
)
_ZH_BARE = re.compile(
    rf"^{_BARE}\s*的(?P<p>端口|版本|副本数?|负责人|数据库|连接池[\u3400-\u9fff]{{0,4}}|区域|地域|主机)(?:现在|目前|已经)?(?:改成了?|换成了?|调成了?|调到了?|改为|设为|是|为|：|:)\s*(?P<o>.+)$"
)
_ZH_CHANGED = re.compile(
    rf"^[^，。]{{0,8}}?(?:把|将)\s*{_NAME}\s*的?(?P<p>[\u3400-\u9fff]{{1,10}}?)(?:从\s*\S+?\s*)?(?:调整|调|改|升|降|设置|设|扩|缩)(?:高|低|大|小|容)?(?:到|成|为|至)了?\s*(?P<o>.+)$"
)
_DATABASE = r"(?:mysql|postgres(?:ql)?|mongo(?:db)?|redis|oracle|mariadb|sqlite|cassandra|clickhouse|dynamodb|sql server|tidb|elasticsearch|cockroachdb|db2|达梦|oceanbase)"
_CHANGES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"^(?:I|we)(?:'ve| have)? (?:just )?(?:scaled|bumped) (?:the )?{_NAME} (?:up |down |out )?(?:from .+? )?to (?P<o>\d+)(?: replicas| instances| pods)\b", re.IGNORECASE), "replicas"),
    (re.compile(rf"^(?:I|we)(?:'ve| have)? (?:just )?(?:upgraded|updated|bumped|rolled back|downgraded|moved) (?:the )?{_NAME} (?:back )?(?:from .+? )?to (?:version |v)?(?P<o>\d+(?:\.\d+)+[\w.-]*)", re.IGNORECASE), "version"),
    (re.compile(rf"^(?:I|we)(?:'ve| have)? (?:just )?(?:upgraded|updated|bumped|rolled back|downgraded) (?-i:{_BARE}) (?:back )?(?:from .+? )?to (?P<o>v?\d+\.\d+\.\d+[\w.-]*)", re.IGNORECASE), "version"),
    (re.compile(rf"^(?:the )?{_NAME} (?:now |currently )?(?:runs on|is running on|is on|sits on|uses|is backed by) (?P<o>{_DATABASE}[ -]?[\d.]*) in (?P<region>[a-z]+-[a-z]+-?\d\w?)", re.IGNORECASE), "database"),
    (re.compile(rf"^(?:the )?{_NAME} (?:now |currently )?(?:runs on|is running on|sits on) (?P<o>{_DATABASE}[ -]?[\d.]*)(?:$|,)", re.IGNORECASE), "database"),
    (re.compile(rf"^(?:the )?{_NAME} (?:was|has been|is now|got) (?:upgraded|updated|rolled back|downgraded) to (?:version |v)?(?P<o>\d+(?:\.\d+)+[\w.-]*)", re.IGNORECASE), "version"),
    (re.compile(rf"^(?:the )?{_NAME} (?:uses|is backed by|stores its data in) (?P<o>{_DATABASE}[ -]?[\d.]*)(?: as (?:its|the) (?:main |primary )?(?:database|db|data ?store)\b|$|,)", re.IGNORECASE), "database"),
    (re.compile(rf"^[^，。]{{0,8}}?(?:把|将)?\s*{_NAME}\s*(?:昨天|今天|上周|刚刚?|已经|也|从\s*\S+\s*)*(?:扩容?|缩容?|调)(?:到|成|至)了?\s*(?P<o>\d+)\s*个?(?:副本|实例)"), "replicas"),
    (re.compile(rf"^[^，。]{{0,8}}?(?:把|将)?\s*{_NAME}\s*(?:昨[天晚]|今[天早]|前天|(?:上个?)?(?:周|月)[一二三四五六日末]?|刚刚?|已经|也|版本|从\s*\S+\s*)*(?:升级?|回滚|更新|降级?|切|发|上)(?:到|成|至)了?\s*v?(?P<o>\d+(?:\.\d+)+[\w.-]*)"), "version"),
    (re.compile(rf"^{_NAME}\s*(?:现在|目前)?(?:用的|使用的|的)?(?:数据库|库|db|存储)?(?:用的?是?|使用|是|走的?是?)\s*(?P<o>{_DATABASE}\s?[\d.]*)", re.IGNORECASE), "database"),
)  # fmt: skip
_ZH_VERBS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (
        re.compile(
            rf"^{_NAME}\s*(?:现在|目前|已经)?{verb}\s*(?P<o>.+?)(?:上|里|区域|可用区|负责了?|维护了?|管了?|个?副本|个?实例)?$"
        ),
        predicate,
    )
    for verb, predicate in (
        (r"依赖(?:于)?", "depends_on"),
        (r"(?:部署|运行|跑)在(?=\S*云|AWS|GCP|Azure)", "cloud"),
        (r"监听(?:的)?(?:端口)?", "port"),
        (
            r"(?:部署|运行|跑)在(?=\s*(?:cn|ap|us|eu)-|[\u3400-\u9fff]{2,6}(?:区|机房|可用区|地域|节点)$|(?:华东|华北|华南|华中|西南|西北|东北)\s?\d?$)",
            "region",
        ),
        (r"(?:有|是)(?=\s*\d+\s*个?(?:副本|实例))", "replicas"),
        (r"由(?=\S{2,12}(?:负责|维护))", "owner"),
        (r"(?:以后|之后|都)*归(?=\S{2,12}(?:管|负责|维护))", "owner"),
        (r"(?:以后|之后|都)*(?:交给|移交给|转给|交接给)(?=\S{2,8}$)", "owner"),
    )
)
_EN_OWNS = re.compile(
    rf"^(?P<o>(?!(?:Nobody|Who|Everyone|Someone|Anyone|Customers|Users|People|They|We|He|She|It|I|You)\b)(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?) (?:now |currently )?(?:owns|maintains|looks after|took over|is the owner of|is in charge of) (?:the )?{_NAME}(?: (?:now|these days|from now on))?$",
    re.IGNORECASE,
)
_VALUE_CUT = re.compile(
    r"\s*(?:[,，;；。]|\s(?:but|because|since|and it|so|now|as of|which|instead of|rather than)\b|\sand (?=(?:is|runs|has|uses|lives|keeps|depends|talks|still|now|also|sits|stores|calls|needs|listens|it|we)\b)|，).*$"
)
# A value of known form ends where its form ends ("eu-west-1 with two replicas").
_SHAPES = {
    "region": re.compile(r"[a-z]+-[a-z]+-?\d[a-z]?\b", re.IGNORECASE),
    "port": re.compile(r"\d{2,5}\b(?!\.)"),
    "version": re.compile(r"v?\d+(?:\.\d+)+[\w.-]*\b", re.IGNORECASE),
}
_SUBJECT_KEYS = (
    "service",
    "service_name",
    "app",
    "asset",
    "application",
    "system",
    "component",
    "cluster",
    "database_name",
    "instance",
    "server_name",
    "resource",
    "deployment",
    "microservice",
    "svc",
    "workload",
    "statefulset",
    "job_name",
    "service_id",
    "target",
    "服务",
    "服务名",
    "应用",
    "系统",
)
_GENERIC_NAME_KEYS = ("name", "id", "名称")
_MAX_VALUE = 80
_MAX_CLAUSE = 240


def service_findings(text: str) -> Iterator[Finding]:
    """What a clause says of a named service, if it says something the registry knows of services."""
    if len(text) > _MAX_CLAUSE:
        return
    for pattern in (_EN_PROPERTY, _EN_OF, _EN_CHANGED, _ZH_PROPERTY, _ZH_BARE, _ZH_CHANGED):
        match = pattern.match(text)
        predicate = property_of(match["p"]) if match else None
        if match is not None and predicate is not None:
            yield from _found(match["s"], predicate, match["o"])
            return
    owned = _EN_OWNS.match(text)
    if owned is not None:
        yield from _found(owned["s"], "owner", owned["o"])
        return
    for pattern, predicate in (*_CHANGES, *_EN_VERBS, *_ZH_VERBS):
        match = pattern.match(text)
        if match is not None:
            yield from _found(match["s"], predicate, match["o"])
            region = match.groupdict().get("region")
            if region:
                yield Finding("region", region, subject=match["s"])
            return


def with_subject(text: str, earlier: str) -> str:
    """A clause that goes on about the service named before in its sentence ("…，部署在上海区"), with that name in front."""
    last = re.split(r"[。！？!?\n]", earlier)[-1]
    named = list(_ANY_NAME.finditer(last)) if _GOES_ON.match(text) else []
    # "its vm-03" tells where it is, not what the talk is about
    named = [name for name in named if not _WHAT_IT_IS.search(last[: name.start()])]
    return f"{named[-1]['s']} {text}" if named else text


_ANY_NAME = re.compile(_NAME)
_WHAT_IT_IS = re.compile(r"\b(?:its|it's|it is) $", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^(?:部署|运行|跑|依赖|监听|版本|端口|负责人|副本|(?:数据)?库(?:用|是)|用的?(?:是)?(?=\s*[A-Za-z])|连接池|区域|归\S{2,12}(?:管|负责|维护)|由\S{2,12}(?:负责|维护))|^(?:runs?|lives in|sits in|(?:connection )?pool|port|version|is (?:deployed|hosted|running|owned)|depends on|listens|uses|deployed in|owned by)\b",
    re.IGNORECASE,
)


def _found(subject: str, predicate: str, raw: str) -> Iterator[Finding]:
    subject = re.sub(r"^(?:我|咱)?们?的?(?=[\u3400-\u9fff]{4})", "", subject)
    value = verbatim(re.sub(r"(?:\s*(?:了|啦|咯|哈|喔|哦))+$", "", _VALUE_CUT.sub("", raw)))
    shape = _SHAPES.get(predicate)
    formed = shape.match(value) if shape is not None else None
    value = formed.group() if formed is not None else value
    place = re.match(r"(?P<cloud>.+?) in (?P<region>[a-z]+-[a-z]+-?\d\w?)\b", value, re.IGNORECASE)
    if predicate == "cloud" and place is not None:
        yield Finding("region", place["region"], subject=subject)
        value = place["cloud"]
    if value and len(value) <= _MAX_VALUE and not re.search(r"\b(?:not|no longer|never)\b|不是|没有", raw):
        values = (
            re.split(r"\s*(?:,|、)\s*(?:and\s+)?|\s+and\s+|和", value)
            if predicate in {"depends_on", "host"}
            else [value]
        )
        for part in values:
            yield Finding(predicate, verbatim(part), Stance.ASSERTED, subject=subject)


def property_of(raw: str) -> str | None:
    """The registry's predicate for a word for a service's property; None where the registry knows none of services."""
    resolved = REGISTRY.resolve(raw.removeprefix("current ").strip())
    return resolved if resolved in SERVICE_PREDICATES else None


def tool_findings(content: str) -> list[tuple[Finding, str]]:
    """The service facts of a tool's JSON answer, each with the words that hold it; nothing for text or for people's records."""
    try:
        record: Any = json.loads(content)
    except (ValueError, RecursionError):
        return []
    found: list[tuple[Finding, str]] = []
    _walk(record, content, found, 0)
    return found


# Keys whose record goes on about the service around it; a record under "database" or "dependencies" is about another thing.
_SAME = re.compile(
    r"config(?:uration)?|spec|settings?|details?|metadata|runtime|info|data|result|attributes|properties|deployment|scaling|network|labels"
)


def _walk(
    record: Any, content: str, found: list[tuple[Finding, str]], depth: int, around: str | None = None
) -> None:
    if depth > 4:
        return
    if isinstance(record, list):
        for item in record[:50]:
            _walk(item, content, found, depth + 1)
    elif isinstance(record, dict):
        subject = subject_of(record) or _named_inside(record) or around
        for key, value in record.items():
            if subject is not None and isinstance(value, dict) and property_of(str(key)):
                found += _of_property(subject, str(key), value, content)
            elif isinstance(value, dict | list) and not _is_scalars(value):
                inner = subject if _SAME.fullmatch(str(key).lower()) else _named_by_key(str(key), value)
                _walk(value, content, found, depth + 1, inner)
            elif subject is not None:
                found += record_facts(subject, str(key), value, content)


_INNER = re.compile(r"max(?:imum)?|size|limit|count|value|name|team|desired|current|number|engine|type")


def _of_property(
    subject: str, key: str, record: Mapping[str, Any], content: str
) -> list[tuple[Finding, str]]:
    """A property written as a record of its own ({"connection_pool": {"max": 60}}): its one telling value."""
    inner = [
        (name, value)
        for name, value in record.items()
        if _INNER.fullmatch(str(name).lower()) and isinstance(value, str | int)
    ]
    if len(inner) != 1:
        return []
    name, value = inner[0]
    predicate = property_of(key)
    words = _words(str(name), value, content)
    return [(Finding(predicate, str(value), subject=subject), words)] if predicate and words else []


def _named_inside(record: Mapping[str, Any]) -> str | None:
    """The name in a record's `metadata`, as manifests of deployments write it."""
    inner = record.get("metadata")
    name = inner.get("name") if isinstance(inner, dict) and "spec" in record else None
    return name if isinstance(name, str) and 1 < len(name) <= _MAX_VALUE else None


def _named_by_key(key: str, value: Any) -> str | None:
    """The key itself, where it is written as services are and its record holds service facts ({"mail-relay": {"port": 25, …}})."""
    known = [name for name in value if property_of(str(name))] if isinstance(value, dict) else []
    return (
        key if len(known) > 1 and re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+", key) else None
    )


def subject_of(record: Mapping[str, Any]) -> str | None:
    """What the record is about: the value of a key that names a service; a bare `name` only beside service facts."""
    for key in (*_SUBJECT_KEYS, *_GENERIC_NAME_KEYS):
        value = record.get(key)
        if not isinstance(value, str) or not 1 < len(value) <= _MAX_VALUE or value not in value.strip():
            continue
        others = [name for name in record if name != key and property_of(str(name)) is not None]
        if key in _SUBJECT_KEYS or (len(others) > 1 and re.fullmatch(r"[\w.-]*[-_.][\w.-]*", value)):
            return value
    return None


def _is_scalars(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= 20
        and all(isinstance(item, str | int | float) for item in value)
    )


def record_facts(subject: str, key: str, value: Any, content: str) -> list[tuple[Finding, str]]:
    predicate = property_of(key)
    if predicate is None or value is None or value == subject or isinstance(value, bool):
        return []
    found = []
    for item in value if isinstance(value, list) else [value]:
        text = str(item).strip()
        if text and len(text) <= _MAX_VALUE and "\n" not in text:
            found.append((Finding(predicate, text, subject=subject), _words(key, item, content)))
    return found


def _words(key: str, value: Any, content: str) -> str:
    """`"key": value` as it stands in `content`; the bare value if the record is written otherwise."""
    text = json.dumps(value, ensure_ascii=False)
    match = re.search(rf"{re.escape(json.dumps(key, ensure_ascii=False))}\s*:\s*{re.escape(text)}", content)
    if match is not None:
        return match.group()
    return str(value) if str(value) in content else ""
