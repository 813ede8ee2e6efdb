import pytest

from appliance.kernel.text.matching import has_word, sort_key
from appliance.kernel.text.redaction import HIDDEN, redact


@pytest.mark.parametrize(
    "names",
    [
        ["anna", "Bea", "carl"],
        ["Ebba", "Élan", "Emil"],
        ["cote", "coté", "côte", "côté"],
        ["Oda", "Øystein", "Paul"],
        ["Lara", "Łukasz", "Mia"],
        ["Strass", "Straße", "Strauß"],
        ["ada", "Ada", "Adam"],
        ["1 milk", "2 eggs", "apples"],
        ["Zoe", "Αλέξης", "Борис", "山田"],
    ],
)
def test_the_order_of_names(names):
    names_backwards = list(reversed(names))

    assert names == sorted(names_backwards, key=sort_key)


def test_two_spellings_of_one_accent_sort_alike():
    assert sort_key("Ren\u00e9")[:2] == sort_key("Rene\u0301")[:2]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Dentist", "dentist"),
        ("dentist at ten", "DENTIST"),
        ("at the dentist", " dentist "),
        ("Ana's dentist-visit", "dentist"),
        ("(dentist)", "dentist"),
        ("_dentist_", "dentist"),
        ("🦷dentist🦷", "dentist"),
        ("the dental care day", "dental care"),
        ("C++ evening", "c++"),
        ("costs 3.50 today", "3.50"),
        ("Geburtstag: Müller", "müller"),
        ("Café Oslo", "cafe\u0301"),
        ("поход к ВРАЧУ", "врачу"),
        ("soccer soccerclub", "soccer"),
        ("soccerclub soccer", "soccer"),
        ("a . b", "."),
    ],
)
def test_a_whole_word_is_found(text, word):
    assert has_word(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("dentistry", "dentist"),
        ("my orthodentist", "dentist"),
        ("dentist2", "dentist"),
        ("2dentist", "dentist"),
        ("dentistа", "dentist"),  # the last letter is Cyrillic
        ("dentist٣", "dentist"),  # an Arabic-Indic digit
        ("Schulé", "schul"),
        ("Schule\u0301", "schul"),
        ("3x50", "3.50"),
        ("a.b", "."),
        ("dentist", ""),
        ("dentist", "   "),
        ("", "dentist"),
    ],
)
def test_a_part_of_a_word_is_not(text, word):
    assert not has_word(text, word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("connect to https://ana:pa%20ss@cal.example/x failed", f"connect to https://{HIDDEN}@cal.example/x failed"),
        ("https://cal.example/x.ics?key=abc&b=1 is gone", f"https://cal.example/x.ics?{HIDDEN} is gone"),
        ("see <https://cal.example/x#access_token=abc>", f"see <https://cal.example/x#{HIDDEN}>"),
        ("webcal://u:p@h/", f"webcal://{HIDDEN}@h/"),
        ("Authorization: Bearer abc.def-ghi_123", f"Authorization: Bearer {HIDDEN}"),
        ("Authorization: Basic dXNlcjpwYXNz", f"Authorization: Basic {HIDDEN}"),
        ("{'authorization': 'Bearer abcdefgh'}", f"{{'authorization': 'Bearer {HIDDEN}'}}"),
        ("sent bearer abcdefgh12 to it", f"sent bearer {HIDDEN} to it"),
        ('{"access_token": "ab\\"c", "expires_in": 3600}', f'{{"access_token": {HIDDEN}, "expires_in": 3600}}'),
        ("refresh_token=1//0abc&grant_type=x", f"refresh_token={HIDDEN}&grant_type=x"),
        ("refreshToken: abc, next", f"refreshToken: {HIDDEN}, next"),
        ("password=hunter2", f"password={HIDDEN}"),
        ("Password: 'two words' given", f"Password: {HIDDEN} given"),
        ("app_password = abcd-efgh", f"app_password = {HIDDEN}"),
        ("client_secret=GOCSPX-1; x", f"client_secret={HIDDEN}; x"),
        ("ADMIN_API_KEY=topsecret", f"ADMIN_API_KEY={HIDDEN}"),
        ("Cookie: session=abc", f"Cookie: {HIDDEN}"),
        ("code=4/0AbCdEfGhIj", f"code={HIDDEN}"),
        ("got eyJhbGciOi.eyJzdWIi.abc-_1 back", f"got {HIDDEN} back"),
        ("key mtl_0123456789abcdef refused", f"key {HIDDEN} refused"),
        (
            "https://g.example/ical/a/private-0123456789abcdef/basic.ics",
            f"https://g.example/ical/a/private-{HIDDEN}/basic.ics",
        ),
    ],
)
def test_secrets_are_taken_out(text, expected):
    assert expected == redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "the server answered 401",
        "password is missing",
        "a bearer token is missing",
        "https://cal.example/dav/ana@home.example/",
        "no token given",
        "error code=400",
        "Ana: bring cake; Ben: balloons",
        "",
    ],
)
def test_texts_without_secrets_are_not_changed(text):
    assert text == redact(text)


def test_a_long_text_is_no_burden():
    text = "token" * 20_000 + "password=" * 2_000 + "://" * 5_000

    assert "hunter2" not in redact(text + " password=hunter2")
