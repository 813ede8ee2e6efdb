from datetime import UTC, datetime, timedelta

import pytest

from appliance.notifications.push import rules
from appliance.notifications.push.models import Notice

NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("followed", "named", "expected"),
    [
        ([], [], True),
        ([], ["ana"], True),
        (["ana"], [], True),
        (["ana"], ["ana"], True),
        (["ana"], ["ben"], False),
        (["ana", "cleo"], ["ben", "cleo"], True),
    ],
)
def test_who_receives_what(followed: list[str], named: list[str], expected: bool) -> None:
    assert expected == rules.follows(followed, named)


@pytest.mark.parametrize(
    ("status", "header", "verdict", "wait"),
    [
        (201, "", "accepted", None),
        (200, "", "accepted", None),
        (404, "", "gone", None),
        (410, "", "gone", None),
        (429, "120", "later", 120),
        (429, "Fri, 20 Nov 2026 15:24:00 GMT", "later", None),
        (503, "", "later", None),
        (429, "9" * 30, "later", None),
        (500, "-1", "later", None),
        (400, "", "rejected", None),
        (301, "", "rejected", None),
        (413, "", "rejected", None),
    ],
)
def test_what_an_answer_means(status: int, header: str, verdict: str, wait: int | None) -> None:
    answer = rules.send_result(status, header)
    assert (verdict, wait) == (answer.verdict, answer.retry_after)


@pytest.mark.parametrize(
    ("failures", "asked", "minutes"),
    [(0, None, 1), (1, None, 2), (3, None, 8), (5, None, 32), (50, None, 32), (0, 600, 10)],
)
def test_a_device_is_left_alone_for_longer_each_time(failures: int, asked: int | None, minutes: int) -> None:
    expected = (NOW + timedelta(minutes=minutes)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert expected == rules.held_until(NOW, failures, asked)


@pytest.mark.parametrize(
    ("late", "left"), [(0.0, 3600), (0.3, 3600), (1.0, 3599), (3599.5, 1), (3600, 0), (4000, -400)]
)
def test_how_long_a_push_is_still_worth_keeping(late: float, left: int) -> None:
    assert left == rules.seconds_left("2026-11-20T16:24:00.000Z", NOW + timedelta(seconds=late))


@pytest.mark.parametrize("letter", ["x", "ä", "🎈", '"', "\n", "\x01"])
@pytest.mark.parametrize("length", [10, 3000, 4000])
def test_a_message_fits_a_push(letter: str, length: int) -> None:
    message = rules.payload(Notice(title="t" * 200, body=letter * length, url="/" + "u" * 200, tag="tag"))
    assert len(message) <= 3900
    assert len(message) > 3600 or len(rules.payload(Notice(title="t" * 200, body=letter * length))) < 3900
