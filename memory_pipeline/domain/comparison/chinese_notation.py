"""Figures, times and measures of a Chinese statement in one notation, before it is cut: `七个半小时` as `7.5小时`.

Every rule here is one-to-one: what is another value stays another text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from memory_pipeline.domain.comparison.chinese_measures import in_one_measure
from memory_pipeline.domain.comparison.chinese_turns import in_one_turn
from memory_pipeline.domain.comparison.normalise import has_cjk
from memory_pipeline.domain.comparison.numerals import ZH_NUMERAL, parse_figure, parse_zh, plain

_NUMERAL = f"(?:\\d+(?:\\.\\d+)?|[{ZH_NUMERAL}]+)"
_DIGIT = "[零〇一二三四五六七八九]"
_Rule = tuple[frozenset[str], re.Pattern[str], Callable[[re.Match[str]], str] | str]


_WEEKLY = re.compile(
    r"(每(?:周|星期|礼拜)[一二三四五六])(?=[^一二三四五六七八九十百千万两\d、,至到和次天个小时分节篇公里条份顿场遍回本页元块件台班趟轮升斤])"
)


def in_one_notation(base: str) -> str:
    """`base`, in base form, with its figures as digits where Chinese writes them in more than one way."""
    if not has_cjk(base):
        return base
    base = in_one_measure(in_one_turn(base))
    signs = set(base)
    for needed, pattern, replacement in _RULES:
        if not needed.isdisjoint(signs):
            changed = pattern.sub(replacement, base)
            if changed != base:
                base, signs = changed, set(changed)
    if "每" in signs:
        base = _WEEKLY.sub(r"\1 ", base)
    if _STORAGE.search(base):
        base = _BARE_BYTES.sub(r"\1\2b", base)
    if not _POWER.search(base):
        base = _TEN_THOUSANDS.sub(r"\1万", base)
    if _WARMTH.search(base):
        base = _BARE_DEGREES.sub(_degrees, base)
    return _BELOW.sub(" -", base) if "-" in base else base


def _number(text: str) -> Decimal | None:
    return parse_figure(text) if text[0].isdigit() else parse_zh(text)


def _degrees(match: re.Match[str]) -> str:
    value = _number(match[1])
    return match.group() if value is None else f"{plain(value)}°c"


def _half_more(match: re.Match[str]) -> str:
    """`七个半小时`, `三岁半`, `两年半`: a half more of the unit."""
    value = _number(match["n"])
    unit = "个月" if match["unit"] == "月" else match["unit"]
    return match.group() if value is None else f"{plain(value + Decimal('0.5'))}{unit}"


def _decimals(match: re.Match[str]) -> str:
    """`一米七八`, `五十五块五`: what follows the unit are its decimals."""
    value, digits = _number(match["n"]), parse_zh(match["rest"]) if not match["rest"].isdigit() else None
    tail = (
        match["rest"] if digits is None else "".join(plain(parse_zh(c) or Decimal(0)) for c in match["rest"])
    )
    if value is None or "." in plain(value):
        return match.group()
    return f"{plain(value)}.{tail}{match['unit']}"


def _money(match: re.Match[str]) -> str:
    """`三块五毛`, `3元5角2分`."""
    yuan, jiao, fen = (_number(match[g]) if match[g] else Decimal(0) for g in ("y", "j", "f"))
    if yuan is None or jiao is None or fen is None:
        return match.group()
    return f"{plain(yuan + jiao / 10 + fen / 100)}元"


def _clock_span(match: re.Match[str]) -> str:
    """`一小时四十八分` and `1分30秒` in the smaller unit."""
    big, small = _number(match["n"]), _number(match["m"])
    if big is None or small is None:
        return match.group()
    hours = match["unit"] in {"小时", "个小时", "钟头", "个钟头", "h", "hr"}
    return f"{plain(big * 60 + small)}{'分钟' if hours else '秒'}"


def _to_the_hour(match: re.Match[str]) -> str:
    """`差一刻九点` as `8:45`."""
    hour = _number(match["n"])
    minutes = Decimal(15) if match["m"] == "一刻" else _number(match["m"].removesuffix("分"))
    if hour is None or minutes is None or not 0 < minutes < _MINUTES or hour < 1:
        return match.group()
    return f"{plain(hour - 1)}点{plain(_MINUTES - minutes)}分"


def _years_and_months(match: re.Match[str]) -> str:
    years, months = _number(match["n"]), _number(match["m"])
    return match.group() if years is None or months is None else f"{plain(years * 12 + months)}个月"


def _years(match: re.Match[str]) -> str:
    """A length in years as months, so that `两年` is `24个月`; a year of the calendar has four digits, or a month behind it."""
    years = _number(match["n"])
    return match.group() if years is None or years >= _CENTURY else f"{plain(years * 12)}个月"


_CENTURY, _THIS_CENTURY, _MINUTES = 100, 50, 60


def _short_year(match: re.Match[str]) -> str:
    """`24年6月` and `八七年生`: the year without its century."""
    digits = "".join(plain(parse_zh(c) or Decimal(0)) if not c.isdigit() else c for c in match["n"])
    century = "20" if int(digits) < _THIS_CENTURY else "19"
    return f"{century}{digits}年"


def _compact_date(match: re.Match[str]) -> str:
    """`20240305` as `2024-03-05` if it is a day."""
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    try:
        date(year, month, day)
    except ValueError:
        return match.group()
    return f"{year}-{month:02d}-{day:02d}"


def _fraction(match: re.Match[str]) -> str:
    whole, part = _number(match["d"]), _number(match["n"])
    if whole is None or part is None or not whole:
        return match.group()
    if whole == _CENTURY:
        return f"{plain(part)}%"
    return (
        f"{plain(part * 1000 / whole)}‰" if whole in {1000, 10000} else f"{plain(part)}fraction{plain(whole)}"
    )


def _tenths(match: re.Match[str]) -> str:
    """`三成`, `三成半`: tenths as per cent."""
    value = _number(match["n"])
    if value is None:
        return match.group()
    rest = Decimal(5) if match["half"] == "半" else parse_zh(match["half"]) if match["half"] else None
    return f"{plain(value * 10 + (rest or 0))}%"


def _weekdays(match: re.Match[str]) -> str:
    """`周一、三、五`: each with its stem."""
    days = re.findall("[一二三四五六日天]", match["days"])
    return ",".join(f"周{day}" for day in days)


def _same_weekday(match: re.Match[str]) -> str:
    """`2025年3月5日(周三)`: the weekday that the date has anyway goes."""
    try:
        day = date(int(match["y"]), int(match["m"]), int(match["d"]))
    except ValueError:
        return match.group()
    return match["date"] if "一二三四五六日天".index(match["w"]) in _indices(day) else match.group()


def _indices(day: date) -> tuple[int, ...]:
    return (6, 7) if day.isoweekday() == len("一二三四五六日") else (day.isoweekday() - 1,)


def _below_zero(match: re.Match[str]) -> str:
    value = _number(match["n"])
    return match.group() if value is None else f"-{plain(value)}°c"


def _ratio(match: re.Match[str]) -> str:
    left, right = _number(match["n"]), _number(match["m"])
    return match.group() if left is None or right is None else f"{plain(left)}_{plain(right)}"


def _binary(match: re.Match[str]) -> str:
    """`2048MB` is `2GB`: sizes that are whole in the larger unit, counted by 1024."""
    value, rest = divmod(int(match["n"]), 1024)
    return match.group() if rest or not value else f"{value}{_LARGER[match['unit']]}b"


_LARGER = {"k": "m", "m": "g", "g": "t"}


def _digits_before_latin(match: re.Match[str]) -> str:
    value = parse_zh(match["n"])
    return match.group() if value is None else f"{plain(value)}{match['unit']}"


def _land(match: re.Match[str]) -> str:
    """`三亩` as square metres where that is a whole number, a hectare always."""
    value = _number(match["n"])
    if value is None:
        return match.group()
    area = value * 10000 if match["unit"] == "公顷" else value * 2000 / 3
    return f"{plain(area)}平方米" if area == area.to_integral_value() else f"{plain(value)}亩"


def _every(match: re.Match[str]) -> str:
    """`每7天` is `每周`."""
    value = _number(match["n"])
    return _PERIODS.get((plain(value), match["unit"]), match.group()) if value is not None else match.group()


_PERIODS = {("7", "天"): "每周", ("7", "日"): "每周", ("24", "小时"): "每天", ("24", "个小时"): "每天", ("60", "分钟"): "每小时", ("60", "秒"): "每分钟",
            ("12", "个月"): "每年", ("3", "个月"): "每季度", ("1", "小时"): "每小时", ("1", "天"): "每天", ("1", "周"): "每周", ("1", "个月"): "每月"}  # fmt: skip


def _lunar_day(match: re.Match[str]) -> str:
    value = _number(match["n"])
    return match.group() if value is None else f"{plain(value)}日"


def _feast(match: re.Match[str]) -> str:
    return _FEASTS[match["feast"]]


_FEASTS = {"元旦": "1月1日", "情人节": "2月14日", "妇女节": "3月8日", "愚人节": "4月1日", "劳动节": "5月1日", "五一": "5月1日", "青年节": "5月4日", "儿童节": "6月1日", "六一": "6月1日",
           "建党节": "7月1日", "建军节": "8月1日", "教师节": "9月10日", "国庆节": "10月1日", "国庆": "10月1日", "双十一": "11月11日", "平安夜": "12月24日", "圣诞节": "12月25日", "圣诞": "12月25日"}  # fmt: skip


_CONVERSE = dict(zip("小 矮 轻 慢 晚 便宜 少 短 低 差 近 窄 薄 年轻 冷 弱 浅".split(), "大 高 重 快 早 贵 多 长 高 好 远 宽 厚 年长 热 强 深".split(), strict=True))  # fmt: skip
_OPPOSITE_SIDE = dict(zip("南西下后左", "北东上前右", strict=True))


def _converse(match: re.Match[str]) -> str:
    """`B 比 A 小三岁` is `A 比 B 大三岁`, `B 的价格比 A 低` is `A 的价格比 B 高`."""
    less, more, how = match["x"], match["y"], f"{_CONVERSE[match['how']]}{match['rest']}"
    owner, of, what = less.rpartition("的")
    return f"{more}的{what}比{owner}{how}" if of and "的" not in more else f"{more}比{less}{how}"


def _other_side(match: re.Match[str]) -> str:
    """`B 在 A 南边` is `A 在 B 北边`."""
    return f"{match['y']}在{match['x']}{_OPPOSITE_SIDE[match['where']]}边"


def _rules(*rules: tuple[str, str, Callable[[re.Match[str]], str] | str]) -> tuple[_Rule, ...]:
    """Each rule with characters one of which stands in everything that it matches: most texts are spared most rules."""
    return tuple(
        (frozenset(signs), re.compile(pattern), replacement) for signs, pattern, replacement in rules
    )


_LETTERS = "abcdefghijklmnopqrstuvwxyz°%"


_SPAN = "小时|个小时|钟头|个钟头"
_COUNTED = "次|趟|回|遍|杯|片|粒|瓶|顿|支|根|包|颗|滴|针|节|场|份|本|篇|条|个|毫克|毫升|克|公里|km|ml|mg|元|块|小时|分钟"
_PER = "天|日|周|星期|个?礼拜|个月|月|年|季度|小时|分钟|秒|晚"
_RULES = _rules(
    ("归", r"^(?P<what>[^,.;归不没]{2,12})归(?=[^,.;归]{2,8}(?:管理|负责|管|保管|维护|分管|调度)[.]?$)", r"\g<what>由"),
    ("以", r"^(?P<who>[^,.;以]{1,8}?)(?:都|一直)?以(?P<what>[^,.;以为]{1,8})为(?P<noun>(?!主[.]?$|准|例|生|荣|伴|由|界|限|基|核|重|首|名|业)[^,.;为]{2,6})[.]?$", r"\g<who>的\g<noun>是\g<what>"),
    ("月", r"(?<=[a-z])(?=\d{1,2}月)", " "),
    ("v", r"(?<![a-z\d])v(?=\d+\.\d)", ""), ("版", r"(?<=\d)版(?![本块面图])", "版本"), ("人", rf"人民币\s?(?={_NUMERAL})", ""), ("整", r"(?<=[点时])整(?![体理个])", ""),
    ("差", rf"差(?P<m>一刻|{_NUMERAL}分)钟?(?P<n>{_NUMERAL})点", _to_the_hour),
    ("每", r"每半年", "每6个月"), ("次", rf"(?<![每第隔前后近]|{_DIGIT}|\d)(?P<n>{_NUMERAL}(?:天|周|个月|年|小时|分钟))(?=[一1]次)", r"每\g<n>"),
    ("12", r"(?<!\d)((?:19|20)\d\d)[/.-](0?[1-9]|1[0-2])(?![\d/.-])", r"\1年\2月"),
    ("-", r"(?<=\d) ?- ?(?=\d)", "-"),
    ("比", rf"^(?P<x>[^,.;:比不没更]{{1,12}})比(?P<y>[^,.;:比不没更]{{1,12}}?)(?P<how>{'|'.join(_CONVERSE)})(?P<rest>(?:了?{_NUMERAL}[^,.;:]{{0,6}}|很多|一点|一些|得多|多了|些)?)[.!]?$", _converse),
    ("在", r"^(?P<x>[^,.;:在不没]{1,10})在(?P<y>[^,.;:在不没]{1,10}?)的?(?P<where>[南西下后左])[边面侧方]$", _other_side),
    (",", r"^(?!.*(?:因为|由于))(?P<why>[^,;]{2,20}),(?:所以|因此|因而|于是)(?=[^,;]+$)", r"因为\g<why>,"),
    ("也", r",(即使|就算|哪怕|就是)([^,;]+?)也(?:是|一样|如此|照样)$", r",\1\2"),
    ("俩", r"俩(?!口)", "两个"),
    ("生", r"(?<=[年月日号])生(?=的?[.,;]?$|于)", "出生"),
    ("了", r"(?<![受大免少])([吃喝用走去来做看写跑动改付买卖租住开进说办修还拿])不了(?!解)", r"不能\1"),
    ("仨", r"仨", "三个"),
    ("12", r"(?<![a-z\d])((?:19|20)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)", _compact_date),
    ("年", rf"(?<![\d年]|{_DIGIT})(?P<n>\d\d|{_DIGIT}{{2}})年(?=\s?(?:\d|[{ZH_NUMERAL}])+\s?月(?!内|后)|[生出]|毕业|入职|结婚|退休|创立|成立|建成|春|夏|秋|冬|初|底|末)", _short_year),
    ("周星礼", r"(?P<date>(?P<y>\d{4})[-年/.](?P<m>\d{1,2})[-月/.](?P<d>\d{1,2})[日号]?)\s?[(,]?\s?(?:周|星期|礼拜)(?P<w>[一二三四五六日天])\)?", _same_weekday),
    ("周星礼", r"(?P<which>下下|上上|下|上|这|本)个?(?:周|星期|礼拜)(?=[一二三四五六日天])", r"\g<which>周周"),
    ("周星礼", r"(?:周|星期|礼拜)(?P<days>[一二三四五六日天](?:\s?[,和及与/]?\s?(?!到|至)[一二三四五六日天])+)(?![\u4e00-\u9fff]?[月点时号])(?!\s?[到至-])", _weekdays),
    ("周星礼", r"((?:周|星期|礼拜)[一二三四五六])(?=[张个位条家本份次台])", r"\1 "),
    ("分", rf"(?P<d>{_NUMERAL})分之(?P<n>{_NUMERAL}(?:点{_DIGIT}+)?)", _fraction),
    ("q", r"(?<![a-z\d])q([1-4])(?![\da-z])", r"第\1季度"), ("季", r"(?<!第)([一二三四1-4])季度", r"第\1季度"),
    ("h", r"(?<![a-z\d])h1(?![\da-z])", "上半年"), ("h", r"(?<![a-z\d])h2(?![\da-z])", "下半年"),
    ("m", r"(?<![a-z\d.])(?P<n>\d+)\s?(?P<unit>h|hr|小时)\s?(?P<m>\d+)\s?m(?:in)?(?![a-z])", _clock_span),
    ("年", rf"(?<!{_DIGIT})(?!一二|二三|三四|三五|四五|五六|六七|七八|八九)(?P<n>{_DIGIT}{{2}})年(?!级)", _short_year),
    ("‰", r"(?P<n>\d+(?:\.\d+)?)\s?‰", r"\g<n>‰"),
    ("/", r"(?<![\d/])(?P<n>[1-9])/(?P<d>[2-9])(?=的)", _fraction), ("/", r"(?<=[占约近仅过])(?P<n>[1-9])/(?P<d>[2-9])(?![\d/])", _fraction),
    ("成", r"(?P<n>[一二三四五六七八九]|(?<!\d)\d)成(?P<half>半|[一二三四五六七八九])?(?=[的以左上下,.;]|$|员工|用户|人|客户)", _tenths),
    ("零", rf"零下\s?(?P<n>{_NUMERAL})\s?(?:度|摄氏度|°c|℃)(?:c)?", _below_zero),
    ("负", rf"(?<!\d)负(?P<n>{_NUMERAL})\s?(?:度|摄氏度|°c|℃)", _below_zero),
    ("半", rf"(?P<n>{_NUMERAL})个?半(?P<unit>小时|钟头|月|年|星期|礼拜)", _half_more),
    ("半", rf"(?P<n>{_NUMERAL})(?P<unit>小时|岁|年|斤|公斤|公里|里|天|升|吨)半(?!年|月|天)", _half_more),
    ("半", r"半个?(?P<unit>小时|钟头)", "30分钟"),
    ("半", r"(?<![上下前后大每一])半年", "6个月"),
    ("一", r"(?<![年两三四五六七八九十\d])一刻钟", "15分钟"),
    ("元块", rf"(?P<y>{_NUMERAL})[块元](?:(?P<j>{_NUMERAL})[毛角])(?:(?P<f>{_NUMERAL})分)?钱?", _money),
    ("公块斤米", rf"(?P<n>{_NUMERAL})(?P<unit>米|块|斤|公斤)(?P<rest>{_DIGIT}{{1,2}}|(?<=米)\d{{1,2}})(?!(?!一[个天月年斤平次份杯人位件])[{ZH_NUMERAL}\d个年月日号点米块斤毛元%.])", _decimals),
    ("分", rf"(?P<n>{_NUMERAL})\s?(?P<unit>{_SPAN})零?(?P<m>{_NUMERAL})\s?分钟?", _clock_span),
    ("分", rf"(?P<n>{_NUMERAL})\s?(?P<unit>分钟?)(?P<m>{_NUMERAL})\s?秒钟?", _clock_span),
    ("年", rf"(?P<n>{_NUMERAL})\s?年零?(?P<m>{_NUMERAL})个月", _years_and_months),
    ("年", rf"(?<![\d第])(?<!{_DIGIT})(?P<n>\d{{1,2}}(?:\.\d)?|[一二两三四五六七八九十]{{1,3}})\s?年(?!级|代|度|\s?[{ZH_NUMERAL}\d]+\s?月|前任|初|底|末|春|夏|秋|冬|生|出生|毕业)", _years),
    ("半", r"半(?=[片粒杯瓶斤份碗包袋支勺升公])", "0.5"),
    ("号日", r"(?<=[日号])(?:当天|当日|那天)", ""),
    ("一每", rf"(?<![第每隔前后下上这那过了近差有唯统{ZH_NUMERAL}\d])(?:每一|一)个?(?P<per>{_PER}|次|趟|顿|回|人|杯)(?=[^,.;]{{0,6}}?(?:{_NUMERAL})\s?(?:{_COUNTED}))", r"每\g<per>"),
    ("/", rf"(?P<n>{_NUMERAL}\s?(?:{_COUNTED}|[\u4e00-\u9fff]))\s?/\s?(?P<per>秒|分钟?|小时|天|日|周|月|年)(?![\u4e00-\u9fff\d])", r"每\g<per>\g<n>"),
    ("-~", r"(?<=\d)\s?[-~]\s?(?=\d{1,2}(?::\d\d|点|时))", "到"),
    ("-~", r"(?<![\w-])(?P<n>\d{1,4})\s?[-~]\s?(?P<m>\d{1,4})(?=\s?(?:%|天|日|个|年|岁|人|元|块|次|小时|分钟|秒|公里|米|号|月|周|层|楼|度|°|台|万|千|百))", r"\g<n>到\g<m>"),
    ("周", r"(?<=周[一二三四五六日天])\s?[-~]\s?(?=周)", "到"),
    ("比", rf"(?P<n>{_NUMERAL})\s?比\s?(?P<m>{_NUMERAL})(?![\u4e00-\u9fff]?[度高低大小多少])", _ratio),
    (":", r"(?<![\d:.])(?P<n>\d{1,3}):(?P<m>\d|\d{3,6})(?![\d:])", _ratio),
    ("8", r"(?<!\d)\+?(?:00)?86[\s-]?(?=1[3-9]\d(?:[\s-]?\d){8}(?!\d))", ""),
    ("明", r"明早", "明天早上"), ("明", r"明晚", "明天晚上"), ("昨", r"昨晚", "昨天晚上"), ("今", r"今早", "今天早上"), ("今", r"今晚", "今天晚上"), ("后", r"后天早", "后天早上"),
    ("月", r"(?<=月)初(?P<n>[一二三四五六七八九十]|10|[1-9])(?![\d折]|[一二三四五六七八九十])", _lunar_day),
    (_LETTERS, rf"(?<![a-z\d.])(?P<n>[{ZH_NUMERAL}]+)\s?(?P<unit>[a-z°%]+)", _digits_before_latin),
    ("b", r"(?<![\d.])(?P<n>\d{4,})\s?(?P<unit>[kmg])i?b(?![a-z])", _binary),
    ("亩公", rf"(?P<n>{_NUMERAL})\s?(?P<unit>亩|公顷)", _land),
    ("每", rf"每\s?(?P<n>{_NUMERAL})\s?(?P<unit>天|日|周|个月|小时|个小时|分钟|秒)", _every),
    ("当这那", rf"(?P<feast>{'|'.join(_FEASTS)})节?(?:当天|那天|当日|这天)", _feast), ("元", r"元旦(?!节?假|期)", "1月1日"),
    ("万", r"万兆(?=网|带宽|光|以太)", "10gbps"), ("千", r"千兆(?=网|带宽|光|以太)", "1gbps"), ("百", r"百兆(?=网|带宽|光|以太)", "100mbps"),
    ("万亿千百", r"(?<=\d)([万亿千百]+)(?=[a-z])", r"\1 "),
    (".", r"\.js(?![a-z])", "js"),
    (" ", rf"(?<![a-z\d._/-])([a-z][a-z+#]*) (\d+(?:\.\d+)*)(?![\w.:/-]*\d)(?!\s?(?:{_COUNTED}|核|台|层|楼|天|个|[kmgt]b|%|:))(?=[\u4e00-\u9fff,.;)]|$| )", r"\1\2"),
)  # fmt: skip
_STORAGE = re.compile(
    r"流量|内存|存储|硬盘|磁盘|空间|容量|显存|缓存|套餐|文件|备份|云盘|网盘|大小|盘|带内存|[核]"
)
_BARE_BYTES = re.compile(r"(?<![a-z\d._-])(\d+(?:\.\d+)?)\s?([gmt])(?![a-z\d])")
_POWER = re.compile(r"功率|瓦|灯|充电|电源|快充|电机|机箱")
_TEN_THOUSANDS = re.compile(r"(?<![a-z\d._-])(\d+(?:\.\d+)?)\s?w(?![a-z\d])")
_WARMTH = re.compile(r"温|烤|烧到|气候|天气|体温|空调|烘")
_BELOW = re.compile(r"(?<=[\u4e00-\u9fff:])-(?=\d+(?:\.\d+)?\s?[°%])")  # 为-18°c: a sign, and no dash
_BARE_DEGREES = re.compile(rf"({_NUMERAL})\s?(?:摄氏)?度(?![假过数日电量\u4e00-\u4e01])")
