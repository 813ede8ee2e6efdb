"""What members save for, and the goal of the whole family."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Changes, Client
from tests.fakes import FakeClock
from tests.rewards.conftest import Earn, Offer


def save_for(client: Client, member_id: str, reward: dict[str, Any] | None) -> Any:
    return client.put(f"/api/members/{member_id}/goal", {"rewardId": reward and reward["id"]})


def goals(client: Client) -> list[tuple[str, str, int, int]]:
    found = client.get("/api/goals").json()["members"]
    return [(each["memberId"], each["name"], each["balance"], each["missing"]) for each in found]


def test_a_member_saves_for_a_reward(
    display: Client, client: Client, cleo: str, offer: Offer, earn: Earn, recorded: Changes
) -> None:
    film = offer(price=70, photoId="photo-1")
    recorded()

    answer = save_for(display, cleo, film)

    goal = {
        "memberId": cleo,
        "rewardId": film["id"],
        "name": "Film night",
        "emoji": "🍿",
        "photoId": "photo-1",
        "price": 70,
        "balance": 50,
        "missing": 20,
    }
    assert (200, {"goal": goal}) == (answer.status_code, answer.json())
    assert {"members": [goal], "family": None} == display.get("/api/goals").json()
    assert [goal] == display.get("/api/board").json()["goals"]
    assert goal == display.get(f"/api/snapshot?member={cleo}").json()["goal"]
    assert [("goal.changed", {"memberId": cleo})] == recorded()
    earn("Cleo", 30)
    assert [(cleo, "Film night", 80, 0)] == goals(display)
    assert 0 == display.get("/api/board").json()["goals"][0]["missing"]


def test_a_goal_is_changed_and_given_up(display: Client, cleo: str, offer: Offer, recorded: Changes) -> None:
    save_for(display, cleo, offer())
    assert "Ice cream" == save_for(display, cleo, offer(name="Ice cream")).json()["goal"]["name"]
    recorded()
    assert {"goal": None} == save_for(display, cleo, None).json()
    assert ([], None) == (goals(display), display.get(f"/api/snapshot?member={cleo}").json()["goal"])
    assert {"goal": None} == save_for(display, cleo, None).json()
    assert [("goal.changed", {"memberId": cleo})] == recorded()


def test_redeeming_a_reward_ends_the_goal_for_it(client: Client, cleo: str, offer: Offer) -> None:
    film, ice = offer(), offer(name="Ice cream", price=5)
    save_for(client, cleo, film)
    client.post(f"/api/rewards/{ice['id']}/redeem", {"memberId": cleo})
    assert [(cleo, "Film night", 45, 0)] == goals(client)
    client.post(f"/api/rewards/{film['id']}/redeem", {"memberId": cleo})
    assert [] == goals(client)


def test_a_goal_is_for_a_reward_that_the_member_can_redeem(
    display: Client, cleo: str, offer: Offer, family: dict[str, Person]
) -> None:
    for reward in ({"id": "nothing"}, offer(active=False), offer(memberIds=[family["Dan"].id])):
        answer = save_for(display, cleo, reward)
        assert 400 == answer.status_code
        assert answer.json()["error"].startswith("rewardId: ")
    assert "rewardId: is required" == display.put(f"/api/members/{cleo}/goal", {}).json()["error"]
    assert 404 == save_for(display, "nobody", offer()).status_code
    assert [] == goals(display)


def test_a_goal_for_a_reward_that_is_switched_off_comes_back_with_it(client: Client, cleo: str, offer: Offer) -> None:
    film = offer()
    save_for(client, cleo, film)
    client.patch(f"/api/rewards/{film['id']}", {"active": False})
    assert [] == goals(client)
    client.patch(f"/api/rewards/{film['id']}", {"active": True})
    assert 1 == len(goals(client))


def test_a_removed_reward_or_member_leaves_no_goal(
    client: Client, cleo: str, offer: Offer, family: dict[str, Person]
) -> None:
    film, ice = offer(), offer(name="Ice cream")
    save_for(client, cleo, film)
    save_for(client, family["Dan"].id, ice)
    client.delete(f"/api/rewards/{film['id']}")
    assert [(family["Dan"].id, "Ice cream", 0, 20)] == goals(client)
    client.delete(f"/api/members/{family['Dan'].id}")
    assert [] == goals(client)


def family_goal(client: Client) -> Any:
    return client.get("/api/goals").json()["family"]


def test_the_familys_goal_is_fed_by_everybody_from_its_start(
    client: Client, display: Client, cleo: str, earn: Earn, recorded: Changes, clock: FakeClock
) -> None:
    recorded()
    answer = client.put("/api/family-goal", {"title": "Zoo", "emoji": "🦁", "target": 100})

    goal = {"title": "Zoo", "emoji": "🦁", "target": 100, "startDate": "2026-11-20", "points": 50, "missing": 50}
    assert (200, goal) == (answer.status_code, answer.json())
    assert goal == family_goal(display) == display.get("/api/board").json()["familyGoal"]
    assert [("goal.changed", {"family": True})] == recorded()

    hoover = earn("Dan", 60)
    assert (110, 0) == (family_goal(display)["points"], family_goal(display)["missing"])
    client.delete(f"/api/members/{cleo}")
    assert 110 == family_goal(display)["points"]
    client.delete(f"/api/chores/{hoover}/complete?date=2026-11-20")
    assert 50 == display.get("/api/board").json()["familyGoal"]["points"]
    clock.turn(days=1)
    moved = client.put("/api/family-goal", {"title": "Zoo", "target": 100, "startDate": "2026-11-21"}).json()
    assert (0, None) == (moved["points"], moved["emoji"])
    assert {"ok": True} == client.delete("/api/family-goal").json() == client.delete("/api/family-goal").json()
    assert family_goal(display) is None


def test_spent_points_stay_in_the_familys_goal(client: Client, cleo: str, offer: Offer) -> None:
    client.put("/api/family-goal", {"title": "Zoo", "target": 100})
    client.post(f"/api/rewards/{offer()['id']}/redeem", {"memberId": cleo})
    assert 50 == family_goal(client)["points"]


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("title", "", "title: must not be empty"),
        ("title", " ", "title: must not be empty"),
        ("title", "x" * 201, "title: must have at most 200 characters"),
        ("emoji", "zoo", "emoji: must be a single emoji"),
        ("target", 0, "target: "),
        ("target", 10_000_001, "target: "),
        ("startDate", "2026-11-21", "startDate: must not be after today"),
        ("startDate", "2025-11-18", "startDate: must not be more than a year ago"),
        ("startDate", "2026-02-30", "startDate: must be YYYY-MM-DD"),
        ("startDate", None, "startDate: "),
    ],
)
def test_a_bad_family_goal_is_rejected_with_its_field(client: Client, name: str, value: object, error: str) -> None:
    answer = client.put("/api/family-goal", {"title": "Zoo", "target": 10, name: value})
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)
    assert family_goal(client) is None
