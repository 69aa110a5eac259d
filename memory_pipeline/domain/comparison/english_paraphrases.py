"""English turns of phrase with a gap in them, rewritten to the plain one: `the tea she likes best`, `costs X nothing`.

Text comes in base form without affixes. What has no gap stands in english_wording.py; what needs both statements, in english_constructions.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_pipeline.domain.comparison.english import PREPOSITIONS
from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.wording import lemma_of

_Replacement = str | Callable[[re.Match[str]], str]
_NAME = r"(?:the user|i|my [a-z-]+|the [a-z-]+(?: [a-z-]+)?|[a-z]+(?:'s [a-z-]+)?)"
_NO_VERBS = "eats?|drinks?|uses?|owns?|speaks?|wears?|needs?|wants?|accepts?|supports?|contains?|requires?|sends?|stores?|keeps?|takes?|offers?|plays?"
_SHORTEST = 3
_KIN = "(?:(?:younger|older|elder|twin|little|big|half|step) ?-?)?(?:brother|sister|daughter|son|uncle|aunt|cousin|friend|neighbou?r|nephew|niece|grandson|granddaughter|colleague|roommate|flatmate|dog|cat)"
_DRUG = r"insulin|metformin|antidepressants|painkillers|statins|beta blockers|blood thinners|(?:[a-z]+(?:pril|olol|statin|cillin|sartan|azole|formin|thyroxine|mycin|oxetine|prazole|azepam|codone))"
_STATES = "retired|divorced|widowed|unemployed|pregnant|vegetarian|vegan|blind|deaf|bilingual|left-handed|right-handed|self-employed"
_EVERY = {
    "60 seconds": "minute",
    "60 minutes": "hour",
    "24 hours": "day",
    "7 days": "week",
    "12 months": "year",
    "3 months": "quarter",
    "three months": "quarter",
    "twelve months": "year",
    "seven days": "week",
    "sixty seconds": "minute",
    "sixty minutes": "hour",
    "twenty-four hours": "day",
}
_CALLS = {"give": "call", "gives": "calls", "gave": "called", "giving": "calling"}
_WHILE = frozenset("while when whilst whenever".split())
_WON = {
    "came": "won",
    "comes": "wins",
    "come": "win",
    "finished": "won",
    "finishes": "wins",
    "took": "won",
    "takes": "wins",
    "won": "won",
    "wins": "wins",
}
_FAVORITES = {"eat": "food", "drink": "drink", "read": "book", "watch": "film", "play": "game"}
_DOZENS = {"": 12, "a ": 12, "one ": 12, "two ": 24, "three ": 36, "four ": 48}
_RULES: list[tuple[str, _Replacement]] = [
    (
        r"\bat least (?P<n>(?!(?:about|one|two|three|four|five|six|seven|eight|nine|ten|a|an|the)\b)[a-z]{3,}) (?=\d)",
        r"\g<n> at least ",
    ),
    (
        r"\b(?P<p>lasts?|takes?|took|lasted|for|within|after|about|than|is|are) an? (?P<u>hour|minute|second|day|week|month|year)\b(?! (?:ago|old|in|of)\b)",
        r"\g<p> 1 \g<u>",
    ),
    (
        rf"\b(?P<v>has|have|had|{_NO_VERBS}) no (?!longer\b|more\b|one\b|less\b|fewer\b|idea\b|use\b|need\b|access\b|effect\b)(?=[a-z])",
        lambda match: f"{_negated(match['v'])} ",
    ),
    (
        rf"\b(?P<d>does not|doesn't|do not|don't|did not|didn't) (?P<v>have|{_NO_VERBS}) any (?=[a-z])(?!(?:more|longer)\b)",
        r"\g<d> \g<v> ",
    ),
    (
        r"(?<!\bis )(?<!\bare )(?<!\bam )(?<!\bwas )(?<!\bbeen )(?<!\bbe )(?<!\bthe )\bfollowing (?=(?:the|an?|his|her|its|their|my|our|this|that)\b)",
        "after ",
    ),
    (r"\b(?:has|have|had) (?:an?|the) (?:job|position) as (?=an? )", "works as "),
    (r"\b(?:is|are) employed as (?=an? )", "works as "),
    (r"\b(?:earns?|makes?) (?:a|his|her|their|my) living as (?=an? )", "works as "),
    (
        r"\b(?P<v>works?|worked|working) as (?=an? [a-z])",
        lambda match: "was " if match["v"] == "worked" else "is ",
    ),
    (
        r"\b(?P<c>while|when|whilst|whenever|before|after|since|until) (?:he|she|they|i) (?:(?:is|are|am|was|were|'s) )?(?=(?P<w>[a-z]+))(?!(?:has|have|had|can|will|not|in|at|on|a|an|the)\b)",
        lambda match: f"{'when' if match['c'] in _WHILE else match['c']} ",
    ),
    (r"\b(?:while|whilst) (?=[a-z]+ing\b)", "when "),
    (
        r"^(?P<s>the user|i) (?P<v>am|is) (?P<a>[a-z]+) than (?:his|her|their|my) (?=[a-z])",
        r"\g<s> is \g<a> than the user's ",
    ),
    (r"^(?P<s>(?:the user's|my) [^,]+) than (?:him|her|them|me)$", r"\g<s> than the user"),
    (r"\b(?P<v>came|comes|come|finished|finishes) first (?:in|at) ", lambda match: f"{_WON[match['v']]} "),
    (
        r"\b(?P<v>took|takes|won|wins) (?:the )?first (?:place|prize) (?:in|at) ",
        lambda match: f"{_WON[match['v']]} ",
    ),
    (r"\bnothing (?:but|except|other than|besides) ", "only "),
    (
        r"^(?:you|people|guests|visitors|residents|one|we) (?:may|must|can|are|is) ?(?:not|n't) (?:(?:allowed|permitted|supposed) to )?(?P<v>[a-z]+)(?P<r>(?: [^,]+)?)$",
        r"\g<v> is forbidden\g<r>",
    ),
    (r"\bhas (?:its|their|his|her) (?:headquarters|head office|main office|seat) in ", "is based in "),
    (r"\b(?:hasn't|has not|haven't|have not) got (?:any )?", "does not have "),
    (r"\bfirst language\b", "native language"),
    (
        r"^(?P<n>siblings|children|pets|allergies|debts|hobbies|brothers and sisters|dietary restrictions|known allergies) ?: ?(?:none|no|0)$",
        r"the user has no \g<n>",
    ),
    (r"^smoker ?: ?no$", "the user does not smoke"),
    (r"^smoker ?: ?yes$", "the user smokes"),
    (r"\bonly (?=rarely|seldom|occasionally|sometimes)", ""),
    (
        r"\b(?P<d>an? |the )?(?P<n>[a-z]+) (?:that|which) (?:is|are) (?P<a>(?!not\b)[a-z]+)$",
        lambda match: (
            f"{match['d'] or ''}{match['a']} {match['n']}" if _describes(match["a"]) else match.group()
        ),
    ),
    (
        r"\b(?P<v>learn|learns|learned|learning|knows?|knew|teach|teaches|taught|studies|studied) how to\b",
        r"\g<v> to",
    ),
    (r"\b(?P<v>prefers?|likes?|loves?|hates?|dislikes?|enjoys?|wants?) being\b", r"\g<v> to be"),
    (r"\bat (?:the )?age (?:of )?(?=\d)", "at "),
    (
        rf"^(?P<s>{_NAME}) (?:has|have) an? (?P<n>{_KIN}) who (?P<r>[a-z].+)$",
        lambda match: (
            f"{'my' if match['s'] == 'i' else match['s'] + chr(39) + 's'} {match['n']} {match['r']}"
        ),
    ),
    (rf"\b(?:is|am|are) on (?P<d>{_DRUG})\b", r"takes \g<d>"),
    (
        r"^(?P<s>[^,]+?) (?:takes|needs) (?P<n>(?:about )?\S+ (?:seconds?|minutes?|hours?|days?|s|ms|min|h)) to (?P<v>load|start|boot|finish|complete|run|restart|build|charge|open|respond|dry|heat up)$",
        r"\g<s> \g<v>s in \g<n>",
    ),
    (
        r"^(?P<s>[a-z' -]+?) only (?P<v>[a-z]+s) (?P<o>[a-z0-9-]+(?: [a-z0-9-]+)?)$",
        lambda match: (
            f"{match['s']} {match['v']} only {match['o']}" if _plain_object(match) else match.group()
        ),
    ),
    (r"\b(?P<h>hasn't|has not|haven't|have not) got\b", "does not have"),
    (r"\b(?P<h>has|have) got (?=(?:an?|no|the|two|three|\d|his|her|my|their|some)\b)", r"\g<h> "),
    (r"\b(?:has|have) been with (?=[a-z]+ (?:for|since)\b)", "has worked at "),
    (r"\bhas an? (?P<p>part-time|full-time|remote) (?:job|position|role|post)\b", r"works \g<p>"),
    (
        r"\b(?:did|got|earned|completed|obtained|received|gained) (?:his|her|their|my|an?|the user's) (?P<d>phd|doctorate|masters?|master's|bachelors?|bachelor's|degree|mba|diploma)\b",
        r"earned a \g<d>",
    ),
    (
        r"^(?P<s>[^,]+?) (?P<b>are|were|have|can|will|like|love|speak|live|work) (?P<q>both|all) (?=[a-z])",
        r"\g<q> \g<s> \g<b> ",
    ),
    (r"\bboth of (?=the|my|his|her|their|our|its|[a-z]+'s)", "both "),
    (
        rf"^(?P<x>[^,]+?) is (?:the (?P<n>[a-z]+(?: [a-z]+)?) )?(?:that |which |who |what )?(?P<s>{_NAME}) (?:likes?|loves?|enjoys?) (?:best|the most|most|the best|above all)$",
        lambda match: f"{match['s']}'s favorite {match['n'] or 'thing'} is {match['x']}",
    ),
    (
        rf"^(?P<x>[^,]+?) is what (?P<s>{_NAME}) (?:likes?|loves?|enjoys?) to (?P<v>eat|drink|read|watch|play) (?:best|the most|most|the best)$",
        lambda match: f"{match['s']}'s favorite {_FAVORITES[match['v']]} is {match['x']}",
    ),
    (r"\bin (?:his|her|their|my|the user's) (?:free|spare|leisure) time,? ?", ""),
    (r"\b(?:is|are) (?:the )?(?P<q>older|younger|elder) of (?:the )?(?:two|2)\b", r"is the \g<q>"),
    (r"\b(?:every|each) (?:other|second|2nd|alternate) (?P<n>day|week|month|year)\b", r"every 2 \g<n>s"),
    (
        r"\b(?P<g>gives?|gave|giving) (?P<x>[a-z]+|the user|(?:my|her|his|their) [a-z]+) an? (?:call|ring|buzz|phone call)\b",
        lambda match: f"{_CALLS[match['g']]} {match['x']}",
    ),
    (
        r"\b(?P<g>gives?|gave|lends?|lent) (?P<x>[a-z]+|the user|(?:my|her|his|their) [a-z]+) a (?:helping )?hand with\b",
        lambda match: f"{'helped' if match['g'] in {'gave', 'lent'} else 'helps'} {match['x']} with",
    ),
    (r"\b(?:takes?|has|have|taking|gets?) (?P<n>[a-z]+) (?:lessons|classes)\b", r"learns \g<n>"),
    (r"\b(?:gives?|giving) (?P<n>[a-z]+) (?:lessons|classes)\b", r"teaches \g<n>"),
    (r"\b(?P<p>in|during|this|last|next|every|each|since)(?: the)? fall\b", r"\g<p> autumn"),
    (r"(?<=[a-z]) wed (?=[a-z])(?!(?:morning|afternoon|evening|night|and|to|or|at|on)\b)", " married "),
    (r"^(?P<a>[^,]+), (?P<p>according to [^,]+), (?P<b>[^,]+)$", r"\g<a> \g<b> \g<p>"),
    (r"^(?P<p>according to [^,]+), (?P<b>.+)$", r"\g<b> \g<p>"),
    (r", (?=according to )", " "),
    (r"\b(?:in order|so as) (?=(?:not )?to [a-z])", ""),
    (r"\bfor the purpose of (?=[a-z]+ing\b)", "for "),
    (
        rf"^the (?P<n>[a-z]+(?: [a-z]+)?) (?:that |which )?(?P<s>{_NAME}) (?:likes?|loves?|enjoys?) (?:best|the most|most|the best|above all)\b",
        r"\g<s>'s favorite \g<n>",
    ),
    (rf"\b(an?) ((?:[a-z-]+ ){{0,2}}[a-z-]+) (?:who|that) (?:has|is) ({_STATES})\b", r"\1 \3 \2"),
    (
        rf"^(?P<s>{_NAME}) (?P<v>has|have) (?P<n>(?:an?|one) [a-z -]{{2,30}}?),? (?:and (?:his|her|its|their) name is|whose name is|(?:who|which|that) is (?:called|named)|by the name of|called) (?P<x>[^,]+)$",
        r"\g<s> \g<v> \g<n> named \g<x>",
    ),
    (
        rf"^the (?:one|only|single) (?:thing|food|dish|vegetable|fruit|sport|subject|day|meal) (?:that )?(?P<s>{_NAME}) (?:will not|won't|does not|doesn't|do not|don't|never|refuses to|cannot|can't) (?P<v>[a-z]+) is (?P<x>[^,]+)$",
        r"\g<s> \g<v> everything except \g<x>",
    ),
    (r"\b(?P<s>[a-z]+|my [a-z]+|the user)'s baby is due\b", r"\g<s> is expecting a baby"),
    (r"\bpreferred (?P<n>[a-z]+(?: [a-z]+)?)(?= (?:is|are|on|for|of|in)\b| ?:)", r"\g<n> preference"),
    (
        rf"\b(?:(?P<p>every|each|once every|once per) )(?P<n>{'|'.join(_EVERY)})\b",
        lambda match: f"every {_EVERY[match['n']]}",
    ),
    (r"\b(?<!half )(?P<n>a |one |two |three |four )dozen\b", lambda match: str(_DOZENS[match["n"]])),
    (
        r" \((?:day/month/year|dd/mm/yyyy|d/m/y|dmy|month/day/year|mm/dd/yyyy|yyyy-mm-dd|local time|24-hour clock|24h)\)",
        "",
    ),
    (
        r"\b(?P<p>prefers?|would rather|'d rather|preferred) (?P<x>.+?) (?:rather than|instead of|as opposed to) ",
        r"\g<p> \g<x> than ",
    ),
    (
        r"\bi and my family\b|\bmy family and i\b|\bthe user and (?:their|his|her|the) family\b",
        "my family and i",
    ),
    (r"\b(?P<d>an?|the|this|his|her|my|their|our|some) used (?=[a-z])(?!to\b)", r"\g<d> secondhand "),
    (r"\b(?P<v>puts?|putting|sets?|setting) (?P<x>money|cash|some money) (?:aside|by)\b", "save"),
    (
        r"\b(?:makes?|made) (?P<x>the user|[a-z]+) (?P<f>happy|sad|angry|nervous|tired|sick)\b",
        r"make \g<x> \g<f>",
    ),
    (
        r"\bthe (?:reason|cause) (?:why|that) (?P<s>[^,]+?) (?P<be>is|was) (?:that|because) (?P<r>[^,]+)$",
        r"\g<s> because \g<r>",
    ),
    (
        r"\bit takes (?P<s>the user|[a-z]+) (?P<n>\S+ (?:minutes?|hours?|days?)) to (?P<v>[^,]+)$",
        r"\g<s> needs \g<n> to \g<v>",
    ),
    (r"\bsuffers? from an? (?P<n>[a-z -]+?) (?=allergy|intolerance)", r"has a \g<n> "),
    (r"\bthe (?:majority|bulk) of\b", "most of"),
    (
        r"\bfor (?:a period|the duration|a total|a duration) of (?=\S*\d|[a-z]+ (?:days|weeks|months|years|hours))",
        "for ",
    ),
    (r"\b(?:is|was) of the opinion that\b", "thinks that"),
    (r"\b(?P<m>in|during) the month of (?=[a-z])", r"\g<m> "),
    (r"\b(?P<m>in|since|from) the year (?=\d{4})", r"\g<m> "),
    (r"\bthe (?:city|town|village|port|island|state) of (?=[a-z])", ""),
]
_COMPILED = [(re.compile(pattern), replacement) for pattern, replacement in _RULES]
_HINT = re.compile(
    r"accord|order to|as to|purpose|likes?|loves?|enjoys?|\bwho\b|\bthat\b|name|called|\bthe (?:one|only|single)\b|baby|preferred|every|each|dozen|\(|rather|instead|opposed|family|used|aside|money|reason|cause|takes|costs|suffer|majority|bulk|\bas (?:his|her|its|their|an?)\b|period|duration|total of|opinion|month of|year|the (?:city|town|village|port|island|state) of|happy|sad|angry|nervous|tired|sick|other|second|2nd|alternate|lesson|classes|\bfall\b|\bhand\b|\bcall\b|\bring\b|\bwed\b|works?\b|worked|working|employed|living as|\bwhil|\bwhen|before|after|since|until|than|first|nothing|\bnot\b|n't|headquarters|office|seat in|\bgot\b|been with|job|degree|phd|doctorate|master|bachelor|mba|diploma|: ?(?:none|no|0|yes)$|at least|\ban? (?:hour|minute|second|day|week|month|year)\b| no | any |both|only|following|being|how to|\bage\b|needs|\bon\b|\ball\b|\bis what\b|time\b"
)


def _describes(word: str) -> bool:
    """Whether a word behind `that is` can stand before its noun: no place, and nothing that was done."""
    return word not in PREPOSITIONS and not word.endswith(("ed", "ing")) and len(word) > _SHORTEST


def _negated(verb: str) -> str:
    """`has` of `has no`, with its negation before it."""
    if verb == "had":
        return "did not have"
    return (
        f"does not {verb.removesuffix('s') if verb != 'has' else 'have'}"
        if verb.endswith("s")
        else f"do not {verb}"
    )


def _plain_object(match: re.Match[str]) -> bool:
    """Whether `only` before the verb can be about nothing but the object: no adverbial stands behind it."""
    return lemma_of(match["v"]) in MOSTLY and not set(match["o"].split()) & set(PREPOSITIONS)


def plain_paraphrase(text: str) -> str:
    """`text` with its turns of phrase in the plain way; a final stop stays where it is."""
    if not _HINT.search(text):
        return text
    bare = text.rstrip(" .!")
    final = text[len(bare) :]
    for pattern, replacement in _COMPILED:
        bare = pattern.sub(replacement, bare)
    return bare + final
