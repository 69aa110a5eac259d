"""Allergies, diet and health."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.lexicon import EN_ILLNESS, ZH_ILLNESS, chinese_tags
from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, denied, each, rule, whole
from memory_pipeline.adapters.rules.values import chinese, chinese_list, english, english_list, verbatim
from memory_pipeline.domain.assertion import Stance

_DIET = r"(?:vegetarian|vegan|pescatarian|flexitarian|lacto-ovo vegetarian|lacto vegetarian|fruitarian|keto|ketogenic|paleo|gluten[- ]free|dairy[- ]free|low[- ]carb|low[- ]sodium|low[- ]fat|halal|kosher|plant[- ]based|raw food|mediterranean|carnivore|whole30|dash|fodmap|low[- ]fodmap|sugar[- ]free|intermittent fasting)"
_ZH_DIET = (
    r"(?:纯素|素食|素|蛋奶素|清真|生酮饮食|生酮|低碳|低碳水|低盐|低脂|无麸质|无糖|减脂餐|地中海饮食|轻断食)"
)
_MEAT = r"(?:meat|pork|beef|red meat|fish|seafood|dairy|gluten|eggs|sugar|lamb|chicken|animal products|shellfish|alcohol)"
_ZH_MEAT = r"(?:肉|猪肉|牛肉|羊肉|鱼|海鲜|荤|荤腥|辣|香菜|蛋|奶制品|糖|甜食|鸡蛋|碳水|主食|红肉|内脏|葱|蒜|生冷|油腻)"


_ILL_SURE = r"(?:(?:type [12] )?diabetes|asthma|migraines?|epilepsy|hypertension|high blood pressure|arthritis|eczema|psoriasis|adhd|insomnia|sleep apnea|celiac disease|crohn's|ibs|hypothyroidism|lupus|pcos|endometriosis|scoliosis|tinnitus|gout)"


_NO_ALLERGEN = re.compile(
    r"(?:seasonal|food|skin|severe|bad|many|some|several|no|other|certain|various|spring|summer|nothing|anything|drug|environmental|weird|terrible|multiple)\b",
    re.IGNORECASE,
)
_NO_ILLNESS = re.compile(
    r"\b(?:wi-?fi|internet|connection|signal|service|weather|boredom|code|bugs?|lag|people|lack|imposter|impostor|decision|writer's)\b",
    re.IGNORECASE,
)


_ZH_NO_ILLNESS = re.compile(
    r"拖延|选择困难|公主|懒癌|尴尬|健忘|路痴|脸盲|直男|话痨|手残|职业病|相思|密集恐惧|起床"
)


def _zh_illness(raw: str) -> str:
    value = chinese(raw)
    return "" if _ZH_NO_ILLNESS.search(value) else value


DRUG = (
    r"(?:insulin|metformin|aspirin|ibuprofen|warfarin|prozac|zoloft|lexapro|adderall|ritalin|xanax|ventolin|statins?|antidepressants|antihistamines|blood thinners|beta blockers|"
    r"[a-z]{3,}(?:pril|olol|statin|sartan|oxetine|prazole|mycin|cillin|epam|thyroxine|dipine|gliptin|gabalin|traline|lopram))"
)


def _medicine(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """What is taken, and what it is taken for."""
    yield Finding("health", f"on {match['o']}" if match["o"].islower() else match["o"])
    if match["i"]:
        yield Finding("health", verbatim(match["i"]))


def _injured(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not re.search(r"[他她]|差点|小心|别|怕|会不会", clause.text):
        yield Finding("health", verbatim(match["o"]))


def _no_allergy(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("allergic_to", verbatim(match["a"] or match["b"]), Stance.RETRACTED)


def _misdiagnosed(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("allergic_to", verbatim(match["o"]), Stance.RETRACTED)


def _bare_allergen(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    """我蛋白过敏: the nouns right before 过敏."""
    value = match["o"]
    nouns = all(tag[0] in "nj" for _, tag in chinese_tags(value))
    if nouns and not re.search(r"皮肤|换季|季节|体质|春天|秋天|药物史|孩子|儿子|女儿|老婆|老公|妈|爸", value):
        yield Finding("allergic_to", value)


def _ailments(raw: str) -> list[str]:
    return [value for value in english_list(raw) if not _NO_ILLNESS.search(value)]


def _allergens(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    for value in english_list(re.sub(r"^(?:both|all)\s+", "", match["o"])):
        if not _NO_ALLERGEN.match(value):
            yield Finding("allergic_to", value)


def _not_allergic(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """An allergy that someone holds against the person: set right here, or said by the listener before."""
    if (
        _BLAMED.search(clause.earlier)
        or _CORRECTS.search(clause.text)
        or re.search(r"\b(?:after all|any ?more|any longer)$", clause.probe)
    ):
        for value in english_list(re.sub(r" (?:after all|any ?more|any longer)$", "", match["o"])):
            yield Finding("allergic_to", value, Stance.RETRACTED)


_BLAMED = re.compile(r"\byou (?:keep|said|say|wrote|have|think|noted|always)\b", re.IGNORECASE)
_CORRECTS = re.compile(r"^(?:actually|no\b|nope|wrong|correction)", re.IGNORECASE)


def _cured(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    if "不" in match.group():
        yield Finding("allergic_to", match["o"], Stance.RETRACTED)


def _not_any_more(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("diet", verbatim(match["o"]), Stance.RETRACTED)


RULES: tuple[Rule, ...] = (
    rule(
        rf"^(?:我的?)?医生(?:说|诊断|告诉我|确诊)我?(?:是|有|得了|患了?)(?:点|轻度|中度|重度|早期)?(?P<o>{ZH_ILLNESS})(?:了)?$",
        whole("health", _zh_illness),
    ),
    rule(
        rf"^(?:my|the) (?:doctor|gp|specialist|psychiatrist) (?:says|said|told me|confirmed|thinks)(?: that)? I(?:'ve| have)(?: got)? (?:an? )?(?P<o>{EN_ILLNESS})$",
        whole("health", english),
    ),
    rule(
        r"^(?:my|the) (?:doctor|gp|allergist) (?:says|said|told me|confirmed)(?: that)? (?:I'm|I am) allergic to (?P<o>.+)$",
        _allergens,
    ),
    rule(
        r"^(?!(?:please |pls |can you |you can |could you )*(?:forget|scrap|scratch|drop|delete|remove|ignore|erase|strike|disregard|cross out|take out)\b).*?\bmy (?:severe |bad |mild )?(?P<o>(?!allerg)[a-z]+(?: nut)?) allerg(?:y|ies)\b(?! (?:is|was) (?:gone|cured|over)\b)",
        _allergens,
    ),
    rule(
        r"<I>(?:break|broke) out (?:in (?:hives|a rash) )?(?:when(?:ever)? I (?:eat|touch|have|drink)|from(?: eating)?) (?P<o>.+)$",
        _allergens,
    ),
    rule(
        rf"<I>(?:get|struggle with|deal with|live with|battle|manage|am recovering from|'m recovering from|am living with|'m living with|still have|keep getting) (?:an? |my |chronic |bad |severe |terrible |frequent )*(?P<o>{EN_ILLNESS})\b",
        whole("health", english),
    ),
    rule(r"<AM>(?P<o>(?:\d+|[a-z]+) (?:weeks|months) pregnant)\b", whole("health", verbatim)),
    rule(
        r"<I>(?:had|underwent|got|am recovering from|'m recovering from|am scheduled for) (?:an? |my )?(?P<o>(?:(?!an?\b|the\b|my\b|his\b|her\b)[\w-]+ ){0,2}?(?:surgery|operation|transplant|bypass|c-section|stroke|heart attack|concussion|hysterectomy|appendectomy))\b",
        whole("health", verbatim),
    ),
    rule(
        r"<ME>(?:已经|现在)?(?P<o>怀孕)(?:了)?(?:[一二两三四五六七八九十\d]+个?(?:多)?(?:月|周)(?:了)?)?$",
        whole("health", verbatim),
    ),
    rule(
        r"<ME>(?:[^，。做动]{0,8}?)(?:做|动)(?:了|过)(?:一次|个)?(?P<o>[\u3400-\u9fff]{1,8}?手术)$",
        whole("health", verbatim),
    ),
    rule(
        r"<ME>(?:的)?(?P<o>(?:腰|膝盖|胃|颈椎|肠胃|睡眠|视力|心脏|肝|肾|听力|血管)(?:一直)?不(?:太|大)?好)$",
        whole("health", verbatim),
    ),
    rule(r"<ME>(?P<o>近视(?:\d+|[一二三四五六七八九]百)(?:多)?度)(?:了)?$", whole("health", verbatim)),
    rule(
        rf"^(?:please )?(?:forget|scratch|ignore|disregard|never mind) (?:what|that|everything) I (?:said|told you) about (?:being |going |my being )?(?:an? |on (?:an? )?)?(?P<o>{_DIET})\b",
        _not_any_more,
    ),
    rule(
        r"^(?:please )?(?:forget|scratch|ignore|disregard|never mind) (?:what|that|everything) I (?:said|told you) about (?:my (?P<a>[\w ]{2,20}?) allergy|being allergic to (?P<b>[\w ]{2,20}))",
        _no_allergy,
    ),
    rule(
        r"^(?:其实|原来)?我?(?:之前|上次|刚才|以前)?(?:说)?(?:的)?我?对(?P<o>[^，。不]{1,8}?)过敏(?:的事)?(?:是|那是)?(?:搞错|弄错|误会|误诊|记错|说错|不对)",
        _misdiagnosed,
    ),
    rule(
        r"^我(?:其实|现在|已经|早就|查了)*(?:并)?(?:不再?|没有?)对(?P<o>[^，。]{1,8}?)过敏(?:了)?$",
        _misdiagnosed,
    ),
    rule(
        rf"<I>(?P<o>(?:no longer|stopped|quit|gave up|have given up|have stopped|don't|do not) (?:eat|eating|touch|touching|consume|consuming) (?:any )?{_MEAT}(?: (?:or|and) {_MEAT})*)(?: any ?more| at all| now| these days)?$",
        whole("diet", verbatim),
    ),
    rule(
        rf"<I>(?:have |'ve )?(?P<o>(?:cut out|given up|gave up) (?:all )?{_MEAT}(?: (?:or|and) {_MEAT})*)$",
        whole("diet", verbatim),
    ),
    rule(
        r"<I>(?P<o>(?:don't|do not|never) (?:drink|touch) (?:any )?(?:coffee|alcohol|milk|soda|caffeine|booze|beer|wine|sugary drinks|energy drinks))\b",
        whole("diet", verbatim),
    ),
    rule(
        r"^我(?:从来|一直|平时|从小|都|是|滴酒)*(?P<o>(?:不|从不|滴酒不|不能|不碰)(?:喝|沾|碰)?(?:酒|咖啡|牛奶|碳酸饮料|奶茶|可乐|茶))(?:的)?$",
        whole("diet", verbatim),
    ),
    rule(rf"^我(?:已经|现在|早就|最近|以后)*(?P<o>不(?:再)?吃{_ZH_MEAT})(?:了)$", whole("diet", verbatim)),
    rule(
        r"^(?P<o>(?!(?:that|this|it|these|those|he|she|you)\b)[\w-]+(?: [\w-]+)?) (?:gives? me (?:hives|a rash|an? (?:allergic reaction|anaphyla\w+))|(?:sends?|puts?|lands?) me (?:in|to|into) (?:the )?(?:anaphyla\w+|ER|A&E|hospital|emergency(?: room)?)|makes? (?:my (?:throat|face|lips|tongue|mouth) (?:swell|close|itch)\w*|me (?:break out|swell)\w*))",
        _allergens,
    ),
    rule(
        r"<ME>(?:只要)?(?:一)?(?:吃|喝|碰|闻|沾)(?:了|到|点)?(?!(?:嘴|脸|喉咙|嗓子|皮肤|浑身|全身|身上|眼睛|舌头|手|肚子|胃))(?P<o>[^，。不我]{1,8}?)就(?:会|浑身|全身|满脸|嘴|喉咙|脸|嗓子|身上|皮肤)*[^，。]{0,4}?(?:起疹子?|起红疹|发痒|痒|肿|长荨麻疹|荨麻疹|呼吸困难|起包)",
        each("allergic_to", chinese_list),
    ),
    rule(
        r"<I>(?P<o>(?:sprained|broke|fractured|tore|twisted|dislocated|pulled|strained|injured|ruptured) (?:my|an?|the) (?:(?:left|right|lower|upper) )?(?:ankle|wrist|knee|arm|leg|back|shoulder|finger|toe|hip|elbow|foot|hand|rib|ribs|neck|muscle|hamstring|acl|achilles|meniscus|collarbone|calf|groin)(?: (?:tendon|muscle))?)\b",
        whole("health", verbatim),
    ),
    rule(
        r"<HAVE>(?:an? |some )?(?P<o>(?:broken|sprained|fractured|torn|twisted|dislocated|slipped|herniated|bad|bum) (?:ankle|wrist|knee|arm|leg|back|shoulder|finger|toe|hip|elbow|foot|hand|rib|ribs|disc|acl|meniscus))\b",
        whole("health", verbatim),
    ),
    rule(
        r"<ME>(?:[^，。把]{0,8}?)(?:把)?(?P<o>(?:左|右)?(?:膝盖|脚踝|脚|腰|手腕|肩膀|腿|胳膊|手指|韧带|跟腱|半月板|锁骨|肋骨|手|大腿|小腿|脖子)(?:给)?(?:扭伤|扭到|扭|骨折|拉伤|撕裂|摔断|摔伤|受伤|崴|脱臼|断|闪))(?:了|到了|着了)*$",
        _injured,
    ),
    rule(
        r"^(?:my |the )(?:doctor|gp|psychiatrist|cardiologist|specialist|dermatologist) (?:has |just |recently )*(?:put|started|has) me on (?P<o>(?!an?\b|the\b)[\w-]+)(?: for my (?P<i>[\w ]+))?$",
        _medicine,
    ),
    rule(
        rf"<I>(?:take|am taking|'m taking|am on|'m on|was prescribed|got prescribed|use) (?P<o>{DRUG})(?: (?:daily|every \w+|twice a day|once a day))?(?: for (?:my )?(?P<i>(?!(?:a|the|now|years|ages|weeks|months|life|it|that)\b)[\w ]+))?(?:[ ,].*)?$",
        _medicine,
    ),
    rule(
        rf"<AM>(?:on|taking) (?P<o>{DRUG})(?: for (?:my )?(?P<i>(?!(?:a|the|now|years|ages|weeks|months|life|it|that)\b)[\w ]+))?(?:[ ,].*)?$",
        _medicine,
    ),
    rule(
        r"<ME>(?:长期|每天|一直|在|需要)*(?:吃|服用|打)(?P<o>降压药|降糖药|胰岛素|二甲双胍|抗抑郁药|安眠药|阿司匹林|优甲乐|他汀|激素药|抗凝药)(?:[^，。]{0,6})$",
        whole("health", verbatim),
    ),
    rule(
        rf"<ME>(?:检查|体检)?(?:查出|查出来|检查出|体检出|确诊|得了|患了|落下)(?:了|是|有)*(?:点|轻度|中度|重度|早期)?(?P<o>{ZH_ILLNESS})(?:了)?$",
        whole("health", _zh_illness),
    ),
    rule(rf"<AM>not (?:an? )?(?P<o>{_DIET})\b", denied("diet", verbatim)),
    rule(r"^我(?:并)?不是(?:一个)?(?P<o>素食(?:主义)?者)$", denied("diet", verbatim)),
    rule(
        r"^我(?:已经|现在|早就|最近|也|以后)*不(?:再)?(?P<o>吃(?:纯|长|全)?素|素食)(?:了)$",
        _not_any_more,
    ),
    rule(
        r"^我(?:已经|现在|早就|最近|也)*不(?:再)?是(?:一个)?(?P<o>(?:纯)?素食(?:主义)?者)了?$", _not_any_more
    ),
    rule(rf"<AM>not (?:an? )?(?P<o>{_DIET}) (?:any ?more|any longer|now)\b", _not_any_more),
    rule(r"^我(?:已经|现在|早就)*(?:不(?:再)?对|对)(?P<o>[^，。不]{1,8}?)(?:已经)?不?过敏了$", _cured),
    rule(
        r"<ME>(?P<o>怀孕|怀孕(?:[一二三四五六七八九\d]+个(?:多)?月|\d+周))(?:了)?$", whole("health", verbatim)
    ),
    rule(
        rf"<I>(?P<o>(?:avoid|cut out|stay away from|skip|don't touch) (?:all )?{_MEAT})$",
        whole("diet", verbatim),
    ),
    rule(
        r"^我(?:从小|一直|从来|完全|也|真的)*(?P<o>(?:不能|不可以|没法)吃(?!太|多|了|饭|亏|苦|东西|这|那|早|晚)[^，。了]{1,8})$",
        whole("diet", verbatim),
    ),
    rule(
        r"^医生(?:让|叫|建议|要求)我(?:要|吃|坚持)*(?P<o>(?:低盐|低糖|低脂|低碳|低嘌呤|清淡|无糖|少盐|少糖)饮食)",
        whole("diet", verbatim),
    ),
    rule(
        rf"^(?:my|the) (?:doctor|dietitian|dietician|nutritionist) (?:has |just )?(?:put me|has me) on (?:an? )?(?:strict )?(?P<o>{_DIET}(?: diet)?)",
        whole("diet", verbatim),
    ),
    rule(
        r"<AM>(?:severely |deathly |highly |mildly |terribly |a bit |slightly |very )?allergic to (?P<o>.+)$",
        _allergens,
    ),
    rule(
        r"<HAVE>(?:an? )?(?:severe |bad |mild |serious |terrible )?(?P<o>[\w]+(?: nut)?) allerg(?:y|ies)$",
        _allergens,
    ),
    rule(
        r"<AM>not (?:actually |really |even )?allergic to (?P<o>.+)$",
        _not_allergic,
    ),
    rule(r"<HAVE>(?:an? )?(?:severe |bad |mild |serious )?allerg(?:y|ies) to (?P<o>.+)$", _allergens),
    rule(r"<AM>(?P<o>lactose|gluten|fructose|histamine|wheat)[- ]intolerant", _allergens),
    rule(r"<HAVE>(?:an? )?(?:severe |mild )?(?P<o>[\w-]+) intolerance$", _allergens),
    rule(r"<AM>intolerant (?:to|of) (?P<o>lactose|gluten|dairy|wheat|fructose|nuts|eggs)", _allergens),
    rule(r"<MY>allerg(?:y|ies)(?: is| are| include|:)(?: to)? (?P<o>.+)$", _allergens),
    rule(
        r"<ME>(?:是)?(?:对)(?P<o>[^，。不]{1,20}?)(?:都|会|严重|有点|有|轻度|重度|容易|也|很|非常|特别)*过敏(?:了|的|史|体质)?$",
        each("allergic_to", chinese_list),
    ),
    rule(
        r"<ME>(?:一)?(?:吃|喝|碰|闻)(?:了|到)?(?P<o>[^，。不]{1,8}?)(?:就|会|都|容易)+过敏$",
        each("allergic_to", chinese_list),
    ),
    rule(r"<ME>有(?P<o>乳糖|麸质|酒精|果糖|组胺)不耐(?:受)?(?:症)?$", each("allergic_to", chinese_list)),
    rule(r"<ME>(?:有)(?P<o>[^，。没不]{1,8}?)过敏(?:史|症)?$", each("allergic_to", chinese_list)),
    rule(
        r"<ME>(?P<o>花生|海鲜|牛奶|鸡蛋|芒果|花粉|青霉素|头孢|乳糖|坚果|虾|蟹|小麦|麸质|尘螨|猫毛|酒精|大豆|桃子|菠萝)(?:过敏|不耐受|不耐)$",
        each("allergic_to", chinese_list),
    ),
    rule(r"<ME>(?P<o>[\u3400-\u9fff]{2,5})过敏$", _bare_allergen),
    rule(rf"<ME>是(?:一名|一个|个)?(?P<o>{ZH_ILLNESS})(?:患者|病人)$", whole("health", _zh_illness)),
    rule(
        r"<ME>(?P<o>痛风|高血压|低血压|哮喘|色盲|色弱|贫血|鼻炎|胃炎|湿疹|甲亢|甲减|糖尿病|高度近视)(?:好几年了|多年|很多年了?)?$",
        whole("health", verbatim),
    ),
    rule(
        rf"<HAVE>(?:had )?(?P<o>{EN_ILLNESS}(?:(?:, | and |, and ){EN_ILLNESS})+)$",
        each("health", english_list),
    ),
    rule(
        rf"<HAS>had (?P<o>{_ILL_SURE}) (?:since|for|all my life|most of my life)\b", whole("health", english)
    ),
    rule(r"<AM>an? (?P<o>(?:type [12] )?diabetic|asthmatic|epileptic)$", whole("health", verbatim)),
    rule(r"^我?(?:的)?过敏原(?:是|有|包括|：)(?P<o>.+)$", each("allergic_to", chinese_list)),
    rule(rf"<I>(?:am|'m)? ?no longer (?:an? )?(?P<o>{_DIET})", _not_any_more),
    rule(rf"<AM>(?:no longer) (?:an? )?(?P<o>{_DIET})", _not_any_more),
    rule(
        rf"<AM>(?:an? )?(?:strict |lifelong |committed |mostly )?(?P<o>{_DIET})(?:s|\b)",
        whole("diet", verbatim),
    ),
    rule(rf"<HAS>been (?:an? )?(?:strict |lifelong )?(?P<o>{_DIET})\b", whole("diet", verbatim)),
    rule(
        rf"<I>(?:went|gone|became|become|turned|have gone|have become|'ve gone|'ve become) (?:an? )?(?P<o>{_DIET})\b",
        whole("diet", verbatim),
    ),
    rule(
        rf"<AM>(?:on|doing|following) (?:an? )?(?:strict )?(?P<o>{_DIET}(?: diet)?)\b",
        whole("diet", verbatim),
    ),
    rule(
        rf"<I>(?:follow|keep|eat|stick to)(?: an?)? (?:strict |strictly |only )?(?P<o>{_DIET}(?: diet)?)\b",
        whole("diet", verbatim),
    ),
    rule(
        rf"^I\s+(?:<A>)(?P<o>(?:don't|do not|never|can't|cannot) (?:eat|drink|consume|have) (?:any )?{_MEAT}(?: or {_MEAT})?)(?:\s+(?:at all|for religious reasons|because\b.*|since\b.*))?$",
        whole("diet", verbatim),
    ),
    rule(
        r"<ME>(?:一直|长期)?(?P<o>吃(?:纯|长)?素)(?:的|了|很久|多年|.{0,4}年了?)*$", whole("diet", verbatim)
    ),
    rule(
        rf"<ME>(?:是|吃)(?:一个|一名|个)?(?P<o>{_ZH_DIET})(?:的|主义者|者|饮食)?(?:了|很久|多年|\S{{0,4}}年了?)?$",
        whole("diet", verbatim),
    ),
    rule(r"<ME>是(?:一个|一名|个)?(?P<o>(?:纯)?素食(?:主义)?者)$", whole("diet", verbatim)),
    rule(
        rf"^我(?:从小|一直|从来|平时|完全|都|也|是)*(?P<o>(?:不吃|不(?:太|大|怎么)?能吃|吃不了|不沾|忌口|忌)(?:任何)?{_ZH_MEAT}(?:、{_ZH_MEAT}|和{_ZH_MEAT})*)(?:的)?$",
        whole("diet", verbatim),
    ),
    rule(
        rf"<HAVE>(?:a (?:mild |severe |chronic |bad )?(?:case of )?|mild |severe |chronic )?(?P<o>{EN_ILLNESS})$",
        whole("health", english),
    ),
    rule(
        r"<I>(?:was|have been|got|'ve been)(?: recently| just| officially)? diagnosed with (?P<o>.+)$",
        each("health", english_list),
    ),
    rule(rf"^(?:I|my)\b.*\bmy (?P<o>{_ILL_SURE})\b", whole("health", english)),
    rule(r"<I>suffer from (?P<o>.+)$", each("health", _ailments)),
    rule(
        r"<ME>(?P<o>(?:血压|血脂|血糖|尿酸|胆固醇|转氨酶)(?:有点|有些|偏|比较|很)*高)$",
        whole("health", verbatim),
    ),
    rule(
        r"<AM>(?P<o>diabetic|celiac|coeliac|asthmatic|epileptic|colou?r ?blind|dyslexic|pregnant|hard of hearing|deaf|legally blind|anemic|hypertensive|autistic)\b",
        whole("health", verbatim),
    ),
    rule(
        rf"<ME>(?:患有|得了|得过|有|查出(?:了|来(?:有)?)?|确诊(?:了|为)?|被诊断(?:出|为)(?:了)?|诊断出(?:了)?|患上(?:了)?)(?:轻度|中度|重度|轻微的?|严重的?|慢性|比较严重的|点)?(?P<o>{ZH_ILLNESS}|抑郁|焦虑)(?:了)?$",
        whole("health", _zh_illness),
    ),
)
