"""Job, employer, studies and skills."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory_pipeline.adapters.rules import careers
from memory_pipeline.adapters.rules.employers import COMPANY, FIRM, chinese_employer, employer
from memory_pipeline.adapters.rules.lexicon import EN_OCCUPATION, ZH_OCCUPATION
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, each, rule, since, whole
from memory_pipeline.adapters.rules.values import chinese, chinese_list, english, english_list, verbatim
from memory_pipeline.domain.assertion import Stance

_EN_AT = re.compile(
    r"\s+(?:at|for|with|(?<=ceo )of|(?<=cto )of|(?<=cfo )of|(?<=founder )of|(?<=owner )of|(?<=president )of)\s+(?:an? .*?(?:called|named) )?(?P<at>.+)$",
    re.IGNORECASE,
)


def _job_in_english(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    raw = match["o"]
    at = _EN_AT.search(raw)
    job = english(raw[: at.start()] if at else raw)
    job = re.sub(r"^\d+[- ]years?[- ]old\s+", "", job)
    if re.match(
        r"(?i)(?:former|ex-?|retired|aspiring|wannabe|future|would-be|self-proclaimed)\b", job
    ) or re.search(r"\bby (?:training|trade|education)\b.*\bbut\b", clause.text, re.IGNORECASE):
        return
    job = re.sub(
        r"\s+(?:in|from|by|who|that|and|living|based|working|specializing|specialising)\s+.*$",
        "",
        job,
        flags=re.IGNORECASE,
    )
    job = re.sub(
        r",.*$|\s+covering\s.*$|(?<=dad)\s+of\s.*$|(?<=mom)\s+of\s.*$|(?<=mum)\s+of\s.*$|(?<=parent)\s+of\s.*$",
        "",
        job,
    )
    if not job or len(job.split()) > 7:
        return
    yield Finding(
        "job",
        job,
        rest=raw[len(job) :] if at is None else raw[: at.start()].replace(job, " ", 1),
        valid_from=since(clause),
    )
    firm = employer(at["at"]) if at else ""
    if firm:
        yield Finding("studies" if job.endswith("student") else "employer", firm, valid_from=since(clause))


def _job_in_chinese(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(r"原来|以前|之前|曾经|过去|当过|做过|干过|本来", clause.text):
        return
    place = match.groupdict().get("at")
    firm = chinese_employer(place) if place else ""
    # "个负责…的实习生": what leads to a job, where a measure word opens it, is no firm unless it is called one
    if firm and re.match(r"一?(?:个(?!体)|名|位)", str(place)):
        bare = re.sub(r"^一?(?:个|名|位)", "", str(place))
        firm = chinese_employer(bare) if FIRM.search(bare) else ""
    job = re.sub(r"^(?:一名|一位|一个|一家|个(?!体)|名|位|的)", "", chinese(match["o"]))
    job = "个体户" if job == "体户" else job
    if job and len(job) <= 24:
        yield Finding("job", job, valid_from=since(clause))
    if firm and re.search(r"学生|研究生|本科生|博士生|硕士生$", job):
        yield Finding("studies", re.sub(r"(?:大[一二三四五]|研[一二三]|[一二三四五六]年级)$", "", firm))
    elif firm:
        yield Finding("employer", firm, valid_from=since(clause))


def _taught(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A teacher's job in their own words: "teach 4th grade"."""
    for found in _job_in_english(match, clause):
        yield replace(found, object=f"teach {found.object}") if found.predicate == "job" else found


def _left(keep: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        groups = match.groupdict()
        raw = groups.get("o") or groups.get("a") or groups.get("b") or ""
        value = chinese_employer(raw) if re.search(r"[\u3400-\u9fff]", raw) else employer(raw)
        if value:
            yield Finding(keep, value, Stance.RETRACTED)

    return build


def _joined(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = chinese_employer(match["o"])
    if value and FIRM.search(value) and not re.search(r"[的个]|^一", value):
        yield Finding("employer", value)


def _field_of_study(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    value = match["o"]
    if not re.search(r"[你他她我这那什怎么着了过]|的$", value):
        yield Finding("studies", value)


def _after_promotion(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Got promoted! Senior engineer now": a bare title is a job where the news stands before it."""
    if re.search(r"\b(?:promot\w+|new (?:job|role|position)|got hired)\b", clause.earlier, re.IGNORECASE):
        yield Finding("job", match["o"])


def _at_as(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    job, firm = english(match["o"]), employer(match["e"])
    if job and firm:
        yield Finding("job", job, valid_from=since(clause))
        yield Finding("employer", firm, valid_from=since(clause))


_JOB = rf"(?P<o>(?:[\w'&/+-]+ ){{0,5}}?(?:{EN_OCCUPATION})s?\b.*)"
RULES: tuple[Rule, ...] = (
    *careers.RULES,
    rule(
        r"<I>left (?P<o>(?-i:[A-Z])[\w&.-]*(?: (?-i:[A-Z])[\w&.-]*)*) (?:to (?:join|start|work)|for a (?:new )?(?:job|role|position))\b.*$",
        _left("employer"),
    ),
    rule(r"<AM>no longer (?:with|at|employed (?:by|at)) (?P<o>(?-i:[A-Z]).+)$", _left("employer")),
    rule(r"<I>do (?P<o>[\w -]+?) for a living$", whole("job", english)),
    rule(
        r"<AM>taking (?:an? |some )?(?P<o>[\w -]+?) (?:class|classes|course|courses|lessons)\b.*$",
        each("studies", english_list),
    ),
    rule(r"<I>work \d+ to \d+ (?:at|for) (?P<o>.+)$", whole("employer", employer)),
    rule(rf"<ME>(?:去了|在)(?P<o>{COMPANY.pattern})(?:了)?$", whole("employer", chinese)),
    rule(
        rf"<ME>在(?P<at>[A-Za-z]{{2,20}}|{COMPANY.pattern})(?:做|当|担任)(?:一名|一个)?(?P<o>[A-Za-z][A-Za-z ]{{2,30}})$",
        _job_in_chinese,
    ),
    rule(rf"^我(?:现在|目前|主要)?做(?P<o>(?:柜员|{ZH_OCCUPATION}))$", whole("job", chinese)),
    rule(
        r"<ME>会(?P<o>(?:弹|拉|吹|修|织)[^，。了的]{1,10}|游泳|滑雪|潜水|编程|开车|画画|做饭|滑冰|骑马|书法|摄影|冲浪|打鼓)$",
        each("skill", chinese_list),
    ),
    rule(r"<ME>在(?P<o>[^，。]{2,8}?(?:行业|领域))(?:工作|上班|从业)(?:了)?.{0,6}$", whole("job", chinese)),
    rule(rf"<ME>在(?P<o>{COMPANY.pattern})(?:带|负责|管理|写|搞|实习).*$", whole("employer", chinese)),
    rule(
        r"^我(?:从\S{2,8}?)?开始(?:做|当)(?P<o>[^，。]{0,6}(?:匠|工|师|员|司机|教练|厨师|医生))$",
        whole("job", chinese),
    ),
    rule(rf"^(?:I'm|I am|Im|my name is|my name's) <NAME>, an? {_JOB}$", _job_in_english),
    rule(
        r"<I>(?:manage|lead|run|head|oversee|supervise) (?:an?|the) .+? at (?P<o>(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*)$",
        whole("employer", employer),
    ),
    rule(
        r"<I>(?:(?:work|got (?:a |my )?(?:new )?job|started|have a (?:new )?job) (?:at|for|with)|joined) (?P<e>.+?) as (?:an? |the )?(?P<o>[\w -]+?)(?: (?:last|since|in|two|three|a few|now)\b.*)?$",
        _at_as,
    ),
    rule(
        r"<I>(?:started|got|took|landed|accepted|began) (?:a |my )(?:new |first )*(?:job|position|role) (?:at|with) (?P<e>(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*)(?: (?:last|this|in|on|two|three|a few) [\w ]+?)? as (?:an? |the )?(?P<o>[\w -]+?)(?:,.*| (?:last|since|in|two|three|a few|now|and)\b.*)?$",
        _at_as,
    ),
    rule(
        r"<I>(?:started|got|took|landed|accepted) (?:a |my )(?:new |first )*(?:job|position|role) (?:at|with) (?P<o>(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*)(?:[ ,].*)?$",
        whole("employer", employer),
    ),
    rule(
        rf"^(?:now )?(?:an? )?(?P<o>(?:[\w'&/+-]+ ){{0,3}}(?:{EN_OCCUPATION})) now$",
        _after_promotion,
    ),
    rule(
        r"<I>(?:can|know how to) (?P<o>weld|sew|knit|crochet|juggle|ski|surf|snowboard|scuba dive|sail|code|program|touch[- ]type|sing|draw|paint|dance|(?:code|program) in (?-i:[A-Z])[\w+#]*)(?: (?:and|but)\b.*|,.*)?$",
        whole("skill", english),
    ),
    rule(r"^我(?P<o>自由职业(?:者)?)$", whole("job", verbatim)),
    rule(
        r"<ME>(?:从[^，。]{2,8}?)?跳槽(?:到|去)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,16}?)(?:了)?$",
        whole("employer", chinese_employer),
    ),
    rule(r"<ME>(?:大学)?(?:是)?学(?P<o>[\u3400-\u9fff]{1,8}?)的$", _field_of_study),
    rule(
        r"<I>can play (?:the )?(?P<o>guitar|piano|violin|cello|drums|bass|flute|saxophone|trumpet|harp|ukulele|banjo|organ|accordion|clarinet)\b",
        whole("skill", english),
    ),
    rule(
        r"<ME>会(?P<o>(?:游泳|滑雪|潜水|编程|画画|书法|摄影|冲浪|滑冰|骑马|弹[\u3400-\u9fff]{2}|拉[\u3400-\u9fff]{2,3})(?:[、和]|以及)(?:游泳|滑雪|潜水|编程|画画|书法|摄影|冲浪|滑冰|骑马|弹[\u3400-\u9fff]{2}|拉[\u3400-\u9fff]{2,3}))$",
        each("skill", chinese_list),
    ),
    rule(
        r"<ME>(?:入职|加入|跳槽到|跳槽去|加盟)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z0-9]{2,16}?)(?:了|工作|上班)*$",
        _joined,
    ),
    rule(
        r"<AM>(?:currently )?(?P<o>retired|self-employed|unemployed|between jobs)\b", whole("job", verbatim)
    ),
    rule(r"<ME>(?:已经)?(?P<o>退休|失业|待业)(?:了)?(?:.{0,4}年了?)?$", whole("job", verbatim)),
    rule(
        r"<I>(?:no longer|don't|do not|stopped) work(?:ing)? (?:at|for) (?P<o>.+?)(?:\s+(?:anymore|any more|any longer|now))?$",
        _left("employer"),
    ),
    rule(
        r"<I>(?:left|quit|lost|resigned from|got laid off from|was laid off from|got fired from|retired from) (?:my job at |my position at |my role at )(?P<o>.+)$",
        _left("employer"),
    ),
    rule(
        r"<I>(?:resigned from|got laid off from|was laid off from|got fired from|retired from) (?P<o>(?-i:[A-Z])[\w&.-]*(?: (?-i:[A-Z])[\w&.-]*)*)(?:\s.*)?$",
        _left("employer"),
    ),
    rule(r"<I>used to work (?:at|for) (?P<o>.+)$", _left("employer")),
    rule(rf"<AM>(?:working as )?(?:an?|the) {_JOB}$", _job_in_english),
    rule(r"<I>(?:work|worked my way up to|am employed|'m employed) as (?:an? )?(?P<o>.+)$", _job_in_english),
    rule(
        r"<AM>(?:working|employed) as (?:an? )?(?P<o>(?!.+ as (?:I|we|you|it|ever|usual|possible)\b).+)$",
        _job_in_english,
    ),
    rule(
        r"<HAS>been (?:working as )?(?:an? )(?P<o>(?:[\w'&/+-]+ ){0,5}?(?:" + EN_OCCUPATION + r")s?\b.*)$",
        _job_in_english,
    ),
    rule(
        r"<I>(?:(?:(?:started|got|took|landed|accepted) (?:a |my )?(?:new )?(?:job|position|role)|(?:was |got )hired|started(?: working| out)?|joined [\w&.-]+(?: [\w&.-]+)?) as (?:an? )?|(?:got |was )?promoted(?: to)? (?:an? )?|became an? )"
        + _JOB
        + "$",
        _job_in_english,
    ),
    rule(
        r"<MY>(?:job|occupation|profession|job title|title|current role|role)(?:'s| is|:)(?: now)? (?:an? )?(?P<o>(?:[\w'&/+-]+ ){0,5}?"
        + EN_OCCUPATION
        + r"\b.*)$",
        _job_in_english,
    ),
    rule(
        r"<I>work in (?P<o>(?:the )?(?:marketing|finance|tech|IT|HR|sales|healthcare|education|advertising|construction|real estate|banking|insurance|logistics|hospitality|retail|publishing|law|accounting|human resources|software|engineering|biotech|pharma|design|customer (?:service|support)|data science|cybersecurity|journalism|politics|film|media|fashion|agriculture|manufacturing|consulting|product management|operations|research)(?: (?:industry|field|sector))?)\b",
        whole("job", english),
    ),
    rule(
        r"<I>teach (?P<o>(?:[\w-]+ )*?(?:math|maths|mathematics|english|history|science|physics|chemistry|biology|music|art|yoga|piano|guitar|kindergarten|grade|school|spanish|french|german|chinese|literature|economics|geography|dance|ballet|pilates|drawing|programming|computer science|philosophy)\b.*)$",
        _taught,
    ),
    rule(
        r"<I>(?:work|worked)(?: night shifts| nights| days| part[- ]time| full[- ]time| remotely)? (?:at|for) (?P<o>(?!the (?:moment|weekend)).+)$",
        whole("employer", employer),
    ),
    rule(r"<AM>(?:working|employed|interning) (?:at|for|by) (?P<o>.+)$", whole("employer", employer)),
    rule(
        r"<HAS>been (?:working |employed )?(?:at|with|for) (?P<o>(?-i:[A-Z])[\w&.' -]+)$",
        whole("employer", employer),
    ),
    rule(
        r"<MY>(?:employer|company|workplace) is (?:called |named )?(?P<o>(?-i:[A-Z]).+)$",
        whole("employer", employer),
    ),
    rule(
        r"<I>(?:just |recently |'ve )?(?:joined|started (?:working )?at|got a job at|got hired (?:at|by)|was hired by) (?P<o>(?-i:[A-Z])[\w&.'-]*(?: (?-i:[A-Z&])[\w&.'-]*)*).*$",
        whole("employer", employer),
    ),
    rule(
        rf"^我(?:已经|早就|刚|上个月|去年|前阵子|现在)*(?:(?:不在|从)(?P<a>.{{2,20}}?)(?:工作了|上班了|干了|做了|离职了?|辞职了?)|离开了?(?P<b>{COMPANY.pattern}|.{{2,12}}?公司)了?)$",
        _left("employer"),
    ),
    rule(
        r"^我(?:以前|之前|曾经|原来|过去)(?:是)?在(?P<o>.{2,20}?)(?:工作|上班|任职)(?:过|的)?$",
        _left("employer"),
    ),
    rule(
        r"<ME>在(?P<at>.{2,24})(?:做|当|担任|(?<!担)任)(?:一名|一个|个|名)?(?P<o>[^，。做当]{0,12}?"
        + ZH_OCCUPATION
        + r")(?:的工作|工作)?$",
        _job_in_chinese,
    ),
    rule(
        r"<ME>是(?P<at>.{2,14}?)的(?:一名|一个|一位|名|个)?(?P<o>[^，。的]{0,8}" + ZH_OCCUPATION + r")$",
        _job_in_chinese,
    ),
    rule(
        r"<ME>是(?:一名|一个|一位|一家|个|名|位|做)?(?P<o>[^，。是不]{0,10}?" + ZH_OCCUPATION + r")$",
        _job_in_chinese,
    ),
    rule(
        r"^我(?:的|现在的|目前的)*(?:职业|工作|岗位|职位)(?:是|：|:)(?:一名|一个|做)?(?P<o>[^，。不]{1,12})$",
        _job_in_chinese,
    ),
    rule(
        r"<ME>(?:从事|担任)(?:着)?(?P<o>[^，。]{2,12}?)(?:方面)?(?:的)?(?:工作|行业|职业)?(?:的)?$",
        _job_in_chinese,
    ),
    rule(
        r"<ME>(?:当|做)(?:了)?(?:[一二两三四五六七八九十几\d]+(?:多)?年(?:的)?)?(?:一名|一个|个)?(?P<o>[^，。]{0,8}?(?:老师|医生|护士|律师|程序员|工程师|会计|司机|厨师|记者|编辑|设计师|产品经理|销售|客服|教练))(?:的)?(?:已经)?$",
        _job_in_chinese,
    ),
    rule(r"<ME>是(?:做|干|搞)(?P<o>[^，。]{2,8})的$", _job_in_chinese),
    rule(r"<ME>(?:就职|任职|供职|受雇)(?:于|在)(?P<o>.{2,20})$", whole("employer", chinese_employer)),
    rule(
        r"<ME>在(?P<o>.{2,20}?)(?:上班|上夜班|上白班|工作|任职|就职|实习|供职)(?:了|呢|着|的)?(?:[一二两三四五六七八九十几\d]+(?:多)?年.*|.{0,4}年了)?$",
        whole("employer", chinese_employer),
    ),
    rule(
        r"<ME>(?:入职|加入|跳槽到|跳槽去|去了|进了|加盟)(?:了)?(?P<o>[\u3400-\u9fffA-Za-z0-9]{0,16}?(?:公司|集团|银行|医院|大学|科技|[A-Za-z]{3,}|腾讯|阿里|阿里巴巴|字节跳动|字节|百度|华为|美团|京东|小米|网易|拼多多|滴滴|微软|谷歌|苹果|蚂蚁集团|快手|比亚迪))(?:了|工作|上班)*$",
        whole("employer", chinese_employer),
    ),
    rule(
        r"^我(?:的|所在的|现在的)*(?:公司|单位|雇主)(?:是|叫|名叫)(?P<o>.{2,16})$",
        whole("employer", chinese_employer),
    ),
    rule(
        r"<AM>(?:currently )?(?:studying(?! (?:for|at|how)\b)|learning(?! (?:to|about|from|how|a lot|so much|more)\b)|majoring in|doing a degree in|taking classes in|doing a (?:PhD|master's|masters) in) (?P<o>.+?)(?:\s+(?:with (?-i:[A-Z])\w+|with an? app|on (?:my own|the side|my commute|YouTube|Coursera|Duolingo)|by myself|from scratch)\b.*)?$",
        each("studies", english_list),
    ),
    rule(
        r"<I>(?:study|major in|majored in|go to|attend) (?P<o>(?:[\w-]+ )*?(?-i:[A-Z])[\w' ]*(?:University|College|School|Institute)\b.*)$",
        whole("studies", english),
    ),
    rule(
        r"<I>study (?:at|in) (?P<o>(?-i:[A-Z]).+)$",
        whole("studies", english),
    ),
    rule(
        r"<I>(?:study|major in) (?P<o>(?!(?:every|at|in|on|for|with|a lot|hard|all|until|late|alone|how|it|this|the)\b).+?)(?:\s+(?:with|on my own|by myself|at (?:home|night))\b.*)?$",
        each("studies", english_list),
    ),
    rule(r"<MY>major is (?P<o>.+)$", whole("studies", english)),
    rule(
        r"<I>(?:been |started |begun |began )?(?:learning|studying) (?P<o>(?!how|to ).+)$",
        each("studies", english_list),
    ),
    rule(
        r"<ME>(?:在)?(?:自学|开始学习?|学习|学着|练习|练|学(?![校生院期长费分位业员]))(?:如何|怎么|怎样|着)?(?:一门|一些|一种|一项)?(?P<o>(?!到|会|了|过|得|完|不)[^，。到了的]{1,12})$",
        each("studies", chinese_list),
    ),
    rule(
        r"^我(?:的)?(?:大学|本科|研究生)?(?:专业是|主修|读的是|学的(?:专业)?是)(?P<o>[^，。]{2,14})$",
        whole("studies", chinese),
    ),
    rule(
        r"<ME>(?:在|就读于)(?P<o>[^读的，。A-Za-z]{2,14}?(?<![上读])(?:大学|学院|中学|小学|高中))(?:读书|上学|读.{1,8}|念书|就读|学习)?$",
        whole("studies", chinese),
    ),
    rule(
        r"<AM>(?:very |really |pretty |quite )?(?:good at|skilled (?:in|at)|proficient in|experienced (?:in|with)) (?P<o>.+)$",
        each("skill", english_list),
    ),
    rule(r"<ME>(?:擅长|精通|拿手的是)(?P<o>[^，。]{1,20})$", each("skill", chinese_list)),
)
