"""Tidies the words a pattern caught into a value: what follows the value is cut off, what is no value becomes empty."""

from __future__ import annotations

import re

_EN_CUT = re.compile(
    r"\s*(?:[;:(—–!?]|\s-+\s|,\s*(?=(?:the|its|their) [\w ]{1,20}? (?:is|are|was|were)\b)|,\s*(?!and\b|or\b|&)(?=(?:esp\b|tastes?|smells?|feels|looks|sounds|makes?|carry|keep|got|need|had|send|text me|call me|literally|always|never|just|can't|don't|won't|gimme|no|not|which|who|where|so|but|because|since|too|haha|lol|actually|though|right|by the way|please|thanks|especially|like|such as|"
    r"including|for example|for instance|e\.g|mostly|mainly|particularly|even|and so on|etc|now|with|as|at|in|on|from|plus|instead of|rather than|if|when|while|although)\b)|"
    r"\s(?:tastes?|smells?|looks|sounds|feels) (?:like|so|too|really|just|as|of|awful|terrible|great|amazing|good|bad|gross|disgusting)\b|\s(?:it's|its|that's|thats|im|i'm|what's|whats|how's|hows|who's|plss*|plz|pls|thx|lol|lmao|rofl|omg|idk|ngl|tbh|rn|atm|tho|btw)(?=[\s,.!?]|$)|"
    r"\s(?:any (?:tips|ideas|advice|recs|suggestions|thoughts)|help (?:me|pls|please)|(?:what|where|how|which) (?:should|can|do|is|are|would|to))\b|"
    r"\s(?:but|because|'?cause|cuz|coz|since|so that|so I|whenever|when|while|although|though|unless|if|where I|even though|like I|the way|instead of|rather than|such as|including|for example|"
    r"compared to|which|as long as|especially|in order to|so \w+ (?:sucks?|is|are|was|gets?|makes?)|as I|due to|thanks to|despite|after|before|until|whereas|except|as soon as|no matter)(?=[\s,.]|$)).*$",
    re.IGNORECASE | re.DOTALL,
)
_EN_TAIL = re.compile(
    r"[\s,]+(?:with a passion|to bits|to death|w a passion|so so much|now|right now|these days|nowadays|currently|at the moment|at present|lately|recently|too|as well|a lot|so much|very much|the most|most of all|more than anything(?: else)?|"
    r"(?:almost |nearly )?every (?:single )?(?:day|morning|evening|night|week|weekend|month|year|summer|winter|chance I get)|most days|all the time|all day|daily|sometimes|usually|"
    r"again|though|actually|anyway|by the way|btw|honestly|tbh|already|instead|at all|anymore|any more|either|please|thanks|haha+|lol|in general|generally|as usual|"
    r"in any (?:form|shape)(?: or form)?|of any kind|in my (?:free|spare) time|on (?:the )?weekends?|at (?:the )?weekends?|after work|before work|from time to time|when I can|once in a while|for fun|to relax|and (?:things|stuff) like that|"
    r"and so on|etc\.?|and more|and others|in particular|especially|personally|in fact|of course|you know|for now|for a while(?: now)?|for years|for ages|for as long as I can remember|"
    r"since (?:then|\d{4}|last \w+|I was \w+|childhood|college|university|high school|January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?|"
    r"for (?:about |almost |over |nearly |around |more than |the (?:past|last) )?(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|a few|several|many)\+? (?:years?|months?|weeks?|decades?|days?)(?: now| already)?|"
    r"(?:last|this|next) (?:week|month|year|weekend|spring|summer|fall|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|"
    r"(?:about |almost |over )?(?:\d+|a|two|three|four|five|six|a few|several|a couple of) (?:years?|months?|weeks?|days?) (?:ago|back)|in (?:19|20)\d\d|yesterday|today|"
    r"(?:back )?in (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?)[\s.,!]*$",
    re.IGNORECASE,
)
_EN_AHEAD = re.compile(
    r"^\s*(?:(?:lately|recently|also|of late|these days|more recently|now|sometimes|occasionally|of course|even|maybe|basically|pretty much)\s+)+(?=\w)",
    re.IGNORECASE,
)
_SYMBOLS = re.compile(r"[\s\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+$")
_EN_ASIDE = re.compile(
    r",\s*(?:the (?:more|less|\w+er) the |weather permitting|in that order|in no particular order|any kind|no matter|you name it|[\w-]+ (?:mostly|mainly|only)\b|(?:first|second|third|fourth|final|last) year\b).*$",
    re.IGNORECASE,
)
_EN_NOUN_IN_Y = re.compile(
    r"(?:graphy|nomy|logy|stry|ery|ory|etry|sophy|urgy|ity|cy|comedy|candy|whisky|cookery|jewelry|parody|fantasy|botany|therapy|therapy|energy|family|country)$",
    re.IGNORECASE,
)
_EN_ARTICLE = re.compile(
    r"^(?:an?|some|the most|all kinds of|all sorts of|lots of|a lot of|various|different kinds of|both|my own|to)\s+(?=\S)",
    re.IGNORECASE,
)
_EN_ANYTHING = re.compile(
    r"^(?:anything|everything) (?:with|made of|made with|involving|about) (?=\w)", re.IGNORECASE
)
_EN_NO_VALUE = re.compile(
    r"\b(?:I|I'm|I've|I'd|it|them|him|us)\b|^(?:new skills?|new things?|(?:often|usually|always|sometimes|then|never|practice) .*|it|that|this|these|those|them|they|him|her|you|me|us|your|my|our|his|their|what|how|when|why|where|who|whatever|everything|anything(?! (?:with|made of|made with|involving|about|from|by|spicy|sweet|salty|sour|fried|cheesy|chocolate|sci-fi|vintage)\b)|nothing|something|someone|everyone|things|stuff|one|ones|both|either|neither|"
    r"so|there|here|all|the (?:idea|suggestions?|way|sound|look|thought|fact|one|ones|same|scenery|concept|plan|ambian?ce|atmosphere|other|first|second|latter|former|option|actors?|actress|plot|story|ending|author|ones)|think|say|know|see|be|have|hear|talk|ask|"
    r"thank|tell|share|admit|try to|chat|it's|that's|feel|to$|each other|a? ?(?:few|ton|lot|bunch|little)$|more$|much$)\b|\byou(?:r|'re)?\b|\b(?:this|these|those|that) (?:idea|one|book|movie|song|place|kind)\b|\b(?:new|first|second|other|same) ones?$|^\W*$",
    re.IGNORECASE,
)
_EN_BOUND = re.compile(
    r"(?:mac(?:aroni)? and cheese|fish and chips|rock and roll|rock ?(?:&|and) ?roll|salt and (?:vinegar|pepper)|arts and crafts|black and white|r ?& ?b|peanut butter and jelly|dungeons and dragons|"
    r"bed and breakfast|sweet and sour|hot and sour|gin and tonic|pros and cons|hot and sour|track and field|country and western|rice and beans|bacon and eggs|drum and bass|pride and prejudice|war and peace)\b.*|"
    r".*\b(?:between .+ and .+|both .+ and .+)",
    re.IGNORECASE,
)
_EN_JOINT = re.compile(
    r"\s*,\s*(?:and|or|&|as well as|plus)?\s+|\s*,\s*|\s+(?:and also|and|&|as well as|plus|or)\s+",
    re.IGNORECASE,
)
_EN_EXAMPLES = re.compile(
    r"^(?:(?:doing |playing |outdoor |indoor |all kinds of |many |some |rock |pop |classic )*(?:activities|things|stuff|bands|artists|sports|dishes|foods?|books|authors|writers|games|singers|movies|films|shows|series|directors|brands|instruments|"
    r"drinks|hobbies|composers|cuisines|places|countries|animals|fruits|genres|musicians|painters|poets))(?:,? such as|,? like|,? including) (?P<o>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_EN_PLACED = re.compile(r"^\w+ing (?:near|in|at|on|around|by|through|between|along|with) ", re.IGNORECASE)
_EN_ADJECTIVE = re.compile(
    r"(?:[^aeiout]y|al|ous|ful|ic|ive|ish|ese|less|able|ible|ant|ent|ern|hot|warm|cold|sweet|sour|dark|light|modern|old|new|quiet|calm|simple|fresh|soft|black|white|red|blue|green)$"
)
_EN_HEAD = re.compile(
    r"(?:movies|films|music|foods?|cuisine|cooking|novels|books|sports|games|dishes|weather|style|shows|series|literature|art|fiction|stories|songs|wines?|teas?|restaurants?|history|clothes|colou?rs)",
    re.IGNORECASE,
)
_MAX_WORDS = 12

_ZH_TAIL = re.compile(
    r"(?:等等|之类的?|什么的|这些|这类|等|了|啊|呀|呢|(?<![酒网水贴书茶氧])吧|哦|哟|啦|嘛|哈|呵+|的说|而已|来着|一样|似的|很久|好久|好多年|多年|几年|(?:[一二两三四五六七八九十几\d]+)年(?:多|半)?|"
    r"[一二两三四五六七八九十几\d]+个(?:多)?月|[~～…。，！!.,\s])+$"
)
_ZH_HEAD = re.compile(
    r"^(?:一(?:些|点|个|件|只|本|部|首|种|家|门|项|套|张|把|位|名)|各种各样的|各种|各类|所有的?|那些|一切|的是|的就是|是|：|:|\s|几个)+(?=[\u3400-\u9fffA-Za-z0-9《“])"
)
_ZH_NO_VALUE = re.compile(
    r"^(?:(?:今天|昨天|今晚|昨晚|上次|这次|上周|刚刚)(?:的|那)|就[好行是]|刚才|刚刚|上面|下面|前面|后面|之前那|上次那|最后那|里面|其中|新技能|新东西|新知识|你|您|这|那|它|他|她|我|什么|怎么|哪|谁|自己|一个人$|的|了|到|过|着|人$|东西$|事$|事情$|地方$|活动$|感觉$)|你的|你们|您的|[吗么？?]$|这个|这样|那样|这件|第[一二三四五六七八九十\d]+(?:个|版|种|款|条|张|稿|套|次|部分|段)|[的]那(?:件|个|款|种|张|版|条)|^(?:上|下|前|后)(?:一)?(?:个|版|种)|^这种|^那种"
)
_ZH_JOINT = re.compile(
    r"\s*(?:、|以及|还有|，|,)\s*|(?<=[\u3400-\u9fff》”A-Za-z0-9])(?:和|与|跟|及)(?=[\u3400-\u9fff《“A-Za-z0-9])"
)
_ZH_BOUND = re.compile(
    r"^(?:和|跟|与)|(?:和|跟|与)(?:(?:好)?朋友|家人|同事|同学|孩子|老婆|老公|女朋友|男朋友|爸妈|父母|爱人|别人|大家|狗狗|猫咪)(?:们)?|和(?:平|谐|解|睦|尚|服|气|善|弦|声)|(?:暖|温|柔|饱|共|附)和|[\u3400-\u9fff]与[\u3400-\u9fff](?![\u3400-\u9fff])"
)
_ZH_KIND = re.compile(r"等(?:等)?(?:[\u3400-\u9fff]{1,6})?$")
_ZH_PLACED = re.compile(r"^(?:在|跟|和|与|去)[^的]{1,12}、")
_ZH_MAX = 24
_ZH_CUT = re.compile(r"(?<=[\u3400-\u9fffA-Za-z]{1})(?:但(?!丁)|不过|可是|可惜|因为|所以).*$")


def english(raw: str) -> str:
    """One English value: clauses and adverbs behind it cut off, a leading article too; empty if it is no value."""
    text = _EN_AHEAD.sub("", _SYMBOLS.sub("", _EN_CUT.sub("", _EN_ASIDE.sub("", raw)))).strip(" \t\n,.;:!?-")
    while not text.startswith("being "):
        shorter = _EN_TAIL.sub("", text)
        if shorter == text:
            break
        text = shorter
    text = _EN_ANYTHING.sub("", text)
    text = unquoted(_EN_ARTICLE.sub("", text).strip(" \t\n,.;:!?-"))
    if not text or _EN_NO_VALUE.search(text) or len(text.split()) > _MAX_WORDS:
        return ""
    return text


def english_list(raw: str) -> list[str]:
    """The items of an English enumeration, each a value of its own.

    "action and comedy movies" stays one value: its items share a head. Of "bands like A and B" the examples are the values.
    """
    examples = _EN_EXAMPLES.match(raw)
    text = _EN_CUT.sub("", _EN_ASIDE.sub("", examples["o"] if examples else raw)).strip()
    values: list[str] = []
    for part in _english_parts(text):
        value = english(part)
        if not value:
            break  # "…, and often focus on details": the enumeration is over
        values.append(value)
    return list(dict.fromkeys(values))


def _english_parts(text: str) -> list[str]:
    if _EN_BOUND.fullmatch(text) or _EN_PLACED.match(text):
        return [text]
    parts = [part for part in _EN_JOINT.split(text) if part.strip()]
    if len(parts) > 1 and re.search(r"\b(?:are|is|sure|that|who|what)\b", parts[0]):
        return [text]  # "making sure people are seen and heard"
    if (
        len(parts) == 2
        and not re.search(r"\b(?:and|or|plus)\b|&", text)
        and (not parts[1].split()[0].endswith("ing") or re.search(r"\b(?:an?|the|my) \w+$", parts[0]))
    ):
        return [text]  # "a safe, inviting place": two adjectives, no enumeration
    if len(parts) > 1 and _share_a_head(parts[-2], parts[-1]):
        start = text.rindex(parts[-2], 0, text.rindex(parts[-1]))
        parts[-2:] = [text[start:]]
    return parts


def _share_a_head(left: str, right: str) -> bool:
    words = right.split()
    if len(left.split()) != 1 or len(words) < 2 or left.lower().endswith("ing") or _EN_NOUN_IN_Y.search(left):
        return False
    if _EN_ADJECTIVE.search(left) or (left[0].isupper() and words[0][0].isupper() and words[-1][0].islower()):
        return True
    return not left.endswith("s") and _EN_HEAD.fullmatch(words[-1]) is not None


def unquoted(text: str) -> str:
    """`text` without quotation marks that enclose all of it."""
    if len(text) > 2 and (text[0], text[-1]) in {
        ('"', '"'),
        ("“", "”"),
        ("'", "'"),
        ("「", "」"),
        ("‘", "’"),
    }:
        return text[1:-1].strip()
    return text


def chinese(raw: str) -> str:
    """One Chinese value: particles and counts of years behind it cut off, 一些 and the like before it; empty if it is no value."""
    text = _SYMBOLS.sub("", raw).strip(" \t\n，,。.;；!！?？~～：:")
    while True:
        shorter = _ZH_TAIL.sub("", text)
        if shorter == text or not shorter:
            break
        text = shorter
    text = unquoted(_ZH_HEAD.sub("", _ZH_CUT.sub("", text)))
    if not text or len(text) > _ZH_MAX or _ZH_NO_VALUE.search(text):
        return ""
    return text


def chinese_list(raw: str) -> list[str]:
    """The items of a Chinese enumeration (、, 和, 以及), each a value of its own; 富有启发性和深度的风格 stays one."""
    text = _ZH_KIND.sub("", raw.strip())
    parts = _chinese_parts(text)
    values = [chinese(part) for part in parts if part.strip()]
    return [value for value in dict.fromkeys(values) if value]


def _chinese_parts(text: str) -> list[str]:
    if _ZH_PLACED.match(text):
        return [text]
    listed = re.split(r"\s*[、，,]\s*", text)
    if len(listed) > 1 or _ZH_BOUND.search(text):
        last = (
            [listed[-1]] if _ZH_BOUND.search(listed[-1]) else re.split(r"以及|还有|(?<=.)和(?=.)", listed[-1])
        )
        parts = [*listed[:-1], *last]
    else:
        parts = _ZH_JOINT.split(text)
    shared = len(parts) > 1 and "的" in parts[-1] and not any("的" in part for part in parts[:-1])
    return [text] if shared else parts


def either(raw: str) -> str:
    """One value in the language it is written in."""
    return chinese(raw) if re.search(r"[\u3400-\u9fff]", raw) else english(raw)


def either_list(raw: str) -> list[str]:
    """An enumeration in the language it is written in."""
    return chinese_list(raw) if re.search(r"[\u3400-\u9fff]", raw) else english_list(raw)


def verbatim(raw: str) -> str:
    """The words as they stand, but for blanks and punctuation around them."""
    return unquoted(raw.strip(" \t\n，,。.;；!！?？~～：:"))
