"""Chinese measures in one notation: decimals said with 点, units with a sign of their own, rates, ranges, parts of a whole.

Every rule is one-to-one, as in chinese_notation.py, which reads what this leaves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from memory_pipeline.domain.comparison.numerals import ZH_NUMERAL, parse_figure, parse_zh, plain

_N = f"(?:\\d+(?:\\.\\d+)?|[{ZH_NUMERAL}]+)"
_DIGIT = "[零〇一二三四五六七八九]"
_END = r"(?=$|[,.;:)!?]| )"
_Rule = tuple[frozenset[str], re.Pattern[str], Callable[[re.Match[str]], str] | str]

# what is written as a sign behind a figure, and said as a word; the longest first
_SIGNS = {
    "毫米汞柱": "mmhg", "毫安时": "mah", "毫安": "ma", "分贝": "db", "千伏": "kv", "毫伏": "mv", "伏特": "v", "伏": "v", "安培": "a", "兆瓦": "mw", "毫摩尔每升": "mmol/l", "毫摩尔/升": "mmol/l",
    "微摩尔每升": "umol/l", "微摩尔/升": "umol/l", "克每升": "g/l", "克/升": "g/l", "立方米": "m3", "立方": "m3", "千字节": "kb", "兆字节": "mb", "吉字节": "gb", "太字节": "tb", "兆比特每秒": "mbps", "兆比特": "mbit",
    "吉赫兹": "ghz", "吉赫": "ghz", "兆赫兹": "mhz", "兆赫": "mhz", "千赫兹": "khz", "千赫": "khz", "千帕": "kpa", "兆帕": "mpa", "欧姆": "ohm", "像素": "px", "纳米": "nm", "牛米": "nm-torque",
    "转每分钟": "rpm", "转/分钟": "rpm", "转/分": "rpm", "帧每秒": "fps", "帧/秒": "fps", "勒克斯": "lx", "流明": "lm", "开尔文": "kelvin",
}  # fmt: skip
_WORDS = "|".join(sorted(_SIGNS, key=len, reverse=True))
# what a decimal with 点 may count; no 分, 个, 条 or 人, which may follow a time of day
_MEASURED = f"{_WORDS}|公斤|千克|毫克|克|斤|吨|公里|千米|厘米|毫米|米|英里|英寸|寸|毫升|升|千瓦时|千瓦|瓦|度|岁|倍|平方米|平米|平|亩|公顷|元|美元|欧元|万|亿|个百分点|秒|毫秒|小时|个小时|个月|天|折|成|版本"
_MARKED = re.compile(r"考|评分|得分|打分|绩点|成绩")
_NINES = dict(zip("两三四五六23456", ["99", "99.9", "99.99", "99.999", "99.9999"] * 2, strict=True))
_GOODS = "公斤|斤|张|件|瓶|晚|节|吨|只|套|份|位|平米|平|本|盒|箱|袋|碗|杯|两|把|束|支"
_HALF_DAY = "凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|每天|每晚|点到|[早晚日号周天]"
_PER = "秒|分钟|小时|天|日|周|月|年|季度|学期|晚|次|百公里|100km|100公里"
_PERIODS = {
    "h": "小时",
    "s": "秒",
    "min": "分钟",
    "d": "天",
    "分": "分钟",
    "100km": "100公里",
    "百公里": "100公里",
}


def in_one_measure(base: str) -> str:
    """`base`, a Chinese text in base form, with its measures in digits and signs."""
    signs = set(base)
    for needed, pattern, replacement in _RULES:
        if not needed.isdisjoint(signs):
            changed = pattern.sub(replacement, base)
            if changed != base:
                base, signs = changed, set(changed)
    if "度" in signs and _ELECTRIC.search(base):
        base = _DEGREES.sub(_kilowatt_hours, base)
    if "t" in signs and _WEIGHED.search(base):
        base = _TONNES.sub(r"\1吨", base)
    if "w" in signs and _POWER.search(base):
        base = _WATTS.sub(r"\1瓦", base)
    if _SCREEN.search(base):
        base = _INCHES.sub(r"\1英寸", base)
    if _LINE.search(base) and not _A_SECOND.search(base):
        base = _MEGABITS.sub(_megabits, base)
    return base


def _number(text: str) -> Decimal | None:
    """The number in digits, in characters, or in digits with 万 behind them."""
    if not text[:1].isdigit():
        return parse_zh(text) if text else None
    tens = _TENS.get(text[-1])
    value = parse_figure(text[:-1] if tens else text)
    return value * tens if value is not None and tens else value


_TENS = {"百": 100, "千": 1000, "万": 10**4, "亿": 10**8}


def _digits(text: str) -> str:
    return "".join(plain(parse_zh(char) or Decimal(0)) for char in text)


def _with_point(match: re.Match[str]) -> str:
    """`三点七伏` as `3.7伏`."""
    whole = parse_zh(match["n"])
    return match.group() if whole is None else f"{plain(whole)}.{_digits(match['rest'])}"


def _digits_of(text: str) -> str:
    return text if text.isascii() else _digits(text)


def _signed(match: re.Match[str]) -> str:
    """`八十五分贝` as `85db`."""
    value = _number(match["n"])
    return match.group() if value is None else f"{plain(value)}{_SIGNS[match['unit']]}"


def _turning(match: re.Match[str]) -> str:
    """`每分钟1200转` and `每秒30帧` with the sign of the whole."""
    value = _number(match["n"])
    return match.group() if value is None else f"{plain(value)}{'rpm' if match['unit'] == '转' else 'fps'}"


def _kilowatt_hours(match: re.Match[str]) -> str:
    value = _number(match["n"])
    return match.group() if value is None else f"{plain(value)}kwh"


def _megabits(match: re.Match[str]) -> str:
    value = _number(match["n"])
    return match.group() if value is None else f"{plain(value)}mbps"


def _part(match: re.Match[str]) -> str:
    """`千分之六`, `万分之五` and `5‰` in per cent."""
    groups = match.groupdict()
    whole = {"千": Decimal(1000), "万": Decimal(10000)}.get(groups.get("whole") or "千", Decimal(1000))
    value = _number(groups["n"] or "")
    if value is None:
        return match.group()
    if groups.get("rest"):
        value += Decimal(f"0.{_digits(groups['rest'] or '')}")
    return f"{plain(value * 100 / whole)}%"


def _discount(match: re.Match[str]) -> str:
    """`八五折` as `8.5折`."""
    return f"{_digits(match['n'])[0]}.{_digits(match['n'])[1]}折"


def _quarters(match: re.Match[str]) -> str:
    value = parse_zh(match["n"])
    return match.group() if value is None else f"{plain(value * 15)}分钟"


def _half_minute(match: re.Match[str]) -> str:
    """`五分半` as seconds, or as a mark."""
    value = _number(match["n"])
    if value is not None and _MARKED.search(match.string):
        return f"{plain(value + Decimal('0.5'))}分"
    return match.group() if value is None else f"{plain(value * 60 + 30)}秒"


def _dimes(match: re.Match[str]) -> str:
    """`两毛五` as `0.25元`."""
    tens, ones = _number(match["n"]), parse_zh(match["rest"]) if match["rest"] else Decimal(0)
    return match.group() if tens is None or ones is None else f"{plain(tens / 10 + ones / 100)}元"


def _rate(match: re.Match[str]) -> str:
    """`80元/张` and `80公里每小时` as `每张80元`."""
    per = match["per"]
    return f"{match['before']}每{_PERIODS.get(per, per)}{match['n']}"


def _product(match: re.Match[str]) -> str:
    x, y = _number(match["n"]), _number(match["m"])
    return (
        match.group()
        if x is None or y is None
        else f"{plain(x)}x{plain(y)}{_LENGTHS.get(match['unit'] or '', '')}"
    )


_LENGTHS = {
    "厘米": "cm",
    "毫米": "mm",
    "米": "m",
    "公分": "cm",
    "cm": "cm",
    "mm": "mm",
    "m": "m",
    "像素": "px",
    "px": "px",
}


def _weekly(match: re.Match[str]) -> str:
    return f"每周{_digits(match['n'])}"


def _lunar(match: re.Match[str]) -> str:
    return f"{match['month']}{match['n']}日"


def _day_of_same_month(match: re.Match[str]) -> str:
    """`5月3日至7日`: the second day is of the same month."""
    return f"{match['month']}月{match['n']}日到{match['month']}月{match['m']}日"


def _same_half(match: re.Match[str]) -> str:
    """`下午两点到四点`: the second is of the same half of the day, if it is the later of the two."""
    first, second = _number(match["n"]), _number(match["m"])
    if first is None or second is None or not first < second <= _NOON:
        return match.group()
    return f"{match['span']}{match['half']}{match['m']}点"


_NOON = 12


def _rules(*rules: tuple[str, str, Callable[[re.Match[str]], str] | str]) -> tuple[_Rule, ...]:
    return tuple(
        (frozenset(signs), re.compile(pattern), replacement) for signs, pattern, replacement in rules
    )


_RULES = _rules(
    ("万亿", r"(?<![\d.,])(?P<n>\d[\d,]*(?:\.\d+)?[万亿])\s?(?=m3|mah|px|kwh|km)", lambda m: plain(_number(m["n"]) or Decimal(0))),
    ("约≈", rf"(?:(?<!大)约|≈)(?=\s?[\d{ZH_NUMERAL}])", "大约"), ("截", r"截止(?:到|至|于|在)(?=\s?[\d{ZH_NUMERAL}周下本明星])", "截止"),
    ("千", rf"(?<![\d点{ZH_NUMERAL}])(?P<n>[{ZH_NUMERAL}]*[一二两三四五六七八九十百万])千(?=[瓦克米帕伏卡赫])", lambda m: f"{plain(_number(m['n']) or Decimal(0))}千"),
    ("度", rf"(?P<n>{_N})度(?P<rest>{_DIGIT}|\d)(?=[,.;]|$)", lambda m: f"{plain(_number(m['n']) or Decimal(0))}.{_digits_of(m['rest'])}度"),
    ("点", rf"(?<=评分|得分|均分|绩点|指数|系数|倍率|汇率|视力)(?P<be>[为是:到约大]*)(?P<n>[{ZH_NUMERAL}]+)点(?P<rest>{_DIGIT}+)", lambda m: f"{m['be']}{_with_point(m)}"),
    ("-~", r"(?<![a-z\d/-])(\d{1,4})\s?[-~]\s?(\d{1,4})(?=\s?(?:%|天|个|年|岁|人|元|块|次|小时|分钟|秒|公里|米|周|层|楼|度|°|台|万|千|百|斤|公斤|吨|页|件))", r"\1到\2"),
    ("九9", r"(?<=可用性)(?P<be>[目标为是:达到]*)(?P<n>[两三四五六2-6])个[九9]", lambda m: f"{m['be']}{_NINES[m['n']]}%"),
    ("成", r"(?P<n>[一二两三四五六七八九])成(?=[就时则后才])", lambda m: f"{_digits(m['n'])}0%"),
    ("一", rf"一(?P<per>{_GOODS})(?=(?:{_N})(?:元|块|毛|美元)[^,.;]{{0,2}}(?:[,.;]|$))", r"每\g<per>"),
    ("一每1", rf"(?P<n>(?:{_N})(?:元|块)(?:{_DIGIT}(?![{ZH_NUMERAL}]))?|(?:{_N})(?:元|块){_DIGIT}?)[一每1](?P<per>{_GOODS})(?=[,.;]|$)", r"每\g<per>\g<n>"),
    ("层", rf"(?<=[在住于去到栋座馆厦楼])(?P<n>{_N})层(?!楼)", r"\g<n>楼"),
    ("零一二三四五六七八九", rf"(?<![a-z])(?P<letters>[a-z]{{1,2}})(?P<n>{_DIGIT}{{3,5}})(?![十百千万点])", lambda m: f"{m['letters']}{_digits(m['n'])}"),
    ("话", r"(?P<if>如果|要是|假如|若|只要|万一)(?P<said>[^,;.]{2,24})的话(?=[,;.]|$)", r"\g<if>\g<said>"), ("要", r"(?<![只不还都主需])要是(?!的)", "如果"),
    ("逢", r"(?:每逢|每到|逢)(?=(?:初[一二三四五六七八九十]|十五|[周月][一二三四五六日末初底]|节假日|周末|星期[一二三四五六日]|春节|除夕|元旦|冬至|清明|端午|中秋|重阳|[春夏秋冬][天季]?))", "每 "),
    ("点", rf"(?<!{_HALF_DAY[-8:]})(?<!上午|下午|早上|晚上|中午|凌晨|清晨|每天|每晚|傍晚|半夜|深夜)(?<![{ZH_NUMERAL}\d])(?P<n>[{ZH_NUMERAL}]+)点(?P<rest>{_DIGIT}+)(?=\s?(?:{_MEASURED}|[a-z°%]))", _with_point),
    ("点", rf"(?<=版本)(?P<be>[号为是:]*)(?P<n>[{ZH_NUMERAL}]+)点(?P<rest>{_DIGIT}+)", lambda m: f"{m['be']}{_with_point(m)}"),
    ("米安贝伏瓦升方节特赫帕姆素转帧斯明尔", rf"(?<![\d.,])(?P<n>\d[\d,]*(?:\.\d+)?[百千万亿]?|[{ZH_NUMERAL}]+)\s?(?P<unit>{_WORDS})(?![数面点每])", _signed),
    ("每", rf"每分钟(?P<n>{_N})(?P<unit>转)(?!{_DIGIT}|\d)", _turning), ("每", rf"每秒钟?(?P<n>{_N})(?P<unit>帧)", _turning),
    ("m", r"(?<=\d)\s?mm(?![a-z\d])", "毫米"), ("m", r"(?<=\d)\s?m\^?³(?![a-z\d])", "m3"),
    ("f", r"(?<![a-z\d.])(\d{1,3})f(?![a-z\d])", r"\1楼"),
    ("分", rf"(?P<whole>[千万])分之(?P<n>{_N})(?:点(?P<rest>{_DIGIT}+))?", _part), ("‰", r"(?P<n>\d+(?:\.\d+)?)\s?‰", _part),
    ("折", r"(?<![零〇一二三四五六七八九十])(?P<n>[一二三四五六七八九]{2})折", _discount),
    ("刻", r"(?P<n>[两二三])刻钟", _quarters), ("半", rf"(?P<n>{_N})分钟?半(?![数个小])", _half_minute),
    ("毛", rf"(?<![元块\d]|{_DIGIT})(?P<n>{_N})毛(?P<rest>{_DIGIT}(?![{ZH_NUMERAL}个元块]))?钱?", _dimes),
    ("成", r"两成(?=半|[一二三四五六七八九]?(?:[的以左上下,.;]|$))", "二成"),
    ("秒", rf"(?<![{ZH_NUMERAL}\d.])(?P<n>[{ZH_NUMERAL}]+|\d+)秒(?P<rest>{_DIGIT}{{1,2}}|\d{{1,2}})(?=[,.;]|$)", lambda m: f"{_point_behind(m)}秒"),
    ("分", rf"(?<=间隔|时长|用时|耗时|历时|车程)(?P<be>[为是:约]?)(?P<n>{_N})分(?![钟数之\d{ZH_NUMERAL}])", r"\g<be>\g<n>分钟"),
    ("时", rf"(?<=[日号])\s?(?P<n>{_N})时(?![间长候期段])", r" \g<n>点"), ("百", r"每百公里", "每100公里"),
    ("/每", rf"(?P<before>^|[:为是,达到速费价金薪租资贴耗格径率]|(?<=[\u4e00-\u9fff]))(?P<n>[$¥€£]?(?:\d[\d.,]*|[{ZH_NUMERAL}]+)\s?(?:[kw万千亿百]{{0,2}})\s?(?:km|mb|kb|gb|mg|ml|kg|usd|元|块|美元|欧元|公里|千米|米|兆|次|条|笔|单|辆|班|箱|瓶|包|节|课时|毫克|克|毫升|升|l|g|度|字|人|个|件|台|吨|桶|页|转|帧)?)\s?(?:/|(?<=[公里米兆升次元条])每)\s?(?P<per>{_PER}|h|s|min|d|分|[\u4e00-\u9fff]{{1,2}}){_END}", _rate),
    ("乘x*", rf"(?<![\d.])(?P<n>{_N})(?:乘以?|x|\*)(?P<m>{_N})\s?(?P<unit>厘米|毫米|公分|米|像素|cm|mm|m|px)?(?![a-z\d])", _product),
    ("每", r"每(?:周|星期|礼拜)(?P<n>[一二三四五六七])(?=[次天趟回遍])", _weekly),
    ("历", rf"(?P<month>[农阴]历(?:{_N})月)初?(?P<n>[一二三四五六七八九十]{{1,3}}|\d{{1,2}})(?![日号\d十月])", _lunar),
    ("月", rf"(?<![\d{ZH_NUMERAL}])(?P<month>{_N})月(?P<n>{_N})[日号]?\s?[至到~-]\s?(?P<m>{_N})[日号](?!线)", _day_of_same_month),
    ("-~", r"(?<=[日号])\s?[-~]\s?(?=\d)", "到"), ("-~", r"(?<![\d/])(\d{1,2}/\d{1,2})\s?[-~]\s?(?=\d{1,2}/\d{1,2}(?![\d/]))", r"\1 到"),
    ("下晚", rf"(?P<span>(?P<half>下午|晚上)(?P<n>{_N})点(?:半|[一三]刻|钟|{_N}分?)?[^\d,;{ZH_NUMERAL}]{{0,4}}[到至])(?P<m>{_N})点", _same_half),
    ("-", r"(?<=[为是到至在达约于低高])-(?=\d+(?:\.\d+)?\s?(?:°|℃|度|%|摄))", " -"),
)  # fmt: skip
_ELECTRIC = re.compile(r"[用耗发省充]电|电量|电费|度电")
_DEGREES = re.compile(rf"(?P<n>{_N})\s?度(?:电)?(?![假过数日])")
_WEIGHED = re.compile(r"产量|载|货|煤|矿|粮|钢|排放|吞吐|重")
_TONNES = re.compile(r"(?<![a-z\d._-])(\d+(?:\.\d+)?[万千百亿]?)\s?t(?![a-z\d])")
_POWER = re.compile(r"功率|瓦|灯|快充|电机|充电器")
_WATTS = re.compile(r"(?<![a-z\d._-])(\d+(?:\.\d+)?)\s?w(?![a-z\d])")
_SCREEN = re.compile(r"屏|电视|显示器|平板|笔记本|尺寸")
_INCHES = re.compile(rf"(\d+(?:\.\d+)?|[{ZH_NUMERAL}]+)\s?(?:寸|\")")
_LINE = re.compile(r"带宽|宽带")
_A_SECOND = re.compile(r"每秒|/s|/秒|bps")
_MEGABITS = re.compile(
    r"(?<![a-z\d._-])(?P<n>\d+|[一二三四五六七八九十百千两]+)\s?(?:兆|m)(?![a-z\d比字赫瓦以网带宽光])"
)


def _point_behind(match: re.Match[str]) -> str:
    """`十二秒三` as `12.3`."""
    whole = _number(match["n"])
    return f"{plain(whole or Decimal(0))}.{_digits_of(match['rest'])}"
