import pytest

from bauta.classification.tokens import tokenise


@pytest.mark.parametrize(
    "name",
    ["date_of_birth", "dateOfBirth", "Date of Birth", "date-of-birth", "DATE_OF_BIRTH", " date.of.birth "],
)
def test_every_naming_convention_gives_the_same_words(name):
    assert tokenise(name) == ("date", "birth")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("patientID", ("patient", "id")),
        ("IPAddress", ("ip", "address")),
        ("dx1", ("dx", "1")),
        ("prénom", ("prenom",)),
        ("Straße", ("strasse",)),
        ("", ()),
        ("';--\n", ()),
        ("of", ("of",)),
    ],
)
def test_names_are_cut_into_words(name, words):
    assert tokenise(name) == words
