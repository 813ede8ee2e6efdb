"""The weekly look back: which week, who did what, and its notification on Sundays."""

from datetime import date, timedelta
from typing import Any

import pytest

from appliance.notifications import weekly as texts
from appliance.people.models import Person
from appliance.rewards.weekly import WeeklySummary, WeekMember
from appliance.texts import Texts
from tests.client import Client
from tests.fakes import FakeClock
from tests.rewards.conftest import Offer
from tests.rewards.test_redemptions import redeem

ENGLISH = Texts("en")
FRIDAY = date(2026, 11, 20)


@pytest.fixture
def dishes(client: Client, family: dict[str, Person]) -> str:
    """Cleo's daily dishes, two points each, done on every day since Monday of the week before."""
    client.patch("/api/settings", {"weekStart": 1, "lateCompletionCredit": 100})
    body = {
        "title": "Dishes",
        "emoji": "🍽️",
        "memberId": family["Cleo"].id,
        "points": 2,
        "rrule": "FREQ=DAILY",
        "dueDate": "2026-11-09",
    }
    chore: str = client.post("/api/chores", body).json()["id"]
    for back in range(12):
        client.post(f"/api/chores/{chore}/complete", {"date": str(FRIDAY - timedelta(days=back))})
    return chore


def week(client: Client, day: str | None = None) -> dict[str, Any]:
    answer = client.get("/api/weekly-summary", params={"week": day} if day else {})
    assert 200 == answer.status_code, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_who_did_what_this_week(
    client: Client, display: Client, dishes: str, offer: Offer, family: dict[str, Person]
) -> None:
    bins = client.post("/api/chores", {"title": "Bins", "points": 3, "dueDate": "2026-11-19"}).json()["id"]
    client.post(f"/api/chores/{bins}/complete", {"date": "2026-11-19"})
    redeemed = redeem(display, offer(price=4), family["Cleo"].id).json()["redemption"]
    returned = redeem(client, offer(price=4), family["Cleo"].id).json()["redemption"]
    client.post(f"/api/rewards/redemptions/{returned['id']}/return")
    client.put("/api/family-goal", {"title": "Zoo", "target": 100})

    found = week(display)

    assert ("2026-11-16", "2026-11-22", False) == (found["firstDay"], found["lastDay"], found["over"])
    # Five times the dishes, and the bins that nobody is credited for.
    assert (6, 13) == (found["completed"], found["points"])
    assert ["Ana", "Ben", "Cleo", "Dan"] == [each["name"] for each in found["members"]]
    cleo = found["members"][2]
    assert (10, 5, 12) == (cleo["points"], cleo["completed"], cleo["streak"])
    assert [{"choreId": dishes, "title": "Dishes", "emoji": "🍽️", "times": 5}] == cleo["chores"]
    assert [redeemed["id"]] == [each["id"] for each in found["rewards"]]
    assert "Zoo" == found["familyGoal"]["title"]


def test_an_earlier_week_has_its_own_streaks(client: Client, dishes: str) -> None:
    found = week(client, "2026-11-12")
    assert ("2026-11-09", "2026-11-15", True) == (found["firstDay"], found["lastDay"], found["over"])
    assert (7, 14, 7) == (found["completed"], found["points"], found["members"][2]["streak"])
    assert [0] * 4 == [each["streak"] for each in week(client, "2025-11-12")["members"]]


def test_a_new_week_begins_with_its_past(client: Client, dishes: str, clock: FakeClock) -> None:
    clock.turn(days=3)  # Monday
    assert ("2026-11-16", True) == (week(client)["firstDay"], week(client)["over"])
    clock.turn(days=1)
    assert ("2026-11-23", False) == (week(client)["firstDay"], week(client)["over"])
    client.patch("/api/settings", {"weekStart": 0})
    assert "2026-11-22" == week(client)["firstDay"]


@pytest.mark.parametrize("day", ["x", "2026-02-30", "0001-01-01", "9999-12-31"])
def test_a_bad_week_is_rejected(client: Client, day: str) -> None:
    answer = client.get("/api/weekly-summary", params={"week": day})
    assert 400 == answer.status_code
    assert "week" in answer.json()["error"]


def summary(completed: int, points: int, *members: tuple[str, int]) -> WeeklySummary:
    return WeeklySummary(
        first_day=date(2026, 11, 16),
        last_day=date(2026, 11, 22),
        over=False,
        points=points,
        completed=completed,
        members=[
            WeekMember(
                member_id=name, name=name, color="#000", avatar=None, points=0, completed=0, streak=streak, chores=[]
            )
            for name, streak in members
        ],
        rewards=[],
        family_goal=None,
    )


def test_the_text_compares_nobody() -> None:
    sent = texts.look_back(summary(42, 1, ("Ana", 0), ("Cleo", 18), ("Dan", 6)), ENGLISH)
    assert sent is not None
    assert ("Your week together", "42 chores done · 1 point\nStreaks: Cleo 18 days") == (sent.title, sent.body)
    assert "/rewards/week?week=2026-11-16" == sent.url
    assert texts.look_back(summary(0, 0, ("Ana", 0)), ENGLISH) is None
