"""English: closed classes of grammar, and phrases that say the same in other words.

A line of WORDING reads `canonical = variant, variant`: lemmas, and only what never tells two statements apart.
What is not listed anywhere is a content word, and a content word that differs makes two statements different.
"""

from __future__ import annotations

ARTICLES = frozenset("a an the".split())
COPULAS = frozenset("be".split())
AUXILIARIES = frozenset("do".split())
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
               "minimum": "minimum", "maximum": "maximum", "enough": "enough", "too-many": "toomany", "entire": "all", "whole": "all"}  # fmt: skip
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
    "db": "database", "app": "application", "config": "configuration", "env": "environment", "prod": "production", "dev": "development", "repo": "repository",
    "docs": "documentation", "doc": "documentation", "info": "information", "admin": "administrator", "auth": "authentication", "k8s": "kubernetes", "postgres": "postgresql",
    "pg": "postgresql", "js": "javascript", "2fa": "twofactorauthentication", "avg": "average", "min": "minimum", "max": "maximum", "approx": "approximately",
    "minimal": "minimum", "maximal": "maximum", "st": "street", "ave": "avenue", "rd": "road", "blvd": "boulevard", "dept": "department", "tel": "phone", "telephone": "phone",
    "cellphone": "phone", "mgr": "manager", "vs": "versus", "dob": "birthday", "birthdate": "birthday", "hq": "headquarters", "coworker": "colleague", "movie": "film",
    "apartment": "flat", "automobile": "car", "pic": "photo", "picture": "photo", "vacation": "holiday", "cap": "limit", "firm": "company", "til": "until", "btw": "by-the-way",
    "ok": "okay", "analyse": "analyze", "cancelled": "canceled", "travelling": "traveling", "jewellery": "jewelry", "tyre": "tire", "aluminium": "aluminum", "yoghurt": "yogurt",
    "uni": "university", "lab": "laboratory", "fridge": "refrigerator", "asap": "soon", "mfa": "multifactorauthentication", "ttl": "timetolive", "sla": "sla", "ui": "ui",
    "whilst": "while", "amongst": "among", "thrice": "3", "instance": "instance", "spectacles": "glasses", "aeroplane": "airplane", "plane": "airplane", "timezone": "timezone",
    "mandatory": "mandatory", "compulsory": "mandatory", "obligatory": "mandatory", "e-mail": "email", "cannot": "cannot",
}  # fmt: skip

# phrases of lemmas, longest first; `-` as the canonical form removes the phrase
WORDING = """
growup = grow up
email = contact email, contact email address, personal email
phone = contact phone
parent = mother and father, mum and dad, mom and dad
create = generate
high blood pressure = hypertension
prepare for = get ready for, study for
flatmate = roommate, housemate
girlfriend = girl friend
boyfriend = boy friend
grandfather = grandpa, granddad
grandmother = grandma, granny
sibling = brother or sister
movie theater = cinema
garbage = trash, rubbish
elevator = lift
truck = lorry
cookie = biscuit
gas station = petrol station
promote = give promotion
resign = hand in notice, quit job
retire = go into retirement
postcode = zip code, zip, postal code
license plate = number plate
driver license = drive license, driving license, driver licence
throughput = request rate
availability = uptime
rollback = roll back, revert
scale up = scale out, upscale
load balancer = lb
allow list = whitelist, allowlist
block list = blacklist, blocklist, denylist
code review = review of code
pull request = pr, merge request
on premises = on prem, on premise
runbook = playbook
test environment = test env
get along with = be on good terms with
childhood = early years
worsen = get bad, deteriorate
wedding anniversary = marriage anniversary
birthplace = place of birth
mother tongue = native language, first language
nickname = short name
blood type = blood group
star sign = zodiac sign, zodiac
citizenship = nationality
begin = start, commence, kick off, get start, get underway, launch at
finish = conclude, complete, wrap up
live = reside, dwell, be a resident of, make one home in
work at = be employed by, be employed at, be employed with
work = be employ, have a job, hold a job
use = utilize, utilise, make use of
buy = purchase
have = possess, own, be the owner of, be in possession of
like = enjoy, love, be fond of, be a fan of, be a big fan of, be keen on, be into, be a lover of, adore
hate = detest, loathe, can not stand, cannot stand
prefer = favor, favour
speak fluent = be fluent in, speak fluently, fluently speak, have fluency in
study = learn
attend = take part in, participate in, join in
move = relocate
visit = pay a visit to
expire = be valid until, be valid through, be valid till, run out, lapse, stay valid until, remain valid until, be good until, be good through
cost = be price at, sell for, retail for
fix = repair, resolve, solve
cause = trigger, lead to, result in, bring about, be the cause of, be the reason for
deploy = roll out
delete = remove, erase
clear = flush, purge, wipe, empty
update = refresh
enable = turn on, switch on, activate
disable = turn off, switch off, deactivate
allow = permit
forbid = prohibit, ban, disallow, not allow, not permit
require = need, necessitate, call for, be necessary, demand
retain = keep, preserve, store
include = contain, comprise
pass = succeed, be successful, go through successfully, pass successfully
rise = increase, go up, climb, grow
fall = decrease, decline, drop, go down, shrink
answer = reply, respond, response
contact = reach, get in touch with, get hold of
call = invoke, make call to, make a call to
occur = take place, be hold, happen
schedule = be plan for, be slate, be set for, be book for
timeout = time out
depend = rely, be dependent, have a dependency, be reliant
be = be set to, be set at, be configure to, be configure as, be configure at, be define as, be equal to, equal, amount to, stand at, stay at, come to, be list as, be call, be name, be know as, remain at, total
name = title
must = have to, need to, be require to, be oblige to, have get to, be mandatory to, be compulsory to, be supposed to must
not can = be unable to, be incapable of, be not able to, not be able to
can = be able to, be capable of, be allow to, be permit to, have the ability to, manage to can
will = be go to, be gonna
plan = intend, mean to, aim, have plan
want = wish, would like, desire
usedto = used to
use to = be used to
wake up = get up, get out of bed
look for = search for, seek, hunt for, be in search of
headquarters = headquarter
postpone = push back, delay, put off, defer, push
stop = cease, quit, give up, discontinue
nolonger = no long, no longer, not anymore, not any more, not any long
anymore = any more, any long
atleast = at least, no less than, no few than, not less than, a minimum of, or more, a min of
atmost = at most, up to, no more than, not more than, a maximum of, at maximum, a max of, not exceed
over = exceed, go above, go over, surpass, rise above, climb above, go beyond, more than, in excess of, great than, high than
below = less than, few than, low than
about = close to, or so
all = all of, every single, each and every
primary = main, principal
big = large
small = little
quick = fast, rapid
sick = ill
phone = phone number, telephone number, cell phone, mobile phone, mobile, mobile number, cell number, contact number, mobile phone number
email = email address, mail address, e mail, e mail address
birthday = birth date, date of birth, birth day, day of birth
twofactorauthentication = two factor authentication, 2 factor authentication, two factor auth, 2 factor auth, two step verification
oncall = on call, on duty, on call engineer, on call person, on call contact, on duty engineer, oncall engineer, on call engineer, on call person, on call contact, on duty engineer, oncall engineer
vegetariandiet = vegetarian diet
surname = last name, family name
deadline = due date
restroom = bathroom
boss = supervisor, superior, line manager, manager
employer = workplace
job = occupation, profession
start date = start day
address = home address, postal address
timezone = time zone
weekend = week end
airconditioning = air conditioning, ac
allergic = have an allergy, suffer from an allergy, have allergy, get allergic reaction from
marry = get marry, be wed
graduate = finish school
write = author
build = construct
found = establish, set up
lead = head
arrive = get in, land
depart = leave, take off, set off
meet = have a meeting with, have a meeting
exercise = work out
hire = recruit, employ, take on
fire = dismiss, sack, let go
assign = allocate
release = publish
approve = sign off on
error = fault
outage = downtime
ship = dispatch
return = give back
reserve = book
because = due to, owing to, on account of, as a result of, because of
before = prior to, ahead of
after = following, subsequent to
via = by means of, by way of, with the help of
instead = in place of, rather than
about = with regard to, in regard to, in relation to
at = in front at, locate in, locate at, situate in
from = out of
daily = on a daily basis, day in day out
vegetarian = not eat meat, not eat any meat, follow vegetarian diet, be on vegetarian diet, eat vegetarian, have vegetarian diet, eat no meat, never eat meat, avoid meat, abstain from meat, vegetarian diet
vegan = follow vegan diet, be on vegan diet, eat vegan, have vegan diet, eat no animal product, not eat animal product, not eat any animal product, vegan diet
teetotal = not drink alcohol, not drink any alcohol, never drink alcohol, drink no alcohol, avoid alcohol, abstain from alcohol, teetotaler
nonsmoker = not smoke, non smoker, never smoke
remotely = from home, remote
prefer = would rather have, would rather
fear = have fear of, be afraid of, be fearful of, be scared of, be frightened of, be terrified of
good at = be skilled at, be skilled in, be proficient in, excel at, be adept at
interested in = be keen on, have interest in
in charge of = oversee, be responsible for
"""

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
    "staging building morning evening ceiling wedding clothing housing parking spring string thing something anything nothing everything during sibling siblings morning being king ring wing sling".split()
)
SAME_PAST = frozenset(
    "put set cut let read quit cost hit shut hurt spread split bet cast burst beat stop".split()
)
IRREGULAR_PLURALS = """have/has do/does go/goes man/men woman/women child/children foot/feet tooth/teeth mouse/mice goose/geese person/people wife/wives life leaf knife/knives half/halves
index/indices analysis/analyses criterion/criteria live/lives leave/leaves drive/drives use/uses"""
LABELLED = frozenset(
    "service team group option class section vitamin grade zone building block terminal room phase server node company person hepatitis cluster database project module part unit level tier version product site series".split()
)
ABBREVIATED_NEGATION = {"n't": "not"}
