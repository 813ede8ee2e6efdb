from datetime import UTC, datetime, timedelta

import pytest

from appliance.calendar.sync import rules
from appliance.calendar.sync.models import Source, Turn
from appliance.kernel.errors import BadRequest

NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def test_never_synced_calendars_come_first_then_the_stalest() -> None:
    turns = [
        Turn(calendar_id="stale", last_synced_at="2026-11-20T15:00:00.000Z"),
        Turn(calendar_id="just due", last_synced_at="2026-11-20T15:14:00.000Z"),
        Turn(calendar_id="fresh", last_synced_at="2026-11-20T15:14:00.001Z"),
        Turn(calendar_id="never", last_synced_at=None),
        Turn(calendar_id="stalest", last_synced_at="2026-11-19T00:00:00.000Z"),
        Turn(calendar_id="from the future", last_synced_at="2026-11-21T00:00:00.000Z"),
    ]

    expected = ["never", "stalest", "stale", "just due", "from the future"]
    assert expected == rules.due(turns, NOW, timedelta(minutes=10))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            Source(
                calendar_id="1",
                kind="local",
                config=None,
                sync_state=None,
                enabled=True,
                needs_reconnect=False,
                writes=0,
            ),
            "kept here",
        ),
        (
            Source(
                calendar_id="1",
                kind="ics",
                config="https://x.example",
                sync_state=None,
                enabled=False,
                needs_reconnect=False,
                writes=0,
            ),
            "switched off",
        ),
        (
            Source(
                calendar_id="1", kind="ics", config=None, sync_state=None, enabled=True, needs_reconnect=True, writes=0
            ),
            "not connected",
        ),
        (
            Source(
                calendar_id="1", kind="ics", config=None, sync_state=None, enabled=True, needs_reconnect=False, writes=0
            ),
            "not connected",
        ),
    ],
)
def test_syncing_a_calendar_without_a_source_is_a_bad_request(source: Source, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        rules.check_syncable(source)


def test_an_error_is_one_line_without_secrets() -> None:
    assert "went wrong at https://x.example/a?[redacted]" == rules.error_text(
        "went\nwrong at https://x.example/a?k=hush"
    )
    assert 300 == len(rules.error_text("word " * 1000))
