"""English sentences that say one thing from two ends, rewritten to one of them: `is younger than` and `is older than`, `nobody but` and `only`,
`cannot X without Y` and `X requires Y`; and what narrows a quantifier: `a few` is not `few`, `over half` is not `half`.

Text comes in base form without affixes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_pipeline.domain.comparison.numerals import EN_NUMBER

_Replacement = str | Callable[[re.Match[str]], str]
_COUNT = rf"(?:\d[\d.,]*|an?|{'|'.join(EN_NUMBER)})"
_PLAIN = rf"(?:\d+|{'|'.join(EN_NUMBER)})"
# of two opposite comparatives one is told from the other end
_OPPOSITE = {
    "younger": "older", "smaller": "larger", "slower": "faster", "lower": "higher", "lighter": "heavier", "cheaper": "more expensive", "poorer": "richer",
    "colder": "warmer", "weaker": "stronger", "narrower": "wider", "worse": "better", "thinner": "thicker", "later": "earlier", "quieter": "louder",
    "shallower": "deeper", "easier": "harder", "less expensive": "more expensive", "taller": "shorter",
}  # fmt: skip
_COMPARED = "|".join(sorted(_OPPOSITE, key=len, reverse=True))
# what both ends may be: no clause of its own, no time or place, and nothing whose scope the order tells (`every`, `no`)
_SCOPE = r"every|each|all|any|some|no|not|never|only|most|many|few|both|nobody|everyone|everybody|someone|nothing|either|neither|always|often|usually|sometimes|still|also|once"
_ENDED = rf"(?!\b(?:{_SCOPE}|and|or|by|in|on|at|since|when|because|if|than|is|are|was|were|that|who|which|it|he|she|they|i|me|him|her|them|before|after|during|for|will|would|may|can|with|from|to)\b)[a-z0-9'.-]+"
_END = rf"{_ENDED}(?: {_ENDED}){{0,4}}?"  # one blank between two words: what could be cut in many ways would be tried in all
_HOW_MUCH = rf"(?:(?:(?:about|almost|nearly|exactly|over|at least|more than) )?{_COUNT} [a-z%]+ |much |slightly |a little |a bit |far |(?:\d[\d.]*|two|three|four|five|ten) times )"
_ADVERBS = frozenset("just only first last next new right wrong same other main old best worst".split())
_OFFICE = r"(?:[a-z-]+ )?(?:[a-z]*(?:person|woman|man)|coach|contact|manager|lead|leader|head|director|captain|trainer|instructor|teacher|tutor|coordinator|organi[sz]er|chair|lawyer|attorney|solicitor|accountant|representative|ambassador|caretaker|maintainer|supervisor|editor|producer|treasurer|secretary|moderator|administrator|architect|owner|librarian|curator|supplier)"

_ATTRIBUTE = r"(?:[a-z-]+ ){0,2}(?:budget|deadline|password|price|fee|limit|threshold|capacity|quota|target|timeout|port|hostname|region|version|status|owner|retention|interval|frequency|location|venue|address|quorum|size|weight|length|height|width|temperature|language|currency|name|number|code|colou?r|date|schedule|headcount|load|volume|speed|rate|depth)"


def _turned(match: re.Match[str]) -> str:
    """`X is 3 years younger than Y` as `Y is 3 years older than X`."""
    much = match["much"] or (f"{match['by']} " if match["by"] else "")
    return f"{match['y'].strip()} {match['be']} {much}{_OPPOSITE[match['c']]} than {match['x'].strip()}"


def _fewer(match: re.Match[str]) -> str:
    return f"{match['y'].strip()} {match['v']} {match['n'] or ''}more {match['what'] or ''}than {match['x'].strip()}"


_RULES: list[tuple[str, _Replacement]] = [
    (
        rf"^(?P<x>{_END}) (?P<be>is|are|was|were) (?P<much>{_HOW_MUCH})?(?P<c>{_COMPARED}) than (?P<y>{_END})(?: by (?P<by>{_COUNT} [a-z%]+))?$",
        _turned,
    ),
    (
        rf"^(?P<x>{_END}) (?P<v>has|have|had) (?P<n>{_COUNT} )?(?:fewer|less) (?P<what>(?!than\b)[a-z-]+ (?:(?!than\b)[a-z-]+ )?)than (?P<y>{_END})$",
        _fewer,
    ),
    (
        rf"^(?P<x>{_END}) (?P<v>costs?|weighs?|earns?|lasts?) (?P<n>{_COUNT} [a-z%]+ )?(?P<what>)less than (?P<y>(?!{_COUNT}\b|[$€£])(?:the|an?|my|his|her|their|[a-z]+'s) {_END}|[a-z]+)$",
        _fewer,
    ),
    (
        r"^(?:nobody|no one|none|no-one) (?:but|except|except for|other than|besides|apart from|save for) (?P<x>[^,]+?) (?P<v>may|can|could|is|are|has|have|must|will|knows?|gets?|uses?|[a-z]+s) ",
        r"only \g<x> \g<v> ",
    ),
    (
        r"^(?:you|one|we|nobody|no one|users|people) (?P<not>cannot|can't|can not|can) (?P<v>[a-z]+(?: [^,]+?)?) without (?P<y>[^,]+)$",
        lambda m: (
            f"{m['v']} requires {m['y']}" if (m["not"] == "can") == m.group().startswith(("nobody", "no one")) else m.group()
        ),
    ),
    (r"\b(?P<v>would rather|'d rather|prefers? to) (?:get|receive|have) (?P<x>[^,]+?) than ", r"prefers \g<x> to "),
    (r"\b(?:the )?close of (?=(?:the )?(?:day|week|month|year|quarter|january|february|march|april|may|june|july|august|september|october|november|december)\b)", "the end of "),
    (
        r"\b(?P<be>is|are|was) the (?P<a>[a-z]+) ones?$",
        lambda m: m.group() if m["a"] in _ADVERBS else f"{m['be']} {m['a']}",
    ),
    (rf"\bthe (?P<n>{_OFFICE}) for (?=(?:the|my|our|his|her|their) [a-z])", r"the \g<n> of "),
    (rf"^(?:the )?(?P<n>{_ATTRIBUTE}) for (?=[a-z0-9' -]{{2,40}}(?: is | are | was | were | ?: ))", r"the \g<n> of "),
    (
        r"^(?P<s>[^,]+?) (?:goes by|is known by|is known under|writes under|performs under|publishes under) the (?P<n>(?:[a-z]+ )?(?:nickname|name|handle|alias|pseudonym|username)) (?P<x>[^,]+)$",
        r"\g<s>'s \g<n> is \g<x>",
    ),
    (
        rf"\b(?P<n>{_COUNT}) (?P<what>(?:[a-z-]+ )?[a-z]+s?) (?:of|for|in|on) (?:each|every) (?=[a-z])(?!(?:other|one|day|week|month|year)\b)",
        lambda m: m.group() if m["n"] in {"a", "an"} else f"{m['n']} {m['what']} per ",
    ),
    (r"\b(?P<v>uses?) (?P<x>[^,]+?) as (?:its|their) (?=[a-z])", r"\g<v> \g<x> as "),
    (
        rf"^(?:each|every) (?P<x>[a-z]+(?: [a-z]+)?) (?:has|holds|contains|comprises) (?P<n>{_PLAIN}) (?P<y>[a-z]+(?: [a-z]+)?)$",
        r"\g<y> per \g<x>: \g<n>",
    ),
    (rf"^there (?:is|are) (?P<n>{_PLAIN}) (?P<y>[a-z]+(?: [a-z]+)?) per (?P<x>[a-z]+(?: [a-z]+)?)$", r"\g<y> per \g<x>: \g<n>"),
    (r"\ba few\b", "afew"),
    (r"\b(?:over|more than|above) half\b", "overhalf"),
    (r"\b(?:under|less than|fewer than|below) half\b", "underhalf"),
    (r"\ball but\b", "all except"),
    (
        r"(?P<v>^|\b(?:has|have|had|with|eats?|drinks?|gets?|sees?|takes?|needs?|there is|there was|shows?|makes?) )little (?=[a-z]+(?:[\s.]|$))(?!(?:brother|sister|finger|toe|boy|girl|one|black|red|white)s?\b)",
        r"\g<v>few ",
    ),
]  # fmt: skip
_COMPILED = [(re.compile(pattern), replacement) for pattern, replacement in _RULES]
_COMPARING = 3  # the first rules need a `than`

# a label whose owner stands apart: in parentheses behind it, or before it and set off by a mark
_NOUNS = r"[a-z0-9][a-z0-9'. -]{1,40}?"
_OWNED = re.compile(rf"^(?P<n>{_NOUNS}) \((?:the )?(?P<o>{_NOUNS})\) ?: (?P<v>.+)$")
_SET_OFF = re.compile(
    rf"^(?:the )?(?P<o>{_NOUNS})(?:,| -| /| >| \||/) (?P<n>{_NOUNS})(?: ?:| -| =) (?P<v>.+)$"
)
_WHEN = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:am|pm|and|or|is|are|was|has|have|not|no|if|when|then|but|so)\b|^\d"
)


def plain_converse(text: str) -> str:
    """`text` told from the end that the others are told from; a final stop stays where it is."""
    bare = text.rstrip(" .!")
    final = text[len(bare) :]
    for pattern, replacement in _COMPILED if " than " in bare else _COMPILED[_COMPARING:]:
        bare = pattern.sub(replacement, bare)
    return _with_owner(bare) + final


def _with_owner(text: str) -> str:
    match = _OWNED.match(text)
    if match and match["o"] == "user":
        return f"the user's {match['n']}: {match['v']}"
    match = match or _SET_OFF.match(text)
    if (
        match is None
        or ":" in match["v"]
        or match["o"].endswith("ly")
        or _WHEN.search(f"{match['o']} {match['n']}")
    ):
        return text
    owner = re.sub(r"'s?$", "", match["o"])
    return f"the {match['n']} of {owner}: {match['v']}"
