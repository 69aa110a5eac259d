"""Plans, goals, budgets and standing instructions. A relative date is resolved and stands in parentheses behind the words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules import clipped, house_rules, turns
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import verbatim
from memory_pipeline.domain.reference_time import find_reference_times

_EN_TAIL = re.compile(
    r"\s*(?:,?\s*(?:haha+|lol|so|but|because|since|and I|which|though|by the way|if)\b.*)$", re.IGNORECASE
)
_EN_IDLE = re.compile(
    r"^(?:be|say|ask|tell|talk|chat|share|check|try|look|see|think|know|let|give|take (?:your|a look)|get (?:back|going|some (?:rest|sleep))|go (?:now|to (?:bed|sleep))|sleep|rest|continue|consider|do (?:that|it|this|some|my best)|"
    r"have (?:dinner|lunch|breakfast)|eat|follow|keep|use (?:that|it|this)|need|need to|just|stay in touch|stop|start by|work on (?:it|that))\b",
    re.IGNORECASE,
)
_EN_FUTURE = re.compile(
    r"\b(?:tomorrow|tonight|next (?:week|weekend|month|year|quarter|semester|spring|summer|fall|autumn|winter|mon|tues?|weds?|thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)|(?:at |for |over |before |after |by |on )?(?:christmas|xmas|easter|thanksgiving|new year(?:'s)?(?: eve)?|halloween|eid|diwali|hanukkah|ramadan|spring break|half[- ]term)|in (?:the )?(?:spring|summer|autumn|fall|winter)|(?:on |by |from )?the \d{1,2}(?:st|nd|rd|th)|this (?:coming |upcoming )?(?:weekend|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|fall|autumn|winter|evening|afternoon)|later this|in (?:a|an|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?)|"
    r"(?:on|by|in|until|from) (?:(?:early |late |mid[- ]?)?(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri|sat|sun|the \d+(?:st|nd|rd|th)?|20\d\d|\d+(?:st|nd|rd|th)?)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d+(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december))\b",
    re.IGNORECASE,
)
_HERE_AND_NOW = re.compile(
    r"\b(?:it|this(?! (?:weekend|week|month|year|spring|summer|fall|autumn|winter|evening|afternoon|morning|monday|tuesday|wednesday|thursday|friday|saturday|sunday|coming|upcoming))|that one|them|these|those|you)\b",
    re.IGNORECASE,
)
_NOTHING_SAID = re.compile(
    r"(?:a )?(?:few|lot|something|some|one|more|ahead|everything|things?|to)", re.IGNORECASE
)
_ZH_IDLE = re.compile(
    r"^(?:睡觉?$|走$|一下|一份|不周|周全|得|好了?$|中$|外$|先?(?:睡|吃|喝|歇|躺|洗|看|想|问|聊|缓|等)[^，。]{0,4}(?:一觉|再说|一会儿?|一下|会儿))|^(?:去|要|先|好好|试试?|去试|去看看|看看|考虑|努力|继续|多|尽量|尽力)*(?:吃饭|吃晚饭|吃午饭|睡觉|休息|洗澡|试一?试|看看|考虑|了解|尝试|聊聊?|分享|问|请教|咨询|告诉|注意|努力|加油|学习一下|去了|睡了|走了|忙|改进|查一?下|开会去?$|上班|下班|出门|回家|放弃|算了|再说|不干)|^(?:和你|跟你|你|找你|向你|换个话题)|你"
)
_ZH_FUTURE = re.compile(
    r"明天|后天|明早|明晚|今晚|下(?:个)?(?:周|星期|礼拜|月)|(?:这|本)(?:个)?(?:周[一二三四五六日末]|月底|周末)|月底|年底|明年|后年|\d+[月号日]|[一二三四五六七八九十]+月|周[一二三四五六日末]|国庆|五一|春节|元旦|中秋|暑假|寒假|以后|[几一二两三四五六七八九十\d]+(?:天|周|个月|年)后"
)


def dated(text: str, clause: Clause) -> str:
    """`text` with the date that its relative words mean in parentheses, where they mean one that is not past."""
    ahead = [item for item in find_reference_times(text, clause.at) if item.last >= clause.at.date()]
    return f"{text} ({ahead[0].iso})" if ahead else text


def _plan(predicate: str = "plans", *, needs_time: bool = False) -> Build:
    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        raw = match["o"]
        chinese = re.search(r"[\u3400-\u9fff]", raw) is not None
        text = verbatim(
            re.sub(r"(?:了|的|呢|吧|啦|啊|呀|哦)+$", "", raw) if chinese else _EN_TAIL.sub("", raw)
        )
        if (
            not text
            or _HERE_AND_NOW.search(text)
            or _NOTHING_SAID.fullmatch(text)
            or len(text) > (40 if chinese else 110)
            or (_ZH_IDLE if chinese else _EN_IDLE).search(text)
        ):
            return
        if needs_time and not (_ZH_FUTURE if chinese else _EN_FUTURE).search(clause.text):
            return
        when = "" if find_reference_times(text, clause.at) else _time_in(clause, text)
        yield Finding(predicate, f"{text} ({when})" if when else dated(text, clause))

    return build


def _time_in(clause: Clause, text: str) -> str:
    """The date that the rest of the clause gives for `text` ("next week I'm going to …")."""
    ahead = [
        item
        for item in find_reference_times(clause.text.replace(text, " "), clause.at)
        if item.last >= clause.at.date() and item.text not in {"today", "今天"}
    ]
    return ahead[0].iso if ahead else ""


_EVENT = r"(?:wedding|exam|final|finals|interview|job interview|appointment|doctor's appointment|dentist(?:'s)? appointment|flight|trip|surgery|operation|meeting|presentation|graduation|deadline|due date|marathon|race|concert|move|vacation|holiday|conference|thesis defen[sc]e|defense|driving test|checkup|check-up|party|visa interview)"
_GOAL_VERB = r"(?:be (?:debt[- ]free|fluent|financially|a homeowner|my own boss)|become|learn|lose|run|save|buy|start|open|write|finish|pass|get (?:better|fit|into|in shape|promoted|a)|improve|master|climb|travel|visit|retire|publish|build|qualify|graduate|quit|read|reach|own|study|complete|win|be able to|speak|live (?:in|abroad|near|alone)|cut down|work (?:abroad|remotely)|have my own)"


def _request(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A standing request in English: it opens its sentence ("…and never give up" is no request)."""
    if not clause.before:
        yield Finding("constraint", verbatim(match["o"]))


_ALWAYS_THEN = re.compile(r"^(?:周末|晚上|早上|上午|中午|下午|工作时间|上班时间|节假日|平时|以后|凌晨|平日)")


def _standing(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """An instruction for every such time; the time may have been read past as a lead."""
    if _ALWAYS_THEN.match(clause.text):
        yield Finding("constraint", verbatim(clause.text))


def _announced(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Interview with Stripe on Friday": a bare event, where a sentence begins with it."""
    if not clause.before:
        yield from _plan(needs_time=True)(match, clause)


def _instruction(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A standing instruction: words to the listener, so never with 我 before them."""
    value = verbatim(re.sub(r"^(?:请|以后|今后)+(?:你)?", "", match["o"]))
    if not clause.text.lstrip().startswith("我") and value in clause.text:
        yield Finding("constraint", value)


RULES: tuple[Rule, ...] = (
    rule(
        r"^(?:都|请)?(?:不要|别|不许|不能)(?:再)?(?:给我|跟我|叫我|找我|打扰|联系我|打电话|安排|约)[^，。]{0,14}$",
        _standing,
    ),
    rule(
        r"<AM>(?P<o>(?:getting|finishing|submitting|opening|launching|renewing|selling|adopting|joining|quitting|performing|competing|speaking|renovating|hiking|camping|skiing|climbing|cycling|sailing|defending|retiring|volunteering|proposing|babysitting|recording|exhibiting|auditioning|giving (?:a|my)) .+)$",
        _plan(needs_time=True),
    ),
    rule(
        r"^(?P<o>(?:an? |my |our |the )?(?:job |phone |final |first |second |big |dentist |doctor's |driving )*(?:interview|exam|appointment|flight|surgery|wedding|deadline|driving test|check-?up|presentation|graduation|recital|hearing|audition)(?: (?:with|at|to|for|in) .{2,40})? (?:on|this|next|in|at|tomorrow).{2,40})$",
        _announced,
    ),
    rule(r"<AM>(?:training|preparing|saving(?: up)?) for (?P<o>(?:an?|the|my) .+)$", _plan("goal")),
    rule(
        r"<I>(?:have |'ve )?(?:just |already |finally )*(?P<o>(?:booked|bought|got) (?:flights?|tickets?|train tickets|a hotel|an airbnb|a cabin|a table) (?:to|in|for|at) .+)$",
        _plan(),
    ),
    rule(
        r"^我(?P<o>(?:要|会|就|准备|打算)?(?:结婚|毕业|搬家|入职|出发|考试|手术|开学|回国|退休|订婚|领证|答辩|体检)[^，。]{0,6})$",
        _plan(needs_time=True),
    ),
    rule(
        r"<ME>(?:想|希望|争取|计划|打算)(?P<o>(?:在)?[^，。]{1,8}?(?:之?内|之?前|以内|以前)(?:能)?(?:攒|存|考|学|减|瘦|买|还清|升|写完|完成|跑|拿|读完|搬)[^，。]{1,16})$",
        _plan("goal"),
    ),
    rule(
        r"^(?P<o>(?:周末|晚上|早上|上午|中午|下午|工作时间|上班时间|节假日|平时|以后|凌晨|[一二三四五六七八九十\d]+点(?:之?前|之?后|以?前|以?后))[^，。我你]{0,4}(?:都|请|一律|尽量)?(?:不要|别|不许|不能)(?:再)?(?:给我|跟我|叫我|找我|打扰|联系我|打电话|安排|约)[^，。]{0,14})$",
        _instruction,
    ),
    rule(
        r"^I (?P<o>(?:can't|cannot|can only|must|won't|don't|do not|never) (?:work|meet|talk|be reached|take (?:calls|meetings)|do (?:meetings|calls)|drive|travel|attend|start|stay)\b.*\b(?:past|beyond|later than|earlier than|before|after|until|on) .+?)(?:,? (?:because|since|due to|as I|so)\b.*)?$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?:(?:my|our|the|total|overall|whole|full|maximum|max|entire) )*(?P<o>budget(?:'s| is|:)? .*\d.*|max(?:imum)? budget .*\d.*)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?P<o>(?:please )?keep (?:(?:your |the |all )?(?:answers|replies|responses|messages|explanations)|it) (?:short|brief|concise|simple|formal|casual|to the point|under .+)\b.*)$",
        _request,
    ),
    rule(
        r"^(?P<o>(?:please )?(?:always )?(?:answer|reply|respond|talk|explain|write)(?: to me)? (?:in (?:short|simple|plain|bullet)\b|briefly|concisely|informally).*)$",
        _request,
    ),
    rule(
        r"^(?P<o>(?:请)?(?:跟我|和我|对我|给我)(?:说话|聊天|回复|回答|讲|解释)(?:请|要|尽量|能|时|的时候)*[^，。]{0,4}(?:简短|简洁|详细|直接|简单|口语化|通俗|正式|温柔|随意)(?:一?点|些)?[^，。]{0,3})$",
        _instruction,
    ),
    rule(
        r"^(?P<o>(?:晚上|早上|上午|下午|中午|周末|每天|周[一二三四五六日末]|工作日)?[^，。我]{0,6}(?:点|号|月)(?:半)?(?:之?前|以?前|之?后|以?后)我(?:都|一般|就|基本)*(?:不能|不方便|没法|不接|只能|不在|没空|不看)[^，。]{1,14})$",
        whole("constraint", verbatim),
    ),
    rule(
        r"<ME>(?P<o>(?:已经)?(?:预约|约|挂|订|预定|预订|抢|买)(?:好|到)?了[^，。]{1,20})$",
        _plan(needs_time=True),
    ),
    rule(
        r"<I>(?:have |'ve )?(?:just |already |finally )*(?P<o>(?:signed up|registered|enrolled) (?:for|in) (?=.*\b(?:marathon|half|10k|5k|race|triathlon|ironman|tournament|class(?:es)?|course|lessons?|workshop|bootcamp|conference|exam|test|camp|retreat|degree|programme?|hackathon)\b)(?:an?|the|my|this year's|(?-i:[A-Z])).+)$",
        _plan(),
    ),
    rule(
        r"<ME>(?:已经)?(?P<o>报名(?:参加)?了?[^，。吗]{2,20}(?:马拉松|比赛|考试|课程?|班|培训|训练营|活动|夏令营|雅思|托福|驾校|徒步))$",
        _plan(),
    ),
    rule(r"<HAVE>(?P<o>(?:surgery|an appointment|exams|finals|an operation)\b.*)$", _plan(needs_time=True)),
    rule(
        r"^我(?P<o>(?:周[一二三四五六日]|星期[一二三四五六日天]|\d{1,2}号|\d{1,2}月\d{1,2}[号日])(?:上午|下午|晚上|早上)?(?:要|得|会)(?:去|飞|参加|出差|考|开|面试|做|回)[^，。]{1,24})$",
        _plan(),
    ),
    rule(
        r"<ME>有(?:一|两)?(?:趟|个|场|次|门)(?P<o>[^，。]{0,12}(?:航班|面试|会议|会|考试|手术|约会|演出|比赛|聚会|答辩|体检))$",
        _plan(needs_time=True),
    ),
    rule(
        r"^我(?:们)?(?:的)?(?P<o>(?:婚礼|面试|考试|手术|航班|答辩|聚会|体检|演出|比赛)(?:定在|安排在|在|是)[^，。]*(?:\d|[一二三四五六七八九十]+[月号日]|周|明天|后天|星期)[^，。]*)$",
        _plan(),
    ),
    rule(
        r"<ME>(?:已经)?订(?:好)?了(?P<o>[^，。]{0,8}去[^，。]{1,10}的(?:机票|车票|火车票|高铁票|酒店))$",
        _plan(),
    ),
    rule(
        r"<ME>(?:想|希望|要)(?:能)?(?P<o>(?:在[^，。]{2,10})?把[^，。]{1,8}(?:练|学|考|减|改)[^，。]{1,8})$",
        _plan("goal"),
    ),
    rule(
        r"^(?P<o>[^，。我你]{0,10}(?:请|以后|今后)?(?:不要|别)(?:再)?(?:给我打电话|给我发|打扰我|联系我|打电话给我)[^，。]{0,10})$",
        _instruction,
    ),
    rule(r"^我(?P<o>只有[^，。]{1,12}(?:能|可以|有空|有时间)[^，。]{0,10})$", whole("constraint", verbatim)),
    rule(
        r"^(?P<o>请(?:你)?(?:尽量|始终|都|一律)[^，。]{0,8}(?:回答|回复|解释|说明)[^，。]{0,6})$",
        _instruction,
    ),
    rule(r"<I>(?P<o>(?:start|fly|leave|travel|move|graduate|retire|return) .+)$", _plan(needs_time=True)),
    rule(
        r"^(?:I|we) (?P<o>(?:can't|cannot) (?:spend|pay|afford|do|go) (?:more than|over|above) .+)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?P<o>(?:please )?(?:don't|do not|avoid) (?:ever )?(?:suggest|recommend|call|text|email|contact|send|use|share|book|schedule|include|mention|add|put|write|deploy|restart|page|ping|notify|wake|suggesting|recommending|calling|using|sending)\b(?!.*\b(?:it|that|this|yet|again|anything(?! (?:on|before|after|with|containing|in|at|over|from|during|between|for)\b)|them|those|these|now)\b).+)$",
        _request,
    ),
    rule(
        r"^(?P<o>(?:please )?keep (?:your|the|all) (?:answers|replies|responses|messages|explanations) .+)$",
        _request,
    ),
    rule(r"<I>(?:plan|intend|am planning|am intending|'m planning) (?:to|on) (?P<o>.+)$", _plan()),
    rule(r"<AM>(?:planning|intending) (?:to|on) (?P<o>.+)$", _plan()),
    rule(r"<AM>planning (?P<o>(?:an?|my|our|the) .+)$", _plan()),
    rule(r"<I>(?:have decided|decided|'ve decided) to (?P<o>.+)$", _plan()),
    rule(r"<MY>plan is to (?P<o>.+)$", _plan()),
    rule(r"<AM>going to (?P<o>(?!(?:be|a|an|the|my|our|this)\b)(?-i:[a-z]+) .+)$", _plan(needs_time=True)),
    rule(
        r"<AM>(?P<o>(?:moving|flying|travel?ling|going (?=to (?:the |a |my |(?-i:[A-Z]))|on |back |away )|heading|driving|starting|getting married|visiting|meeting|having|taking|running|attending|hosting|leaving|returning|switching|relocating|launching|presenting|buying|seeing|throwing|celebrating|graduating|interviewing|sitting)\b.*)$",
        _plan(needs_time=True),
    ),
    rule(
        r"<AM>(?P<o>(?!(?:going|gonna|being|having|thinking|wondering|looking|trying|asking|hoping|feeling|working|using|dying|getting (?:old|tired|sick|better|worse)|waiting|wearing|living|reading|studying|learning|talking|saying|kidding|doing|making|planning|free|busy|nothing|missing|seeing if|guessing|sure|freaking|losing|loving|hating|enjoying|needing|wanting|expecting|assuming|worrying|watching)\b)[a-z]+ing (?:up |out |off |over |down )?(?:to |in |on |at |for |with |around |from |back )*(?:the |an? |my |our |some |(?-i:[A-Z])|[a-z]{3,}).*)$",
        _plan(needs_time=True),
    ),
    rule(r"<AM>(?P<o>off to (?!bed\b|sleep\b|work\b|the (?:gym|shop|store)).+)$", _plan(needs_time=True)),
    rule(
        r"^(?:I|we)(?:'ll| will| shall)(?: be)? (?P<o>(?!\d|(?:in touch|back|there|here|around|available|fine|ok|happy|sure)\b|be\b|not\b|never\b|always\b|try\b|definitely\b|do\b|see\b|let\b|take\b|keep\b|check\b|need\b).+)$",
        _plan(needs_time=True),
    ),
    rule(rf"<HAVE>(?P<o>(?:an?|my|our|the) (?:[\w'-]+ ){{0,4}}?{_EVENT}\b.*)$", _plan(needs_time=True)),
    rule(
        rf"^(?P<o>(?:my|our) (?:[\w'-]+ ){{0,4}}?{_EVENT}(?: with [\w .]+?)? (?:is|are|will be)(?: scheduled| set| booked| due)?(?: for| on| in| at)? .*(?:\d|day\b|tomorrow|tonight|week|month|january|february|march|april|may|june|july|august|september|october|november|december).*)$",
        _plan(needs_time=True),
    ),
    rule(r"^(?:I|we)(?:'ve| have)? booked (?P<o>(?:an?|my|our|the) .+)$", _plan(needs_time=True)),
    rule(
        r"<MY>(?:main |biggest |ultimate |long-term |big |current |fitness |career |financial |new year's |life )*(?:goal|aim|dream|ambition|resolution|objective|target)s?(?: for (?:this|next) \w+| this year)? (?:is|are) (?:to )?(?P<o>(?!com(?:e|ing|in)\b).+)$",
        _plan("goal"),
    ),
    rule(
        rf"<I>(?:want|hope|aim|aspire|'d love|would love|dream of being able) to (?:one day |someday |eventually |finally )?(?P<o>{_GOAL_VERB}\b.+)$",
        _plan("goal"),
    ),
    rule(
        rf"<AM>(?:trying|hoping|aiming|working|determined|saving up|saving) to (?P<o>{_GOAL_VERB}\b.+)$",
        _plan("goal"),
    ),
    rule(
        r"<AM>(?:training|studying|preparing|saving(?: up)?) for (?P<o>(?:an?|the|my) (?:[\w'-]+ ){0,3}?(?:exams?|test|marathon|half[- ]marathon|triathlon|certification|competition|race|tournament|finals?|interview|house|home|car|trip|wedding|down payment)\b.*|(?-i:[A-Z]{3,}).*)$",
        _plan("goal"),
    ),
    rule(r"<I>dream(?:ed)? of (?P<o>[a-z]+ing .+)$", _plan("goal")),
    rule(r"<ME>(?:打算|计划|准备|决定|预计|安排)(?:好)?(?:了)?(?:要|于)?(?P<o>[^，。]{2,40})$", _plan()),
    rule(r"^我(?:的|下一步的?|接下来的?)*(?:计划|打算|安排)是(?P<o>[^，。]{2,40})$", _plan()),
    rule(
        r"^我(?:们)?(?P<o>(?:下(?:个)?(?:周|星期|礼拜|月)|明天|后天|明年|这周末|周末|今晚|明晚|月底|年底|这个月|\d{1,2}月)[^，。]{0,12}?(?:要|会|将|得|去|有(?:一个|个|场|次)?)[^，。]{1,30})$",
        _plan(needs_time=True),
    ),
    rule(
        r"<ME>(?:要|将要?|会|得|需要)(?P<o>(?:去|飞|搬|参加|出差|考|结婚|开会|面试|做手术|回|出发|毕业|跑|办|上|举办|带|陪)[^，。]{1,30})$",
        _plan(needs_time=True),
    ),
    rule(
        r"<ME>(?:想|想要)(?P<o>(?:在)?(?:下(?:个)?(?:周|星期|月)|明年|今年|这个?周末|年底|月底|暑假|国庆)[^，。]{0,6}去[^，。]{1,20})$",
        _plan(),
    ),
    rule(
        r"^我(?:的|今年的?|最大的|现在的?|人生|长期|明年的?|短期|一直以来的?)*(?:目标|梦想|理想|愿望|心愿)(?:就)?(?:是|：|:)(?P<o>[^，。]{2,40})$",
        _plan("goal"),
    ),
    rule(
        r"<ME>(?:想|希望|梦想|渴望|想要|希望能|希望可以)(?:能|能够|可以|以后|将来|有一天|有朝一日|今年|明年|年底|春天|夏天|秋天|冬天|之前|前|在|早日)*(?P<o>(?:成为|学会|考上|考过|通过|拥有|开一?家|减肥|减掉?|瘦|存|攒|买(?:房|车|套房|辆车)|写(?:一本|完)|环游|完成|跑完|创业|当上?|进入|拿到|移民|提高|提升|改善|掌握)[^，。]{0,30})$",
        _plan("goal"),
    ),
    rule(
        r"^我(?P<o>(?:下(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天末]?|周[一二三四五六日末]|星期[一二三四五六日天]|明天|后天|明年|这(?:个)?周末|周末|今晚|明晚|月底|年底|\d{1,2}月(?:\d{1,2}[日号])?)[^，。]{0,8}(?:结婚|毕业|退休|搬家|生日|出差|考试|手术|体检|答辩|入职|开学|放假|出发|回国|搬到|面试)[^，。]{0,10})$",
        _plan(needs_time=True),
    ),
    rule(r"<ME>(?:在)?(?:备考|准备考|备战)(?P<o>[^，。]{2,20})$", _plan("goal")),
    rule(
        r"<MY>(?P<o>budget (?:is|:) .*\d.*)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^我?(?:的)?(?P<o>预算(?:是|在|大概|大约|不超过|不能超过|最多|控制在|只有|上限是|为|：|:)*[^，。]{0,4}(?:\d|[一二三四五六七八九十两几]+(?:百|千|万))[^，。]*)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^(?P<o>(?:please )?(?:never|always) (?!mind\b|been\b|a\b|the\b|had\b|wanted\b|so\b|more\b|too\b)(?:call|text|email|message|contact|use|send|book|deploy|schedule|share|reply|respond|answer|ask|include|add|write|mention|suggest|recommend|restart|delete|push|merge|run|order|put|show|notify|address|confirm|check|cc|tag|store|log|charge|seat|buy)\b.+)$",
        _request,
    ),
    rule(
        r"^(?P<o>(?:please )?(?:don't|do not) ever (?!.*\byou\b).+|no (?:calls|meetings|emails|messages|deploys|deployments|flights) (?:before|after|on|during) .+)$",
        _request,
    ),
    rule(
        r"^I (?P<o>(?:can't|cannot|can only|must) (?:fly|travel|work|meet|do (?:meetings|mornings|calls)|take calls|be disturbed|attend|talk|drive)\b.*(?:before|after|until|on|between|during|at) .+)$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^我?(?P<o>(?:请|以后|今后)*(?:永远|千万|一律|务必|绝对)(?:都)?(?:不要|别|不能|不许|不可以|用)[^，。]{2,30})$",
        _instruction,
    ),
    rule(
        r"^我?(?P<o>(?:请|以后|今后)+(?:你)?(?:一定|始终|总是|务必|都)(?:都)?(?:不要|别|要|得|用)[^，。]{2,30})$",
        _instruction,
    ),
    rule(
        r"^我?(?P<o>(?:请|以后|今后)+(?:都)?(?:不要|别)(?:再)?(?:给我|在|用|向我|叫我|发|推荐|打)[^，。]{1,30})$",
        whole("constraint", verbatim),
    ),
    rule(
        r"^我(?P<o>(?:[^，。]{0,8})?(?:不能|只能|必须)(?:在)?[^，。]{0,6}(?:\d|[一二三四五六七八九十]+)(?:点|月|号|元|块|天|小时)(?:之?前|之?后|以内|以前|以后)[^，。]{0,14})$",
        whole("constraint", verbatim),
    ),
    *house_rules.PLAN,
    *turns.PLAN,
    *clipped.PLAN,
)
