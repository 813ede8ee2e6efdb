from datetime import UTC, datetime

import pytest

from appliance.webhooks import rules


@pytest.mark.parametrize(
    ("events", "topic", "expected"),
    [
        ([], "chore.completed", True),
        (["chore.completed"], "chore.completed", True),
        (["list.changed", "chore.completed"], "chore.completed", True),
        (["list.changed"], "chore.completed", False),
        (["chore"], "chore.completed", False),
        ([], None, False),
    ],
)
def test_which_changes_a_webhook_receives(events: list[str], topic: str | None, expected: bool) -> None:
    assert expected is rules.is_subscribed(events, topic)


def test_the_signature_is_the_published_one() -> None:
    # RFC 4231, test case 2.
    expected = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert expected == rules.signed_headers("Jefe", b"what do ya want for nothing?")["x-service-signature"]


def test_the_body_has_three_properties_in_order() -> None:
    expected = b'{"type":"chore.completed","data":{"id":"\xc3\xa4"},"at":"2026-11-20T15:24:00.000Z"}'
    assert expected == rules.body("chore.completed", '{"id":"ä"}', "2026-11-20T15:24:00.000Z")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (200, None),
        (204, None),
        (301, "answered 301, a redirect; redirects are not followed"),
        (404, "answered 404"),
        (500, "answered 500"),
    ],
)
def test_the_error_of_an_answer(status: int, expected: str | None) -> None:
    assert expected == rules.status_error(status)


def test_an_error_is_short_and_without_secrets() -> None:
    text = rules.error_text("https://ana:pw@example.com/x?token=abc failed " + "x" * 500)
    assert "pw" not in text
    assert "abc" not in text
    assert 300 == len(text)


def test_a_change_is_late_after_15_minutes() -> None:
    assert "2026-11-20T15:09:00.000Z" == rules.late_before(datetime(2026, 11, 20, 15, 24, tzinfo=UTC))
