"""Finding a row by the name that an MCP client sends."""

import pytest

from appliance.kernel.errors import BadRequest
from appliance.kernel.text.name_lookup import find_id

KNOWN = [
    ("1", "Ana"),
    ("2", "Anabel"),
    ("3", "Groceries"),
    ("4", "groceries"),
    ("5", "Straße"),
    ("Ana", "Zoe"),
    ("6", "Łukasz"),
    ("7", "Léa"),
]


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("2", "2"),  # by id
        ("Ana", "Ana"),  # an id wins over a name
        ("ana", "1"),  # an exact name in any case wins over a part of another
        (" ANABEL ", "2"),
        ("bel", "2"),  # a part of one name only
        ("STRASSE", "5"),
        ("lukasz", "6"),  # without diacritics
        ("LEA", "7"),
    ],
)
def test_names_that_are_found(wanted: str, meant: str) -> None:
    assert meant == find_id("member", wanted, KNOWN)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("Groceries", "several list names fit 'Groceries'; choose from Groceries (3), groceries (4)"),
        ("an", "several list names fit 'an'; choose from Ana (1), Anabel (2)"),
        ("Tom", "there is no list 'Tom'; choose from Ana (1), Anabel (2)"),
        ("", "there is no list ''; choose from Ana (1)"),
        ("  ", "there is no list '  '; choose from Ana (1)"),
    ],
)
def test_ambiguous_names_are_rejected(wanted: str, words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        find_id("list", wanted, KNOWN)

    assert caught.value.message.startswith(words)


def test_nothing_to_choose_from() -> None:
    with pytest.raises(BadRequest, match="there is no list 'Tom'; there is none yet"):
        find_id("list", "Tom", [])
