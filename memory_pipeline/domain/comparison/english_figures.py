"""English ways to write figures, times and units, rewritten to the one that the scanner reads: `half an hour`, `A$60`, `check-in`."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from memory_pipeline.domain.comparison.dates import MONTHS
from memory_pipeline.domain.comparison.normalise import has_cjk
from memory_pipeline.domain.comparison.numerals import EN_NUMBER, plain

_MONTH_NAMES = list(MONTHS)[:12]
_COUNT = "|".join(sorted(EN_NUMBER, key=len, reverse=True))
_NUMBER = rf"(?:\d+(?:\.\d+)?|{_COUNT})"
_HOUR = "|".join(list(EN_NUMBER)[1:13])
_MINUTES = {"quarter": 15, "half": 30, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_SPAN = r"(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|kilometers?|kilometres?|km|miles?|meters?|metres?|kilos?|kilograms?|kg|pounds?|liters?|litres?|percent|%|acres?|hectares?|cups?|tablespoons?|teaspoons?|inch(?:es)?|feet|foot|gigabytes?|gb|million|billion|thousand|dozen|dollars?|euros?|points?|degrees?|tonnes?|tons?|grams?|pints?|gallons?|terabytes?|megabytes?|seconds?|secs?)"
_CURRENCY = {
    "us": "usd",
    "u.s.": "usd",
    "a": "aud",
    "au": "aud",
    "c": "cad",
    "ca": "cad",
    "nz": "nzd",
    "hk": "hkd",
    "s": "sgd",
    "r": "brl",
    "mx": "mxn",
}
_CODES = "usd|eur|gbp|jpy|cny|rmb|aud|cad|chf|inr|krw|nzd|hkd|sgd|brl|mxn|sek|nok|dkk|pln|czk|huf|zar|try|thb|ils|aed|rub"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_HALVES = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm"}


def _value(word: str) -> Decimal:
    return Decimal(EN_NUMBER[word]) if word in EN_NUMBER else Decimal(word)


def _half_more(match: re.Match[str]) -> str:
    count = match["n"]
    whole = Decimal(1) if count in {"a", "an"} else _value(count)
    return f"{plain(whole + Decimal('0.5'))} {match['unit']}"


def _clock(match: re.Match[str]) -> str:
    hour = EN_NUMBER[match["hour"]] if match["hour"] in EN_NUMBER else int(match["hour"])
    minutes = _MINUTES[match["part"]] if match["part"] in _MINUTES else int(match["part"])
    if match["side"] in {"to", "till", "of"}:
        hour, minutes = (hour - 1) or 12, 60 - minutes
    return f"{hour}:{minutes:02d}"


def _half_day(match: re.Match[str]) -> str:
    return f"{_value(match['hour'])}{match['rest'] or ''} {_HALVES[match['half'] or match['night']]}"


def _month_of_year(match: re.Match[str]) -> str:
    return f"{_MONTH_NAMES[int(match['month']) - 1]} {match['year']}"


def _dotted(match: re.Match[str]) -> str:
    day, month = int(match["day"]), int(match["month"])
    return f"{match['year']}-{month:02d}-{day:02d}" if day <= 31 and month <= 12 else match.group()


def _coin(match: re.Match[str]) -> str:
    return f"{match['number']} {_CURRENCY[match['code']]}"


_NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}


def _quarter(match: re.Match[str]) -> str:
    return f"q{_NTH[match['nth']]}"


def _hours(match: re.Match[str]) -> str:
    opens, closes = int(match["from"]), int(match["to"])
    if closes <= opens and closes <= 12:
        closes += 12
    return f"{match['word']} {opens}:00 to {closes}:00" if closes <= 24 else match.group()


_DECADES = {
    "twenties": 2,
    "thirties": 3,
    "forties": 4,
    "fifties": 5,
    "sixties": 6,
    "seventies": 7,
    "eighties": 8,
    "nineties": 9,
}


def _decade(match: re.Match[str]) -> str:
    return f"the 19{_DECADES[match['name']] if match['name'] else match['digit']}0s"


_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}


def _fraction(match: re.Match[str]) -> str:
    return f"{_value(match['n'])}/{_FRACTIONS[match['part']]}"


_Replacement = str | Callable[[re.Match[str]], str]
_RULES: list[tuple[str, _Replacement]] = [
    (r"\bper cent\b", "percent"),
    (
        rf"\b(?:roughly|approximately|approx\.?|around|circa|an estimated) (?=[$€£~]?\d|(?:{_COUNT}|half|twenty|thirty|forty|fifty|a hundred|a dozen)\b)",
        "about ",
    ),
    (r"\b(?:greater|larger|bigger|longer|higher|heavier) than (?=[$€£]?\d)", "more than "),
    (r"\b(?:smaller|shorter|lower|lighter) than (?=[$€£]?\d)", "less than "),
    (r"\b(?:no|not|never) more than (?=[$€£]?\d)|\bnot exceeding (?=[$€£]?\d)", "at most "),
    (r"\b(?:no|not|never) less than (?=[$€£]?\d)", "at least "),
    (
        rf"\b(?:from )?(?:the )?(?P<from>\d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|to|until|through)\s?(?:the )?(?P<to>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH})\b",
        r"\g<month> \g<from> to \g<month> \g<to>",
    ),
    (
        rf"\b(?:from )?(?P<month>{_MONTH}) (?P<from>\d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|to|until|through)\s?(?P<to>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:|\s?[ap]m)",
        r"\g<month> \g<from> to \g<month> \g<to>",
    ),
    (rf"\bfrom (?=(?:{_MONTH}) \d{{1,2}} to (?:{_MONTH}) \d)", ""),
    (rf"\bminus (?P<n>{_NUMBER})\b", lambda match: f"-{_value(match['n'])}"),
    (r"(?<=\d)\+(?=[\s.,;]|$)", " or more"),
    (r"(?P<sum>[$€£]\s?\d[\d.,]*)bn?\b", r"\g<sum> billion"),
    (r"(?<=\+\d\d )\(0\) ?", ""),
    (r"\b(\d{1,2})-(\d{1,2})-((?:19|20)\d\d)\b", r"\1/\2/\3"),
    (r"\b([kmg])bit/s\b|(?<=\d)([kmg])bit/s\b", lambda match: f"{match[1] or match[2]}bps"),
    (r"\b(\d{1,3}(?:\.\d{3})+),(\d{1,2})\b", lambda match: f"{match[1].replace('.', '')}.{match[2]}"),
    (r"\b(\d+),(\d{2})(?= ?(?:eur\b|euros?\b|€))", r"\1.\2"),
    (r"\bfloor (\d{1,3})\b", r"\1th floor"),
    (r"\b(\d+\.\d+\.\d+\.\d+):(\d+)\b", r"\1 port \2"),
    (r"\b24/7\b|\b24 hours a day,?(?: and)? (?:7|seven) days a week\b", "always"),
    (r"(?<=\d)'(?=[\s.,;]|$)", " ft"),
    (r"\b(\d+) 1/2(?= [a-z])", r"\1.5"),
    (r"(?<![\d/] )(?<![\d/])\b1/2 (?=(?:an? )?[a-z])", "0.5 "),
    (r"\bp\.a\.?(?=[\s,;]|$)|\bper annum\b", "per year"),
    (r"\bu\.s\.(?:a\.)?(?!\$)|\b(?<=the )us(?= |[.,;]|$)", "usa"),
    (
        r"(?<![\w.])(?!(?:[ap]\.m|e\.g|i\.e))(?:[a-z]\.){1,2}[a-z]\.?(?![\w.])",
        lambda match: match.group().replace(".", ""),
    ),
    (r"\bv(?:ersion |er\. ?|\.? ?)(?=\d)", ""),
    (r"\bsquare (?:met(?:er|re)s?|m)\b|\bsq\.? ?m\b", "m2"),
    (r"\bsquare kilomet(?:er|re)s?\b|\bsq\.? ?km\b", "km2"),
    (r"\bsquare (?:feet|foot)\b|\bsq\.? ?ft\b\.?", "sqft"),
    (r"\bmiles per hour\b", "mph"),
    (r"\b(?:kilomet(?:er|re)s|km) per hour\b", "km/h"),
    (r"\bmegabits per second\b", "mbps"),
    (
        r"(?<!\w)(\d+)-(year|month|week|day|hour|minute|second|mile|page|person|man|bed|bedroom|bit|room|story|storey|node|core|seat|point|step|digit|letter|character)s?\b-?",
        r"\1 \2 ",
    ),
    (r"(?<![\w.])(\d)'\s?(\d{1,2})(?:\"|''|(?!\w))", r"\1 ft \2 inches"),
    (
        rf"\b(?P<feet>{_COUNT}) (?:foot|feet) (?P<inches>{_COUNT})\b",
        lambda m: f"{_value(m['feet'])} ft {_value(m['inches'])} inches",
    ),
    (r"\b(\d) (?:ft|foot|feet)\.? (\d{1,2})(?: in)?\b(?!\.?\d| ?(?:inch|ft))", r"\1 ft \2 inches"),
    (r"\bthe '?(?:(?P<name>" + "|".join(_DECADES) + r")|(?P<digit>[2-9])0s)\b", _decade),
    (
        r"\b(?P<n>one|a|two|three|\d) (?:(?P<part>third|quarter|fifth|tenth))s?(?= of | the )",
        lambda m: _fraction(m) if m["n"] != "a" else m.group(),
    ),
    (r"(?<= )(?P<n>one|two|three) (?P<part>third|quarter|fifth|tenth)s?(?=[.,;]|$)", _fraction),
    (r"\b10\^(\d)\b", lambda match: "1" + "0" * int(match[1])),
    (
        r"\b(\d{1,3})\.(\d{3})(?= ?(?:euros?\b|eur\b|€))|(?<=€)(\d{1,3})\.(\d{3})\b",
        lambda match: (match[1] or match[3]) + (match[2] or match[4]),
    ),
    (r"\b(\d{1,2})\.([0-5]\d)(?= (?:train|bus|flight|tram|ferry|plane|o'clock))", r"\1:\2"),
    (r"\ba fortnight\b", "2 weeks"),
    (r"\bfortnightly\b|\bevery fortnight\b", "every 2 weeks"),
    (r"\bhalf a dozen\b", "6"),
    (
        r"\b(?P<word>open|hours(?: are|:)?|works?|shift(?: is)?|available|closed)(?: from)? (?P<from>[1-9]|1\d|2[0-3])\s?(?:-|to|until|till)\s?(?P<to>[1-9]|1\d|2[0-4])\b(?![:.]\d|\s?(?:%|[ap]\.?m|percent|days|people|hours|weeks))",
        _hours,
    ),
    (r"\bclose to (?=[$€£]?\d)", "about "),
    (r"(?<![\w.])\.(?=\d)", "0."),
    (
        r"(?<![+\d.,/-])(?<!\d )[1-9]\d{0,2}(?: \d{3})+(?![\d-]| \d)",
        lambda match: match.group().replace(" ", ","),
    ),
    (r"°\s?(?=[cf]\b)", "°"),
    (r"\s?\bdegrees? (?:celsius|centigrade|c)\b", " °c"),
    (r"\s?\bdegrees? (?:fahrenheit|f)\b", " °f"),
    (r"\b(?P<code>u\.s\.|us|au|a|ca|c|nz|hk|s|r|mx)\$\s?(?P<number>[\d.,]*\d)(?!\w)", _coin),
    (rf"\b(?P<code>{_CODES})\s?(?P<number>\d[\d.,]*(?:k|m|bn)?)(?![\w.])", r"\g<number> \g<code>"),
    (r"\b(?P<n>\d{2,3}) over (?P<m>\d{2,3})(?= mmhg|[.,;]|$)", r"\g<n>/\g<m>"),
    (r"\b(?P<n>\d+) out of (?:a (?:total|maximum) of )?(?P<m>\d+)\b", r"\g<n> outof \g<m>"),
    (rf"\b(?P<n>an?|{_NUMBER}) and a half (?P<unit>{_SPAN})\b", _half_more),
    (rf"\b(?P<n>an?|{_NUMBER}) (?P<unit>{_SPAN}) and a half\b", _half_more),
    (r"\b(?P<h>\d+)\s?h(?:ours?|rs?)?\s?(?P<m>\d{1,2})\s?m(?:ins?)?\b", r"\g<h> h \g<m> min"),
    (r"(?P<sum>[$€£]\s?\d[\d.,]*)m\b", r"\g<sum> million"),
    (rf"\b(?P<sum>\d[\d.,]*)m (?=(?:dollars|euros|pounds|{_CODES})\b)", r"\g<sum> million "),
    (r"\bevery half[- ](?:an )?hour\b|\bhalf[- ]hourly\b", "every 30 minutes"),
    (r"\bevery quarter (?:of an )?hour\b", "every 15 minutes"),
    (r"\b(?:a )?quarter of an hour\b", "15 minutes"),
    (r"\bthree[- ]quarters of an hour\b", "45 minutes"),
    (r"\bhalf an? hour\b|\ba half[- ]hour\b|\bhalf[- ]hour\b", "30 minutes"),
    (rf"\bhalf an? (?P<unit>{_SPAN})\b", r"0.5 \g<unit>"),
    (rf"\ba half[- ](?P<unit>{_SPAN})\b", r"0.5 \g<unit>"),
    (
        rf"\b(?:a )?(?P<part>half|quarter) (?P<side>past|to|till) (?P<hour>{_HOUR}|1[0-2]|[1-9])\b(?!:)",
        _clock,
    ),
    (
        rf"\b(?P<part>five|ten|twenty|twenty-five) (?P<side>past) (?P<hour>{_HOUR}|1[0-2]|[1-9])\b(?!:)",
        _clock,
    ),
    (
        rf"\b(?P<part>five|ten|twenty|twenty-five|\d{{1,2}}) minutes (?P<side>past|to|till) (?P<hour>{_HOUR}|1[0-2]|[1-9])\b(?!:)",
        _clock,
    ),
    (
        rf"(?<=\bat )(?P<part>five|ten|twenty|twenty-five) (?P<side>to) (?P<hour>{_HOUR})\b(?=[\s.,;]*$|[.,;]| (?:on|in|every|each)\b)",
        _clock,
    ),
    (
        rf"\b(?P<hour>{_HOUR}|1[0-2]|[1-9])(?P<rest>:\d\d)?(?: o'?clock)? (?:in the (?P<half>morning|afternoon|evening)|at (?P<night>night))\b",
        _half_day,
    ),
    (r"\b(?P<h>[01]?\d|2[0-3])\.(?P<m>[0-5]\d)\s?(?P<ap>[ap]\.?m\b\.?)", r"\g<h>:\g<m> \g<ap>"),
    (r"\b(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d) ?(?:h|hrs|hours)\b", r"\g<h>:\g<m>"),
    (r"(?<![\w/.])(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)\d\d)(?![\w/])", _month_of_year),
    (r"(?<![\w/.-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\w-])", _month_of_year),
    (r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)(?![\w.]*\w)", _dotted),
    (r"\b(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) quarter\b(?: of(?= \d))?", _quarter),
    (
        r"\b(?P<n>\d+)\s?x (?=(?:a|per|every|each) )|\b(?P<k>\d+)x(?=/)",
        lambda m: f"{m['n'] or m['k']} times ",
    ),
    (r"\btwice\b(?! as| the| more)", "2 times"),
    (r"\bthrice\b", "3 times"),
    (
        r"\bonce (?:a|per|every|each) (?=(?:day|week|month|year|hour|night|quarter|morning|evening)\b)",
        "every ",
    ),
    (r"\b(?:number|no\.|nr\.?|num\.?) ?#?(?=\d)", ""),
    (rf"\b(?P<from>{_DAY})\s?-\s?(?P<to>{_DAY})\b", r"\g<from> to \g<to>"),
    (rf"\b(?:from )?(?P<from>{_DAY}) (?:through|thru|until|till) (?P<to>{_DAY})\b", r"\g<from> to \g<to>"),
    (
        r"\b(?:from )?mon(?:day)?s? to fri(?:day)?s?\b|\bon weekdays\b|\bweekdays\b|\bevery weekday\b",
        "every weekday",
    ),
    (
        r"(?<![\w-])(?P<from>\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)\s?-\s?(?P<to>\d{1,2}(?::\d\d)?\s?[ap]m|\d{1,2}:\d\d)\b",
        r"\g<from> to \g<to>",
    ),
    (
        r"(?<![\w.:-])(?P<from>\d{1,4}|\d+\.\d+)\s?-\s?(?P<to>\d{1,4}|\d+\.\d+)(?=\s?(?:%|percent|[a-z]{2,}))(?<!\d\d\d-\d\d\d\d)",
        r"\g<from> to \g<to>",
    ),
    (r"\bbetween (?P<from>\$?[\d.,:]+\s?(?:[ap]m)?) and (?P<to>\$?\d)", r"\g<from> to \g<to>"),
    (
        r"\bfrom (?P<from>\$?[\d.,:]+\s?(?:[ap]m)?) (?:to|until|till|through) (?P<to>\$?\d)",
        r"\g<from> to \g<to>",
    ),
    (
        r"\b(check|log|sign|follow|back|stand|pick|set|start|roll|take|break|work|clean|trade|build|cut|lay|pay|run|shut|hand|turn|time|opt|sit|warm|wrap|make|hold|fall|drop|print|read|switch|add|plug|spin|tie|push|pull|kick|fly|drive|sleep)-(in|out|up|off|down|over|on|away|back|through)\b",
        r"\1\2",
    ),
    (r"(?<=\d) ?rps\b", " requests per second"),
    (r"(?<=\d) ?qps\b", " queries per second"),
    (r"\bw/o\b", "without"),
    (r"\bw/(?= )", "with"),
]


_COMPILED = [(re.compile(pattern), replacement) for pattern, replacement in _RULES]
_HINT = re.compile(
    r"\d|roughly|approx|around|circa|estimated|half|quarter|twice|thrice|once|weekday|per cent|w/|-(?:in|out|up|off|down|over|on|away|back|through)\b|o'?clock|fortnight|dozen|third|fifth|tenth|version|[a-z]\.[a-z]|foot|the us\b|square|sq\b|twenties|ties\b|degree|night|morning|afternoon|evening|\bmon|\btue|\bwed|\bthu|\bfri|\bsat|\bsun"
)


def plain_figures(text: str) -> str:
    """`text`, in base form, with its figures, times and units as the scanner reads them."""
    if has_cjk(text) or not _HINT.search(text):
        return text
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text)
    return text
