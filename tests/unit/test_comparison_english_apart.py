"""English statements that only look like another way to say a thing: each must stay apart."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.comparison import compare_statements

APART = """
Gwen teaches physics at a school in Leeds. | Gwen is a physics student at a school in Leeds.
Gwen taught physics in Leeds. | Gwen is a physics teacher in Leeds.
Gwen was a physics teacher in Leeds. | Gwen is a physics teacher in Leeds.
Gwen is Tom's teacher. | Gwen teaches Tom's sister.
Ann is the manager of Bob. | Bob manages Ann.
Ann is Bob's manager. | Ann is managed by Bob.
Ann is a supporter of Bob. | Bob supports Ann.
Ann is the owner of the Blue Boat. | The Blue Boat owns Ann.
The team has a lead named Ann. | The team leads Ann.
The team has a coach for the juniors. | The team coaches the juniors.
The app has a host in Berlin. | The app hosts in Berlin.
Ann gave support to Bob. | Bob supported Ann.
Ann had a call from Bob. | Ann called Bob.
Ann made a call to Bob. | Bob made a call to Ann.
The user has a fear of dogs. | The user's dog has fear.
The user has no fear of dogs. | The user fears dogs.
The tortoise has a weight of 3 kg. | The tortoise has a weight of 4 kg.
The tortoise weighed 3 kg. | The tortoise has a weight of 3 kg.
Delivery of the sofa will take place on Thursday. | The sofa was delivered on Thursday.
Delivery of the sofa took place on Thursday. | The sofa is delivered on Thursday.
Delivery of the sofa will not take place on Thursday. | The sofa will be delivered on Thursday.
The delivery of the sofa is on Thursday. | The sofa delivers on Friday.
The migration of the data to Atlas takes place on Monday. | Atlas is migrated to the data on Monday.
The meeting room on the second floor is cold. | The second meeting room on the floor is cold.
The key for the box is red. | The box for the key is red.
The book about Rome is old. | The Rome of the book is old.
The bike in the garage is red. | The garage in the bike is red.
The cat in the house is old. | The house cat in the garden is old.
The backup date of the primary is 3 May. | The primary date of the backup is 3 May.
The user works at the shop since May. | The user works at the shop until May.
Ann sells bread at the market. | The market sells bread at Ann.
The user sold a car to Ann in May. | Ann sold a car to the user in May.
Location of the key: under the pot | The pot is under the key.
There is a key under the pot. | Location of the key: behind the pot
There is no key under the pot. | Location of the key: under the pot
There was a key under the pot. | Location of the key: under the pot
There are two keys under the pot. | Location of the key: under the pot
Last service of the boiler: November 2023 | The boiler was first serviced in November 2023.
Last service of the boiler: November 2023 | The boiler will be serviced last in November 2023.
Next service of the boiler: November 2026 | The boiler was last serviced in November 2026.
Service of the boiler: May | The boiler services May.
Person in charge of the newsletter: Ann | Ann was in charge of the newsletter.
Person in charge of the newsletter: Ann | Ann is not in charge of the newsletter.
Person in charge of Ann: Bob | Ann is in charge of Bob.
Person who mentors Ann: Bob | Ann mentors Bob.
Topic of the talk: trains | The talk is not about trains.
Topic of the talk: trains | Trains are about the talk.
Maximum upload size: 20 MB | Minimum upload size: 20 MB
Maximum upload size: 20 MB | Uploads must be at least 20 MB.
Maximum file size: 20 MB | The files are exactly 20 MB.
Rotation interval of the keys: 90 days | The keys are rotated 90 days ago.
Rotation interval of the keys: 90 days | The keys rotate for 90 days.
Warranty period of the fridge: five years | The fridge has a warranty of six years.
Warranty period of the fridge: five years | The fridge had a warranty of five years.
Warranty: 2 years | The warranty lasted two years.
Cause of the outage: the update | The outage caused the update.
Author of the letter: Kim | Kim was written a letter.
Author of Kim: the letter | Kim wrote the letter.
Cause of the outage: a full disk | The reason for the full disk was an outage.
Owner of the billing service: team Falcon | The billing service owns team Falcon.
Supplier of Miller: Vega | Miller supplies Vega.
Supplier of the flour: Miller | The flour is supplied to Miller.
The user's dog is called Bruno. | The user's dog calls Bruno.
The user's favourite colour is red. | The user's least favourite colour is red.
The colour Ann likes best is teal. | The colour Ann likes least is teal.
Ann is fond of tea. | Ann is not fond of tea.
Ann was not fond of tea. | Ann is not fond of tea.
Ann likes tea. | Ann does not care for tea.
The user eats everything except liver. | The user eats nothing except liver.
The one thing Ann will not eat is liver. | The one thing Ann will eat is liver.
The user has a grandson, and his name is Ezra. | The user has a grandson, and his friend's name is Ezra.
The user has a cat called Momo. | The user has a cat like Momo.
The user lost their job. | The user lost my phone.
I sold my car. | The user sold her brother's car.
The user met her mother. | The user's mother met her.
I met my boss. | Ann met her boss.
Our team won. | His team won.
My parrot talks. | Their parrot talks.
Felix takes the bus to school. | Felix takes the train to school.
Felix takes Tom to school. | Tom takes Felix to school.
Felix goes to school by bus. | Felix goes to work by bus.
The user is the mother of three children. | The user is the father of three children.
The user is the mother of three children. | The user has four children.
Spiders scare the user. | The user scares spiders.
Ann is afraid of Bob. | Bob is afraid of Ann.
Ann scares Bob. | Ann is afraid of Bob.
Ann retired in 2019. | Ann started in 2019.
The user is a chemistry student. | The user teaches chemistry.
The user is a member of the choir. | The choir is a member of the user.
The price rose by 5 percent. | The price rose to 5 percent.
The price rose by 5 percent. | The price fell by 5 percent.
The release was delayed by two weeks. | The release was delayed for two months.
The release was put off until May. | The release is put off until May.
The data was rebuilt on Monday. | The data is rebuilt on Monday.
The letter was rewritten by Ann. | Ann was rewritten by the letter.
The user has about 30 cats. | The user has 30 cats.
The trail is about 6 km long. | The trail is exactly 6 km long.
The limit is greater than 5. | The limit is less than 5.
The limit is no more than 5. | The limit is more than 5.
The user walks every other day. | The user walks every day.
The user polls every minute. | The user polls every hour.
The user bought two dozen eggs. | The user bought a dozen eggs.
The user bought a used car. | The user bought a new car.
The user is unemployed. | The user is employed.
Ann lost to Bob. | Bob lost to Ann.
Ann was beaten by Bob. | Bob lost to Ann.
Ann beat Bob. | Ann lost to Bob.
Ann takes after Bob. | Bob takes after Ann.
The user is left-handed. | The user is right-handed.
The user is short-sighted. | The user is far-sighted.
The user plays the violin. | The user plays the viola.
Mia is a violinist. | Mia is a pianist.
Ann gives Bob a call. | Bob gives Ann a call.
Ann takes piano lessons. | Ann gives piano lessons.
The camera is offline. | The camera is online.
The user logs in at 9. | The user logs out at 9.
The user resigned. | The user was fired.
The user was laid off. | The user resigned.
The user works remotely. | The user works in the office.
The user lives alone. | The user lives with her brother.
The user is an early riser. | The user is a night owl.
The user is on holiday. | The user is on a business trip.
The user skips breakfast. | The user eats breakfast.
The user has insomnia. | The user sleeps well.
The user's sister is pregnant. | The user is pregnant.
The user had surgery in May. | The user has surgery in May.
The user had an operation. | The user will have an operation.
The flat is for sale. | The flat is for rent.
The deadline was moved up. | The deadline was pushed back.
The bank is in debt. | The bank is free.
Entry is free. | Entry costs 5 euros.
Entry is free of charge. | Entry is not free of charge.
The user hates coriander. | The user likes coriander.
The user cycles to work. | The user walks to work.
The user flew to Rome. | The user drove to Rome.
The user returned the book. | The user returned from Rome.
The user resembles her aunt. | The user's aunt knows her.
The server went down on Monday. | The server went live on Monday.
The user dropped out of school. | The user finished school.
The user is expecting a baby. | The user is expecting a parcel.
Ann is expecting a baby in August. | Ann is expecting a baby in July.
Bettina's baby is due in May. | Bettina's baby was born in May.
Ann founded the firm with Bob. | Bob founded the firm without Ann.
The user needs 20 minutes to get home. | The user needs 30 minutes to get home.
Fear: flying | The user likes flying.
Backup: Vega | Atlas backed up Vega.
Atlas backup: Vega | Atlas backed up Vega.
Atlas host: Vega | Atlas hosts Vega.
Atlas mentor: Vega | Atlas mentors Vega.
Dose of ramipril: 5 mg | The user takes 10 mg of ramipril.
Meeting point of the club: Fernley | The club is at Fernley.
Owner of the shop: Ann | Ann owned the shop.
Name of the user's sister: Ann | The name of Ann's sister: the user
Deposit amount: 5 euros | The deposit was 5 euros.
Status of the ticket: closed | The ticket was closed.
Employer: Philips | The user worked for Philips.
Shoe size: 42 | The user's hat size is 42.
Marital status: single | The user is not single.
Staging URL: a.example.org | Staging is not reachable at a.example.org.
Ann and Bob share a flat. | Ann shares a flat with Carl.
Ann and Bob met Carl. | Ann met Carl with Dan.
Ann and Bob moved to Rome. | Ann moved to Rome without Bob.
Ann and Bob work at Acme. | Ann works for Bob at Acme.
Ann and Bob beat Carl. | Ann beat Bob.
Ann and Bob do not share a flat. | Ann shares a flat with Bob.
Ann and Bob run a shop. | Ann runs a shop for Bob.
SendGrid is used to send emails. | Emails are used to send SendGrid.
SendGrid was used to send emails. | Emails are sent via SendGrid.
SendGrid is used to send emails. | SendGrid is sent via emails.
Max got a promotion. | Max gave a promotion.
Max gets a promotion. | Max was promoted.
Max got a promotion from Ann. | Ann was promoted by Max.
The user is Portuguese. | The user is from Spain.
The user was Portuguese. | The user is from Portugal.
The user speaks Portuguese. | The user is from Portugal.
The user is not Portuguese. | The user is from Portugal.
The user met Lea in 2014. | The user has known Lea since 2015.
The user met Lea in 2014. | Lea has met the user since 2013.
The user has worked at Acme since 2017. | The user left Acme in 2017.
The user joined Acme in 2017. | The user has worked at Acme since 2018.
The user moved to Oslo in 2012. | The user has lived in Oslo since 2013.
The user moved from Oslo in 2012. | The user has lived in Oslo since 2012.
The company was founded in 1998. | The company closed in 1998.
The user worked as a miner. | The user is a miner.
The user was a miner. | The user works as a miner.
The user passed the exam. | The user did not pass the exam.
The user failed the exam. | The user passed the exam.
The user did not fail the exam. | The user failed the exam.
The user remembers the code. | The user does not remember the code.
The user is married. | The user is not married.
The hall can seat 40 people. | The hall cannot seat 40 people.
The hall can seat 40 people. | The hall can seat 50 people.
The shop takes only cash. | The shop takes anything but cash.
The shop takes nothing but cash. | The shop takes no cash.
You may not smoke here. | You may smoke here.
You may not smoke here. | Smoking is allowed here.
The user is older than his brother. | The user's brother is older than the user.
The user is older than his brother. | The user is older than his sister.
The user's brother is younger than him. | The user is younger than his brother.
The user brushes her teeth before going to bed. | The user brushes her teeth after going to bed.
The user cooks when she sings. | The user sings when she cooks.
The user cooks while Ann sings. | The user cooks while singing.
Both of the user's parents are teachers. | One of the user's parents is a teacher.
The user's parents are both teachers. | The user's parents are not both teachers.
All tests passed. | Not all tests passed.
The tests all passed. | The tests did not all pass.
The user has no siblings. | The user has two siblings.
The user has got a car. | The user has not got a car.
The company has 200 employees. | The company has 20 employees.
The user paid 300 euros for the bike. | The user got 300 euros for the bike.
The user sold the bike for 200 euros. | The user bought the bike for 200 euros.
The bike cost the user 300 euros. | The bike cost Tom 300 euros.
The user is good at chess. | The user is bad at chess.
The user finds maths easy. | Maths is difficult for the user.
The user would love a dog. | The user has a dog.
The user wants a dog. | The user does not want a dog.
The user dreams of Rome. | The user lives in Rome.
Nina took over from Oliver. | Oliver took over from Nina.
Nina is replacing Oliver. | Oliver is replacing Nina.
The project is late. | The project is early.
The user donates blood. | The user needs blood.
The user went to university in Vienna. | The user works at the university in Vienna.
The user came first in the race. | The user came second in the race.
Petra is the user's favourite singer. | The user is Petra's favourite singer.
Tea is what Ann likes to drink most. | Tea is what Ann likes to drink least.
The user was born and raised in Cork. | The user was born in Cork.
The user works part-time. | The user works full-time.
There is a balcony in the flat. | There is a flat in the balcony.
There is no balcony in the flat. | The flat has a balcony.
The user bought a bike from Tom. | The user got a bike for Tom.
The user accepts the offer. | The user makes the offer.
The user considered buying a boat. | The user bought a boat.
The user has been vegetarian since 2010. | The user was vegetarian in 2010.
The user became a vegetarian in 2010. | The user became a vegan in 2010.
The user is late for work. | The user is early for work.
The user takes metformin. | The user does not take metformin.
The user is on insulin. | The user is on metformin.
The user has a brother who lives in Perth. | The user's brother lives in Paris.
The user has no brother who lives in Perth. | The user's brother lives in Perth.
Ann has a brother who lives in Perth. | The user's brother lives in Perth.
The user lives beside a bakery. | The user lives behind a bakery.
The user lives next to the park. | The user lives in the park.
The tower is 90 metres high. | The tower is 90 metres wide.
The river has a length of 120 km. | The river has a depth of 120 m.
The passport expires in May. | The passport expires in March.
The guest may stay until Monday. | The guest must stay until Monday.
The trip is in May. | The trip may be.
The user was born in Lima. | Lima was born.
Ann is in charge of the budget. | The budget is in charge of Ann.
Ann is in charge of Ben. | Ben is in charge of Ann.
The user retires at 62. | The user retires at 65.
The page loads in two seconds. | The page loads in two minutes.
The user rarely eats meat. | The user only eats meat.
The user is anxious about the exam. | The user is happy about the exam.
The user wants a room that is quiet. | The user wants a room that is not quiet.
The user knows how to swim. | The user wants to swim.
The user prefers being called Sam. | The user prefers being called Max.
The user hates being called. | The user likes being called.
The user lives on Mill Road. | The user lives on Mill Street.
The user had an accident in 2020. | The user had an accident in 2021.
The user was in an accident. | The user saw an accident.
The user writes with his left hand. | The user writes with his right hand.
The shop only takes cards. | The shop only takes cash.
The user has no pets. | The user has pets.
The user has no children. | The user has no siblings.
The user does not have any debts. | The user has debts.
The user bought medication. | The user needs medication.
The user hurt his knee. | The user hurt his elbow.
The user finished the book. | The user started the book.
The user rents the flat. | The user owns the flat.
The user quit the course. | The user finished the course.
The contract was extended by a year. | The contract was shortened by a year.
The team assigned the ticket to Priya. | Priya assigned the ticket to the team.
The ticket is assigned to Priya. | Priya was assigned to another ticket.
The user considers Ann a friend. | Ann considers the user a friend.
The user earned a degree in law. | The user teaches law.
The customer called the agent. | The agent called the customer.
The user greeted Ann. | Ann greeted the user.
The user's aunt visits him. | The user visits his aunt.
The user's salary is 3,000 euros. | The user's rent is 3,000 euros.
The user feeds the neighbour's cat. | The neighbour feeds the user's cat.
The user was told to rest by the doctor. | The user told the doctor to rest.
The user moved in with Tom. | The user moved out of Tom's flat.
The user ran out of milk. | The user bought milk.
The server ran out of memory. | The server has more memory.
The flight was delayed. | The flight was cancelled.
The user's bag was found. | The user's bag was lost.
The user goes to the gym. | The user owns a gym.
The user has been to Rome. | The user has to go to Rome.
The user is used to getting up early. | The user used to get up early.
The user stopped smoking. | The user stopped to smoke.
The user remembered to lock the door. | The user remembered locking the door.
The user tried to call. | The user called.
The user nearly missed the bus. | The user missed the bus.
The user managed to fix it. | The user tried to fix it.
The user had his car repaired. | The user repaired his car.
The user is to blame for the leak. | The leak is to blame for the user.
The user lets a flat. | The user rents a flat from Ann.
The user is allergic to cats but not dogs. | The user is allergic to dogs but not cats.
The user likes tea more than coffee. | The user likes coffee more than tea.
The user would rather walk than drive. | The user would rather drive than walk.
The user prefers to walk instead of driving. | The user prefers to drive instead of walking.
The user is as tall as Ann. | The user is not as tall as Ann.
The user is twice as old as Ann. | Ann is twice as old as the user.
The user has no car. | The user has a car.
The user had no car. | The user has no car.
The user has no more eggs. | The user has no eggs.
The user drinks no milk. | The user drinks milk.
The user does not need any help. | The user needs help.
The app supports no offline mode. | The app supports offline mode.
The meeting lasts an hour. | The meeting lasts two hours.
The trip takes a day. | The trip takes a week.
The user is an hour late. | The user is a minute late.
The app requires at least Android 12. | The app requires at most Android 12.
The app requires Android 12. | The app requires Android 12 or later.
The warranty has run out. | The warranty runs out.
The milk has run out. | The milk will run out.
The user ran into a friend. | The user ran away from a friend.
The user gave up tea. | The user gave in.
The user got over the flu. | The user got the flu.
The user broke up with Tom. | The user met up with Tom.
The user put up with the noise. | The user put off the noise.
The user looks up to Ann. | Ann looks up to the user.
The user looks down on Ann. | The user looks up to Ann.
The user cut down on sugar. | The user cut out sugar.
The user must not lift boxes. | The user must lift boxes.
The user is not allowed to drive. | The user is allowed to drive.
The user is not allowed to drive. | The user does not have to drive.
The user need not drive. | The user must not drive.
The user fell ill on Monday. | The user recovered on Monday.
The user counts on Ann. | Ann counts on the user.
The window faces the sea. | The window faces the street.
The user is in good shape. | The user is in bad shape.
The user suffers from migraines. | The user's mother suffers from migraines.
The user suffered from migraines. | The user suffers from migraines.
The job runs every hour. | The job ran every hour.
Ann runs the job. | Ann is run by the job.
The team was split up. | The team was brought together.
The server has 64 GB of RAM. | The server has 64 GB of disk.
The shop is round the corner. | The shop is at the corner.
The shop is near the station. | The shop is in the station.
The car slowed down. | The car sped up.
The user turned up. | The user turned back.
The user keeps to the plan. | The user changes the plan.
Preferred language: German | The user speaks German.
Preferred language: German | The user prefers Dutch.
Preferred contact method: email | The user prefers to be contacted by phone.
Preferred airline: KLM | KLM prefers the user.
Siblings: none | The user has two siblings.
Pets: none | The user has pets.
Smoker: no | The user smokes.
Smoker: yes | The user does not smoke.
Favourite team: Ajax | The user plays for Ajax.
Hotel: Grand Plaza | The user works at the Grand Plaza.
Hotel: Grand Plaza | The user was staying at the Grand Plaza.
Dog's breed: beagle | The user's dog is a poodle.
Cat's breed: beagle | The user's dog is a beagle.
Rent due date: 3rd of the month | The rent is due on the 5th of the month.
Deployment target: AWS | We deploy from AWS.
Deployment target: AWS | We deploy to Azure.
Release frequency: every two weeks | A release happens every three weeks.
Release frequency: every two weeks | A release takes two weeks.
Payment method: credit card | The user pays by bank transfer.
Payment method: credit card | The user pays for a credit card.
Location of the first-aid kit: under the sink | The first-aid kit is behind the sink.
Location of the first-aid kit: under the sink | The first-aid kit was under the sink.
Team size: 7 | The team has eight members.
Team size: 7 | The team has seven leads.
Owner of the cat: Ann | Ann's cat owns the house.
Known allergy: latex | The user is not allergic to latex.
Medical condition: asthma | The user's brother has asthma.
Reviewer of Ann: Ben | Ann reviews Ben.
Mentor of Ann: Ben | Ann mentors Ben.
Host of Atlas: Vega | Atlas hosts Vega.
Backup of Atlas: Vega | Vega is backed up by Atlas.
Teacher of Ann: Ben | Ann teaches Ben.
Successor of Ann: Ben | Ann succeeds Ben.
Replacement for Ann: Ben | Ann replaces Ben.
""".strip().splitlines()


@pytest.mark.parametrize("pair", APART)
def test_what_only_looks_alike_stays_apart(pair: str) -> None:
    a, b = pair.split(" | ")
    assert not compare_statements(a, b).mergeable
    assert not compare_statements(b, a).mergeable
