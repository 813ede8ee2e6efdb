from datetime import UTC, datetime, timedelta

import pytest

from appliance.calendar.sync import rules
from appliance.calendar.sync.models import Source, Turn
from appliance.kernel.errors import BadRequest

NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def test_never_synced_calendars_come_first_then_the_stalest() -> None:
    turns = [
        Turn("stale", "2026-11-20T15:00:00.000Z"),
        Turn("just due", "2026-11-20T15:14:00.000Z"),
        Turn("fresh", "2026-11-20T15:14:00.001Z"),
        Turn("never", None),
        Turn("stalest", "2026-11-19T00:00:00.000Z"),
        Turn("from the future", "2026-11-21T00:00:00.000Z"),
    ]

    expected = ["never", "stalest", "stale", "just due", "from the future"]
    assert expected == rules.due(turns, NOW, timedelta(minutes=10))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Source("1", "local", None, None, True, False), "kept here"),
        (Source("1", "ics", "https://x.example", None, False, False), "switched off"),
        (Source("1", "ics", None, None, True, True), "not connected"),
        (Source("1", "ics", None, None, True, False), "not connected"),
    ],
)
def test_what_cannot_be_synced_is_refused(source: Source, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        rules.check_syncable(source)


def test_an_error_is_one_line_without_secrets() -> None:
    assert "went wrong at https://x.example/a?[redacted]" == rules.error_text(
        "went\nwrong at https://x.example/a?k=hush"
    )
    assert 300 == len(rules.error_text("word " * 1000))
