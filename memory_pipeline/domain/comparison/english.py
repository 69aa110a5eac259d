"""English: the closed classes of grammar, spellings, and words with a fixed reading (periods, rates).

What is not listed here or in the wordings is a content word.
"""

from __future__ import annotations

ARTICLES = frozenset("a an the".split())
# words without weight: they may stand in one of two statements and be missing in the other
LIGHT = frozenset(
    "usually normally typically generally that which who please also too currently now just already really actually indeed so very quite exactly total altogether overall"
    " presently nowadays today namely located situated own itself themselves himself herself such value".split()
)
SUBJECT = frozenset("i me my mine user myself".split())
WE = frozenset("we us you one someone they".split())
POSSESSIVES = frozenset("his her its their your our".split())
CONJUNCTIONS = frozenset("and but while whereas as-well-as plus & +".split())

# preposition → its class; two of one class in the same place are mere wording
PREPOSITIONS = {
    "in": "at", "on": "at", "at": "at", "of": "at", "within": "within", "during": "at", "inside": "at", "for": "for",
    "to": "to", "into": "to", "onto": "to", "towards": "to", "toward": "to",
    "from": "from", "by": "by", "with": "with", "over": "via", "via": "via", "through": "via", "using": "via",
    "about": "about", "regarding": "about", "concerning": "about", "before": "before", "until": "until", "till": "until", "after": "after",
    "since": "since", "between": "between", "among": "between", "against": "against", "than": "than", "near": "near", "under": "under",
    "below": "under", "above": "above", "behind": "behind", "beside": "near", "outside": "outside", "across": "across", "per": "per",
    "as": "as", "off": "off", "up": "up", "down": "down", "out": "out", "along": "along", "around": "about", "upon": "at", "like-prep": "as",
    "despite": "despite", "because": "because", "except": "except", "towards-prep": "to", "past": "after", "throughout": "at", "beyond": "above",
}  # fmt: skip

NEGATIONS = frozenset(
    "not no never neither nor none nobody nothing without cannot nowhere hardly barely rarely seldom".split()
)
MODALS = {"must": "must", "shall": "will", "should": "should", "ought": "should", "can": "can", "could": "could", "may": "can", "might": "may",
          "will": "will", "would": "would", "maybe": "may", "perhaps": "may", "possibly": "may", "probably": "likely", "likely": "likely"}  # fmt: skip
QUANTIFIERS = {"all": "all", "every": "all", "each": "all", "everyone": "all", "everybody": "all", "any": "any", "some": "some", "both": "both", "only": "only", "solely": "only",
               "exclusively": "only", "most": "most", "many": "many", "much": "many", "few": "few", "several": "several", "half": "half", "almost": "about",
               "nearly": "about", "approximately": "about", "roughly": "about", "about-n": "about", "least": "least", "either": "or", "or": "or", "more": "more",
               "less": "less", "fewer": "less", "fewest": "least", "~": "about", ">": "over", "<": "below", ">=": "atleast", "<=": "atmost", "≥": "atleast", "≤": "atmost",
               "minimum": "minimum", "maximum": "maximum", "enough": "enough", "too-many": "toomany", "afew": "afew", "overhalf": "overhalf", "underhalf": "underhalf", "entire": "all", "whole": "all"}  # fmt: skip
STATUS = frozenset(
    "former formerly previously previous ex once still-status anymore again ago yet once-again temporarily permanently originally initially".split()
)
SEQUENCE = frozenset(
    "then afterwards first-seq finally respectively if unless although though when whenever while-seq whether".split()
)

PRONOUN_CONTRACTIONS = {"'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would"}
SPELLINGS = {
    "favourite": "favorite", "colour": "color", "centre": "center", "programme": "program", "behaviour": "behavior", "neighbour": "neighbor",
    "labour": "labor", "honour": "honor", "flavour": "flavor", "licence": "license", "catalogue": "catalog", "grey": "gray", "theatre": "theater",
    "mum": "mother", "mom": "mother", "dad": "father", "kid": "child", "bike": "bicycle", "tv": "television", "hubby": "husband", "cert": "certificate",
    "db": "database", "dr": "doctor", "retro": "retrospective", "devs": "developer", "mt": "mount", "app": "application", "config": "configuration", "env": "environment", "prod": "production", "dev": "development", "repo": "repository",
    "docs": "documentation", "doc": "documentation", "info": "information", "admin": "administrator", "auth": "authentication", "k8s": "kubernetes", "postgres": "postgresql",
    "pg": "postgresql", "js": "javascript", "2fa": "twofactorauthentication", "avg": "average", "min": "minimum", "max": "maximum", "approx": "approximately",
    "minimal": "minimum", "maximal": "maximum", "st": "street", "ave": "avenue", "rd": "road", "blvd": "boulevard", "dept": "department", "tel": "phone", "telephone": "phone",
    "cellphone": "phone", "mgr": "manager", "vs": "versus", "dob": "birthday", "birthdate": "birthday", "hq": "headquarters", "coworker": "colleague", "movie": "film",
    "apartment": "flat", "automobile": "car", "pic": "photo", "picture": "photo", "vacation": "holiday", "cap": "limit", "firm": "company", "til": "until", "btw": "by-the-way",
    "ok": "okay", "analyse": "analyze", "practise": "practice", "organise": "organize", "recognise": "recognize", "realise": "realize", "specialise": "specialize", "prioritise": "prioritize", "licensed": "license", "storey": "story", "cosy": "cozy", "pyjamas": "pajamas", "plough": "plow", "sceptical": "skeptical", "enrol": "enroll", "fulfil": "fulfill", "skilful": "skillful", "moustache": "mustache", "defence": "defense", "offence": "offense", "litre": "liter", "metre": "meter", "fibre": "fiber", "dialogue": "dialog", "ageing": "aging", "instalment": "installment", "woollen": "woolen", "ax": "axe", "carat": "karat", "ketchup": "catsup", "cancelled": "canceled", "travelling": "traveling", "jewellery": "jewelry", "tyre": "tire", "aluminium": "aluminum", "yoghurt": "yogurt",
    "uni": "university", "lab": "laboratory", "fridge": "refrigerator", "asap": "soon", "mfa": "multifactorauthentication", "ttl": "timetolive", "sla": "sla", "ui": "ui",
    "whilst": "while", "amongst": "among", "thrice": "3", "instance": "instance", "spectacles": "glasses", "aeroplane": "airplane", "plane": "airplane", "timezone": "timezone",
    "mandatory": "mandatory", "compulsory": "mandatory", "obligatory": "mandatory", "e-mail": "email", "cannot": "cannot",
}  # fmt: skip

RATES = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
    "annual": "year",
    "hourly": "hour",
    "nightly": "night",
    "quarterly": "quarter",
    "per annum": "year",
}
RATE_UNITS = {
    "day": "day",
    "week": "week",
    "month": "month",
    "year": "year",
    "hour": "hour",
    "minute": "minute",
    "second": "second",
    "quarter": "quarter",
    "night": "night",
    "sec": "second",
    "min": "minute",
    "minimum": "minute",
    "hr": "hour",
}
DAYPARTS = frozenset(
    "winter summer autumn weekend weekday lunchtime christmas easter midday morning afternoon evening night noon".split()
)
PERIODS = {
    "week": "week",
    "month": "month",
    "year": "year",
    "quarter": "quarter",
    "morning": "day-am",
    "afternoon": "day-pm",
    "evening": "day-ev",
    "weekend": "weekend",
    "summer": "summer",
    "winter": "winter",
    "spring": "spring",
    "fall": "autumn",
    "autumn": "autumn",
    "semester": "semester",
    "sprint": "sprint",
}
DEIXIS = {
    "this": "0",
    "current": "0",
    "next": "+1",
    "last": "-1",
    "past": "-1",
    "previous": "-1",
    "coming": "+1",
    "upcoming": "+1",
}
DAYS = {"tomorrow": "day+1", "yesterday": "day-1", "tonight": "night0"}
# base/past/participle …: the closed class of irregular verbs, and of irregular plurals
IRREGULAR = """have/had do/did/done go/went/gone say/said get/got/gotten make/made know/knew/known think/thought take/took/taken see/saw/seen come/came
give/gave/given find/found tell/told become/became show/shown leave/left feel/felt bring/brought begin/began/begun keep/kept hold/held write/wrote/written
stand/stood hear/heard mean/meant meet/met run/ran pay/paid sit/sat speak/spoke/spoken lie/lay/lain lead/led grow/grew/grown lose/lost fall/fell/fallen
send/sent build/built understand/understood draw/drew/drawn break/broke/broken spend/spent rise/rose/risen drive/drove/driven buy/bought wear/wore/worn
choose/chose/chosen eat/ate/eaten drink/drank/drunk sing/sang/sung swim/swam/swum ride/rode/ridden fly/flew/flown forget/forgot/forgotten sell/sold teach/taught
catch/caught fight/fought seek/sought sleep/slept win/won throw/threw/thrown wake/woke/woken lend/lent bear/bore shake/shook/shaken steal/stole/stolen
freeze/froze/frozen hide/hid/hidden bite/bit/bitten blow/blew/blown feed/fed bind/bound deal/dealt dig/dug hang/hung lay/laid mistake/mistook/mistaken
ring/rang/rung shoot/shot shine/shone sink/sank/sunk spring/sprang/sprung stick/stuck strike/struck swear/swore/sworn swing/swung tear/tore/torn undergo/underwent/undergone
withdraw/withdrew/withdrawn weave/wove/woven wind/wound overcome/overcame prefer/preferred admit/admitted occur/occurred refer/referred commit/committed cancel/canceled"""
NOT_LEMMATISED = frozenset(
    "united staging building morning evening ceiling wedding clothing housing parking spring string thing something anything nothing everything during sibling siblings morning being king ring wing sling".split()
)
SAME_PAST = frozenset(
    "reset upset rid broadcast forecast undercut put set cut let read quit cost hit shut hurt spread split bet cast burst beat stop".split()
)
IRREGULAR_PLURALS = """have/has do/does go/goes man/men woman/women child/children foot/feet tooth/teeth mouse/mice goose/geese person/people wife/wives life leaf knife/knives half/halves
index/indices analysis/analyses criterion/criteria live/lives leave/leaves drive/drives use/uses"""
LABELLED = frozenset(
    "service team group option class section vitamin grade zone building block terminal room phase server node company person hepatitis cluster database project module part unit level tier version product site series".split()
)
