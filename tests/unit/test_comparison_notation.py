"""English notations, converses and labels with their owner apart: what says the same, and what only looks like it."""

from __future__ import annotations

import time

import pytest

from memory_pipeline.domain.comparison import compare_statements

SAME = """
The user wears size XL. | The user wears size extra large.
The user got 8 out of 10. | The user got 8/10.
The user scored 8/10. | The user scored eight out of ten.
The hotel is a 4-star hotel. | The hotel is a four-star hotel.
The user's address is 12 Elm Street, 2nd Floor. | The user's address is 12 Elm St, second floor.
The temperature is 20 degrees. | The temperature is 20°.
The temperature is -5 °C. | The temperature is five degrees below zero Celsius.
The year is 2027/28. | The year is 2027-2028.
The score is 3½. | The score is 3.5.
The recipe needs 2 tbsp of oil. | The recipe needs two tablespoons of oil.
The recipe needs 1 tsp of salt. | The recipe needs one teaspoon of salt.
The flight takes 2:15 h. | The flight takes 2 h 15 min.
The meeting is at 10 past 4. | The meeting is at 4:10.
The meeting is at twenty to nine. | The meeting is at 8:40.
The bus leaves at 5 to 8. | The bus leaves at 7:55.
The invoice is for CHF 1'250. | The invoice is for 1,250 Swiss francs.
The firm has >200 employees. | The firm has more than 200 employees.
The firm has <200 employees. | The firm has fewer than 200 employees.
The user's phone is +44 20 7946 0958. | The user's phone is 0044 20 7946 0958.
The user's extension is 204. | The user's ext. is 204.
The frame is 30 fps. | The frame is 30 frames per second.
The API takes 50 req/s. | The API takes 50 requests per second.
The speed is 5 m/s. | The speed is 5 metres per second.
The density is 3 g/l. | The density is 3 grams per litre.
The price is €3/kg. | The price is 3 euros per kilogram.
The car does 50 mpg. | The car does 50 miles per gallon.
The field is 3 ha. | The field is 3 hectares.
The pack has 12 pcs. | The pack has 12 pieces.
The user has a Ph.D. | The user has a PhD.
The user has a B.Sc. in maths. | The user has a BSc in maths.
The user's son is 5 y/o. | The user's son is 5 years old.
The 21st edition is out. | The twenty-first edition is out.
The user's got two dogs. | The user has got two dogs.
The user's locker is number 88. | The user's locker is number 88 (user repeated this).
The user's locker is number 88. | The user's locker is number 88 (mentioned twice).
The user's locker is number 88. | The user's locker is number 88 (already noted).
The user's locker is number 88. | The user says their locker is number 88.
The user's locker is number 88. | According to the user, their locker is number 88.
The user's locker is number 88. | The user's locker is number 88, the user said so twice.
The user's locker is number 88. | The user's locker is number 88 (no change since last time).
The user's locker is number 88. | The user's locker is number 88 (from chat).
The user's locker is number 88. | The user's locker is number 88 (verified against records).
The user's locker is number 88. | The user's locker is number 88 and this is still correct.
The user's locker is number 88. | Once more: the user's locker is number 88.
The user's locker is number 88. | The user's locker is number 88 (third mention).
The user's locker is number 88. | The user's locker is number 88 (duplicate).
The user's locker is number 88. | The user's locker is number 88, which the user has confirmed.
The user's locker is number 88. | The user's locker is number 88, something the user has mentioned before.
The user's locker is number 88. | The user's locker is number 88; the user brought this up again.
The user's locker is number 88. | The user reminded us that their locker is number 88.
The user's locker is number 88. | The user reiterated that their locker is number 88.
The user's locker is number 88. | The user's locker is number 88 (info from user).
The user's locker is number 88. | The user's locker is number 88 (user's own words).
The user's locker is number 88. | The user's locker is number 88 (told me again today).
The user's locker is number 88. | The user's locker is number 88 (ops confirmed).
The user's locker is number 88. | The user's locker is number 88 (as the user keeps saying).
The user's locker is number 88. | The user's locker is number 88, the user keeps saying.
Issue tracking for the project is Jira. | The project uses Jira for issue tracking.
Payment processing for the shop is Stripe. | The shop uses Stripe for payment processing.
The shop's payment provider is Stripe. | The shop uses Stripe as its payment provider.
The lease ends in June. | End of lease: June
Priya leads the project. | Project lead: Priya
Priya is the lead of the project. | Project lead: Priya
The user's first car was a Fiat. | First car: Fiat
The user's first car was a Fiat. | The user's first car: a Fiat
The user's previous employer was Acme. | Previous employer: Acme
Each team has five members. | Members per team: 5
Each room has two beds. | Beds per room: 2
Bo heads the team. | Team head: Bo
Bo is the head of the team. | Team head: Bo
Bo coaches the team. | Team coach: Bo
Every two weeks the bins are emptied. | The bins are emptied every two weeks.
Every 15 minutes a bus leaves for town. | A bus leaves for town every 15 minutes.
The bus leaves every 15 minutes for town. | Every 15 minutes the bus leaves for town.
"""

APART = """
A few of the windows leak. | Most of the windows leak.
Few windows leak. | A few windows leak.
Few users complained. | A few users complained.
Little sugar is left. | A little sugar is left.
All but one of the lamps work. | All of the lamps work.
All but one of the lamps work. | One of the lamps works.
The user eats no meat. | The user eats little meat.
All of the eggs are fresh. | The eggs are all but fresh.
The wall is half painted. | The wall is painted.
No more than five guests may come. | No fewer than five guests may come.
No fewer than five guests may come. | Five guests may come.
Over half the guests came. | Half the guests came.
Under half the guests came. | Half the guests came.
Nearly half the guests came. | Half the guests came.
Ann is the user's half-sister. | Ann is the user's sister.
Ann works with Ben. | Ann works for Ben.
Ann works under Ben. | Ann works with Ben.
Ann is Ben's stepbrother. | Ann is Ben's half-brother.
Elif is three years younger than Baran. | Elif is three years older than Baran.
Elif is three years younger than Baran. | Baran is three years younger than Elif.
Elif is three years younger than Baran. | Baran is four years older than Elif.
Elif is three years younger than Baran. | Baran is older than Elif.
Elif is younger than Baran. | Baran is no older than Elif.
Elif is not younger than Baran. | Baran is older than Elif.
Every node is slower than some node. | Some node is faster than every node.
Elif is younger than Baran's sister. | Baran is older than Elif's sister.
Elif was three years younger than Baran. | Baran is three years older than Elif.
The van is cheaper than the car. | The van is more expensive than the car.
The van is cheaper than the car. | The car is cheaper than the van.
The van is taller than the car. | The car is narrower than the van.
Model A has fewer seats than model B. | Model A has more seats than model B.
Model A has two fewer seats than model B. | Model B has three more seats than model A.
Model A has fewer seats than model B. | Model B has fewer seats than model A.
The van costs less than the car. | The car costs less than the van.
The van costs less than the car. | The car costs as much as the van.
Ann is as old as Ben. | Ann is older than Ben.
Ann is younger than Ben and Cem. | Ben is older than Ann and Cem.
Nobody but the treasurer may open the safe. | Nobody, the treasurer included, may open the safe.
Nobody but the treasurer may open the safe. | Everybody but the treasurer may open the safe.
Nobody but the treasurer may open the safe. | The treasurer may not open the safe.
Nobody but the treasurer may open the safe. | The treasurer may open the safe.
Nobody but the treasurer may open the safe. | The treasurer may only open the safe.
Nobody but the treasurer may open the safe. | Nobody but the secretary may open the safe.
Nobody but Ann likes Ben. | Only Ben likes Ann.
Nobody but Ann likes Ben. | Ann likes only Ben.
Nobody except Ann knows the code. | Nobody knows the code except by Ann.
No one besides Ann has keys. | Ann has no keys.
You cannot compile the firmware without a toolchain. | You can compile the firmware without a toolchain.
You cannot compile the firmware without a toolchain. | Compiling the firmware does not require a toolchain.
You cannot compile the firmware without a toolchain. | The toolchain requires compiling the firmware.
You cannot compile the firmware without a licensed toolchain. | Compiling the firmware requires a toolchain.
You cannot enter without a badge. | Entering without a badge is possible.
You cannot enter without a badge. | You can enter with a badge.
You cannot enter without a badge. | Leaving requires a badge.
Nobody can enter without a badge. | Nobody can enter with a badge.
One cannot enter without a badge. | Entering requires a key.
Ann cannot sleep without tea. | Ann can sleep without tea.
The user would rather get letters than emails. | The user would rather get emails than letters.
The user would rather get letters than emails. | The user prefers emails to letters.
The user would rather get letters than emails. | The user gets letters rather than emails.
The user would rather not get letters than emails. | The user prefers letters to emails.
The user would rather get letters than emails. | The user's wife prefers letters to emails.
The coach for the juniors is Tom. | The juniors for the coach are Tom.
The coach for the juniors is Tom. | Tom's coach is for the juniors.
The coach for the juniors is Tom. | The coach for the seniors is Tom.
The coach for the juniors is Tom. | Tom was the juniors' coach.
The coach for the juniors is Tom. | The juniors coach Tom.
The gift for Ann is a book. | Ann's gift is a book.
The letter for Ann is from Ben. | Ann's letter is from Ben.
The deadline for the report is Friday. | The report for the deadline is due Monday.
The password for the wifi is x7y8. | The wifi for the password is x7y9.
The lawyer for the tenant is Ann. | The tenant for the lawyer is Ann.
The budget for the bridge is 4 million euros. | The bridge for the budget is 5 million euros.
Tom is the contact for the venue. | The venue is the contact for Tom.
Ann works as a coach for Ben. | Ann works as Ben's coach.
The user goes by the nickname Pip. | The user's dog goes by the nickname Pip.
The user goes by the nickname Pip. | The user's nickname is Pop.
The user no longer goes by the nickname Pip. | The user's nickname is Pip.
The user goes by the nickname Pip. | The user's surname is Pip.
The user went by the nickname Pip. | The user's nickname is Pip.
The user goes by the handle pip. | The user goes by the name pip.
The user writes under the pen name Pip. | The user's name is Pip.
The store keeps three copies of each file. | The store keeps three copies of the file.
The store keeps three copies of each file. | The store keeps each copy of three files.
The store keeps three copies of each file. | The store keeps three files per copy.
The store keeps three copies of each file. | The store keeps three copies of some files.
The store keeps three copies of each file. | The store keeps three copies.
The store keeps three copies of each file. | The store keeps two copies per file.
The guide has two maps of every city. | The guide has two maps of a city.
There are two doors in each room. | There is a door in each of two rooms.
Two nurses of each ward are ill. | Two wards per nurse are ill.
Lift, maximum load: 630 kg | Lift, minimum load: 630 kg
Lift, maximum load: 630 kg | Load, maximum lift: 630 kg
Ann, Ben: friends | Ben, Ann: friends
Shoe size (user): 43 | Shoe size (user's son): 43
Shoe size (user): 43 | Shoe size (wife): 43
Shoe size (wife): 43 | The user's shoe size is 43.
Shoe size (user): 43 | Shirt size (user): 43
Barrier, flood budget: 42 euros | Flood, barrier budget: 43 euros
Manager (Ann): Ben | Manager (Ben): Ann
Manager, Ann: Ben | Ann is Ben's manager.
Sister (Ann): Zoe | Ann is Zoe's sister.
Sister (Ann): Zoe | Sister (Zoe): Ann
Parent / child: db1 | Child / parent: db1
Primary - region: Oslo | Secondary - region: Oslo
The game uses Perforce for version control. | The game uses version control for Perforce.
The game uses Perforce for version control. | Version control uses Perforce for the game.
The game uses Perforce for version control. | Version control for the game was Perforce.
The game uses Perforce for version control. | Version control for the game is Git.
The game uses Perforce for version control. | Version control for Perforce is the game.
The game does not use Perforce for version control. | Version control for the game is Perforce.
The game uses Perforce for storage. | Version control for the game is Perforce.
The shop uses Stripe as its payment provider. | Stripe uses the shop as its payment provider.
The shop uses Stripe as its payment provider. | Stripe's payment provider is the shop.
The shop used Stripe as its payment provider. | The shop's payment provider is Stripe.
The shop uses Stripe as its backup payment provider. | The shop's payment provider is Stripe.
The shop uses Stripe as a payment provider. | The shop's card provider is Stripe.
Ann uses Ben as her lawyer. | Ben's lawyer is Ann.
Ann uses Ben as her lawyer. | Ann is Ben's lawyer.
Priya is the lead of the project. | Priya lead: project
Priya leads the project. | Project lead: Priyanka
The project leads Priya. | Project lead: Priya
Priya led the project. | Project lead: Priya
Priya was the lead of the project. | Project lead: Priya
Priya is not the lead of the project. | Project lead: Priya
Priya is a lead of the project team. | Project lead: Priya
Priya coaches the team. | Coach team: Priya
Priya hosts the server. | Server host: Prius
Priya is the guide of the group. | Guide group: Priya
Priya leads the project. | Project sponsor: Priya
Priya leads the project's team. | Project lead: Priya
Every ten seconds the scheduler picks up new tasks. | Every task the scheduler picks up takes ten seconds.
Every ten seconds the scheduler picks up new tasks. | The scheduler picks up ten new tasks every second.
Every ten seconds the scheduler picks up two tasks. | Every two seconds the scheduler picks up ten tasks.
Every ten seconds the scheduler picks up tasks. | Every ten minutes the scheduler picks up tasks.
On Wednesdays after dinner the choir rehearses. | On Wednesdays the choir rehearses before dinner.
On Wednesdays after dinner the choir rehearses in the chapel. | After dinner in the chapel the choir rehearses on Thursdays.
On Wednesdays after dinner the choir sings and on Fridays it rests. | On Fridays after dinner the choir sings and on Wednesdays it rests.
On Mondays with Ann the user runs. | On Mondays the user runs from Ann.
On Mondays with Ann Ben runs. | On Mondays with Ben Ann runs.
On Mondays after work Ann meets Ben. | Ben meets Ann on Mondays after work.
The order was shipped. | Order status: shipped
The status of the order was shipped. | Order status: shipped
The order is not shipped. | Order status: shipped
The status of the order is shipped. | Order status: shipping
The status of the order is paid. | Order status: shipped
The user met an outside contractor. | The user met a contractor outside.
An outside contractor services forklifts. | A forklift contractor services outside.
An outside contractor services forklifts. | Forklifts are serviced outside by a contractor.
The team hired an inside expert. | The team hired an outside expert.
The over limit is five. | The under limit is five.
The user's dominant hand is the left one. | The user's dominant hand is the right one.
The user's car is the blue one. | The user's car is the red one.
The key is the right one. | The key is right.
The train is the last one. | The train is last.
The user's seat is the first one. | The user's seat is first class.
Phase II starts in June. | Phase III starts in June.
Phase II starts in June. | Phase 11 starts in June.
Chapter IV is long. | Chapter VI is long.
Chapter V is long. | Chapter 4 is long.
World War I | World War II
The user has type I diabetes. | The user has type 2 diabetes.
Part I is hard. | Part II is hard.
The ticket costs twelve pounds fifty. | The ticket costs £12.15.
The ticket costs twelve pounds fifty. | The ticket costs twelve pounds.
The ticket costs twelve pounds fifty. | The ticket costs fifty pounds twelve.
The ticket costs twelve pounds fifty. | The ticket costs twelve euros fifty.
The fee is 50 pence. | The fee is £50.
The fee is 50 pence. | The fee is £5.
The parcel weighs five pounds. | The parcel costs five pounds.
The parcel weighs five pounds. | The parcel weighs five kilos.
The meeting runs from 9 to 11 am. | The meeting runs from 9 to 11 pm.
The meeting runs from 9 to 11 am. | The meeting runs from 9 am to 11 pm.
The meeting runs from 10 to 2 pm. | The meeting runs from 10 pm to 2 pm.
The meeting runs from 9 to 11 am. | The meeting runs from 8 to 11 am.
The class starts at 17h30. | The class lasts 17h30.
The class lasts 1h30. | The class starts at 1:30.
The exam is on 3-May-2027. | The exam is on 5-March-2027.
The exam is on 3-May-2027. | The exam is on 3-May-2028.
The party is on Christmas Day. | The party is on Christmas Eve.
The party is on New Year's Day. | The party is on 31 December.
The party is on Boxing Day. | The party is on 25 December.
The table measures 80 x 120 cm. | The table measures 120 x 80 cm.
The table measures 80 x 120 cm. | The table measures 80 x 120 m.
The screen is 1920x1080. | The screen is 1080x1920.
Sales rose by 80 by 2020. | Sales rose by 2020 by 80.
The user was born in '89. | The user was born in '98.
The user was born in '12. | The user was born in 1912.
Two-thirds of the seats are taken. | One-third of the seats are taken.
Two-thirds of the seats are taken. | Three-quarters of the seats are taken.
75% of the budget is spent. | A quarter of the budget is spent.
25% of the budget is spent. | A third of the budget is spent.
50% of the staff works remotely. | 15% of the staff works remotely.
The rate is 50%. | The rate is half.
The rate rose by 50% of 10. | The rate rose by 50% to 10.
The score was 3 to 1. | The score was 1 to 3.
The ratio is three to one. | The ratio is three to two.
The user lives in St. Louis. | The user lives in St. Paul.
The user lives on Elm St. | The user lives in Saint Elm.
The bulb is 60 W. | The bulb is 60 V.
The bulb is 60 W. | The bulb is 60 kW.
The limit is 30 mph. | The limit is 30 km/h.
The link is 1 Gbps. | The link is 1 gigabyte per second.
The link is 100 megabits per second. | The link is 100 megabytes per second.
The clock is 3 gigahertz. | The clock is 3 megahertz.
The node has 16 gigs of RAM. | The node has 16 gigabits of RAM.
The salary is $85k/yr. | The salary is $85k/mo.
The rent is 900 euros/mo. | The rent is 900 euros/wk.
The team has ~40 members. | The team has 40 members.
The team has ~40 members. | The team has ~45 members.
The fee is 39 pounds sterling. | The fee is 39 US dollars.
The fee is 39 Australian dollars. | The fee is 39 US dollars.
The fee is 39 Canadian dollars. | The fee is 39 dollars.
The parcel is in Apt. 4B. | The parcel is in Ste. 4B.
The parcel is in Apt. 4B. | The parcel is in Apt. 4D.
The user lives on Mill Ln. | The user lives on Mill Rd.
The user works for Bright Ltd. | The user works for Bright Inc.
Prof. Lind is the user's tutor. | Dr. Lind is the user's tutor.
The build is 20271231. | The build is 2027-12-30.
The user drinks a little wine. | The user drinks little wine.
The user has a few friends. | The user has few friends.
The user has little time. | The user has a little time.
More than half of the staff left. | Half of the staff left.
Less than half of the staff left. | Half of the staff left.
Over half of the staff left. | Under half of the staff left.
All but two of the tests pass. | All of the tests pass.
All but two of the tests pass. | All but three of the tests pass.
All but two of the tests pass. | Two of the tests pass.
Ann works with Ben. | Ann works for Ben.
The user works with Acme. | The user works for Acme.
The user's sister is ill, the user repeated this. | The user's sister is well.
The user's locker is 88 (the landlord doubts this). | The user's locker is 88.
The user's locker is 88 (user denied this). | The user's locker is 88.
The user's locker is 88 (not confirmed). | The user's locker is 88.
The user's locker is 88 (to be confirmed). | The user's locker is 88.
The user's locker is 88 (unconfirmed). | The user's locker is 88.
The user's locker is 88 (user has never confirmed this). | The user's locker is 88.
The user's locker is 88 (user no longer says this). | The user's locker is 88.
The user's locker is 88 (from June). | The user's locker is 88.
The user's locker is 88 (until May). | The user's locker is 88.
The user's locker is 88, but not since last week. | The user's locker is 88.
The user's locker is 88 and this is wrong. | The user's locker is 88.
The user's locker is 88 and this is no longer correct. | The user's locker is 88.
The user's locker is 88 and that is new. | The user's locker is 88.
The user said their sister's locker is 88. | The user's locker is 88.
The user said their locker was 88. | The user's locker is 88.
The user says their locker is 89. | The user's locker is 88.
The user denied their locker is 88. | The user's locker is 88.
The user thinks their locker is 88. | The user's locker is 88.
The user asked whether their locker is 88. | The user's locker is 88.
The user's sister said their locker is 88. | The user's locker is 88.
The album has 12 tracks, already recorded. | The album has 12 tracks.
The user's talk is on Friday (second time). | The user's talk is on Friday.
The user's locker is 88 (second locker). | The user's locker is 88.
The file is checked against the source. | The file is checked.
The user wears size XL. | The user wears size XXL.
The user wears size XL. | The user wears size large.
The user got 8 out of 10. | The user got 8 out of 11.
The user got 8/10. | The user got 10/8.
The hotel is a four-star hotel. | The hotel is a five-star hotel.
The user lives on the second floor. | The user lives on the first floor.
The user waits a second at the floor. | The user waits at the 2nd floor.
The twenty-first edition is out. | The twentieth edition is out.
It is five degrees below zero. | It is five degrees.
The temperature is 20°. | The temperature is 21°.
The season is 2027/28. | The season is 2028/29.
The season is 2027/28. | The season is 2027/29.
The flight takes 2:15 h. | The flight leaves at 2:15.
The meeting is at twenty to nine. | The meeting is at twenty past nine.
The meeting is at 10 past 4. | The meeting is at 4 past 10.
The firm has >200 employees. | The firm has <200 employees.
The firm has >200 employees. | The firm has 200 employees.
The firm has >200 employees. | The firm has at least 200 employees.
Fewer than 5 came. | More than 5 came.
The phone is 0044 20 7946. | The phone is +45 20 7946.
The field is 3 ha. | The field is 3 acres.
The price is €3/kg. | The price is €3/g.
The price is 3 euros per litre. | The price is 3 euros per kilogram.
The speed is 5 m/s. | The speed is 5 m.
The user has a BSc. | The user has an MSc.
The user has a PhD. | The user has a BA.
The user's son is 5 y/o. | The user's son is 6 years old.
The user's got two dogs. | The user's got three dogs.
The invoice is for CHF 1'250. | The invoice is for CHF 1'260.
The recipe needs 2 tbsp of oil. | The recipe needs 2 tsp of oil.
The user works 2019-2021. | The user works 2019-2020.
Each room has two beds. | Beds per room: 3
Each room has two beds. | Rooms per bed: 2
Each bed has two rooms. | Beds per room: 2
Each room needs two beds. | Beds per room: 2
Each room had two beds. | Beds per room: 2
Some rooms have two beds. | Beds per room: 2
Each room has two beds. | Beds per ward: 2
Each room has two single beds. | Double beds per room: 2
Not each room has two beds. | Beds per room: 2
Each room has two beds. | Rooms have two beds.
Each child has two parents. | Children per parent: 2
The user's first car was a Fiat. | First car: Ford
The user's first car was a Fiat. | Second car: Fiat
The user's car was a Fiat. | Car: Fiat
The user's previous employer was Acme. | Employer: Acme
The user's previous employer was Acme. | The user's previous employer is Ajax.
The user's former wife is Ann. | The user's wife was Ann.
The user's previous manager was Ann. | Manager: Ann
The user's first choice was Rome. | Second choice: Rome
"""


def _pairs(lines: str) -> list[list[str]]:
    return [line.split(" | ", 1) for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("a", "b"), _pairs(SAME))
def test_the_same_is_said(a: str, b: str) -> None:
    assert compare_statements(a, b).mergeable
    assert compare_statements(b, a).mergeable


def test_what_only_looks_like_it_stays_apart() -> None:
    merged = [pair for pair in _pairs(APART) if compare_statements(*pair).mergeable]
    assert merged == []


def test_a_long_word_is_read_in_time() -> None:
    begun = time.process_time()
    compare_statements("a" * 3000 + " than", "a" * 3000 + " than c")
    assert time.process_time() - begun < 5
