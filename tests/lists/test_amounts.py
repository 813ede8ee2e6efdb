"""Amounts of the same thing: the table of cases, which the UI is tested with too, and what holds for all of them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.lists.amounts.rules import WORDS, added

HERE = Path(__file__).parent
CASES = json.loads((HERE / "amounts.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "first", "second", "expected"), CASES)
def test_amounts_are_added_where_their_units_agree(
    language: str, first: str | None, second: str | None, expected: str | None
) -> None:
    assert expected == added(first, second, language)


@given(st.integers(1, 999), st.integers(1, 999), st.sampled_from(["g", "kg", "l", "dl", "Stück", ""]))
def test_the_order_does_not_matter_for_one_unit(first: int, second: int, unit: str) -> None:
    one, other = f"{first} {unit}".strip(), f"{second} {unit}".strip()
    assert added(one, other, "de") == added(other, one, "de") == f"{first + second} {unit}".strip()


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_has_a_sum(first: str, second: str) -> None:
    total = added(first, second, "en")
    assert total is None or isinstance(total, str)


def test_every_language_has_words_and_no_form_twice() -> None:
    assert {"en", "de", "fr", "es", "it", "nl", "pl"} == set(WORDS)
    for rows in WORDS.values():
        forms = [form.casefold() for row in rows for form in row]
        assert len(forms) == len(set(forms))
