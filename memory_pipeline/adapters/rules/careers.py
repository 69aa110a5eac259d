"""Moves between employers, promotions, and jobs named in passing: what `work` reads before its own wordings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.employers import COMPANY, FIRM, chinese_employer, employer
from memory_pipeline.adapters.rules.lexicon import EN_OCCUPATION, ZH_OCCUPATION
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, rule, since, whole
from memory_pipeline.adapters.rules.values import chinese, english, verbatim
from memory_pipeline.domain.assertion import Stance

_CAPITALISED = r"(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*"
_TITLE = rf"(?:[\w'&/+-]+ ){{0,4}}?(?:{EN_OCCUPATION})"
_AS_ONE = re.compile(
    rf"(?:^|[.!?\n]\s*)as an? (?P<o>(?:[\w'-]+ ){{0,3}}?(?:{EN_OCCUPATION})),?\s*$", re.IGNORECASE
)
_ZH_AS_ONE = re.compile(
    rf"(?:^|[。！？!?\n])作为(?:一名|一个|一位)?(?P<o>[\u3400-\u9fff]{{0,6}}?{ZH_OCCUPATION})[，,]?\s*$"
)
_ZH_FORMER = r"(?:以前|之前|曾经|原来|过去|原先|早先)"


def _moved(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """The employer left (`a`) and the one joined (`b`)."""
    tidy = chinese_employer if re.search(r"[\u3400-\u9fff]", match["a"]) else employer
    left, joined = tidy(match["a"]), tidy(match["b"])
    if left and joined:
        yield Finding("employer", left, Stance.RETRACTED)
        yield Finding("employer", joined, valid_from=since(clause))


def _chinese_move(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """Places are moved between, too: at least one of both must be a company for sure."""
    if any(COMPANY.fullmatch(chinese(match[name])) or FIRM.search(chinese(match[name])) for name in "ab"):
        yield from _moved(match, clause)


def _was_at(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    if value and (COMPANY.fullmatch(value) or FIRM.search(value)):
        yield Finding("employer", value, Stance.RETRACTED)


def _with_employer(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("job", english(match["o"]))
    firm = employer(match["e"])
    if firm:
        yield Finding("employer", firm)


def _as_one(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "As a nurse, I …": the job stands before the clause."""
    found = _AS_ONE.search(clause.earlier) or _ZH_AS_ONE.search(clause.earlier)
    if found is not None:
        yield Finding("job", verbatim(found["o"]))


def _studied(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = english(re.sub(r"\s+(?:at|from|with|here|part[- ]time|full[- ]time|online)\b.*$", "", match["o"]))
    if value:
        yield Finding("studies", value)


RULES: tuple[Rule, ...] = (
    rule(
        rf"<I>work (?:nights|days|part[- ]time|full[- ]time|weekends|remotely|freelance|shifts|evenings|from home)(?: and \w+)? as (?:an? |the )?(?P<o>{_TITLE})\b",
        whole("job", english),
    ),
    rule(r"<I>(?P<o>retired) (?:in|last|from|at|after|two|three|a few|early)\b", whole("job", verbatim)),
    rule(
        rf"<I>(?:just |recently )*(?:handed in|gave|put in|submitted) my (?:notice|resignation|two weeks(?:'s?|')? notice)(?: at| to| with) (?P<o>{_CAPITALISED})(?:[ ,].*)?$",
        whole("employer", employer, stance=Stance.RETRACTED),
    ),
    rule(
        rf"<ME>(?:正式)?(?:告别|离开|作别)了?(?P<o>{COMPANY.pattern}|[\u3400-\u9fff]{{2,8}}(?:公司|集团|银行|科技))了?$",
        whole("employer", chinese_employer, stance=Stance.RETRACTED),
    ),
    rule(
        r"<ME>(?:在[^，。]{1,10}?)?(?P<o>教(?:数学|语文|英语|物理|化学|生物|历史|地理|政治|音乐|美术|体育|钢琴|吉他|舞蹈|书法|小学|初中|高中|大学|幼儿园|编程|瑜伽)[^，。]{0,4})$",
        whole("job", verbatim),
    ),
    rule(
        r"<ME>是(?:一家|一个|这家)?[^，。]{0,12}?的?(?P<o>(?:联合)?创始人|合伙人|店长|厂长|院长|站长|董事长|经纪人|投资人)$",
        whole("job", verbatim),
    ),
    rule(
        r"<I>do (?P<o>(?:digital |social media |content |product |graphic |web |interior |data |software |customer )*(?:marketing|sales|design|accounting|IT|HR|PR|research|support|development|engineering|photography|landscaping|consulting|bookkeeping|analytics|recruiting|tech support|nails|hair)) (?:for|at) (?:(?:an?|the|my|our) )?(?:(?:[\w-]+ ){0,3}?(?:company|firm|startup|start-up|agency|brewery|bank|hospital|charity|brand|studio|university|non-?profit|store|shop|business|manufacturer|retailer|label|publisher|bakery|hotel|clinic|winery|gallery|museum|magazine)|(?-i:[A-Z])[\w&.'-]+)(?: .*)?$",
        whole("job", english),
    ),
    rule(
        rf"<MY>(?:company|employer|startup|firm|workplace|agency),? (?P<o>{_CAPITALISED}),",
        whole("employer", employer),
    ),
    rule(
        rf"<MY>(?:job|role|position|team|boss|manager|contract|internship|office|desk|shift|probation) (?:at|with) (?P<o>{_CAPITALISED})(?= (?:is|has|was|keeps?|just|pays?|starts?|wants?|needs?|ends?|got|gave)\b|$)",
        whole("employer", employer),
    ),
    rule(
        rf"<HAS>been (?:freelancing|working|employed|volunteering|moonlighting|training) as an? (?P<o>{_TITLE})\b",
        whole("job", english),
    ),
    rule(rf"<I>(?:make|earn) (?:a|my) living as an? (?P<o>{_TITLE})\b", whole("job", english)),
    rule(rf"<AM>an? (?P<o>{_TITLE}) by (?:trade|profession)\b", whole("job", english)),
    rule(rf"<MY>day job is (?:as )?(?:an? |being an? )?(?P<o>{_TITLE})\b", whole("job", english)),
    rule(
        r"<ME>(?:[^，。被]{0,6})被(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,12}?)(?:给)?(?:裁|裁员|裁掉|优化|辞退|开除|炒|劝退)(?:掉)?(?:了)?$",
        whole("employer", chinese_employer, stance=Stance.RETRACTED),
    ),
    rule(
        r"^我(?:是)?(?:一名|一个|一枚)?(?P<o>(?:大|研|博)[一二三四](?:学生|在读)?)(?:学生)?(?:一枚|一只|狗)?$",
        whole("job", verbatim),
    ),
    rule(
        rf"^我(?:的|现在的|目前的)*(?:岗位|职位|职业)(?:是|：)(?P<o>[\u3400-\u9fff]{{0,6}}{ZH_OCCUPATION})$",
        whole("job", chinese),
    ),
    rule(
        r"<ME>(?:是)?(?P<o>(?:开出租|开网约车|跑滴滴|送外卖|送快递|摆摊|跑业务|带货|做自媒体|写网文|开货车|跑长途))的$",
        whole("job", verbatim),
    ),
    rule(
        r"^我(?:专业|学的|读的|学的专业|读的专业)是(?P<o>[\u3400-\u9fff]{2,10})$", whole("studies", chinese)
    ),
    rule(
        rf"<I>(?:left|quit|resigned from|said goodbye to) (?P<a>{_CAPITALISED}) (?:last \w+ |in \w+ |recently )?(?:to (?:join|work (?:at|for)|start at|take a (?:job|role|position) (?:at|with))|and (?:joined|(?:am|'m) now (?:at|with)|now work (?:at|for)|started (?:at|with)|moved to|went to)) (?P<b>{_CAPITALISED})(?:[ ,].*)?$",
        _moved,
    ),
    rule(
        rf"<I>(?:changed|switched) (?:jobs|companies|employers)(?: last \w+| recently)?,? from (?P<a>{_CAPITALISED}) to (?P<b>{_CAPITALISED})(?:[ ,].*)?$",
        _moved,
    ),
    rule(
        r"<AM>not (?:with|at|(?:working|employed) (?:at|for|by)) (?P<o>(?-i:[A-Z])[\w&.' -]+?) (?:any ?more|any longer|now)$",
        whole("employer", employer, stance=Stance.RETRACTED),
    ),
    rule(
        rf"^I(?:'ll| will) be (?:the |an? )?(?P<o>{_TITLE}) (?:at|for|with) (?P<e>{_CAPITALISED})(?:[ ,].*)?$",
        _with_employer,
    ),
    rule(rf"^as an? (?P<o>(?:[\w'-]+ ){{0,3}}?(?:{EN_OCCUPATION})) (?=I\b|my\b)", whole("job", english)),
    rule(
        rf"<I>(?:got|was|have been|'ve been|been) (?:made|named|appointed|hired as|promoted to) (?:the |an? )?(?P<o>{_TITLE})\b",
        whole("job", english),
    ),
    rule(
        r"<AM>(?:doing|finishing|working on|pursuing|halfway through) (?:an?|my) (?:PhD|doctorate|master's|masters|MSc|MA|BA|BSc|bachelor's|degree|MBA|postdoc) (?:in|on) (?P<o>.+)$",
        _studied,
    ),
    rule(
        rf"^(?:for work|for a living|by day|professionally),? I(?:'m| am) an? (?P<o>{_TITLE})\b",
        whole("job", english),
    ),
    rule(
        r"<ME>(?:离开|告别)(?:了)?(?P<a>[\u3400-\u9fffA-Za-z0-9]{2,14}?)(?:之后|以后|后)?(?:就)?(?:去|到|加入|入职|跳槽到|跳槽去|跳到)了?(?P<b>[\u3400-\u9fffA-Za-z0-9]{2,14}?)(?:了|工作了?|上班了?)?$",
        _chinese_move,
    ),
    rule(
        r"<ME>从(?P<a>[\u3400-\u9fffA-Za-z0-9]{2,14}?)(?:离职|辞职|跳槽)?(?:之后|以后|后)?(?:就)?(?:去|到|加入|入职|跳槽到|跳槽去|跳到|跳槽)了?(?P<b>[\u3400-\u9fffA-Za-z0-9]{2,14}?)(?:了|工作了?|上班了?)?$",
        _chinese_move,
    ),
    rule(
        rf"^我?{_ZH_FORMER}(?:是)?(?:一直)?在(?P<o>[\u3400-\u9fffA-Za-z0-9]{{2,14}}?)(?:的|来着)?$", _was_at
    ),
    rule(
        rf"<ME>(?:升职|晋升|升任|提拔|升|提)(?:为|成|做|到|当)?了?(?:做|成|为)?(?P<o>[\u3400-\u9fff]{{0,6}}{ZH_OCCUPATION})(?:了)?$",
        whole("job", chinese),
    ),
    rule(
        rf"<ME>(?:干|做|当)了(?:快|差不多|整整|将近)?[一二两三四五六七八九十几\d]+(?:多)?年(?:的)?(?P<o>[\u3400-\u9fff]{{0,5}}{ZH_OCCUPATION})(?:了)?$",
        whole("job", chinese),
    ),
    rule(r"^我(?:的)?(?:研究|专业)?方向是(?P<o>[^，。]{2,14})$", whole("studies", chinese)),
    rule(r"^(?:I\b|my\b|我)", _as_one),
)
