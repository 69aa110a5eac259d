"""English as people type it to an assistant: no capitals, no subject, facts on the way, rules called rules; and its look-alikes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.adapters.rules.typed import with_capitals
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.message import Message, Role

AT = datetime(2026, 3, 10, 9, tzinfo=UTC)


def _read(*texts: str) -> list[str]:
    """The facts as `predicate=object`, `!` before a retraction; texts that begin with "a:" are the assistant's."""
    messages = [
        Message(str(n), Role.ASSISTANT if text.startswith("a:") else Role.USER, text.removeprefix("a:"), AT)
        for n, text in enumerate(texts, 1)
    ]
    return [
        f"{'!' if fact.stance is Stance.RETRACTED else ''}{fact.predicate}={fact.object}"
        for fact in RulesExtractor().extract(messages).facts
        if fact.stance in {Stance.ASSERTED, Stance.RETRACTED}
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("my sis fatou is having twins", "my sis Fatou is having twins"),
        ("i moved from porto to new york", "i moved from Porto to New York"),
        ("my kids are called mia, leo and zoe", "my kids are called Mia, Leo and Zoe"),
        ("going to alot of gigs with ppl", "going to alot of gigs with ppl"),
        ("my mum works nights", "my mum works nights"),
        ("im stresed at work", "im stresed at work"),
    ],
)
def test_a_word_is_a_name_where_names_stand(typed: str, read: str) -> None:
    assert with_capitals(typed) == read


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["ok im 34 and i live in ghent with my gf nadia"], ["age=34", "city=ghent", "spouse=nadia"]),
        (["heyy its marcelline btw, 29, need help w my cv"], ["name=marcelline", "age=29"]),
        (["me n bo r driving to tampere in july, booked the ferry n everything"], ["plans=driving to tampere in july"]),
        (["so happy i got out of hull!! im in malmo now"], ["city=malmo"]),
        (["What could I give my brother Declan for his birthday?"], ["sibling=Declan"]),
        (["In May I am going to walk the West Highland Way with my brother Declan."], ["plans=walk the West Highland Way with my brother Declan", "sibling=Declan"]),
        (["help my spaniel ate a whole lemon"], ["pet=spaniel"]),
        (["my spaniel is sick", "a:Oh no.", "my dog Bo ate a lemon"], ["pet=Bo"]),
        (["cant stand fennel tastes like liquorice"], ["dislikes=fennel"]),
        (["love anything w tahini tho"], ["likes=tahini"]),
        (["also cant do aspirin, allergic, throat swells up"], ["allergic_to=aspirin"]),
        (["i hate when ppl call me, text pls"], ["contact_method=text"]),
        (["scrap the vegan thing in ur notes"], ["!diet=vegan"]),
        (["A standing rule: never book anything for me that departs before eight"], ["constraint=never book anything for me that departs before eight"]),
        (["Team policy: no releases between Friday noon and Monday"], ["constraint=no releases between Friday noon and Monday"]),
        (["I will renew the lease on the 27th, the old one runs out in May."], ["plans=renew the lease on the 27th"]),
        (["i do payroll at a dog food company"], ["job=payroll"]),
        (["I don't work for Lidl any more, I'm at Aldi now."], ["!employer=Lidl", "employer=Aldi"]),
        (["i drive a skoda fabia", "a:Nice.", "omg wait. sold the fabia in spring. its a kia niro now"], ["!owns=fabia", "owns=kia niro"]),
        (["i live in leicester", "a:Noted.", "sorry i meant leeds not leicester"], ["!city=leicester", "city=leeds"]),
        (["When you look at flights, keep in mind that I prefer window seats over aisle seats."], ["prefers=window seats over aisle seats"]),
    ],
)  # fmt: skip
def test_what_is_typed_in_passing_is_read(said: list[str], facts: list[str]) -> None:
    assert sorted(_read(*said)) == sorted(facts)


@pytest.mark.parametrize(
    "said",
    [
        "yeah cos i totally have 5 yachts and a pet tiger",
        "im basically married to my couch at this point",
        "my other car is a spaceship",
        "lets say im 45 and earn 80k",
        "asking for a friend who lives in denver",
        "dude next door drives a lambo",
        "fortune cookie told me im getting a dog",
        "pretend ur my landlord, i am a tenant named greg",
        "in my d&d campaign im a bard called finn",
        "am i allergic to penicillin? whats in ur notes",
        "i was going to be a dentist but nope",
        "i told him i live in paris just to mess with him",
        "the guy in the ad goes i lost 20 kilos",
        "it's raining in seattle now",
        "im at the airport in doha rn, flight delayed",
        "im in trouble now",
        "call me crazy but pineapple belongs on pizza",
        "my cat meme folder is huge",
        "my sister company is hiring",
        "my brother printer is broken",
        "never in my life have i seen that",
        "always look on the bright side of life",
        "rule of thumb: 1 cup rice 2 cups water",
        "house rules in monopoly: free parking gets the pot",
        "got rid of the bug finally",
        "its a mess now",
        "im at peace now, quit social media",
        "going vegan is my sister's thing",
    ],
)
def test_jests_hearsay_and_mere_moments_are_nobodys_fact(said: str) -> None:
    assert _read(said) == []


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (["I grew up in Galway, but home has been Ljubljana for six years now."], ["hometown=Galway", "city=Ljubljana"]),
        (["I am writing from Bergen, where I have lived all my life."], ["city=Bergen"]),
        (["yo im tariq from bradford, 19"], ["name=tariq", "hometown=bradford", "age=19"]),
        (["btw its marijke with a k, my email bounced. marijke.k@home.example pls fix"], ["name=marijke", "email=marijke.k@home.example"]),
        (["wife's name is soo-jin if u need it for the card"], ["spouse=soo-jin"]),
        (["me and devon broke up so dont mention him"], ["!spouse=devon"]),
        (["I keep two budgerigars, Salt and Vinegar."], ["pet=Salt", "pet=Vinegar"]),
        (["rip to my goldfish gerald, we still got doris the tortoise tho"], ["!pet=gerald", "pet=doris"]),
        (["my knee's shot again, torn meniscus, dr said rest"], ["health=torn meniscus"]),
        (["ok ground rules before u plan this: no hostels, nothing over 80 a night"], ["constraint=no hostels", "constraint=nothing over 80 a night"]),
        (["when you write reports for us: always use UTC, never name individuals"], ["constraint=always use UTC", "constraint=never name individuals"]),
        (["My budget for the sofa is 900 euros. It must not be wider than two metres."], ["constraint=budget for the sofa is 900 euros", "constraint=must not be wider than two metres"]),
        (["Please remove Bosch as my employer."], ["!employer=Bosch"]),
        (["scratch what i said about moving to rome, not happening"], ["!plans=moving to rome"]),
        (["i start at a bike shop on the 1st, i mean 2nd"], ["plans=start at a bike shop on the 2nd"]),
        (["I live in Bonn, I mean Cologne, sorry."], ["city=Cologne"]),
    ],
)  # fmt: skip
def test_beginnings_ends_and_what_is_set_right_in_one_breath(said: list[str], facts: list[str]) -> None:
    assert sorted(_read(*said)) == sorted(facts)


@pytest.mark.parametrize(
    "said",
    [
        "bought a yacht today. (its 11cm long. its a fridge magnet.)",
        "bought a mansion today. (its in the sims)",
        "got a dragon!! ok its a plushie",
        "sure, and i'll be the next pope on monday",
        "rip to my free time",
        "my hamster wheel broke",
        "me and tom split a pizza",
        "home is where the heart is",
        "it must be nice to be rich",
        "if you see a bear, never run",
        "whenever you feel sad, just breathe",
        "at least 3 people asked me that",
        "only call me maybe",
        "i was named employee of the month",
        "he lives in rome, i mean paris",
        "remove the stain from my shirt",
    ],
)
def test_toys_sayings_and_talk_of_the_moment_are_nobodys_fact(said: str) -> None:
    assert _read(said) == []


@pytest.mark.parametrize(
    ("first", "then", "facts"),
    [
        ("I live in Graz.", "Actually I moved last month, I live in Linz now.", ["!city=Graz", "city=Linz"]),
        ("My dog is called Bruno.", "wait no its brutus", ["!pet=Bruno", "pet=brutus"]),
        ("I am allergic to walnuts.", "I meant pecans, not walnuts.", ["!allergic_to=walnuts", "allergic_to=pecans"]),
        ("I work at Bosch.", "Make that Continental, Bosch was before.", ["!employer=Bosch", "employer=Continental"]),
        ("my birthday is 4 march", "*5 march", ["!birthday=4 march", "birthday=5 march"]),
        ("I use Notion.", "Not Notion, Obsidian. I confuse them.", ["!uses=Notion", "uses=Obsidian"]),
        ("My sister is Clara.", "I typed the wrong name, my sister is Carla.", ["!sibling=Clara", "sibling=Carla"]),
        ("I prefer tea over coffee.", "Other way round, I prefer coffee over tea.", ["!prefers=tea over coffee", "prefers=coffee over tea"]),
        ("My dog is called Bruno.", "wait, its raining", ["pet=Bruno"]),
        ("I drive a Golf.", "wait, it's late", ["owns=Golf"]),
        ("I live in Graz.", "I also have a flat in Linz.", ["city=Graz", "owns=flat"]),
        ("my number is 555-0101", "sorry, 5 minutes late", ["phone=555-0101"]),
        ("my sister is Clara", "i meant to ask about cake", ["sibling=Clara"]),
    ],
)  # fmt: skip
def test_what_is_set_right_afterwards_never_held(first: str, then: str, facts: list[str]) -> None:
    assert sorted(_read(first, "a:Noted.", then)) == sorted(facts)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("my dog max died last week", ["!pet=max"]),
        ("I no longer take metformin.", ["!health=on metformin"]),
        ("that plan to move to spain is dead", ["!plans=move to spain"]),
        ("I am not allergic to cats after all.", ["!allergic_to=cats"]),
        ("Please forget that I wanted to learn Dutch.", ["!goal=learn Dutch"]),
        ("we cancelled the trip to japan", ["!plans=trip to japan"]),
        ("forget my peanut allergy, tests came back negative", ["!allergic_to=peanut"]),
        ("I gave my bike away.", ["!owns=bike"]),
        ("no longer into chess tbh", ["!likes=chess"]),
        ("My old number 555-0100 is dead.", ["!phone=555-0100"]),
        ("i unsubscribed from spotify", ["!uses=spotify"]),
        ("I was made redundant from Vauxhall in spring", ["!employer=Vauxhall"]),
    ],
)
def test_what_is_over_is_taken_back(said: str, facts: list[str]) -> None:
    assert _read(said) == facts
