"""City, hometown and address: where the person lives and comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.dropped import is_about_someone
from memory_pipeline.adapters.rules.lexicon import is_chinese_place
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, denied, rule, whole
from memory_pipeline.adapters.rules.values import chinese, english, verbatim
from memory_pipeline.domain.assertion import Stance

_EN_CUT_PLACE = re.compile(
    r"\s+(?:with|and|near|close|next|right|by|for|since|from|where|because|now|but|about|just|on|at|last|this|next|a few|two|three|in (?:a|an|the|my|\d{4})|as|to|after|so|when|again|together|alone|full[- ]time|part[- ]time|permanently|back|over|due|today|yesterday|recently)\b.*$",
    re.IGNORECASE,
)
_EN_NO_PLACE = re.compile(
    r"^(?:the$|fear|poverty|peace|harmony|hope|denial|the (?:best|biggest|greatest|worst|largest|smallest|most|past|moment|city|country|countryside|suburbs|present|same|middle|area|now|future)|a|an|my|our|this|that|it|here|there|another|different|constant|luxury|comfort|darkness|dorms?|town|another \w+|next|new(?= (?:place|apartment|house|flat|home|city|town|country|one|building|area|neighbou?rhood|condo|studio)s?\b)|new$|bigger|smaller|work|sales|marketing|them|him|her|you|us|someone|(?:small|tiny|little|quiet|big|large|rural|remote) (?:town|village|city|place|apartment|house|flat)|home|everywhere|anywhere|scratch)\b"
)
_EN_AFTERTHOUGHT = re.compile(r",\s*(?!the [A-Z])[a-z].*$")  # Lyon, love wine
_EN_STREET = r"\d+[A-Za-z]?\s+(?:[\w.'-]+\s+){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Terrace|Close|Crescent|Parkway|Circle|Row|Highway)\b"
_ZH_JUDGED = re.compile(
    r"(?<=[\u3400-\u9fff]{2})(?:很|非常|特别|挺|比较)[\u3400-\u9fff]{1,3}$"
)  # 住在北京很贵
_ZH_PLACE_TAIL = re.compile(
    r"(?:快(?=[一二两三四五六七八九十几半\d])|这边|那边|这里|那里|附近|了|定居|生活|居住|工作|上学|读书|租房|买房|发展|来|去|住|的(?:时候)?|这座城市|那儿|这儿|多?年|好久|很久|[一二两三四五六七八九十几\d]+(?:多)?(?:年|个月).*)+$"
)


_EN_PART_OF = re.compile(
    r"^(?:the )?(?:suburbs|outskirts|centre|center|heart|middle|edge|(?:north|south|east|west) side) of (?=[A-Z])"
)


def _place(raw: str) -> str:
    small = re.match(
        r"(?:an? |the )(?:[\w-]+ ){0,3}?(?:town|village|city|suburb|place|neighbou?rhood|island) (?:called|named|of) (?P<o>.+)$",
        raw,
    )
    if small is None and re.match(r"an? ", raw):
        return ""
    raw = _EN_PART_OF.sub("", small["o"] if small else raw)
    text = _EN_AFTERTHOUGHT.sub("", english(_EN_CUT_PLACE.sub("", raw)))
    words = text.split()
    if not text or _EN_NO_PLACE.search(text) or len(words) > 6:
        return ""
    return text if text[0].isupper() or (len(words) <= 3 and text.replace(" ", "").isalpha()) else ""


def _chinese_place(raw: str) -> str:
    text = chinese(_ZH_PLACE_TAIL.sub("", raw.strip()))
    if re.search(
        r"^(?!加拿大)[\u3400-\u9fff]{1,2}大$|^(?:清华|北大|复旦|同济|国科大)$|[里旁]$|(?:[一二三四五六七八九十\d]+(?:楼|层)|宿舍|酒店|公司|旁边|对面|隔壁|楼上|楼下|门口|后面|前面|[局厅所馆处站厂社]|(?<!驻马)店|法院|检察院|政府|机场|中心|银行|医院|大学|学院|中学|小学|集团|科技|单位|学校|事务所)$",
        text,
    ):
        return ""
    text = re.sub(r"^(?:在|到|去|往)|^(?:老家|家乡)(?=[\u3400-\u9fff]{2})", "", text)
    return text if text and is_chinese_place(text) and not _ZH_JUDGED.search(text) else ""


def _address(raw: str) -> str:
    text = verbatim(raw)
    return text if any(ch.isdigit() for ch in text) or re.search(r"[路街道巷号栋室弄村]", text) else ""


def _now_there(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Now I'm in Denver" is where one lives only beside where one lived before."""
    if re.search(r"\b(?:used to live|lived|moved|no longer live)\b", clause.before):
        yield from _FOUND_EN(match, clause)


def _said_before(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "That's my home address": the street address in the words before."""
    said = re.search(rf"(?P<o>{_EN_STREET}[^.!?\n]*)[.!?\s]*$", clause.earlier, re.IGNORECASE)
    if said is not None and not re.search(r"\b(?:his|her|their|your)\b", clause.earlier):
        yield Finding("address", verbatim(said["o"]))


_RETRACTED = Stance.RETRACTED


def _own_stay(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "大学毕业之后一直在长沙", where nobody else is spoken of."""
    if not is_about_someone(clause.earlier):
        yield from _FOUND_ZH(match, clause)


def _where(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Writing from Nairobi, where I've lived since 2015": the place stands before."""
    said = re.search(r"\b(?:from|in|to|near) (?P<o>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*),?\s*$", clause.earlier)
    if said is not None:
        yield Finding("city", said["o"])


def _back_there(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "…，去年回了成都": a return for good where the words before give another place up."""
    if re.search(r"不(?:再)?(?:住|在)[^，。]{2,12}了|离开了?|辞了?职|搬离", clause.earlier[-30:]):
        yield from _FOUND_ZH(match, clause)


_FOUND_EN = whole("city", _place)
_FOUND_ZH = whole("city", _chinese_place)
RULES: tuple[Rule, ...] = (
    rule(
        r"^(?:that's|that is|this is|it's|it is) (?:my (?:home |new |current |shipping |postal |house |place|flat|apartment)+(?:address)?|my address|home|where I live)\b(?!.*\b(?:town|country|team|sweet)\b)",
        _said_before,
    ),
    rule(
        r"<HAS>been in (?P<o>(?-i:[A-Z])[\w .'-]+?) (?:since|ever since|for|all my life|my whole life)\b.*$",
        _FOUND_EN,
    ),
    rule(
        r"<MY>(?:new |little |tiny |small |old |own |current |rented )*(?:flat|apartment|house|place|condo|home|studio|room|neighbou?rhood|street) in (?P<o>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*)(?= (?:is|has|was|needs?|got|looks?|costs?|isn't|doesn't)\b|$)",
        _FOUND_EN,
    ),
    rule(
        r"^(?:being|living|based) (?:here )?in (?P<o>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*),? (?:my|I|we|our)\b",
        _FOUND_EN,
    ),
    rule(
        r"<MY>home ?town(?: of|,) (?P<o>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*)\b",
        whole("hometown", _place),
    ),
    rule(
        r"^where (?:I|we)(?:'ve| have)? (?:(?:now|currently|also) )*(?:lived?|been|been living|live)\b(?!.*\b(?:used|until|before)\b)",
        _where,
    ),
    rule(
        r"^(?:I'm|I am) an? [\w -]{3,40}? (?:currently |now )?(?:living|based|residing) in (?P<o>(?-i:[A-Z]).+)$",
        _FOUND_EN,
    ),
    rule(
        r"^我(?:籍贯|祖籍|老家)(?:是|在|：)?(?P<o>[\u3400-\u9fff]{2,6})(?:的)?$",
        whole("hometown", _chinese_place),
    ),
    rule(
        r"<ME>在(?P<o>[\u3400-\u9fff]{2,6}?)(?:漂|混|闯|拼|奋斗|工作|生活|打拼)了(?:快|差不多|整整)?(?:[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?)(?:了)?$",
        whole("city", _chinese_place),
    ),
    rule(r"^I was born (?:on |in )?<D>,? (?:in|at) (?P<o>(?-i:[A-Z]).+)$", whole("hometown", _place)),
    rule(
        r"^I(?:'m| am)? (?:an? )?(?:native (?:of )?|born and (?:raised|bred) in )(?P<o>(?-i:[A-Z])[\w .'-]+?)$",
        whole("hometown", _place),
    ),
    rule(r"^(?:I )?(?:was )?born and (?:raised|bred) in (?P<o>(?-i:[A-Z]).+)$", whole("hometown", _place)),
    rule(
        r"<I>(?:bought|just bought|rent|found|closed on) (?:an? |our |my )(?:first |new |little |small )*(?:flat|apartment|house|condo|home|place|cottage|cabin) (?:here )?in (?P<o>(?-i:[A-Z]).+)$",
        _FOUND_EN,
    ),
    rule(
        r"<ME>(?:[^，。]{0,10}(?:之后|以后|毕业后|以来|后))?(?:就)?(?:一直|都)(?:待|呆|留)?在(?P<o>[\u3400-\u9fff]{2,8}?)(?:待着|呆着|生活|住着?)?$",
        whole("city", _chinese_place),
    ),
    rule(
        r"^我?[\u3400-\u9fff]{2,8}(?:之后|以后|毕业后|后)(?:我)?(?:就|便)?(?:一直(?:待|呆|留)?|待|呆|留|定居|扎根)在(?P<o>[\u3400-\u9fff]{2,8}?)(?:了|发展|生活|工作)?$",
        _own_stay,
    ),
    rule(r"<ME>(?:就|后来)?回(?:到|去)?了(?:老家)?(?P<o>[\u3400-\u9fff]{2,8}?)$", _back_there),
    rule(
        r"<ME>(?:人)?在(?P<o>[\u3400-\u9fff]{2,8}?)(?:读书|上学|留学|念书|读研|读博|读大学|上大学|工作|上班|打工|创业|做生意|打拼|发展|扎根|北漂)(?:了|着|呢)?(?:.{0,6}年.*)?$",
        whole("city", _chinese_place),
    ),
    rule(r"^我家(?:就)?(?:住|在)(?:在)?(?P<o>[\u3400-\u9fff]{2,12})$", whole("city", _chinese_place)),
    rule(r"<ME>(?:现在)?人在(?P<o>[\u3400-\u9fff]{2,8})$", whole("city", _chinese_place)),
    rule(r"<I>(?:don't|do not) live in (?P<o>[^,]+)$", denied("city", _place)),
    rule(r"^我(?:并)?不(?:是)?住(?:在)?(?P<o>[^，。了]{2,12})$", denied("city", _chinese_place)),
    rule(
        r"<I>(?:rent|share|am renting|'m renting) (?:an? |our )?(?:[\w-]+ )?(?:flat|apartment|house|place|condo|studio|room) in (?P<o>(?-i:[A-Z]).+)$",
        whole("city", _place),
    ),
    rule(
        r"<MY>(?:new )?(?:flat|apartment|house|place|condo|studio|home) is in (?P<o>(?-i:[A-Z]).+)$",
        _FOUND_EN,
    ),
    rule(
        r"<ME>(?:(?:年初|年底|月初|月底|年中)(?:就)?)?(?:又|刚)?搬回(?:了|到|去)?(?P<o>.{2,10}?)(?:了|来了|去了|住了?)*$",
        whole("city", _chinese_place),
    ),
    rule(
        r"<ME>(?:从[^，。]{2,8}?)?(?:搬来的?|回(?:到|了)(?=[\u3400-\u9fff]{2,8}定居))(?P<o>[\u3400-\u9fff]{2,8}?)(?:定居)?(?:了)?$",
        whole("city", _chinese_place),
    ),
    rule(
        r"<ME>(?:来|到)(?P<o>[\u3400-\u9fff]{2,6}?)(?:已经|都|快)*(?:[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?)了$",
        whole("city", _chinese_place),
    ),
    rule(
        r"<ME>在(?P<o>[\u3400-\u9fff]{2,6}?)(?:待|呆)了(?:快|差不多)?(?:[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?)了$",
        whole("city", _chinese_place),
    ),
    rule(r"^我老家(?P<o>[\u3400-\u9fff]{2,8}?)(?:的)?$", whole("hometown", _chinese_place)),
    rule(r"^home is (?:now )?(?P<o>(?-i:[A-Z])[\w ]+?)(?: now| these days| nowadays)?$", _FOUND_EN),
    rule(r"^我?坐标(?:在|是|：|:)?\s*(?P<o>[\u3400-\u9fff]{2,10})$", whole("city", _chinese_place)),
    rule(r"<ME>(?:家)?(?:住在|住)(?P<o>.{2,20}(?:路|街|巷|弄|大道).{0,12}号.*)$", whole("address", _address)),
    rule(
        r"<I>(?:no longer|don't|do not) (?:live|reside|stay) in (?P<o>.+?)(?:\s+(?:anymore|any more|any longer|now))?$",
        whole("city", _place, stance=_RETRACTED),
    ),
    rule(
        r"<AM>(?:no longer|not) (?:living|based|residing) in (?P<o>.+?)\s*(?:anymore|any more|any longer|now)?$",
        whole("city", _place, stance=_RETRACTED),
    ),
    rule(r"<I>used to (?:live|reside) in (?P<o>.+)$", whole("city", _place, stance=_RETRACTED)),
    rule(
        r"<I>(?:have |'ve )?(?:moved (?:away from|out of)) (?P<o>(?-i:[A-Z])[\w ]+?)(?: for good| last .*| in .*| recently)?$",
        whole("city", _place, stance=_RETRACTED),
    ),
    rule(
        r"<I>(?:live|reside|'ve settled|have settled|settled|ended up)(?: (?:alone|together|happily|right|down|up|over|out|here|there|with (?:my|our) [\w' ]+?))? in (?P<o>.+)$",
        _FOUND_EN,
    ),
    rule(r"<AM>(?:living|based|residing|settled|located) (?:in|out of) (?P<o>.+)$", _FOUND_EN),
    rule(r"<HAS>been (?:living|based) in (?P<o>.+)$", _FOUND_EN),
    rule(r"<HAS>lived in (?P<o>.+?) (?:for|since) .+$", _FOUND_EN),
    rule(
        r"<I>(?:have |'ve )?(?:<A>)(?:moved|relocated)(?: back| over| down| up| out)?(?: from .+?)? to (?P<o>.+)$",
        _FOUND_EN,
    ),
    rule(
        r"<MY>(?:current )?(?:home|city|home city|location|residence) is (?:now )?(?:in )?(?P<o>.+)$",
        _FOUND_EN,
    ),
    rule(
        r"^(?P<o>(?-i:[A-Z])[\w ]{1,30}?) (?:is|has been) (?:my )?home(?: now| these days| nowadays| for .*)?$",
        _FOUND_EN,
    ),
    rule(r"<AM>(?:now )?a resident of (?P<o>.+)$", _FOUND_EN),
    rule(r"^I call (?P<o>(?-i:[A-Z])[\w ]+) home\b", _FOUND_EN),
    rule(r"^(?:I'm|I am) (?:now )?in (?P<o>(?-i:[A-Z])[\w ]+?)(?: now| these days| nowadays)$", _FOUND_EN),
    rule(r"^(?:I'm|I am) (?:now )?in (?P<o>(?-i:[A-Z]).+)$", _now_there),
    rule(
        r"^我(?:已经|现在|早就|目前)*不(?:再)?(?:住|居住|生活)(?:在)?(?P<o>.{2,14}?)(?:了)?$",
        whole("city", _chinese_place, stance=_RETRACTED),
    ),
    rule(
        r"^我(?:已经|现在|早就|目前)*不(?:再)?在(?P<o>.{2,14}?)(?:住|生活|居住|定居)?(?:了)$",
        whole("city", _chinese_place, stance=_RETRACTED),
    ),
    rule(
        r"^我(?:以前|之前|曾经|原来|过去|原先)(?:是|一直)?(?:住在|在)(?P<o>.{2,14}?)(?:住|生活|居住)?(?:过)?(?:的)?$",
        whole("city", _chinese_place, stance=_RETRACTED),
    ),
    rule(
        r"^我(?:已经|刚|上个月|去年)*(?:离开了?|搬离了?|搬出了?)(?P<o>.{2,14}?)(?:了)?$",
        whole("city", _chinese_place, stance=_RETRACTED),
    ),
    rule(
        r"<ME>(?:从.{2,8}?)?(?:搬家|搬|迁居|移居|迁|调|回)(?:回)?(?:到|去|来|至)(?:了)?(?P<o>.{2,14}?)(?:了|来了|去了|住了|生活了|定居了?|这边|工作了?|住|生活)*$",
        _FOUND_ZH,
    ),
    rule(r"<ME>(?:从.{2,8}?)?搬(?:家)?(?:到|去)(?:了)?(?P<o>.{2,14}?)(?:了|来了)?$", _FOUND_ZH),
    rule(
        r"<ME>(?:家)?(?:<ADV>)(?:住|居住|定居|生活|长住|常住|常驻|现住|现居|落户|安家|坐标|base|Base)(?:在|于|到|：|:)?\s*(?P<o>.{2,14})$",
        _FOUND_ZH,
    ),
    rule(r"^我(?:们)?(?:家)(?:就|现在)?(?:住)?(?:在)(?P<o>.{2,14})$", _FOUND_ZH),
    rule(
        r"<ME>在(?P<o>.{2,10}?)(?:生活|居住|定居|常住|租房|买房|买了房|安家|落户|住)(?:了|着|呢)?(?:.{0,6}(?:年|月).*)?$",
        _FOUND_ZH,
    ),
    rule(
        r"^我(?:现在的?|目前的?|的)?(?:居住地|所在地|所在城市|常住地|现居地|城市)(?:是|在|：|:)(?P<o>.{2,12})$",
        _FOUND_ZH,
    ),
    rule(r"<AM>(?:from|a native of) (?P<o>(?-i:[A-Z]).+)$", whole("hometown", _place)),
    rule(r"<I>(?:come|hail) from (?P<o>(?-i:[A-Z]).+)$", whole("hometown", _place)),
    rule(
        r"<I>(?:was|am) (?:born|raised)(?: and (?:raised|bred|grew up))? in (?P<o>(?-i:[A-Z])(?!anuary|ebruary|arch|pril|ay\b|une|uly|ugust|eptember|ctober|ovember|ecember).+)$",
        whole("hometown", _place),
    ),
    rule(r"<I>(?:grew up|spent my childhood) in (?P<o>.+)$", whole("hometown", _place)),
    rule(r"<MY>(?:hometown|home town|birthplace|place of birth) is (?P<o>.+)$", whole("hometown", _place)),
    rule(
        r"^我(?:的)?(?:老家|家乡|籍贯|故乡|祖籍|出生地)(?:是|在|：|:|就在)(?P<o>.{2,14}?)(?:的)?$",
        whole("hometown", _chinese_place),
    ),
    rule(r"<ME>来自(?:于)?(?P<o>.{2,14})$", whole("hometown", _chinese_place)),
    rule(
        r"<ME>是(?:土生土长的?|地道的?|一个)?(?P<o>[\u3400-\u9fff]{2,8})人$",
        whole("hometown", _chinese_place),
    ),
    rule(
        r"<ME>(?:是)?(?:从小)?(?:就)?在(?P<o>.{2,12}?)(?:长大|出生|土生土长)(?:的)?$",
        whole("hometown", _chinese_place),
    ),
    rule(r"<ME>(?:出生|生)(?:在|于)(?P<o>[^\d]{2,12}?)(?:的)?$", whole("hometown", _chinese_place)),
    rule(
        r"<MY>(?:home |new |current |mailing |shipping |delivery |billing |street |postal )?address(?:'s| is|:)(?: now)? (?P<o>.+)$",
        whole("address", _address),
    ),
    rule(
        rf"<I>(?:live|reside) (?:at|on) (?P<o>{_EN_STREET}.*|(?-i:[A-Z])[\w.' -]+ (?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard)\b.*)$",
        whole("address", verbatim),
    ),
    rule(
        r"^我?(?:家|的|家的|的新|新|公司)*(?:地址|住址|收货地址|家庭住址|邮寄地址|通讯地址)(?:改成了?|变成了?|换成了?|是|在|：|:|为)(?P<o>.+)$",
        whole("address", _address),
    ),
)
