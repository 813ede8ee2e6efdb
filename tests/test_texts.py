"""Looking texts up: fallback to English, plural forms, placeholders, dates and times."""

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from appliance import texts
from appliance.texts import Texts, best_tag

AT = datetime(2026, 12, 4, 14, 5)
POLISH = """{
  "family": "Nasza rodzina",
  "choresLeft":
    {"one": "{count} zadanie", "few": "{count} zadania", "many": "{count} zadań", "other": "{count} zadania"},
  "list": {"added": "Nowe: {list}"}
}"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Texts:
    """Polish with three texts; the others are missing."""
    (tmp_path / "en.json").write_bytes((texts.FOLDER / "en.json").read_bytes())
    (tmp_path / "pl.json").write_text(POLISH, "utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    return Texts("pl")


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "0 zadań"), (1, "1 zadanie"), (2, "2 zadania"), (5, "5 zadań"), (12, "12 zadań"), (22, "22 zadania")],
)
def test_a_language_chooses_its_plural_form(polish: Texts, count: int, expected: str) -> None:
    assert expected == polish.say("choresLeft", count=count)


def test_a_missing_text_is_in_english_with_the_english_plural_form(polish: Texts) -> None:
    assert "List updated" == polish.say("list.title")
    assert "In 22 minutes" == polish.say("reminder.minutes", count=22)
    assert "In 1 hour" == polish.say("reminder.hours", count=1)


def test_values_are_put_in_once(polish: Texts) -> None:
    assert "Nowe: {list} {count}" == polish.say("list.added", list="{list} {count}")


def test_an_unknown_key_is_an_error(polish: Texts) -> None:
    with pytest.raises(KeyError):
        polish.say("nothing.here")


@pytest.mark.parametrize(
    ("language", "tag"),
    [("auto", "en"), ("en", "en"), ("en-GB", "en"), ("pl", "pl"), ("pl-PL", "pl"), ("xx", "en"), ("pl-XX-y1234", "pl")],
)
def test_the_file_of_a_language(polish: Texts, language: str, tag: str) -> None:
    assert tag == best_tag(language)
    assert Texts(language).time(AT)


@pytest.mark.parametrize(
    ("language", "clock", "expected"),
    [
        ("en", "auto", "2:05 PM"),
        ("en", "12", "2:05 PM"),
        ("en", "24", "14:05"),
        ("pl", "auto", "14:05"),
        ("pl", "24", "14:05"),
        ("pl", "12", "2:05 PM"),
    ],
)
def test_a_time_follows_language_and_clock_style(
    polish: Texts, language: str, clock: texts.ClockStyle, expected: str
) -> None:
    assert expected == Texts(language, clock).time(AT).replace("\u202f", " ")


def test_days_are_named_in_the_language(polish: Texts) -> None:
    assert ("Fri", "Fri 4 Dec") == (Texts("en").weekday(AT), Texts("en").day(AT))
    assert ("pt.", "pt., 4 gru") == (polish.weekday(AT), polish.day(AT))


def test_english_does_without_babel() -> None:
    script = (
        "import sys; from datetime import datetime; from appliance.texts import Texts; t = Texts('en', '24');"
        "t.say('reminder.minutes', count=5); t.time(datetime(2026, 1, 1)); t.day(datetime(2026, 1, 1));"
        "print('babel' in sys.modules)"
    )
    assert (
        "False\n" == subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    )
