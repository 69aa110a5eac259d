"""Labels that only look like what a sentence says: each must stay apart."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.comparison import compare_statements

APART = """
Start of the hike: 7 am | The hike ends at 7 am.
End of the contract: 5 May | The contract starts on 5 May.
Rotation of the key: 5 May | The key is valid until 5 May.
Backup: 5 May | The user backs up Atlas on 6 May.
Number of engineers on call: two | Two engineers are not on call.
Number of guests: 3 | Four guests came.
Number of cats: 3 | The user has 3 dogs.
Manufacturer of the bike: Cube | The bike was made for Cube.
Composer of the piece: Ravel | Ravel plays the piece.
Duration of the incident: 45 minutes | The incident lasted 54 minutes.
Duration of the incident: 45 minutes | The incident started 45 minutes ago.
Roommate: Jun | The user works with Jun.
Membership: chess club | The user left the chess club.
Prize: gold medal | The user lost the gold medal.
Debt: 500 euros | The user has 500 euros.
Book: Middlemarch | The user wrote Middlemarch.
Exam: 5 May | The user passed the exam on 6 May.
Vaccine: mRNA | The user refuses mRNA.
Specialist: Dr. Bo | Dr. Bo sees the user.
Score of the game: 3 to 1 | The score of the game: 1 to 3
Artist of the mural: Kim | Kim bought the mural.
Contact for Ann: Ben | Ann is the contact for Ben.
Guide to Ann: Ben | Ann guides Ben.
Editor: Vim | The user dislikes Vim as editor.
Number of retries: 3 | Retries take 3 minutes.
Phone model: Pixel 8 | The user wants a Pixel 8.
Goal: run a marathon | The user ran a marathon.
Country of origin: Chile | The user lives in Chile.
Place of birth: Lima | The user lives in Lima.
Founder of Acme: Ida | Acme founded Ida.
Age of the user's son: 6 | The user's daughter is six years old.
Age of the user's son: 6 | The user's son has six dogs.
Current role: analyst | The user worked as an analyst.
Next role: analyst | The user works as an analyst.
Status of the feature flag: off | The feature flag is turned on.
Minimum age: 18 | The maximum age is 18.
Maximum speed: 50 | The speed is 50.
The user had a car accident. | The user had an accident.
The user has a pet shop. | The user has a shop.
Atlas backup: Vega | Vega is backed up by Atlas.
Preferred editor: Vim | The user uses Vim as editor.
""".strip().splitlines()


@pytest.mark.parametrize("pair", APART)
def test_a_label_that_only_looks_alike_stays_apart(pair: str) -> None:
    a, b = pair.split(" | ")
    assert not compare_statements(a, b).mergeable
    assert not compare_statements(b, a).mergeable
