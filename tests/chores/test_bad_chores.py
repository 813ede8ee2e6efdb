"""One invalid chore does not affect the others: the day, a snapshot, the leaderboard and reminders show them."""

from typing import Any

import pytest

from appliance.app import Application
from tests.client import Client, Loop
from tests.transfer import files

RULES = [
    "",
    "nonsense",
    "FREQ=SECONDLY",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;COUNT=50000;BYYEARDAY=366;BYMONTHDAY=1",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;UNTIL=00010101",
    "FREQ=DAILY;BYSETPOS=" + ",".join(map(str, range(1, 200))),
    "FREQ=MONTHLY;BYDAY=" + ",".join(f"{number}MO" for number in range(-5, 6)),
    "X" * 100_000,
    "FREQ=DAILY\u0000",
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;INTERVAL=9999",
]
DATES = [None, "0001-01-01", "9999-12-31", "2026-11-20"]


def household(bad: list[dict[str, Any]]) -> dict[str, Any]:
    file = files.empty()
    file["members"] = [{"id": "ana", "name": "Ana", "color": "#e57"}]
    good = {"title": "Good", "memberId": "ana", "rrule": "FREQ=DAILY", "dueDate": "2026-11-01", "points": 5}
    file["chores"] = [{"id": "first", "sort": -1, **good}, *bad, {"id": "last", "sort": 99, **good}]
    return file


@pytest.mark.parametrize("due", DATES)
def test_bad_rules_hide_their_own_chores_only(
    client: Client, application: Application, loop: Loop, due: str | None
) -> None:
    bad = [
        {"id": f"bad-{number}", "title": f"Bad {number}", "memberId": "ana", "rrule": rule, "dueDate": due}
        for number, rule in enumerate(RULES)
    ]
    assert 200 == client.post("/api/import", household(bad)).status_code

    for path in (
        "/api/chores/day?date=2026-11-20",
        "/api/chores/day?date=9999-12-31",
        "/api/chores/day?date=0001-01-01",
    ):
        answer = client.get(path)
        assert 200 == answer.status_code, answer.text
    shown = [each["id"] for each in client.get("/api/chores/day?date=2026-11-20").json()]
    assert ("first", "last") == (shown[0], shown[-1])

    for range_ in ("day", "week"):
        answer = client.get(f"/api/snapshot?member=ana&range={range_}")
        assert 200 == answer.status_code, answer.text
        assert {"first", "last"} <= {each["id"] for each in answer.json()["chores"]}
    for period in ("today", "week", "month"):
        assert 200 == client.get(f"/api/leaderboard?period={period}").status_code
    loop.run(application.scheduler.tick())
    loop.run(application.reminders.tick())
