"""One folding for the search, its indexes, names and their order."""

import sys

import apsw
import pytest

from appliance.kernel.database import full_text
from appliance.kernel.database.connections import connect
from appliance.kernel.text.excerpts import excerpt
from appliance.kernel.text.folding import folded

FOLDED = {
    "Plain Text 7": "plain text 7",
    "Café": "cafe",
    "Cafe\u0301": "cafe",
    "STRAẞE, Straße": "strasse, strasse",
    "Łódź Đorđe Ħal Ŧ": "lodz dorde hal t",
    "Ærø, Œuvre, Ǿ": "aero, oeuvre, o",
    "İstanbul, ısı": "istanbul, isi",
    "ﬁn, m², Ｗide, ⅳ": "fin, m2, wide, iv",
    "Ὀδυσσεύς": "οδυσσευσ",
    "Ёлка, Мой": "елка, мои",
    "أحمد": "احمد",
    "한국어": "한국어",
    "": "",
}


@pytest.mark.parametrize(("text", "expected"), FOLDED.items())
def test_letters_are_folded_alike_in_python_and_sql(text: str, expected: str) -> None:
    assert expected == folded(text)
    assert [(expected, None)] == list(connect(":memory:").execute("SELECT folded(?), folded(NULL)", (text,)))


def test_folding_twice_changes_nothing_more() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    assert [] == [ascii(each) for each in letters if folded(folded(each)) != folded(each)]


def test_a_view_may_fold_where_the_schema_is_not_trusted() -> None:
    connection = connect(":memory:")
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.execute(
        "CREATE TABLE t (x TEXT) STRICT; CREATE VIEW v AS SELECT folded(x) FROM t; INSERT INTO t VALUES ('É')"
    )

    assert [("e",)] == list(connection.execute("SELECT * FROM v"))


@pytest.mark.parametrize("text", ["Straße", "Łódź", "мой план", "한국어", "Ὀδυσσεύς", "ﬁn"])
def test_an_excerpt_finds_the_words_of_every_script(text: str) -> None:
    words = full_text.words(connect(":memory:"), text)

    assert f"x {text}" == excerpt(f"x {text}", words)
