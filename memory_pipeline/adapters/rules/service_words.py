"""What English says of a running service in passing: owners, ports, regions, versions, replicas, pools, databases, dependencies.

`service_phrases` decides which service a clause is about; here a value is told by its own shape, wherever in the clause it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import simplemma

from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.domain.assertion import Stance

REGION = (
    r"(?:(?:us|eu|ap|sa|ca|me|af|cn|uk|il|mx)-(?:gov-)?[a-z]+-?\d[a-z]?|(?:us|europe|asia|northamerica|southamerica|australia|africa)-[a-z]+\d(?:-[a-z])?|"
    r"(?:west|east|north|south|central|southcentral|northcentral|westcentral)(?:us|europe|india)\d?|(?:uk|japan|canada|france|germany|brazil|korea|switzerland|norway|australia)(?:south|west|east|central|north|westcentral)\d?|(?:east|southeast)asia)"
)
DATABASE = (
    r"(?:mysql|postgres(?:ql)?|mongo(?:db)?|redis|valkey|oracle|mariadb|sqlite|cassandra|scylla(?:db)?|clickhouse|dynamodb|(?:ms )?sql server|tidb|elasticsearch|opensearch|cockroach(?:db)?|couchdb|"
    r"db2|neo4j|influxdb|timescale(?:db)?|bigtable|bigquery|spanner|aurora|snowflake|firestore|percona|yugabyte(?:db)?|oceanbase)"
)
CLOUD = r"(?:aws|gcp|azure|google cloud|alibaba cloud|aliyun|tencent cloud|huawei cloud|hetzner|digital ?ocean|ovh|oracle cloud|ibm cloud|linode|scaleway|heroku|vercel|cloudflare|fly\.io)"
NAME = r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+"
_HOST = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d{1,4}[a-z]?(?:\.[a-z0-9-]+)*|[a-z][a-z0-9-]*\d[a-z0-9-]*(?:\.[a-z0-9-]+){2,}|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:internal|local|lan|prod|corp)|\d{1,3}(?:\.\d{1,3}){3})"
_TEAM = r"(?:(?-i:Team) (?-i:[A-Z])\w+|(?:the |our )?(?-i:[A-Z])[\w&-]*(?: (?-i:[A-Z])[\w&-]*)? (?:team|squad|guild|crew|group|folks|people)|(?:the |our )?[a-z][a-z-]{2,20} (?:team|squad|guild|crew)|(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w-]+)?|@[\w-]+)"
_SURE_TEAM = r"(?:(?-i:Team) (?-i:[A-Z])\w+|(?:the |our )?(?:(?-i:[A-Z])[\w&-]*|[a-z][a-z-]{2,20})(?: (?-i:[A-Z])[\w&-]*)? (?:team|squad|guild|crew|group|folks|people))"
_COUNT = r"(?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_UNIT = r"(?! ?(?:%|x\b|ms\b|s\b|secs?\b|seconds|min\b|minutes|hours?|days?|percent|gb\b|mb\b|kb\b|rps\b|qps\b|k\b|am\b|pm\b|o'clock|replicas|pods|instances|connections|times|million|cores?|cpus?))"
_VERSION = r"v?\d+(?:\.\d+){1,3}(?:[-.+]?(?:rc|beta|alpha|hotfix|patch|snapshot|final|lts|build|b|p)[\w.-]*)?"
_MOVED = r"(?:moved|went|transferred|handed(?: over)?|passed|reassigned|given|moves|goes|shifted|switched)"
_GONE = r"(?<!from )(?<!off )(?<!leaving )(?<!left )(?<!not )(?<!than )(?<!of )(?<!unlike )(?<!previous )(?<!old )"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_OWNER = _pattern(
    rf"\b(?:(?:owned|maintained|run|managed|handled|looked after|operated|taken over|covered|supported) by|belongs? to|{_MOVED} (?:over )?to(?= {_SURE_TEAM}\b)|"
    rf"(?:sits|is|lives|stays|lies|now|it) (?:now )?with(?= {_SURE_TEAM}\b)|(?:new |current |the )?owner(?:'s| is| =|:|,)?(?: now)?|^it (?:is )?(?:now )?(?=team [a-z]|(?:the )?[\w-]+ team$)|(?:handed|passed|transferred|given|reassigned|gave)(?: over)? to(?= (?-i:[A-Z]))|ownership (?:\w+ )?(?:{_MOVED} )?(?:over )?to) (?P<o>{_TEAM})(?=$|[\s.,;:)])"
)
_PORT = _pattern(
    r"(?:\bport(?: number)?(?: is| was)?(?: now)?(?: changed| moved| set)?(?: from \d+)?(?: to)?\s*[:=]?\s*|\b(?:listen(?:s|ing)?|bound|binds|serve[sd]?|serving|answers?|exposed|exposes|reachable|available)(?: now)? (?:on|at) (?:tcp |port )?:?|\bto port |\bon :)(?P<o>\d{2,5})\b(?!\.\d)"
)
_REGION = _pattern(rf"{_GONE}\b(?P<o>{REGION})\b")
_CLOUD = _pattern(
    rf"(?:\b(?:on|in|to|onto|at)(?: the)? |,\s*)(?P<o>{CLOUD})\b(?![-.])(?! (?:bill|console|account|credits|support|status|outage|lambda|rds))"
)
_REPLICAS = _pattern(
    r"(?<!of )(?<!the )(?<!lost )(?<!more )(?<!another )(?<!extra )(?<!add )(?<!added )(?<!removed )(?<!killed )(?<!restarted )(?<!all )(?<!other )(?<!had )(?<!spare )(?<!least )(?<!most )(?<!than )(?<![\d.:-])"
    rf"\b(?P<o>{_COUNT}) (?:healthy |running )?(?:replicas?|pods?|instances?|copies)\b(?! (?:of\b|are|is\b|were|was|crash|fail|died|down|short|behind|out\b|went|keep|each|per\b|in (?:crash|error)))|"
    r"\b(?:replicas?|replica count|instances|pods)(?: count)?(?: (?:is|are|at|to|now|set|from \d+))*\s*[:=]?\s*(?P<p>\d{1,4})\b(?! ?%)"
)
_POOL = _pattern(
    r"\b(?:pool(?: (?:size|max|maximum|limit|cap|ceiling))?|max(?:imum)?[ _]connections|connection (?:limit|cap|max|maximum))(?: (?:is|was|has|stays|sits|went|goes|now|still|been|got|currently|capped|limited|set|fixed|pinned|raised|bumped|lowered|cut|reduced|increased|maxes out|maxed out|tops out|goes up|holds|allows|up|down|at|to|of|max|a|maximum|=|:|from \d+))*\s*[=:]?\s*(?P<o>\d{1,5})\b(?! ?(?:%|ms\b|s\b|percent|min|waiting|idle|active))|"
    r"\b(?P<p>\d{1,5})[- ](?:connection|conn) pool\b|\b(?:max(?:imum)?(?: of)?|up to|limit(?:ed)? (?:of|to)|capped at) (?P<q>\d{1,5}) (?:(?:db|database|pooled) )?(?:connections|conns)\b"
)
_SHIPPED = r"(?:rolled(?: out| back)?|upgraded|updated|bumped|shipped|deployed|released|downgraded|pushed|promoted|pinned|moved)"
_VERSIONED = _pattern(
    rf"(?:\b(?:version|release|tag|build)(?: is| was)?(?: now)?\s*[:=]?\s*|\b(?:runs|running)(?: on)? (?=v?\d+\.\d+\.\d)|(?<!\w )\b(?:is|are|isn't|is not|aren't|no longer|has been|have been|sits|stays|still|now|already)(?: (?:now|still|back|already|currently))* (?:on|at) (?=v?\d+\.\d)|\b{_SHIPPED}\b[^,;]{{0,40}}? (?:to|at) (?:version )?(?=v?\d+\.\d)|^\W*{_SHIPPED} (?=v?\d+\.\d+\.\d)|^\W*(?:(?:back|up|out) )*to (?:version )?(?=v?\d+\.\d)|^\W*(?:at|on) (?=v?\d+\.\d+\.\d)|^\W*(?=v\d+\.\d))(?P<o>{_VERSION})\b{_UNIT}"
)
_STORED = _pattern(
    rf"\b(?:uses?|using|backed by|sits? on(?: top of)?|runs? on|running on|stor(?:es|ing) [\w ]{{0,24}}?in|persists [\w ]{{0,16}}?(?:to|in)|writes [\w ]{{0,16}}?to|keeps [\w ]{{0,24}}?in|(?:moved|migrated|switched|ported|changed)(?: over)? (?:from [\w ]{{2,24}} )?(?:on)?to|is (?:now |still )?on|on|database(?: is| =|:)?|db(?: is| =|:)?|data ?store(?: is| =|:)?|^\W*(?:and )?(?:on)?to|,(?= {DATABASE} \d))(?: now)? (?:an? |the |its own |our |managed |hosted |plain )*(?P<o>{DATABASE}(?: \d+(?:\.\d+)*)?)\b(?![-\w])(?! (?:for (?!its|the|its data|storage|persistence)|as (?:an? |its |the )?(?:[\w-]+ )?(?:cache|queue|broker|bus|lock)|cache|queue|streams?|pub|for cach))"
)
_NAMES = rf"(?:the )?{NAME}(?:(?:,? and (?:also )?|, | plus )(?:the |on )?{NAME})*"
_NEEDS = _pattern(
    rf"\b(?:depends? (?:up)?on|dependent on|relies on|rely on|calls?(?: out to| into)?|talks? to|needs?|requires?|consumes?(?: from)?|hits|queries|is (?:a )?(?:client|downstream) of|pulls [\w ]{{0,12}}?from|fetches [\w ]{{0,12}}?from|reads [\w ]{{0,12}}?from|subscribes to|is fed by|uses?)(?: both| on)? (?P<o>{_NAMES})(?=$|[\s.,;)])"
)
_PLACED = _pattern(
    rf"\b(?:(?:runs?|running|hosted|lives?|sits?|deployed|is|placed|living|stays|moved|migrated|relocated)(?: now| still| back| over)? (?:on|to|onto)|host(?: is|:)?|on (?:host|node|server|box|machine))(?: (?:the|k8s|kubernetes|worker|hosts?|nodes?|servers?|box|machines?|vms?))* (?P<o>{_HOST}(?:(?:, | and |, and ){_HOST})*)(?=$|[\s.,;)])"
)
_STATUS = _pattern(
    r"^(?:'s|\s*:|\W*(?:(?:it|which) )?(?:is|are|has been|remains|stays))(?: (?:still|currently|now|completely|partially|officially|already|fully|again|been))* (?P<o>down|back up|up again|back online|degraded|offline|unreachable|unavailable|deprecated|decommissioned|read-only|in maintenance(?: mode)?|healthy|paused|disabled|frozen|retired)\b(?! (?:to|by|from|for)\b)"
)
_ALONE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("owner", _OWNER),
    ("port", _PORT),
    ("region", _REGION),
    ("cloud", _CLOUD),
    ("replicas", _REPLICAS),
    ("connection_pool_max", _POOL),
    ("version", _VERSIONED),
    ("database", _STORED),
)
_NOT_OWNER = re.compile(
    r"^(?:the |our )?(?:same|other|new|whole|right|wrong|another|whichever|different|winning|losing|home)\b|^(?:It|Its|The|This|That|We|They|I|In|On|At|Version|Port|Region|None|Nobody|Who|Postgres|MySQL|Redis|Unknown|TBD|Q\d)\b"
)
_FILLED = "-_"


def values_in(words: str, subject: str, stance: Stance = Stance.ASSERTED) -> Iterator[Finding]:
    """Each property of `subject` that `words` names, once; a property named with two values is left out."""
    for predicate, pattern in _ALONE:
        found = list(dict.fromkeys(_value(match) for match in pattern.finditer(words)))
        found = [value for value in found if _is_meant(predicate, value)]
        if predicate in {"port", "version", "replicas", "connection_pool_max"}:
            found = found[-1:]  # "from 3 to 6": the last is what holds
        if len(found) == 1 and found[0] != subject:
            yield Finding(predicate, found[0], stance, subject=subject)
    for match in _PLACED.finditer(words):
        for host in re.findall(_HOST, match["o"], re.IGNORECASE):
            if host != subject and not re.fullmatch(REGION, host, re.IGNORECASE):
                yield Finding("host", host, stance, subject=subject)
    status = _STATUS.search(words)
    if status is not None:
        yield Finding("status", status["o"], stance, subject=subject)
    for match in _NEEDS.finditer(words):
        for name in re.findall(NAME, match["o"]):
            if name != subject and is_service_name(name):
                yield Finding("depends_on", name, stance, subject=subject)


def _value(match: re.Match[str]) -> str:
    return next(value for value in match.groupdict().values() if value)


def _is_meant(predicate: str, value: str) -> bool:
    match predicate:
        case "owner":
            return _NOT_OWNER.search(value) is None
        case _:
            return True


@lru_cache(maxsize=16384)
def _is_word(name: str) -> bool:
    return bool(simplemma.is_known(name.lower(), lang="en")) or all(
        len(part) < 3 or (simplemma.is_known(part, lang="en") and part in _PLAIN)
        for part in name.lower().split("-")
    )


_PLAIN = frozenset(
    "follow part full half real long short high low well self time term run hand end on off up down out in day night week month year old new first second third last free fat sugar based friendly call man woman made level key side line range".split()
)


def is_service_name(name: str) -> bool:
    """Whether a word with a hyphen is a name, no compound of the language ("follow-up") and no region."""
    return not (
        re.fullmatch(REGION, name, re.IGNORECASE)
        or re.fullmatch(DATABASE, name, re.IGNORECASE)
        or re.fullmatch(
            r"(?:utf|iso|rfc|sha|gpt|covid|mp|x|e|t|i|a|p)-\w+|(?:on|off)-(?:prem\w*|site|call|line)|(?:in|open|third|cross|multi|single|non|pre|re|semi|sub)-\w+",
            name,
            re.IGNORECASE,
        )
        or _is_word(name)
    )
