import pytest

from appliance.access.recovery import rules


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ABCD-EFGH-JKLM", "ABCD-EFGH-JKLM"),
        ("abcd efgh jklm", "ABCD-EFGH-JKLM"),
        (" abcdefghjklm\n", "ABCD-EFGH-JKLM"),
        ("AB-CD.EF_GH/JKLM", "ABCD-EFGH-JKLM"),
        ("ab", "AB"),
        ("---", ""),
        ("🦖", ""),
    ],
)
def test_a_code_is_understood_however_it_was_typed(typed: str, code: str) -> None:
    assert code == rules.grouped(typed)


def test_no_letter_is_taken_for_a_digit() -> None:
    assert 32 == len(set(rules.ALPHABET))
    assert set() == set("IO01") & set(rules.ALPHABET)
