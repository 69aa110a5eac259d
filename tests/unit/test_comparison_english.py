"""English constructions, turns of phrase and labels that say the same."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.comparison import compare_statements

SAME = """
The user works as a paramedic. | The user is a paramedic.
The user can't eat peanuts. | The user isn't able to eat peanuts.
The user owns a red motorbike. | The user has a red motorcycle.
Nora's birthday is on 3 March. | Nora was born on 3 March.
The user grew up in a village near Ghent. | The user spent his childhood in a village near Ghent.
The user is employed at a law firm. | The user works for a law firm.
Felix takes the bus to school. | Felix goes to school by bus.
The user goes swimming every Tuesday. | The user swims every Tuesday.
Hannah's car is a blue Skoda. | Hannah drives a blue Skoda.
The user does not drink alcohol. | The user never drinks alcohol.
The user is the mother of three children. | The user has three children.
The user recently moved to Porto. | The user has recently relocated to Porto.
The user is afraid of spiders. | Spiders scare the user.
The user wants to buy a house next year. | The user plans to buy a house next year.
The API returns JSON. | Responses from the API are in JSON.
The payments service depends on Redis. | Redis is a dependency of the payments service.
The web server listens on port 8080. | The web server's port is 8080.
The database is backed up every night. | Every night, a backup of the database is made.
Sofia speaks four languages. | Sofia is able to speak four languages.
The user's flight leaves at 7:15. | The user's flight departs at 7:15 a.m.
The user is interested in astronomy. | The user has an interest in astronomy.
The user's wife teaches at a primary school. | The user's wife is a primary school teacher.
The meeting has been moved from Monday to Wednesday. | The meeting was rescheduled from Monday to Wednesday.
Log files are kept for 30 days. | Log files are retained for 30 days.
Log files are deleted after 30 days. | After 30 days, log files are removed.
Only admins can delete projects. | Deleting projects is restricted to admins.
The release was delayed by two weeks. | The release was pushed back two weeks.
The server was down for three hours. | The server was unavailable for three hours.
Deployments require two approvals. | Two approvals are needed for deployments.
The user is married to Lena. | Lena is the user's wife.
The user commutes by bike. | The user cycles to work.
Mia plays the violin. | Mia is a violinist.
The user works night shifts. | The user is on night shift.
The user is saving for a new car. | The user is saving money to buy a new car.
The password expires after 90 days. | The password is valid for 90 days.
The user studies chemistry at Leiden University. | The user is a chemistry student at Leiden University.
The user's phone was stolen in Barcelona. | Someone stole the user's phone in Barcelona.
The user's rent is 950 euros a month. | The user pays 950 euros a month in rent.
The user prefers tea to coffee. | The user likes tea better than coffee.
Theo is in charge of marketing. | Theo is responsible for marketing.
The user attends a pottery class on Mondays. | The user goes to a pottery class on Mondays.
The user gave up smoking in 2015. | The user stopped smoking in 2015.
The user's shoe size is 42. | The user wears size 42 shoes.
The user's car broke down yesterday. | Yesterday the user's car stopped working.
The user is on a low-salt diet. | The user follows a low-salt diet.
The user takes vitamin D every morning. | Every morning the user takes vitamin D.
The user's sister is expecting twins. | The user's sister is pregnant with twins.
The user has lived in Oslo since 2012. | The user moved to Oslo in 2012.
The user is not fond of mushrooms. | The user doesn't like mushrooms.
The user's favourite author is Ursula Le Guin. | Ursula Le Guin is the author the user likes most.
The cluster consists of five nodes. | The cluster has five nodes.
The search index is rebuilt on Sundays. | The search index gets rebuilt every Sunday.
Customer data is stored in Frankfurt. | Customer data is kept in Frankfurt.
Requests time out after 30 seconds. | The timeout for requests is 30 seconds.
The team meets every Thursday at 10. | The team has a meeting every Thursday at 10.
The office closes at 6 pm. | The office is open until 6 pm.
The user has blue eyes. | The user's eyes are blue.
The user's hair is brown. | The user has brown hair.
The user is 180 cm tall. | The user's height is 180 cm.
The user reached the final of the chess tournament. | The user made it to the final of the chess tournament.
The user is scared of heights. | The user has a fear of heights.
The user usually wakes up at six. | The user usually gets up at 6.
The user's mother comes from Portugal. | The user's mother is Portuguese.
The user's brother is a doctor. | The user's brother works as a physician.
The user is looking for a new flat. | The user is searching for a new apartment.
The user's kids go to a Montessori school. | The user's children attend a Montessori school.
The fridge makes a strange noise. | A strange noise comes from the fridge.
The user can drive a truck. | The user is able to drive a lorry.
Greta's cat weighs 5 kg. | The weight of Greta's cat is 5 kg.
The user's neighbour is noisy. | The user has a noisy neighbour.
The user met his girlfriend at university. | The user got to know his girlfriend at university.
Max got a promotion to team lead. | Max was promoted to team lead.
Job of the user: paramedic | The user works as a paramedic.
User's occupation: librarian | The user is a librarian.
Name of the user's cat: Momo | The user's cat is called Momo.
Pet: a tortoise named Speedy | The user has a tortoise named Speedy.
Number of children: 3 | The user has three children.
Home town: Ghent | The user grew up in Ghent.
Place of residence: Utrecht | The user lives in Utrecht.
Date of birth: 4 May 1990 | The user was born on 4 May 1990.
User's favourite food: lasagne | Lasagne is what the user likes to eat most.
Allergies: peanuts, shellfish | The user is allergic to peanuts and shellfish.
Employer: Philips | The user works for Philips.
Emergency contact: Sarah | In an emergency, call Sarah.
Marital status: divorced | The user is divorced.
Languages: Dutch, English | The user speaks Dutch and English.
User's shoe size: 42 | The user wears size 42.
Database version: PostgreSQL 16 | The database runs PostgreSQL 16.
API rate limit: 100 requests per minute | The API allows at most 100 requests per minute.
Deployment day: Tuesday | Deployments happen on Tuesdays.
On-call this week: Jonas | Jonas is on call this week.
Backup schedule: daily at 02:00 | Backups run daily at 2 am.
Owner of the billing service: team Falcon | Team Falcon owns the billing service.
Billing service owner: team Falcon | The billing service belongs to team Falcon.
Primary region: eu-central-1 | The primary region is eu-central-1.
Session lifetime: 30 minutes | Sessions expire after 30 minutes.
Log retention: 14 days | Logs are kept for 14 days.
Staging URL: staging.example.org | Staging is reachable at staging.example.org.
Meeting time: 9:30 | The meeting is at 9:30.
Venue of the workshop: Room 204 | The workshop takes place in room 204.
Departure time of the train: 6:48 | The train leaves at 6:48.
Monthly rent: 950 euros | The user pays 950 euros rent per month.
Gym membership cost: 30 euros per month | The gym membership costs 30 euros a month.
Height: 1.78 m | The user is 1.78 m tall.
Eye colour: green | The user has green eyes.
User's car: Volvo V60 | The user drives a Volvo V60.
Wife's name: Carla | The user's wife is named Carla.
Doctor: Dr. Weiss | The user's doctor is Dr. Weiss.
Diet: vegan | The user is vegan.
Project deadline: 30 June | The project is due on 30 June.
Project lead: Ines | The project is led by Ines.
Reviewer of the design: Omar | Omar reviews the design.
Number of servers: 12 | There are 12 servers.
Cluster size: 8 nodes | The cluster has eight nodes.
Message broker: RabbitMQ | We use RabbitMQ as the message broker.
Programming language of the backend: Go | The backend is written in Go.
Cause of the outage: an expired certificate | An expired certificate caused the outage.
Reason for the delay: missing parts | The delay was caused by missing parts.
Status of ticket 411: closed | Ticket 411 is closed.
Next dentist appointment: 12 June | The user's next dentist appointment is on 12 June.
Wedding date: 8 August 2026 | The wedding will be on 8 August 2026.
Warranty: 2 years | The warranty lasts two years.
Contract end: 31 December | The contract ends on 31 December.
User's seat preference: aisle | The user prefers aisle seats.
Instrument: cello | The user plays the cello.
School of the user's son: Hillside Primary | The user's son goes to Hillside Primary.
Fear: flying | The user is afraid of flying.
Time zone: CET | The user is in the CET time zone.
Contact person at Acme: Jill | Jill is the contact person at Acme.
Supplier of the flour: Miller & Sons | The flour is supplied by Miller & Sons.
Parking space: number 17 | The user parks in space 17.
Author of the report: Kim | Kim wrote the report.
Winner of the quiz: team Blue | Team Blue won the quiz.
The user doesn't own a car. | The user has no car.
Nobody in the team speaks French. | No one on the team speaks French.
All of the user's cousins live in Canada. | Every cousin of the user lives in Canada.
The user's grandfather was a miner. | The user's granddad worked as a miner.
The user quit his job due to stress. | The user left his job because of stress.
The user went home after the concert. | After the concert, the user went home.
The user brushes her teeth before she goes to bed. | The user brushes her teeth before going to bed.
The user is older than his brother. | The user's brother is younger than him.
The user is able to swim. | The user can swim.
The user has been vegetarian since 2010. | The user became a vegetarian in 2010.
The user enjoys hiking in the mountains. | The user likes to hike in the mountains.
The user finds maths difficult. | Maths is difficult for the user.
The user has trouble sleeping. | The user sleeps badly.
The user's house has four bedrooms. | There are four bedrooms in the user's house.
There is a balcony in the user's flat. | The user's flat has a balcony.
The car belongs to the user's father. | The user's father owns the car.
The user borrowed the ladder from Tom. | Tom lent the user the ladder.
The user's boss is Marta. | Marta is the user's boss.
Marta supervises the user. | The user's supervisor is Marta.
The user reports to Marta. | Marta is the user's manager.
The user shares an office with Ken. | Ken and the user share an office.
The user met Lea in 2014. | The user has known Lea since 2014.
The user plans on visiting Japan in spring. | The user intends to visit Japan in the spring.
The user would love to live by the sea. | The user dreams of living by the sea.
The user is training for a triathlon. | The user is preparing for a triathlon.
The user came first in the race. | The user won the race.
The user failed the driving test twice. | The user did not pass the driving test two times.
The user passed the exam. | The user was successful in the exam.
The user has a nut allergy. | The user is allergic to nuts.
The user reacts badly to penicillin. | The user is allergic to penicillin.
The user fractured her wrist. | The user broke her wrist.
The user has to wear a brace. | The user needs to wear a brace.
The appointment is at half past two. | The appointment is at 2:30.
The museum is closed on Mondays. | The museum does not open on Mondays.
The shop no longer sells bikes. | The shop has stopped selling bikes.
Dogs aren't allowed in the building. | The building does not allow dogs.
Smoking is forbidden on the balcony. | You may not smoke on the balcony.
The service can handle 500 requests per second. | The service copes with 500 requests per second.
The team uses Slack to communicate. | The team communicates via Slack.
Nina is replacing Oliver as team lead. | Nina is taking over from Oliver as team lead.
The bug was fixed by Nina. | Nina fixed the bug.
The bug was introduced in version 2.1. | The bug has existed since version 2.1.
The patch will be released on Friday. | The patch comes out on Friday.
The feature is still in development. | The feature is still being developed.
The project is behind schedule. | The project is running late.
The project was finished ahead of time. | The project was completed early.
The company has 200 employees. | The company employs 200 people.
The company was founded in 1998. | The company has existed since 1998.
The company is based in Zurich. | The company has its headquarters in Zurich.
The user spends 60 euros a week on food. | The user's weekly food budget is 60 euros.
The ticket costs 40 euros. | The price of the ticket is 40 euros.
The user sold the bike for 200 euros. | The user got 200 euros for the bike.
The phone's battery lasts two days. | The phone's battery life is two days.
The user is good at chess. | The user plays chess well.
The user is a native speaker of Polish. | Polish is the user's mother tongue.
The user is fluent in Danish. | The user speaks Danish fluently.
The user's parents are both teachers. | Both of the user's parents are teachers.
The user walks the dog every evening. | Every evening the user takes the dog for a walk.
The user feeds the cat twice a day. | The cat is fed by the user twice a day.
The user listens to jazz while cooking. | The user listens to jazz when she cooks.
The user reads before going to sleep. | The user reads before sleep.
The user goes jogging in the park. | The user jogs in the park.
The user goes to the gym three times a week. | The user visits the gym 3x a week.
The user plays football at weekends. | On weekends the user plays football.
The user volunteers at an animal shelter. | The user does volunteer work at an animal shelter.
The user donates blood twice a year. | The user gives blood twice a year.
The user is a member of the Green Party. | The user belongs to the Green Party.
The user studied in Vienna. | The user went to university in Vienna.
The user did her PhD in Leeds. | The user got her doctorate in Leeds.
The user started working at Acme in 2017. | The user joined Acme in 2017.
The user has worked at Acme for five years. | The user has been with Acme for five years.
The user was promoted to manager. | The user became a manager.
The user works part-time. | The user has a part-time job.
The user earns 3,000 euros a month. | The user's monthly salary is 3,000 euros.
The user was born and raised in Cork. | The user grew up in Cork.
The user is moving to Bergen in June. | The user will move to Bergen in June.
The shop only accepts cash. | The shop takes nothing but cash.
The user runs her own business. | The user is self-employed.
The user repaired the fence at the weekend. | The user fixed the fence on the weekend.
The user's neighbour plays loud music at night. | At night the user's neighbour plays noisy music.
The user is anxious about the exam. | The user is worried about the exam.
The user's son started school in September. | The user's son began school in September.
The user threw away the old sofa. | The user got rid of the old couch.
The user's colleague is moving to another department. | The user's coworker is transferring to another department.
The user needs to renew his ID card. | The user has to renew his identity card.
The user asked for a refund. | The user requested a refund.
The user has a sore throat. | The user's throat is sore.
The user's knee hurts when running. | The user's knee hurts when he runs.
The user prefers working from home. | The user prefers to work remotely.
The user was late for the meeting. | The user came late to the meeting.
The user's favourite subject at school was history. | History was the user's favourite subject in school.
The user has a meeting with the bank on Monday. | The user is meeting the bank on Monday.
The user's computer is slow. | The user has a slow computer.
The user's internet connection is unstable. | The user has an unstable internet connection.
The user lives next to a bakery. | The user lives beside a bakery.
The user lives close to the airport. | The user lives near the airport.
The user got a new phone for Christmas. | The user received a new phone for Christmas.
The user likes spicy food. | The user enjoys food that is spicy.
The user's dog is afraid of thunder. | The user's dog fears thunder.
The user's uncle is an electrician. | The user's uncle works as an electrician.
The user was born in Lima. | Lima is the user's birthplace.
The user is thirty-four. | The user is 34 years old.
The user drives to work. | The user goes to work by car.
The user is learning how to play the guitar. | The user is learning to play the guitar.
The user has high cholesterol. | The user's cholesterol is high.
The user's appointment was moved to Thursday. | The user's appointment was rescheduled for Thursday.
The user prefers to be addressed as Sam. | The user prefers being addressed as Sam.
The user wants answers in English. | The user wants to be answered in English.
The user plans to retire at 62. | The user intends to retire at the age of 62.
The user's cat died last week. | The user's cat passed away last week.
The user has a daughter who studies law. | The user's daughter studies law.
The user has a brother who lives in Perth. | The user's brother lives in Perth.
The user takes a nap after lunch. | After lunch the user has a nap.
The user had a car accident in 2020. | In 2020 the user was in a car accident.
The user was operated on her knee. | The user had an operation on her knee.
The user is on antibiotics. | The user takes antibiotics.
The user goes on holiday to Greece. | The user travels to Greece on vacation.
The user wants a quiet room. | The user would like a room that is quiet.
The alerts are sent to the on-call engineer. | The on-call engineer receives the alerts.
The team switched from Jenkins to GitHub Actions. | The team migrated from Jenkins to GitHub Actions.
The build takes 12 minutes. | The build runs for 12 minutes.
The build failed due to a missing dependency. | A missing dependency caused the build to fail.
The service runs in Kubernetes. | The service is deployed on Kubernetes.
The service was rewritten in Rust. | The service was rewritten using Rust.
The data is encrypted at rest. | Data at rest is encrypted.
The report is generated automatically. | The report is created automatically.
The page loads in two seconds. | The page takes two seconds to load.
The migration is planned for October. | The migration is scheduled for October.
Priya wrote the documentation. | The documentation was written by Priya.
Priya approved the pull request. | The pull request was approved by Priya.
Priya leads the mobile team. | Priya is the lead of the mobile team.
The office is located in Berlin. | The office is in Berlin.
The office has moved to Berlin. | The office moved to Berlin.
The store opens at nine. | The store's opening time is nine.
Entry costs 12 euros. | The entrance fee is 12 euros.
The course starts on 4 March. | The course begins on March 4th.
The flat has a size of 70 square metres. | The flat is 70 square metres in size.
The bag weighs 7 kilos. | The bag's weight is 7 kg.
The river is 120 km long. | The river has a length of 120 km.
The room has space for 20 people. | The room holds 20 people.
The user's insurance covers dental care. | Dental care is covered by the user's insurance.
The landlord raised the rent. | The rent was raised by the landlord.
The user's lease ends in August. | The user's lease runs until August.
The cat sleeps on the sofa. | The cat sleeps on the couch.
The window faces the sea. | The window overlooks the sea.
The lift is out of order. | The elevator is broken.
The shop is round the corner from the user's flat. | The shop is near the user's flat.
The warranty has run out. | The warranty has expired.
The customer complained about the delay. | The customer made a complaint about the delay.
The meeting was moved forward to Tuesday. | The meeting was brought forward to Tuesday.
The meeting lasts an hour. | The meeting is an hour long.
The manager signed off on the plan. | The manager approved the plan.
The team works remotely. | The team works from home.
The team is made up of five people. | The team consists of five people.
The app requires Android 12 or later. | The app needs at least Android 12.
The app is free. | The app costs nothing.
The app supports dark mode. | Dark mode is supported by the app.
The queue holds up to 1,000 messages. | The queue has a capacity of 1,000 messages.
The job runs every hour. | The job is executed hourly.
Access requires a VPN. | A VPN is needed for access.
The rollout is complete. | The rollout has been completed.
The rollout was stopped. | The rollout was halted.
The server has 64 GB of RAM. | The server is equipped with 64 GB of memory.
The user's phone number is 555-0199. | The user can be reached at 555-0199.
The user doesn't eat pork for religious reasons. | For religious reasons, the user eats no pork.
The user should avoid dairy. | The user should not eat dairy.
The user must not lift heavy things. | The user isn't allowed to lift heavy things.
The user can't hear well. | The user is hard of hearing.
The user has trouble with stairs. | The user finds stairs difficult.
The user makes 50,000 a year. | The user earns 50,000 per year.
The user handed in his notice. | The user resigned.
The user has an early flight tomorrow. | The user's flight tomorrow is early.
The user will be on leave in July. | The user will be on holiday in July.
The user plays tennis regularly. | The user regularly plays tennis.
The user has a part-time position at the library. | The user works part-time at the library.
The user is in good shape. | The user is fit.
The user is on good terms with his ex-wife. | The user gets along well with his ex-wife.
The user is keen on photography. | The user has a passion for photography.
The user handed in the essay. | The user submitted the essay.
The user fell ill on Monday. | The user got sick on Monday.
The user turned down the offer. | The user declined the offer.
The user called off the party. | The user cancelled the party.
The user looks forward to the trip. | The user is excited about the trip.
The user came across the book in a market. | The user found the book in a market.
The user ran into an old friend. | The user bumped into an old friend.
The user takes after her father. | The user resembles her father.
The user keeps his bike in the hallway. | The user stores his bike in the hallway.
The user's aunt runs a hotel in Malta. | The user's aunt manages a hotel in Malta.
Name: Bo Larsen | My name is Bo Larsen.
User nickname: Bo | The user goes by Bo.
Nationality: Chilean | The user is Chilean.
Country of origin: Chile | The user comes from Chile.
Place of birth: Lima | The user was born in Lima.
Time of the accident: 14:20 | The accident happened at 2:20 pm.
Parking: free | Parking is free of charge.
Location of the first-aid kit: under the sink | The first-aid kit is under the sink.
Ticket price: 15 euros | A ticket costs 15 euros.
Exam date: 12 June | The exam takes place on 12 June.
Subscription: premium plan | The user has a premium plan subscription.
Payment method: credit card | The user pays by credit card.
Budget: 20,000 euros | The budget is 20,000 euros.
Founder of the company: Ida Berg | Ida Berg founded the company.
Company headquarters: Oslo | The company is headquartered in Oslo.
Team size: 7 | The team has seven members.
Sprint length: 2 weeks | Sprints last two weeks.
Standup: 9:15 daily | The standup is at 9:15 every day.
Release frequency: every two weeks | A release happens every two weeks.
Release manager: Olu | Olu is the release manager.
Deployment target: AWS | We deploy to AWS.
CI system: Jenkins | The CI system is Jenkins.
Monitoring tool: Grafana | We use Grafana for monitoring.
Log level in production: warn | In production, the log level is warn.
Max connections: 200 | At most 200 connections are allowed.
Max retries: 3 | There are at most three retries.
Cache backend: Redis | The cache uses Redis.
Default branch: main | The default branch is called main.
Checkout service language: Kotlin | The checkout service is implemented in Kotlin.
Port of the checkout service: 8443 | Checkout service port = 8443
Rent due date: 3rd of the month | The rent is due on the 3rd of the month.
Landlord: Mr Evans | The user's landlord is Mr Evans.
Cat's name: Miso | The user has a cat named Miso.
Dog's breed: beagle | The user's dog is a beagle.
Mother's birthday: 9 May | The user's mother has her birthday on 9 May.
Mother's birthday: 9 May | The user's mother was born on 9 May.
Sister's profession: architect | The user's sister is an architect.
Car registration: AB-123-C | The user's car has the registration AB-123-C.
Car colour: red | The user's car is red.
Check-in date: 4 July | Check-in is on 4 July.
Flight number: KL1234 | The user's flight is KL1234.
Goal for this year: learn Spanish | The user's goal for this year is to learn Spanish.
Goal: run a half marathon | The user wants to run a half marathon.
Interests: botany | The user is interested in botany.
Likes: hiking, jazz | The user likes hiking and jazz.
Dislikes: olives | The user dislikes olives.
Favourite band: Portishead | The user's favourite band is Portishead.
Favourite team: Ajax | The user supports Ajax.
Siblings: none | The user has no siblings.
Children: two sons | The user has two sons.
Pets: two cats | The user has two cats.
Smoker: no | The user does not smoke.
Medication: ibuprofen, twice a day | The user takes ibuprofen twice a day.
Known allergy: latex | The user is allergic to latex.
Medical condition: asthma | The user has asthma.
Blood type: AB positive | The user has blood type AB positive.
Phone model: Pixel 8 | The user's phone is a Pixel 8.
""".strip().splitlines()


@pytest.mark.parametrize("pair", SAME)
def test_other_ways_to_say_a_thing_are_the_same(pair: str) -> None:
    a, b = pair.split(" | ")
    assert compare_statements(a, b).mergeable
    assert compare_statements(b, a).mergeable
