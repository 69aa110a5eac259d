"""What Chinese says of a running service in passing: owners, ports, versions, copies, pools, databases, places, dependencies.

A value is told by its own shape beside the word for it, wherever in the clause both stand. `services` reads plain properties first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.adapters.rules.services import property_of
from memory_pipeline.adapters.rules.values import verbatim

_LATIN = r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+"
_HAN = r"(?!这|那|我|们|你|他|她|它|哪|某|什么|一个|整个|操作系统|该|本|新|老|旧|各|每|两个|多个|别的|其他|有个|用|在|是|把|给|到|的)[\u3400-\u9fff]{2,6}?(?:服务|网关|系统|平台|集群|中台|引擎|后台|中心|组件|模块|小程序|网站)"
_NAME = rf"(?:{_LATIN}|{_HAN})"
_LEAD = r"^(?:(?:我们的?|咱们?的?|目前|现在|如今|那个|线上的?|生产的?|另外|还有|以及|补充一下|更正一下|更正|同步一下|通知一下|通知|说一下|记一下|备注|FYI|fyi|今天|昨天|昨晚|刚刚|刚|已经|上周|把|将|对了|其中|注意)[\s，,：:]*)*"
_NAMED = re.compile(rf"{_LEAD}(?P<s>{_NAME})(?P<rest>.*)$")
_IT = re.compile(
    r"^(?:它|这个?服务|该服务|这玩意儿?|这货|这个)(?=现在|目前|的|跑|部署|依赖|端口|版本|负责人|是|由|归|用|监听|有)(?P<rest>.*)$"
)
_LEFT_OUT = re.compile(
    r"^(?:现在|目前|也|还|都|一共|总共|共|只剩|其中|已经|又|另外|的|暂时|顺便|同时|然后|并|且)*(?:端口|版本|负责人|owner|维护人|接口人|副本|实例|连接池|最大连接数|数据库|库(?:是|用)|底层|存储|区域|地域|机房|主机|机器|部署|运行|跑在|跑的|放在|迁到|搬到|监听|依赖|强依赖|弱依赖|有\s*\d|\d+\s*个?(?:副本|实例|pod)|[一二两三四五六七八九十]+个(?:副本|实例)|"
    r"归|由|交给|从\s*\d+\s*个?(?:副本|实例)|扩|缩|升级?到|升到|回滚到|用的|挂在|开在|是[\u3400-\u9fffA-Za-z]{2,8}(?:在)?(?:负责|维护|管))(?P<rest>)"
)
_DATABASE = r"(?:MySQL|Postgre(?:SQL|s)?|PostgreSQL|PG|MongoDB|Mongo|Redis|Oracle|MariaDB|SQLite|Cassandra|ClickHouse|TiDB|OceanBase|Elasticsearch|ES|HBase|Doris|StarRocks|PolarDB|GaussDB|SQL ?Server|InfluxDB|Neo4j|CockroachDB|TDengine|达梦|人大金仓|openGauss|RDS|DynamoDB|Hive)(?:[ -]?v?\d+(?:\.\d+)*)?"
_CLOUD = r"(?:阿里云|腾讯云|华为云|百度云|百度智能云|火山引擎|京东云|金山云|天翼云|移动云|青云|七牛云|谷歌云|亚马逊云|微软云|AWS|Azure|GCP|UCloud|DigitalOcean|私有云|自建机房|IDC)"
_CITY = r"(?:北京|上海|广州|深圳|杭州|成都|南京|武汉|西安|青岛|张家口|呼和浩特|乌兰察布|河源|香港|台北|新加坡|东京|法兰克福|硅谷|弗吉尼亚|贵阳|重庆|天津|苏州|中卫|怀来|廊坊|华东|华北|华南|华中|西南|西北|东北)"
_REGION = rf"(?:(?:cn|ap|us|eu|sa|me|af|ca)-[a-z]+(?:-?\d)?[a-z]?|{_CITY}(?:[一二三四五\d]?区|可用区|机房|地域|节点|金融云|数据中心)?\s?(?:[A-Za-z]|\d|[一二三四五])?(?:区|机房|可用区)?(?:[A-Za-z](?![A-Za-z]))?(?:（[\u3400-\u9fff]+）)?)"
_HOST = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d{1,4}[a-z]?|[a-z][a-z0-9-]*\d[a-z0-9-]*(?:\.[a-z0-9-]+)+|\d{1,3}(?:\.\d{1,3}){3})"
_WHO = r"(?P<o>(?:[\u3400-\u9fffA-Za-z]{1,8}(?:组|团队|小组|部门|中心|部)|(?!谁|哪|什么|我|他|她|你|咱|大家|专人|不|没|未|待|暂|空|还|已|走|离|休|请|换|改|变|这|那|个|同|定|说|叫|电)[\u3400-\u9fff]{2,4}?|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?))"
_SET = r"(?:早就|早已|其实|实际上?|明明|现在|目前|已经|已|也|还|都|依旧|依然|仍|一直|被|才|只|就|没变|不变|刚|昨天|今天|暂时|默认|最多|最大|上限|的|数|数量|值|号|大小|从\s*[\w.]+\s*(?:个)?|由\s*[\u3400-\u9fffA-Za-z ]+?\s*(?=变|改|换)|改成|换成|变成|调成|改为|变为|换为|设为|设成|设置为|配成|配的|调整|调|提|升|降|改|加|扩|缩|减|开|给|换|交给|移交给|转给|到|成|为|至|是|还是|有|用|在|了|：|:|=|，|,|\s)*"
_OWNER = re.compile(
    rf"(?:负责人|owner|Owner|维护人|维护者|接口人|对接人|值班人|第一责任人)(?:{_SET}){_WHO}(?=$|[了啦吧，,。；;\s]|和|顶|接|兜)|"
    rf"(?:归|由|交给|转给|移交给|轮到|换|是)(?P<p>(?!谁|哪|什么|我们|他|她|你|咱|大家|没人|专人|不|在)[\u3400-\u9fff]{{2,4}}?|[A-Z][A-Za-z]+|[\u3400-\u9fffA-Za-z]{{1,8}}(?:组|团队|小组|部门|部))(?:在|来|去|接手|那边|他们|全权|统一|这边)*(?:负责|管|维护|看着?|盯着?|接手|跟进|带|兜底|运维|值守|接管|管理)(?:了|的|着)?$|归\s*(?P<q>[\u3400-\u9fffA-Za-z]{{2,8}}(?:组|团队|小组|部门|部)|(?!谁|哪|我|他|她|你)[\u3400-\u9fff]{{2,3}})(?:管|了)*$"
)
_DENIED = re.compile(
    r"(?P<p>端口|版本|负责人|副本数?|连接池|区域|主机)[^，。]{0,4}不是[^，。]{1,16}[，,]\s*$"
)
_IS = re.compile(r"^(?:而)?是(?=\S)")
_STILL = re.compile(rf"^(?:还是|依旧是|依然是|仍然是|仍是|是){_WHO}(?:没变|不变|没换)?$")
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("port", re.compile(rf"端口(?:{_SET})(?P<o>\d{{2,5}})(?![\d.])|监听(?:端口|在|的是|的|是|:|\s)*(?P<p>\d{{2,5}})(?![\d.])|(?:跑|开|挂|起|暴露|在|走|用)(?:在|的是|到|了)?\s*(?P<q>\d{{2,5}})\s*(?:号)?端口")),
    ("version", re.compile(rf"版本(?:{_SET})[vV]?(?P<o>\d+(?:\.\d+)+[\w.-]*)|(?:升级?|更新|回滚|回退|降级?|切|发布?|上|滚)(?:版本)?(?:到|成|至|回|为)(?:了)?\s*[vV]?(?P<p>\d+(?:\.\d+)+[\w.-]*)|^\s*(?:的)?\s*[vV]?(?P<r>\d+(?:\.\d+)+[\w.-]*)\s*(?:版本?)?(?:已经|刚刚?|昨天|今天|都)*(?:上线|发布|发版|灰度|全量|部署)(?:了|完)|跑的?(?:还)?(?:是)?\s*[vV]?(?P<q>\d+\.\d+\.\d+[\w.-]*)")),
    ("replicas", re.compile(rf"从\s*\d+\s*个?(?:副本|实例|pod)\s*(?:扩|缩|调|加|减|升|降|改|变)(?:容)?(?:到|成|至|为)(?:了)?\s*(?P<q>\d{{1,4}})|(?:副本|实例)(?:{_SET})(?P<o>\d{{1,4}})\s*个?(?!\s*(?:%|GB|G|ms))|(?:到|至|成|为|共|剩|剩下|有|是|跑|开|起|挂|目前|现在|着|：|^)(?:了)?\s*(?P<p>\d{{1,4}}|[一二两三四五六七八九十]{{1,3}})\s*个?(?:副本|实例|pod|Pod|POD)(?!挂|宕|重启|异常|不可用)")),
    ("connection_pool_max", re.compile(rf"(?:连接池|最大连接数|连接数上限|连接上限)(?:{_SET})(?P<o>\d{{1,5}})(?!\s*(?:%|ms|s\b|秒|分|个等))")),
    ("database", re.compile(rf"从\s*{_DATABASE}\s*(?:迁|换|切|搬|升级)(?:移)?(?:到|成|至)(?:了)?\s*(?P<q>{_DATABASE})|(?:数据库|底层|存储|库|db|DB|数据)(?:{_SET}|走的?|落在|存在|存的)*\s*(?P<o>{_DATABASE})(?![\w-])|^(?:{_SET})?(?:用的?(?:是)?|基于|跑的是)\s*(?P<p>{_DATABASE})(?![\w-])(?!\s*(?:做|当|作)?(?:缓存|队列|消息))")),
    ("cloud", re.compile(rf"(?:部署|跑|运行|托管|放|迁|搬|挪|切|上|落|挂)(?:{_SET}|了|到|去)*(?P<o>{_CLOUD})")),
    ("region", re.compile(rf"(?:部署|跑|运行|放|迁|搬|挪|切|落|机房|区域|地域|可用区|region)(?:{_SET}|到|去)*(?P<o>{_REGION})(?=$|[了上，,。；;\s的]|机房|可用区)")),
    ("host", re.compile(rf"(?:主机|机器|宿主机|服务器|节点|部署|跑|运行|放|迁|搬|挪)(?:名|IP|ip)?(?:{_SET}|到|去|上)*(?P<o>{_HOST})(?![\w.-])")),
)  # fmt: skip
_DEPENDS = re.compile(
    rf"(?:强|弱|同时|还|都|直接)?依赖(?:于|的是|了|的有|服务|：|:|\s)*(?P<o>{_NAME}(?:\s*(?:、|,|和|与|及|以及|还有|跟)\s*{_NAME})*)"
)
_PROPOSED = re.compile(
    r"失败|没成功|没生效|报错|建议|考虑|打算|计划|准备(?:把|将)|应该|能不能|可不可以|要不要|是不是|听说|据说|好像|我猜|估计|可能|如果|假如|要是|万一|最好|试试|想把|要把|下周|明天|之前(?!的)|以前|原来|曾经|不是"
)
_ENDED = re.compile(r"不再|不依赖|没有?依赖|去掉|移除|砍掉|下掉")
# What is asked, planned, supposed, heard or over is no state of things.
_NOT_NOW = re.compile(
    r"(?<!还)会(?!员|话|议|计)|要(?!求|的)|将(?!\s*[A-Za-z])|打算|计划|准备|应该|可能|可以|建议|考虑|想|如果|假如|要是|之前|以前|原来|曾|本来|原先|明天|后天|下周|下个?月|不是|没有|没(?!变|动|改|换)|不(?!变|动)|别|吗|谁|多少|哪|怎么|为什么|什么|差点|需要|听说|据说|好像|大概|估计|最好|试试|压测|能不能|是不是|如何|[?？]|报错|失败|超时"
)


def chinese_phrases(text: str, earlier: str, topic: str) -> Iterator[Finding]:
    """What a Chinese clause says of a service now. `topic` is the service the talk was about before."""
    about = _subject(text, earlier, topic)
    if about is None or _NOT_NOW.search(about[1]):
        return
    subject, words = about
    seen: set[str] = set()
    for predicate, pattern in (("owner", _OWNER), *_FORMS):
        found = [
            next(value for value in match.groupdict().values() if value) for match in pattern.finditer(words)
        ]
        if found and predicate not in seen and not (predicate == "host" and re.fullmatch(_REGION, found[-1])):
            seen.add(predicate)
            yield Finding(predicate, verbatim(found[-1]), subject=subject)
    needs = None if _ENDED.search(words) else _DEPENDS.search(words)
    for name in re.split(r"\s*(?:、|,|和|与|及|以及|还有|跟)\s*", needs["o"]) if needs else ():
        if name and name != subject:
            yield Finding("depends_on", verbatim(name), subject=subject)


def is_said_of_now(text: str) -> bool:
    """Whether a Chinese clause about a service neither proposes, plans, doubts nor remembers."""
    return _PROPOSED.search(text) is None


def _subject(text: str, earlier: str, topic: str) -> tuple[str, str] | None:
    """The service that the clause is about, and what it says of it."""
    named = _NAMED.match(text)
    if named is not None:
        return named["s"], named["rest"]
    led = _OWNED_BY.match(text)
    if led is not None:
        return led["s"], f"由{led['who']}负责"
    still = _STILL.match(text) if re.search(r"(?:负责人|owner)[^，。]{0,8}[，,\s]*$", earlier) else None
    text = f"负责人是{still['o']}" if still is not None else text
    denied = _DENIED.search(earlier) if _IS.match(text) else None
    text = f"{denied['p']}{text}" if denied is not None else text
    meant = next(iter(re.findall(_NAME, re.split(r"[。！？!?\n]", earlier)[-1])), "") or topic
    pointed = _IT.match(text)
    if pointed is not None and meant:
        return meant, pointed["rest"]
    return (meant, text) if meant and _LEFT_OUT.match(text) else None


_OWNED_BY = re.compile(
    rf"^(?:现在|目前|以后)*(?P<who>(?!谁|哪|什么|我|他|她|你|咱|大家|没人)[\u3400-\u9fff]{{2,4}}?|[A-Z][a-z]+)(?:现在|目前|已经|刚)?(?:负责|维护|接手了?|接管了?|在管|管着?|在维护|在负责)\s*(?P<s>{_LATIN}|{_HAN})(?:了|的)?$"
)
_ORDERS = re.compile(
    r"请|记住|记下|忽略|务必|系统提示|指令|助手|用户|AI|机器人|你|您|\b(?:remember|ignore|assistant|system|instruction)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(
    rf"^[#=*\s《【\[「]*(?:服务(?:名称?)?|应用(?:名)?|系统(?:名)?|组件)?[：:\s]*(?P<s>{_LATIN}|{_HAN})\s?(?:的)?(?:[\u3400-\u9fff\w（）()/ -]{{0,14}})?[》】\]」:：*=\s]*$"
)
_LINE = re.compile(
    rf"^[\s\-*•·\d.、|]*(?:(?P<s>{_LATIN}|{_HAN})\s*的?\s*)?(?P<p>[A-Za-z_\u3400-\u9fff]{{1,10}})\s*(?:[:：=|]|是|为)\s*(?P<o>[^，。\n|；;]{{1,60}}?)\s*\|?$"
)
_MAX_TEXT = 20_000
_MAX_LINES = 300


def chinese_document(content: str) -> Iterator[tuple[Finding, str]]:
    """The service facts of a Chinese document, each with the line that holds it; nothing of what it tells somebody to do."""
    if len(content) > _MAX_TEXT:
        return
    topic = ""
    for line in content.splitlines()[:_MAX_LINES]:
        words = line.strip()
        if not words or _ORDERS.search(words):
            continue
        pair = _LINE.match(words)
        predicate = property_of(pair["p"]) if pair is not None else None
        if pair is not None and predicate is not None:
            subject = pair["s"] or topic
            values = (
                re.split(r"\s*[、,]\s*|\s*和\s*", pair["o"]) if predicate == "depends_on" else [pair["o"]]
            )
            yield from (
                (Finding(predicate, verbatim(value), subject=subject), words)
                for value in values
                if subject and value
            )
            continue
        heading = _HEADING.match(words)
        if heading is not None and len(re.findall(_LATIN, words)) <= 1 and not _LEFT_OUT.match(words):
            topic = heading["s"]
            continue
        found = [
            item
            for clause in re.split(r"[，,；;。]", words)
            for item in chinese_phrases(clause.strip(), words, topic)
        ]
        yield from ((item, words) for item in found)
        topic = next((item.subject for item in found), topic)
