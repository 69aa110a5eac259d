"""English abbreviations and notations beside figures, written out: `Apt. 4B`, `39 pounds sterling`, `Phase II`, `9 to 11 am`, `3-May-2027`.

Text comes in base form, before english_figures.py reads its figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_pipeline.domain.comparison.dates import MONTHS
from memory_pipeline.domain.comparison.normalise import has_cjk
from memory_pipeline.domain.comparison.numerals import EN_NUMBER, EN_ORDINAL, parse_en

_Replacement = str | Callable[[re.Match[str]], str]
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WORD = "|".join(sorted(EN_NUMBER, key=len, reverse=True))
_COUNT = rf"(?:\d+|(?:{_WORD})(?:[- ](?:{_WORD}))?)"
_ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
}
_ROWS = "phase|chapter|volume|part|section|act|book|appendix|type|stage|tier|grade|class|level|article|annex|war|episode|round|title|module|unit|mark|category|schedule"
_NAMED_DAYS = {
    "christmas eve": "24 december", "christmas day": "25 december", "boxing day": "26 december", "new year's eve": "31 december",
    "new year's day": "1 january", "valentine's day": "14 february", "halloween": "31 october",
}  # fmt: skip
_SHORT = {
    "ltd": "limited", "corp": "corporation", "prof": "professor", "ln": "lane", "hwy": "highway", "govt": "government", "jr": "junior", "sr": "senior",
    "asst": "assistant", "mgmt": "management", "intl": "international", "appt": "appointment", "bday": "birthday", "mtg": "meeting", "bldg": "building",
    "ext": "extension", "tbsp": "tablespoons", "tsp": "teaspoons", "pcs": "pieces", "req": "requests", "fps": "frames per second", "mpg": "miles per gallon",
    "xs": "extra small", "xl": "extra large", "xxl": "extra extra large", "mister": "mr", "univ": "university", "acct": "account", "qty": "quantity", "temp": "temperature", "attn": "attention",
}  # fmt: skip
# short only before a number: `apt` is an adjective, too
_SHORT_NUMBERED = {
    "apt": "apartment", "ste": "suite", "vol": "volume", "ch": "chapter", "fig": "figure", "ext": "extension", "rm": "room", "pg": "page", "p": "page", "art": "article",
}  # fmt: skip
_MONEYS = {
    "us": "usd", "u.s.": "usd", "american": "usd", "australian": "aud", "canadian": "cad", "new zealand": "nzd", "hong kong": "hkd", "singapore": "sgd",
    "swiss": "chf", "swedish": "sek", "norwegian": "nok", "danish": "dkk", "polish": "pln", "japanese": "jpy", "chinese": "cny", "indian": "inr",
}  # fmt: skip
_RATES = {"mo": "month", "yr": "year", "wk": "week", "hr": "hour"}
_BITS = {"kilo": "k", "mega": "m", "giga": "g"}
_PERCENTS = {"50": "half", "25": "1/4", "75": "3/4"}
_PARTS = {"third": "1/3", "quarter": "1/4", "fifth": "1/5", "tenth": "1/10"}
_TURN_OF_CENTURY = 30


def _number(text: str) -> int:
    found = int(text) if text.isdigit() else parse_en(re.split(r"[- ]", text))
    return int(found or 0)


def _coins(match: re.Match[str]) -> str:
    """`twelve pounds fifty`: what follows the unit without a word of its own are hundredths."""
    cents = _number(match["cents"])
    small = bool(match["unit"]) or cents >= 10
    if not small or cents > 99:
        return match.group()
    return f"{_number(match['whole'])}.{cents:02d} {match['money']}"


def _half_days(match: re.Match[str]) -> str:
    """`9 to 11 am`: one half of the day told for both; `10 to 2 pm` begins in the other half."""
    first, last, half = int(match["from"]), int(match["to"]), match["half"]
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return match.group()
    begins = half if first % 12 < last % 12 else {"a": "p", "p": "a"}[half]
    link = "to" if match["link"].strip() in {"-", "to", "until", "till"} else match["link"].strip()
    return f"{first}{match['m1'] or ''} {begins}m {link} {last}{match['m2'] or ''} {half}m"


def _year(match: re.Match[str]) -> str:
    century = "19" if int(match["year"]) >= _TURN_OF_CENTURY else "20"
    return f"{match['before']} {century}{match['year']}"


def _clock(match: re.Match[str]) -> str:
    """`at twenty to nine`, `at 10 past 4`: minutes before or after a full hour."""
    hour, minutes = _number(match["hour"]), _number(match["part"])
    if match["side"] == "to":
        hour, minutes = (hour - 1) or 12, 60 - minutes
    return f"at {hour}:{minutes:02d}" if 0 < minutes < _HOUR_LENGTH else match.group()


def _years(match: re.Match[str]) -> str:
    """`2027/28`: a span of two years that follow each other."""
    first = int(match["a"])
    return f"{first} to {first + 1}" if int(match["b"]) in {first + 1, (first + 1) % 100} else match.group()


def _nth(match: re.Match[str]) -> str:
    return f"{EN_NUMBER[match['tens']] + EN_ORDINAL[match['one']]}th"


_HOUR_LENGTH = 60
_RULES: list[tuple[str, _Replacement]] = [
    (r"(?<=\d)'(?=\d{3}\b)", ","),
    (r"\b(?P<a>ph|b|m)\.(?P<b>d|sc|a|eng|ed)\b\.?", r"\g<a>\g<b>"),
    (r"(?<=\d) y/o\b", " years old"),
    (r"(?P<who>\b[a-z]+)'s got (?=(?:an?|no|one|two|three|four|five|\d+)\b)", r"\g<who> has "),
    (rf"\b(?P<n>{_COUNT}) out of (?P<m>{_COUNT})\b", lambda m: f"{_number(m['n'])} out of {_number(m['m'])}"),
    (r"\b(?P<v>got|gets|scored|scores|rated|graded|score(?: of| is| was|:)|rating(?: of| is| was|:)) (?P<n>\d+) ?/ ?(?P<m>5|10|20|100)\b", r"\g<v> \g<n> out of \g<m>"),
    (
        rf"\b(?P<n>{_WORD})-(?=(?:star|door|seater|bedroom|person|core|node|page|storey|story|room|speed|way|part|step|point|course|piece|digit|mile|bit|seat|year|month|week|day|hour|minute)\b)",
        lambda m: f"{EN_NUMBER[m['n']]}-",
    ),
    (r"\bsecond (?=(?:floor|place|edition|grade|row|street|avenue|half|quarter|shift|level|attempt|home|language|child|son|daughter|phone|car|job|page|chapter)\b)", "2nd "),
    (rf"\b(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?P<one>{'|'.join(list(EN_ORDINAL)[:9])})\b", _nth),
    (rf"\b(?P<n>{_COUNT}) degrees?(?P<c> celsius)? below zero(?P<d> celsius)?\b", lambda m: f"-{_number(m['n'])} degrees{m['c'] or m['d'] or ''}"),
    (r"(?<=\d) ?°(?! ?[cf]\b)", " degrees"),
    (r"(?<![\d/-])(?P<a>(?:19|20)\d\d) ?[/-] ?(?P<b>(?:19|20)?\d\d)(?![\d/-])", _years),
    (r"\b(?P<n>\d+) 1/2(?=$|[.,;])", r"\g<n>.5"),
    (r"\b(?P<h>\d{1,2}):(?P<m>[0-5]\d) ?(?:h|hrs?|hours)\b", r"\g<h> h \g<m> min"),
    (rf"\bat (?P<part>five|ten|twenty|twenty-five|5|10|20|25) (?P<side>to|past) (?P<hour>{_WORD}|1[0-2]|[1-9])\b(?=[\s.,;]*$|[.,;]| (?:on|in|every|each)\b)", _clock),
    (r"(?<![-=<])> ?(?=[$€£]?\d)", "more than "),
    (r"(?<![-=>])< ?(?=[$€£]?\d)|\bfewer than (?=\d)", "less than "),
    (r"(?<![\d+])\b00(?=\d\d \d{2,})", "+"),
    (r"(?<=\d) ?ha\b", " hectares"),
    (r"(?: ?/ ?| per )(?:kg|kilo|kilogram(?:me)?)\b", " per kilogram"),
    (r"(?: ?/ ?| per )(?:l|lit(?:er|re))\b", " per litre"),
    (r"(?<=[a-z])(?<!bit)(?<!its)/s\b", " per second"),
    (rf"\b(?P<word>{'|'.join(_SHORT)})\b\.?(?!\w)", lambda m: _SHORT[m["word"]]),
    (rf"\b(?P<word>{'|'.join(_SHORT_NUMBERED)})\.? (?=#?\d)", lambda m: f"{_SHORT_NUMBERED[m['word']]} "),
    (r"(?P<before>^|\b(?:in|at|to|of|near|from|is|was|visit|visits) )st\.? (?=[a-z])", r"\g<before>saint "),
    (r"\b(?P<m>pounds?|gbp) sterling\b|(?P<s>£ ?[\d.,]*\d) sterling\b", lambda m: m["m"] or m["s"]),
    (
        rf"\b(?P<who>{'|'.join(map(re.escape, _MONEYS))}) (?:dollars?|francs?|krona|kronor|kroner?|zlotys?|yen|yuan|rupees?)\b",
        lambda m: _MONEYS[m["who"]],
    ),
    (
        rf"\b(?P<whole>{_COUNT}) (?P<money>pounds|dollars|euros) (?P<cents>{_COUNT})(?P<unit> (?:pence|cents?))?(?=[\s.,;]*$|[.,;]| (?:a|an|per|each|every|for|in)\b)",
        _coins,
    ),
    (
        rf"\b(?P<whole>{_COUNT}) (?P<money>pounds|dollars|euros) and (?P<cents>{_COUNT})(?P<unit> (?:pence|cents?))\b",
        _coins,
    ),
    (rf"\b(?P<n>{_COUNT}) pence\b", lambda m: f"£0.{_number(m['n']):02d}" if _number(m["n"]) < 100 else m.group()),
    (r"\b(?P<p>at|by|from|until|till|to|before|after) (?P<h>[01]?\d|2[0-3])h(?P<m>[0-5]\d)\b", r"\g<p> \g<h>:\g<m>"),
    (r"\b(?P<h>\d{1,2})h(?P<m>[0-5]\d)\b", r"\g<h> h \g<m> min"),
    (rf"\b(?P<d>\d{{1,2}})-(?P<m>{_MONTH})-(?P<y>\d{{4}})\b", r"\g<d> \g<m> \g<y>"),
    (
        r"(?P<before>^|[ :])(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?=$|[ ,;]|\.(?:$| ))",
        r"\g<before>\g<y>-\g<m>-\g<d>",
    ),
    (rf"\b(?P<day>{'|'.join(_NAMED_DAYS)})\b", lambda m: _NAMED_DAYS[m["day"]]),
    (
        rf"\b(?P<row>{_ROWS}) (?P<n>ii|iii|iv|vi|vii|viii|ix|xi|xii)\b|\b(?P<row1>{_ROWS}) (?P<n1>i|v|x)(?=[\s.,;:]*$|[.,;:]| (?:of|is|was|in|on|starts|begins|ends|diabetes|has|at)\b)",
        lambda m: f"{m['row'] or m['row1']} {_ROMAN[m['n'] or m['n1']]}",
    ),
    (
        r"\b(?P<a>\d+(?:\.\d+)?)(?: ?(?:cm|mm|m|ft|in|px))? ?(?:x|by) ?(?P<b>\d+(?:\.\d+)?)(?= ?(?:cm|mm|m|ft|feet|inch(?:es)?|in|met(?:er|re)s?|centimet(?:er|re)s|millimet(?:er|re)s|pixels|px)\b)",
        r"\g<a>x\g<b>",
    ),
    (r"\b(?P<a>\d{2,4}) ?x ?(?P<b>\d{2,4})\b", r"\g<a>x\g<b>"),
    (r"^(?P<a>(?:[^']|(?<=[a-z])'(?=s\b))*?\b[a-z]{3,}s)'(?= [a-z])(?!.*\w'(?!\w))", r"\g<a>'s"),
    (r"(?<=\d) ?gigs?\b", " gb"),
    (
        rf"\b(?P<w>weigh(?:s|ed)?|weight(?: is| of| ?:))(?P<x> (?:about|around|over|under|only|exactly|nearly))? (?P<n>\d[\d.,]*|{_COUNT}) pounds?\b",
        r"\g<w>\g<x> \g<n> lbs",
    ),
    (
        rf"^(?P<who>(?:the user|i) (?:is|am)) (?P<n>\d' ?\d{{0,2}}\"?|(?:\d|{_WORD}) (?:ft|foot|feet)(?: (?:\d+|{_WORD}))?(?: ?in(?:ch(?:es)?)?)?|\d{{3}} ?cm|[12]\.\d\d? ?m)(?P<end>[.!]?)$",
        r"\g<who> \g<n> tall\g<end>",
    ),
    (r"\bmiles an? hour\b|\bmiles per hour\b", "mph"),
    (r"\b(?:kilomet(?:er|re)s|km)(?: an? | per |/)(?:hour|hr)\b", "km/h"),
    (r"\b(?P<size>kilo|mega|giga)bits? (?:per|a) second\b", lambda m: f"{_BITS[m['size']]}bps"),
    (r"\b(?P<size>mega|giga)hertz\b", lambda m: f"{m['size'][0]}hz"),
    (r"\bkilowatt[- ]hours?\b", "kwh"),
    (r"\bkilowatts?\b", "kw"),
    (r"(?<=\d) ?w\b(?!/)", " watts"),
    (r"(?<=\d) ?v\b(?! ?\d|\.)", " volts"),
    (r"\b(?P<before>in|since|from|of|until|by|before|after|born) '(?P<year>\d\d)\b", _year),
    (r"~ ?(?=[$€£]?\d)|\bca?\. ?(?=\d)", "about "),
    (r"/ ?(?P<unit>mo|yr|wk|hr)\b\.?", lambda m: f"/{_RATES[m['unit']]}"),
    (r"^(?P<a>[^\"']*\d)\"(?P<b>[^\"']*)$", r"\g<a> inches\g<b>"),
    (
        r"(?<![\d.:-])\b(?P<from>\d{1,2})(?P<m1>:\d\d)?(?P<link> ?- ?| to | until | till | and )(?P<to>\d{1,2})(?P<m2>:\d\d)? ?(?P<half>[ap])\.?m\b\.?(?!\w)",
        _half_days,
    ),
    (
        rf"\b(?P<what>(?:ratio|score|result|odds)(?: [a-z ]{{0,24}}?)?(?: is| was|:| of)) (?P<a>{_COUNT}) to (?P<b>{_COUNT})\b",
        lambda m: f"{m['what']} {_number(m['a'])}:{_number(m['b'])}",
    ),
    (r"\b(?P<n>one|two|three|four|five|six|seven|nine)-(?P<part>thirds?|quarters?|fifths?|tenths?)\b", r"\g<n> \g<part>"),
    (r"\b(?:a|one) (?P<part>third|quarter|fifth|tenth) of (?=(?:the|all|my|our|their|his|her|its)\b)", lambda m: f"{_PARTS[m['part']]} of "),
    (r"(?<![\d.,-])(?P<n>25|50|75) ?(?:%|percent|per cent) of\b", lambda m: f"{_PERCENTS[m['n']]} of"),
]  # fmt: skip
_COMPILED = [(re.compile(pattern), replacement) for pattern, replacement in _RULES]


def plain_notation(text: str) -> str:
    """`text`, in base form, with abbreviations written out and figures in the notation that the others are read in."""
    if has_cjk(text):
        return text
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text)
    return text
