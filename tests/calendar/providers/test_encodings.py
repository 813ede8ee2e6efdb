"""Feeds in every encoding, with a true, a wrong and an odd `charset`."""

import pytest

from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.encodings import charset_of
from appliance.calendar.providers.ics.read import read
from tests.calendar.providers.test_ics import BERLIN, WINDOW

FILE = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261219T180000Z\r\nSUMMARY:{}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"


def title(file: bytes, content_type: str) -> str:
    """The title of the only event."""
    [found] = read(split_components(file, charset_of(content_type)), BERLIN, WINDOW).occurrences
    return found.title


@pytest.mark.parametrize(
    ("text", "encoding", "content_type"),
    [
        ("Тренировка", "cp1251", "text/calendar; charset=windows-1251"),
        ("Тренировка", "cp1251", 'Text/Calendar;method=PUBLISH;Charset="WINDOWS-1251"'),
        ("Тренировка", "koi8-r", "text/calendar; charset=KOI8-R"),
        ("Příliš žluťoučký", "iso8859-2", "text/calendar; charset=iso-8859-2"),
        ("Müll “grün” 5 €", "cp1252", "text/calendar; charset=iso-8859-1"),
        ("Müll", "cp1252", "text/calendar; charset=us-ascii"),
        ("Müll", "cp1252", "text/calendar; charset=utf-8"),
        ("Müll", "cp1252", "text/calendar"),
        ("Müll", "utf-8", "text/calendar; charset=iso-8859-1"),
        ("Тренировка", "utf-8", "text/calendar; charset=windows-1251"),
        ("Müll", "utf-8-sig", "text/calendar; charset=iso-8859-1"),
        ("Müll", "utf-16", "text/calendar"),
        ("Müll", "utf-16-be", "text/calendar; charset=utf-16"),
        ("Müll", "utf-16-le", "text/calendar; charset=utf-16le"),
        ("Müll", "utf-32", "text/calendar; charset=utf-32"),
        ("Müll", "utf-8", "text/calendar; charset=utf-16"),
        ("運動会", "shift_jis", "text/calendar; charset=Shift_JIS"),
        ("運動会", "iso2022_jp", "text/calendar; charset=iso-2022-jp"),
        ("运动会", "gb18030", "text/calendar; charset=gb2312"),
        ("운동회", "euc_kr", "text/calendar; charset=euc-kr"),
    ],
)
def test_a_title_arrives(text: str, encoding: str, content_type: str) -> None:
    assert text == title(FILE.format(text).encode(encoding), content_type)


@pytest.mark.parametrize(
    "charset",
    ["", "none", "x" * 10_000, "zlib", "hex", "punycode", "idna", "unicode_escape", "utf-7", "undefined", "\0"],
)
def test_a_charset_that_is_none_is_ignored(charset: str) -> None:
    assert None is charset_of(f"text/calendar; charset={charset}")
    assert "Müll" == title(FILE.format("Müll").encode(), f"text/calendar; charset={charset}")
