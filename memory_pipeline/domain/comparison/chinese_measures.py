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
    if _LINE.search(base) and not _A_SECOND.search(base):
        base = _MEGABITS.sub(_megabits, base)
    return base


def _number(text: str) -> Decimal | None:
    return parse_figure(text) if text[0].isdigit() else parse_zh(text)


def _digits(text: str) -> str:
    return "".join(plain(parse_zh(char) or Decimal(0)) for char in text)


def _with_point(match: re.Match[str]) -> str:
    """`三点七伏` as `3.7伏`."""
    whole = parse_zh(match["n"])
    return match.group() if whole is None else f"{plain(whole)}.{_digits(match['rest'])}"


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
    value = _number(match["n"])
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
    ("话", r"(?P<if>如果|要是|假如|若|只要|万一)(?P<said>[^,;.]{2,24})的话(?=[,;.]|$)", r"\g<if>\g<said>"), ("要", r"(?<![只不还都主需])要是(?!的)", "如果"),
    ("逢", r"(?:每逢|每到|逢)(?=(?:初[一二三四五六七八九十]|十五|[周月][一二三四五六日末初底]|节假日|周末|星期[一二三四五六日]|春节|除夕|元旦|冬至|清明|端午|中秋|重阳|[春夏秋冬][天季]?))", "每 "),
    ("点", rf"(?<!{_HALF_DAY[-8:]})(?<!上午|下午|早上|晚上|中午|凌晨|清晨|每天|每晚|傍晚|半夜|深夜)(?<![{ZH_NUMERAL}\d])(?P<n>[{ZH_NUMERAL}]+)点(?P<rest>{_DIGIT}+)(?=\s?(?:{_MEASURED}))", _with_point),
    ("点", rf"(?<=版本)(?P<be>[号为是:]*)(?P<n>[{ZH_NUMERAL}]+)点(?P<rest>{_DIGIT}+)", lambda m: f"{m['be']}{_with_point(m)}"),
    ("米安贝伏瓦升方节特赫帕姆素转帧斯明尔", rf"(?P<n>{_N})\s?(?P<unit>{_WORDS})(?![数面点每])", _signed),
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
    ("/每", rf"(?P<before>^|[:为是,达到速费价金薪租资贴耗格径率]|(?<=[\u4e00-\u9fff]))(?P<n>[$¥€£]?(?:\d[\d.,]*|[{ZH_NUMERAL}]+)\s?(?:[kw万千亿百]{{0,2}})\s?(?:km|mb|kb|gb|mg|ml|kg|usd|元|块|美元|欧元|公里|千米|米|兆|次|毫克|克|毫升|升|l|g|度|字|人|个|件|台|吨|桶|页|转|帧)?)\s?(?:/|(?<=[公里米兆升次元])每)\s?(?P<per>{_PER}|h|s|min|d|分|[\u4e00-\u9fff]{{1,2}}){_END}", _rate),
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
_LINE = re.compile(r"带宽|宽带")
_A_SECOND = re.compile(r"每秒|/s|/秒|bps")
_MEGABITS = re.compile(
    r"(?<![a-z\d._-])(?P<n>\d+|[一二三四五六七八九十百千两]+)\s?(?:兆|m)(?![a-z\d比字赫瓦以网带宽光])"
)


def _point_behind(match: re.Match[str]) -> str:
    """`十二秒三` as `12.3`."""
    whole = _number(match["n"])
    rest = match["rest"] if match["rest"].isdigit() and match["rest"].isascii() else _digits(match["rest"])
    return f"{plain(whole or Decimal(0))}.{rest}"
