"""English labels, and how a sentence says what the label names: `Port: 9090` and `listens on port 9090`.

A line reads `label nouns = predicates`. A predicate is the verb (or adjective) that joins the owner to the value, with
the class of the preposition before the value; `be@at` is a mere copula with a preposition, `<own` takes the value as its
subject. What is not listed does not pass.
"""

from __future__ import annotations

LABELS = """
job profession position role title work career = work@as, serve@as, be
employer company workplace work = work@at, work@for, work@with, hire@by
home residence city town country location place address neighborhood area state district village = live@at, base@at, be@at, stay@at, settle@at, move@to
location place site venue room building floor office city town area spot = host@at, deploy@at, occur@at, be@at, meet@at, sit@at, locate@at, keep@at, find@at, park@at, store@at, stand@at, place@at, base@at, work@at, happen@at, schedule@at, run@at, live@at
region zone datacenter cloud provider platform cluster environment account network = run@at, host@at, deploy@at, deploy@to, live@at, be@at, locate@at, sit@at, operate@at, use
host server machine node vm instance = run@at, host@at, live@at, be@at, deploy@at, deploy@to, sit@at, host@by
port = listen@at, run@at, expose@at, use, bind@to, serve@at, be@at, have
path folder directory bucket repository file = live@at, store@at, be@at, write@to, keep@at, save@at, locate@at, find@at
time hour schedule slot date day timing window = go, attend, take, do, play, visit, run, run@at, occur, occur@at, be@at, be, schedule, schedule@for, meet, meet@at, work, open, begin, begin@at, plan, plan@for, have
start beginning opening = begin, open, start, be@since, run@from
end finish close = finish, end, run@until, last@until, reserve@until, close, expire, valid@until
departure = leave, depart, fly
arrival = arrive, land, come
expiry expiration = expire, run@until, valid@until, last@until
deadline = due, finish@before, deadline
life runtime lifespan = last, run, run@for ; length duration period term time = last, take, run, run@for, last@for, need
size capacity storage memory space disk ram volume = hold, have, store, contain, seat, be, take, occupy, fit, use
number count total amount quantity headcount = have, contain, hold, include, employ, run, own, be, count, use
price cost fee rate charge tariff = cost, charge, pay, be
rent = pay ; bill = pay
salary income wage pay earnings compensation = earn, make, pay, get
budget = have, plan, spend, be
weight = weigh, be
height = tall, stand, be, measure
age = old, be, turn
length width depth = long, wide, deep, measure, be
temperature = set@to, keep@at, be, run@at
birthday birth = born, born@at, be, fall@at
language = want@at, answer@at, respond@at, write@at
provider processor vendor handler = handle@by, process@by, do@by, run@by, power@by, provide@by, manage@by, <handle, <process, <provide, <manage, <run
os distro distribution = run, use, run@at
language = speak, write@at, build@at, implement@at, code@at, develop@at, use, program@at
instrument = play ; position = play
sport hobby pastime interest passion activity = play, do, like, practice, love, be@into, interested, pursue
game = play ; team club = play@for, support, belong@to, root@for
car vehicle = drive, own, have ; bike bicycle boat = ride, own, have
phone device laptop computer machine tablet watch = use, have, own, carry, work@at
pet animal dog cat = have, own, keep
child kid = have
medication medicine prescription drug treatment supplement = take, use, be@at, prescribe
dose dosage = take, use
allergy allergen = allergic@to
intolerance = intolerant@to
condition diagnosis disease illness health = have, diagnose@with, suffer@from
diet = eat, follow, be, keep, have
drink beverage food dish = drink, eat, have, order
spouse partner = marry@to, marry, wife, husband
school university college = study@at, attend, go@to, enrol@at, teach@at
major field subject degree course study = study, major@at, take, have, hold
teacher instructor coach tutor = <teach, <coach, <tutor, study@with, train@with
bank = bank@with, use ; insurer insurance = insure@with, use, insure@by
doctor dentist physician = see, go@to, visit
destination = go@to, travel@to, fly@to, visit, move@to, ship@to, send@to, report@to, sail@to, drive@to
breed make brand model species = be
method = pay@by, pay@with, pay@via
target recipient sink = deploy@to, deploy@at, send@to, go@to, report@to, write@to, ship@to, forward@to, deliver@to, post@to, point@to
channel topic queue mailbox inbox list = send@to, go@to, report@to, post@to, publish@to, write@to, alert@at, read@from, consume@from, listen@to, notify@via, discuss@at
source origin upstream = come@from, be@from, read@from, get@from, pull@from, fetch@from, load@from, import@from
hometown = growup@at, raise@at
hometown birthplace = born@at, come@from, be@from
nationality citizenship = be
religion faith = be
version release = use, run, be@at, run@at, be
database datastore storage backend store = use, store@at, retain@at, keep@at, save@at, write@to, run, be@at, run@at
framework tool library stack technology engine software app application browser editor system service vendor supplier product = use, build@with, build@at, run, run@at, rely@at, depend@at, buy@from, work@with, get@from, write@with, write@at, base@at
protocol format encoding codec = use, be@at, speak, send@at, store@at, encode@at, work@via, call@via
algorithm method encryption cipher mechanism mode approach strategy = use, encrypt@with, be@at, run@at, rely@at, do@via
authentication login = use, log@with, authenticate@with, authenticate@via
owner proprietor = <own, own@by, belong@to, <have
maintainer keeper caretaker = <maintain, maintain@by, <look@after
lead leader head chief = <lead, lead@by, <head, <run, run@by
manager boss supervisor = <manage, manage@by, <supervise, report@to, managedby
author writer = <write, write@by ; creator = <create, create@by, <build, build@by
founder = <found, found@by ; organizer = <organize, organize@by
reviewer = <review, review@by ; approver = <approve, approve@by
assignee = assign@to, <work@at ; responsible = <responsible@for, <responsible
sponsor = <sponsor, sponsor@by ; host = <host, host@by ; winner = <win, win@by
contact = call, contact ; consumer = <consume, <read@from, <use
user customer client = <use, use@by
parent = belong@to
cause reason trigger culprit = <cause, cause@by, because@because, because, <trigger, trigger@by, result@from
effect result consequence outcome = cause, lead@to, result@at
frequency interval cadence schedule = run, occur, rotate, meet, happen, be, do, refresh, repeat, expire
url link endpoint hostname domain website site page portal = reachable@at, available@at, accessible@at, find@at, be@at, live@at, locate@at, run@at
shoe clothing dress shirt trouser hat ring glove jacket = wear
medication medicine = take@for
retention = retain, keep, store, retain@for, keep@for
timeout = timeout, timeout@after, expire@after, wait
limit cap quota maximum = allow, accept, limit@to, cap@at, support, handle, permit, have
minimum = require, have, allow, accept
requirement prerequisite condition = require, <require, <mandatory@for
dependency = depend@at, rely@at, require, use
color = be, have, paint
size = wear, be, take ; gate platform track terminal dock = leave@from, depart@from, arrive@at, be@at, use, board@at, land@at
seat = sit@at, have, be@at, like
name nickname = call, name, go@by, be, know@as
goal aim plan intention target ambition = want, plan, intend, hope, aim
dream wish = want, dream@at, wish@for
preference choice favorite = prefer, like, choose, favor, support
status state condition = be
default = be, use
topic subject theme focus content = be@about, about, cover, treat, discuss, concern
speaker presenter lecturer = <speak, <present, <give, <talk, present@by, give@by
attendee participant = <attend, <join, <participate
architect = <design, design@by ; composer = <compose, compose@by ; director = <direct, direct@by ; publisher = <publish, publish@by, <release, release@by
manufacturer maker brand = make@by, <make, build@by, produce@by, be
roommate flatmate housemate = live@with, share@with
mentor = <mentor, mentor@by ; carrier operator = operate@by, <operate
speed = run@at, go@at, drive@at, be ; distance = be, run, walk, drive, bicycle, travel, cover, ride
altitude elevation = lie@at, be@at, sit@at, be ; area surface = cover, measure, be, have ; population = have, be
rank standing = finish, come, rank, place ; score result grade mark = get, score, achieve, receive, end, be
prize award = win, receive, get ; balance = be, have ; debt = owe ; tax deposit = pay, be
subscription plan package = subscribe@to, use, book, be@at ; membership = belong@to, join, have
degree qualification diploma = have, hold, earn, do, finish ; skill = know ; experience = have
course class training workshop = take, attend, do ; exam test = take, sit, pass
book reading = read ; music genre song album artist band singer = listen@to, like
meal = eat, have ; ingredient = contain, include, need, use
material fabric = make@at, make@from, make, consist@at ; shape = be, have ; injury = break, hurt
surgery operation procedure = have, undergo ; vaccine vaccination = get, receive, have
specialist therapist physiotherapist = see, go@to, visit ; clinic hospital practice = go@to, be@at, treat@at
gym = go@to, train@at, exercise@at, be ; church mosque temple = attend, go@to ; shop supermarket market bakery = shop@at, buy@at, go@to
isp internet = be@with, use, have ; layout = use ; alarm wakeup = wake, wake@at, set@for, rise@at
route line bus train tram = take, run, use ; fuel = run@at, use, take
license permit visa = have, hold, need, release@under
input output = take, accept, read, write, produce, return, output, generate
threshold = be, set@at, set@to, alert@at, trigger@at
replica shard partition node instance worker thread = have, run, use
namespace schema index bucket = use, be@at, live@at, store@at ; proxy gateway balancer cdn cache broker = use, run@behind, sit@behind, go@via
issuer = issue@by, <issue ; alias = be, call, know@as ; escalation = escalate@to, go@to
replacement successor = replace@with, replace@by, <replace
transport commute transportation travel = commute@by, commute@via, go@by, travel@by, take, ride, drive, get@by
shift = work ; hours = open, work, be
wedding anniversary birthday = be, fall@at, have
airline carrier = fly@with, fly@at, ship@with, deliver@by ; hotel accommodation = stay@at
""".replace(" ; ", "\n")

# nouns that only say what kind of thing the value is, beside a more telling one: `country of origin`
KINDS = frozenset("country city town place state location operating".split())
# what a label may say besides, or leave out, where everything else agrees
GENERIC = frozenset(
    "name number value type setting info information details current region service system person engineer level time date version mode count day address model brand kind detail data id category field entry note amount period point figure main member marital known know existing usual regular relationship storage program programming employment status-of people official field medical dietary professional personal exact full".split()
)
# verbs that only join an owner to a thing the label names itself: `pays 900 euros rent`, `wears size 43 shoes`
SUPPORT = frozenset(
    "have pay wear take use hold be work run live go keep set occur schedule own last cost".split()
)
# what has happened once stays so: a past verb and a label agree on these
ONCE = frozenset(
    "cause reason trigger culprit author writer creator founder birthplace hometown winner origin organizer source builder inventor manufacturer maker issuer composer architect artist painter director publisher duration".split()
)
