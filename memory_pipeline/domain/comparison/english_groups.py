"""Groups of everyday and technical English words that may stand for each other, beyond what WordNet's first senses give.

General vocabulary by subject, written down once; a word may stand in several groups, which do not run together.
"""

from __future__ import annotations

GROUPS = """
reschedule move, cause reason, practice do, donate give, accept take, extend prolong lengthen, switch move, crash fall, choose pick select, afraid scared frightened fearful, verify check validate, verify confirm, obtain get receive, obtain acquire get, restart reboot, yield produce generate, group team, dawn daybreak sunrise,
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
provide offer, damage harm, hurt harm, prevent block, usual normal typical, latest newest, complete full entire whole, rare uncommon
"""
