"""What ails a service, by one name for the many ways in which people report it. Closed lists, Chinese and English."""

from __future__ import annotations

import re

_I = re.IGNORECASE

# (English, Chinese, how it is reported). A name says no more than each of its reports does.
_SYMPTOMS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    (
        "has an exhausted connection pool",
        "连接池耗尽",
        re.compile(
            r"\bpool (?:is |was |got )?(?:exhausted|full)\b|\bexhaust\w* (?:the |its )?(?:connection )?pool|连接池(?:被)?(?:耗尽|打满|用满|满)",
            _I,
        ),
    ),
    ("times out", "超时", re.compile(r"\btim(?:e|ed|es|ing)[- ]?outs?\b|超时", _I)),
    (
        "runs out of memory",
        "内存耗尽",
        re.compile(
            r"\boom\b|\boom[- ]?kill\w*|\b(?:out of|ran out of|running out of) memory\b|内存(?:溢出|不足|耗尽|打满)",
            _I,
        ),
    ),
    (
        "has a full disk",
        "磁盘写满",
        re.compile(r"\bdisk (?:is |was |got )?full\b|\bfull disk\b|\bno space left\b|磁盘(?:被)?(?:写|占|打)?满", _I),
    ),
    (
        "returns server errors",
        "返回服务端错误",
        re.compile(
            r"\b5xx\b|\bhttp 5\d\d\b|\b5\d\d(?:s| errors?| responses?)\b|\binternal server error|\bbad gateway\b|报5\d\d|5\d\d(?:错误|报错)",
            _I,
        ),
    ),
    (
        "refuses connections",
        "拒绝连接",
        re.compile(r"\bconnections? (?:is |was |are |were |being )?refused\b|\brefus\w+ connections\b|拒绝连接|连接被拒", _I),
    ),
    ("runs into deadlocks", "死锁", re.compile(r"\bdeadlock\w*|死锁", _I)),
    ("has an expired certificate", "证书过期", re.compile(r"\bcert\w*\b.{0,20}\bexpired\b|\bexpired cert|证书.{0,6}(?:过期|失效)", _I)),
    ("has a high CPU load", "CPU 过高", re.compile(r"\b(?:high|full) cpu\b|\bcpu\b.{0,24}\b(?:high|spik\w+|saturated|pegged)|CPU.{0,6}(?:过高|飙|打满|很高)", _I)),
    ("crashes", "崩溃", re.compile(r"\bcrash\w*|崩溃|闪退", _I)),
    ("is down", "宕机", re.compile(r"\b(?:is|was|went|goes|going) down\b|\bunavailable\b|\boutage\b|宕机|挂了|不可用|服务中断", _I)),
    ("is slow", "响应慢", re.compile(r"\bslow\w*|\blatenc\w+|延迟|很慢|变慢|卡顿", _I)),
)  # fmt: skip


def symptom(report: str, *, chinese: bool) -> str | None:
    """The symptom that `report` names first, in one wording for all reports of it; None where it names none known."""
    found = [
        (match.start(), place)
        for place, (_, _, pattern) in enumerate(_SYMPTOMS)
        if (match := pattern.search(report))
    ]
    if not found:
        return None
    english, zh, _ = _SYMPTOMS[min(found)[1]]
    return zh if chinese else english
