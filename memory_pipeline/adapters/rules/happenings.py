"""Words that tell an event and its end from talk: incidents, complaints, purchases, requests; solved and unsolved."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.adapters.rules.text import readable, sentences
from memory_pipeline.domain.cleaning import is_small_talk
from memory_pipeline.domain.episode import EpisodeKind

_I = re.IGNORECASE
INCIDENT = re.compile(
    r"\b(?:time(?:d)?[- ]?outs?|timing out|outage|incident|is down|went down|crash(?:ed|es|ing)?|error rate|errors?\b.{0,20}\b(?:in|on|from)|5\d\d(?:s| errors?)?\b|latency|alert(?:s|ed)? (?:fired|for|on)|alarm|failing|oom|out of memory|unavailable|"
    r"connection (?:pool (?:is |was )?exhausted|refused|reset)|deadlock|disk full|exception|stack trace|degraded|rollback|slow(?:ness)? (?:queries|responses?))\b|超时|报警|告警|故障|宕机|挂了|报错|崩溃|不可用|异常|延迟(?:高|升高|飙升)|连接池(?:耗尽|打满|满了)|打满|内存溢出|磁盘满|无响应|服务中断|雪崩|卡死",
    _I,
)
COMPLAINT = re.compile(
    r"\b(?:complain(?:t|ing)?|unacceptable|ridiculous|terrible (?:service|experience)|(?:really|very|so|extremely) (?:upset|disappointed|frustrated|angry)|arrived (?:broken|damaged|late|smashed|cracked|shattered|in pieces|open|empty)|never arrived|(?:was|is|came|got) (?:damaged|broken|delayed|lost|cancel+ed)|"
    r"hasn't arrived|overcharged|charged (?:me )?twice|wrong (?:item|size|order|product)|defective|rude|refund (?:me|immediately)|compensation)\b|投诉|不满意|太差了|坏了|破损|损坏|发错|丢件|丢了|一直没(?:收到|到|发货)|多扣|扣了两次|态度(?:很|太)?差|要求赔偿|赔偿|质量(?:太|很)差",
    _I,
)
PURCHASE = re.compile(
    r"\b(?:(?:like|want|looking|trying|need|wanted|hoping|love) to (?:book|buy|order|purchase|reserve)|(?:book|buy|order|purchase) (?:a|an|the|some|two|three|me|the same|\d+)\b|place an order|(?:I|we)(?:'ve| have)? (?:just )?(?:bought|ordered|purchased|booked))\b|(?:想|要|帮我|请)(?:再)?(?:预订|订购|购买|买|订)|下单|(?:买|订|预订)了",
    _I,
)
REQUEST = re.compile(
    r"\b(?:change|cancel|modify|update|upgrade|downgrade|return|exchange|refund|remove|add|reset|restart|deploy|increase|reduce|fix|check|help|need|want|please|could you|can you|would like|make (?:some |a few |a )?changes?|look up|transfer|set up|create)\b|"
    r"帮我|请|麻烦|取消|修改|更改|退款|退货|换货|升级|重启|扩容|部署|查一?下|处理|需要|申请|改签",
    _I,
)
SUCCESS = re.compile(
    r"\b(?:successfully|has been (?:resolved|fixed|booked|cancel+ed|updated|changed|processed|restored|completed|upgraded|refunded|shipped|restarted|deployed|reset|confirmed|added|rolled back|raised|increased|scaled)|have been (?:resolved|fixed|booked|cancel+ed|updated|changed|processed|restored|completed|upgraded|refunded|downgraded|added)|"
    r"(?:is|are|was|now) (?:resolved|fixed|restored|recovered|back to normal|back up|healthy|stable|complete[d]?)|back to normal|recovered|resolved the|fixed the|issue (?:is )?(?:resolved|fixed)|all set|you(?:'re| are) (?:now )?booked|problem solved|done\b)|"
    r"已(?:经)?(?:解决|恢复|修复|完成|取消|退款|处理(?:好|完)|更新|修改|预订|升级|重启|扩容|改(?:好|为|成)|提交|发货|调整)|恢复(?:了)?正常|恢复正常|解决了|修复了|搞定|成功|问题排除|处理完毕|正常了",
    _I,
)
FAILURE = re.compile(
    r"\b(?:unfortunately|unable to|(?:I|we) (?:cannot|can't|could not|couldn't)|cannot be (?:cancel+ed|changed|modified|refunded|processed|completed)|not (?:possible|able to|allowed|eligible|resolved|fixed)|failed(?: to)?|did not (?:work|succeed)|still (?:failing|down|broken|unresolved)|transferr?(?:ed|ing)? (?:you )?to a human|unresolved|not yet (?:resolved|fixed))\b|"
    r"无法|未能|失败|没(?:有)?(?:能)?(?:解决|恢复|修复|成功)|未(?:解决|恢复|修复)|很抱歉.{0,12}(?:不能|无法)|不支持|暂时不能|仍(?:然)?(?:报错|超时|异常)|转(?:接)?人工",
    _I,
)
UNSOLVED = re.compile(
    r"\bI(?:'ll| will) need (?:your|the) (?:reservation|order|user|account)|please provide (?:your|the) (?:reservation|order|user)",
    _I,
)
USER_SUCCESS = re.compile(
    r"\b(?:it works|works now|that (?:worked|fixed it|solved it)|problem solved|it's (?:fixed|working|resolved)|(?:back|all) (?:to normal|good now)|fixed now)\b|(?:现在|已经)?(?:可以了|好了|正常了|恢复了|解决了|搞定了)(?:[，。！!,.\s]|$)|没问题了",
    _I,
)
USER_FAILURE = re.compile(
    r"\b(?:still (?:not working|doesn't work|failing|broken|down|timing out|the same)|didn't (?:work|help)|does(?:n't| not) work|not fixed|no luck)\b|还是(?:不行|不可以|超时|报错|没(?:好|用|解决))|没(?:用|解决|恢复)(?:[，。！!,.\s]|$)|仍然(?:超时|报错)",
    _I,
)
ERROR = re.compile(
    r"^\W*(?:error|exception|failed|failure|traceback|错误|失败)|\"(?:error|errors)\"\s*:\s*(?!null|\[\]|\"\"|false)|\"(?:success|ok)\"\s*:\s*false|\"status\"\s*:\s*\"(?:error|failed)\"",
    _I,
)
_INQUIRY = re.compile(
    r"\b(?:like|want|need|wanted) to (?:know|find out|understand|ask)|\btell me (?:the|what|how|when|where|about)|\bwondering\b|想(?:知道|了解|问|咨询)|请问",
    _I,
)
_PLEASANTRY = re.compile(
    r"^\W*(?:you(?:'|’)?re (?:very |most )?welcome|thank(?:s| you)|no problem|my pleasure|glad (?:I|to)|happy to help|have a (?:great|good|nice|wonderful)|goodbye|bye|take care|safe travels|great!|okay|ok|sure|不客气|不用谢|很高兴|随时|再见|祝您|祝你|好的|感谢|谢谢|没关系)",
    _I,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|would|imagine|suppose|what happens|how (?:do|can|should)|what is|what's|why)\b|如果|假如|要是|怎么办|什么是|为什么",
    _I,
)
_TOLD_PURCHASE = re.compile(
    r"^(?:(?:hi|hello|hey|so|today|yesterday|by the way|also|guess what)[\s,!.]+)*(?:I|we)(?:'ve| have)? (?:just |finally |recently )*(?:bought|ordered|purchased|booked) (?:an?|the|some|two|three|myself|my|our|\d+) [^?]+$|"
    r"^(?:今天|昨天|刚刚|刚才|上周|上周末|最近|我)*(?:我)?(?:今天|昨天|刚刚|刚|上周|最近|还|终于)*(?:买|订|预订|购买|下单)了(?:一|两|三|几|张|件|台|部|套|新)[^？?]{1,40}$",
    _I,
)
_SERVICE_OBJECT = re.compile(
    r"\b(?:order|package|parcel|flight|flights|reservation|booking|ticket|tickets|delivery|shipment|refund|subscription|account|invoice|payment|gift card|gift cards|hotel|room|warranty|return|item|product|bill|trip|plan|server|service|deployment|database|cluster|api|pipeline|website|site|production|prod)\b|"
    r"[a-z]+-(?:service|api|gateway|db)\b|订单|快递|包裹|航班|机票|预订|退款|账号|账户|发票|会员|酒店|房间|物流|商品|套餐|服务|数据库|接口|集群|线上|生产环境|网站",
    _I,
)
_TOLD_REQUEST = re.compile(
    r"\b(?:(?:need|want|like|looking|hoping|trying|wanted|wish) to (?:change|cancel|book|return|exchange|upgrade|downgrade|modify|get a refund|make (?:some |a few |a )?changes?|remove|reschedule|track|know (?:the )?(?:total |sum|balance)|update|add)|"
    r"(?:can|could|would) you (?:please )?(?:change|cancel|book|refund|upgrade|reset|tell me the|check|track|update|restart))\b|(?:想|要|需要|希望|请|帮我|麻烦)(?:您|你)?(?:帮我)?(?:取消|修改|更改|改签|退款|退货|换货|查询|查一下|升级|重置|补发|开发票)",
    _I,
)


def is_pleasantry(text: str) -> bool:
    """Whether `text` only closes or greets: nothing happened in it."""
    return is_small_talk(text) or (
        len(text) < 260
        and _PLEASANTRY.match(text) is not None
        and not SUCCESS.search(text)
        and not FAILURE.search(text)
    )


def kind_of(trigger: str, said: str = "") -> EpisodeKind:
    """What sort of event `trigger` sets off; `said` (all that the person said) decides only where the trigger does not."""
    for pattern, kind in (
        (INCIDENT, EpisodeKind.INCIDENT),
        (COMPLAINT, EpisodeKind.COMPLAINT),
        (PURCHASE, EpisodeKind.PURCHASE),
    ):
        if pattern.search(trigger):
            return kind
    if _INQUIRY.search(trigger):
        return EpisodeKind.INQUIRY
    if REQUEST.search(trigger):
        return EpisodeKind.REQUEST
    if trigger.rstrip().endswith(("?", "？", "吗")):
        return EpisodeKind.INQUIRY
    return EpisodeKind.REQUEST if REQUEST.search(said) else EpisodeKind.OTHER


@dataclass(frozen=True, slots=True)
class Happening:
    """`words` is the sentence that tells it; `wants_answer` whether the person wanted something done about it."""

    kind: EpisodeKind
    words: str
    wants_answer: bool


def told_happening(content: str) -> Happening | None:
    """The event that a person's message tells or asks for; None where nothing plainly happened."""
    for sentence in sentences(readable(content)):
        words = content[sentence.start : sentence.end].strip()
        if len(words) < 6 or is_small_talk(words):
            continue
        concerns = _SERVICE_OBJECT.search(words) is not None
        if _TOLD_REQUEST.search(words) and concerns:
            return Happening(kind_of(words), words, wants_answer=True)
        if _HYPOTHETICAL.search(words) or words.endswith(("?", "？", "吗", "呢")):
            continue
        if COMPLAINT.search(words) and concerns:
            return Happening(EpisodeKind.COMPLAINT, words, wants_answer=True)
        if INCIDENT.search(words) and concerns:
            return Happening(EpisodeKind.INCIDENT, words, wants_answer=True)
        if _TOLD_PURCHASE.match(words.rstrip(".。!！")):
            return Happening(EpisodeKind.PURCHASE, words, wants_answer=False)
    return None
