"""Groups of everyday and technical English words that may stand for each other, beyond what WordNet's first senses give.

General vocabulary by subject, written down once; a word may stand in several groups, which do not run together.
"""

from __future__ import annotations

GROUPS = """
reschedule move, cause reason, practice do, donate give, face overlook, accept take, extend prolong lengthen, switch move, crash fall, choose pick select, afraid scared frightened fearful, verify check validate, verify confirm, obtain get receive, obtain acquire get, restart reboot, yield produce generate, group team, dawn daybreak sunrise,
dusk sunset sundown nightfall, fix repair mend, pay settle, secure protect safeguard guard, function work operate, show display present,  smart clever intelligent, sad unhappy, tired weary, expensive costly pricey,
cheap inexpensive affordable, hard difficult tough tricky challenging, easy simple straightforward effortless, sick ill unwell, couch sofa, cab taxi, jumper sweater pullover, trainers sneakers, trousers pants,
children kid, coworker teammate, company firm business, supplier vendor provider, resident inhabitant, salary wage pay, error mistake, bug defect, delay postpone defer, reject refuse decline deny, allow let permit,
modify change alter amend edit, replace substitute, send transmit, dispatch ship send, copy duplicate replicate, mirror replicate, inspect examine check, review inspect, monitor watch observe track, notify alert inform,
inform tell advise, ask request, help assist aid, try attempt, create generate make, build construct, own possess, stay remain, walk stroll, reduce lower cut decrease, raise lift increase, grow increase rise climb,
shrink fall drop decrease decline, manage supervise oversee, handle process, connect link attach, link tie, limit restrict cap, comprise contain include, often frequently regularly, sometimes occasionally,
immediately instantly promptly, soon shortly, quickly fast rapidly swiftly, completely fully entirely totally wholly, jointly together, nearby close, website site, password passcode, settings configuration,
credentials secrets, task chore, garden yard, stone rock, story tale, song tune, sweets candy, cookie biscuit, chips fries, lawyer attorney solicitor, police cops, author writer, begin start initiate launch,
finish end complete conclude, fetch retrieve get, pull fetch retrieve, record log, route forward direct, split divide partition, merge combine join, join combine, sync synchronize, schedule plan, trigger fire launch,
invoke run, execute run, abort cancel, revert undo, restore recover, tag label mark, rename retitle, lend loan, rent lease, hire employ recruit, employ hire, marry wed, die perish, cook prepare make, feed nourish,
clean wash tidy, tidy clean, sweep clean, decorate adorn, sew stitch, write compose, email mail, text message, speak talk chat, state say, explain describe, suggest propose recommend, recommend advise, travel journey go,
bicycle bike cycle, hide conceal, move transfer shift relocate, migrate transfer, aim plan intend, intend plan, decide determine, settle decide, resolve solve fix, solve fix, answer reply respond, reply respond,
depend rely, fit suit match, match correspond, charge bill, bill invoice, fund finance sponsor, back support, sponsor support, pause suspend halt, suspend halt, resume continue restart, last endure continue run,
expire lapse end, eat have consume, forbid prohibit ban, require need demand, teach instruct train, lead head run, strange odd, odd weird strange, weird strange, main chief primary principal, primary main, central main,
ready prepared, correct right accurate, accurate exact precise, exact precise, wrong incorrect, incorrect false wrong, faulty broken defective, defective broken, dangerous risky unsafe, risky dangerous, public open,
secret confidential, quiet silent calm, calm quiet, loud noisy, huge enormous giant, enormous giant, tiny minute, slim slender, broad wide, near close, swap exchange, find locate, seek search, continue proceed,
gather collect, understand grasp, injure wound, identify recognize, warn caution, announce declare, promise pledge,  purge delete, drop delete, elderly aged, seem appear look, provide supply,
provide offer, damage harm, hurt harm, prevent block, usual normal typical, latest newest, complete full entire whole, rare uncommon,
shop store, supermarket grocery, gift present, trip journey, photo image snapshot, illness disease sickness ailment, pill tablet, doctor physician, belly stomach tummy, baby infant,
teenager adolescent teen, lady woman, customer client, talk conversation discussion chat, argument dispute quarrel, note memo, rule regulation, contract agreement, goal aim objective target, idea concept,
answer reply response, opportunity chance, disadvantage drawback downside, outcome result consequence, bill invoice, drape curtain, basement cellar, attic loft, insect bug,
rabbit bunny, dessert pudding, beverage drink, supper dinner, toss throw, construct build, sketch draw, clarify explain, yell shout, weep cry, grin smile, comprehend understand, recall remember, discover find,
stroll walk, chop cut slice, blend mix stir, leap jump, greet welcome, heal recover, examine inspect check, calculate compute, improve enhance, enlarge expand, install setup, pleasant nice lovely,
beautiful pretty gorgeous, brave courageous, nervous anxious, strong powerful, lazy idle, hardworking diligent industrious, stupid dumb foolish, funny amusing humorous, boring dull tedious,
significant important, useful helpful handy, identical same, similar alike, distant far, famous renowned, annual yearly, tasty delicious yummy, polite courteous, rude impolite, honest sincere truthful,
outgoing sociable extroverted, jealous envious, curious inquisitive, untidy messy, neat tidy, comfortable cozy comfy, spacious roomy, fragile breakable, reliable dependable trustworthy, optional voluntary,
cautious careful, cautiously carefully, mostly mainly primarily chiefly predominantly, jointly together, suddenly abruptly, especially particularly, precisely exactly, lately recently, additional extra further,
vacant empty unoccupied, obvious clear evident, silly foolish, terrible awful dreadful horrible, excellent outstanding superb, appropriate suitable fitting, relevant pertinent, ordinary normal usual,
unusual uncommon rare, vary differ, occur happen, vanish disappear, permit allow authorize, assist help aid, attempt try, inquire ask, demand require, reside live, depart leave, acquire obtain, collect gather,
repair mend fix, decorate adorn, postpone delay defer, strengthen reinforce, weaken undermine, instruct teach, estimate gauge, verify confirm check validate, erase delete wipe remove purge, append add,
obtain get, ship deliver dispatch, allocate assign, reserve book, operate run, execute run, suspend pause, resume continue, throttle limit, restrict limit, exceed surpass, reach attain achieve,
achieve accomplish, complete finish, conclude finish, initiate start begin, vendor seller supplier, buyer purchaser, tenant renter, owner proprietor, resident inhabitant, guest visitor, pupil student,
colleague coworker teammate, assistant helper aide, driver chauffeur, lorry truck, motorcycle motorbike, airplane plane aircraft, luggage baggage, trousers pants, jumper sweater, spectacles glasses,
sneakers trainers, jewel gem, clothes clothing garments apparel, footwear shoes, bin trashcan, rubbish garbage trash waste, stone rock, lawn grass, shrub bush, blossom flower bloom, wood timber lumber,
torch flashlight, repository repo, folder directory, memo note, medicine medication, restore renovate refurbish, arrange organize, assess evaluate, wonderful fantastic marvelous terrific,
crucial vital essential, glad pleased, certain sure, launch introduce, insert add, nanny babysitter, dispute argument, cable cord, alarm alert warning, boost increase, tutor teacher instructor, parcel package,
sofa settee couch, tram streetcar, mailbox postbox, exam examination test, thesis dissertation, semester term, internship traineeship, apprentice trainee, novice beginner, salesman salesperson, singer vocalist,
pilot aviator, sailor seaman, team squad crew, firm company enterprise, headquarters hq, warehouse depot storehouse, cemetery graveyard,
intersection crossroads junction, dawn sunrise, dusk sunset
"""
