"""Rewards, redemptions and goals in an export and an import."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.client import Client
from tests.rewards.conftest import balance, cleo, earn, offer
from tests.rewards.test_redemptions import redeem
from tests.transfer import files

__all__ = ["cleo", "earn", "offer"]
KEYS = ("rewards", "redemptions", "rewardGoals", "familyGoal")


@pytest.fixture
def file(client: Client, display: Client, cleo: str, offer: Any) -> dict[str, Any]:
    """A household with everything that concerns rewards, as exported."""
    film, ice = offer(memberIds=[cleo], stock=3, needsApproval=True, photoId="p"), offer(name="Ice cream", price=5)
    redeem(display, film, cleo)
    redeem(display, ice, cleo)
    client.put(f"/api/members/{cleo}/goal", {"rewardId": film["id"]})
    client.put("/api/family-goal", {"title": "Zoo", "emoji": "🦁", "target": 100})
    exported: dict[str, Any] = client.get("/api/export").json()
    return exported


def test_a_household_without_rewards_exports_none(client: Client, family: dict[str, Person]) -> None:
    assert set() == set(KEYS) & client.get("/api/export").json().keys()


def test_an_older_file_changes_no_decision(client: Client, cleo: str, file: dict[str, Any]) -> None:
    waiting, eaten = (each["id"] for each in file["redemptions"])
    client.post(f"/api/rewards/redemptions/{waiting}/decline")
    client.post(f"/api/rewards/redemptions/{eaten}/return")

    client.post("/api/import", file)

    assert {"declined", "returned"} == {each["state"] for each in client.get("/api/rewards/redemptions").json()}
    assert 409 == client.post(f"/api/rewards/redemptions/{eaten}/return").status_code
    assert 50 == balance(client, cleo)


def test_unknown_members_and_rewards_are_forgotten(other: tuple[Application, Client], file: dict[str, Any]) -> None:
    _, there = other
    file["rewards"] = [each | {"memberIds": ["nobody"]} for each in file["rewards"][:1]]
    for each in file["redemptions"]:
        each |= {"memberId": "nobody"}
    file["rewardGoals"].append({"memberId": "nobody", "rewardId": "nothing"})
    assert 200 == there.post("/api/import", file).status_code
    assert [([], False)] == [(each["memberIds"], each["active"]) for each in there.get("/api/rewards").json()]
    assert {("declined", None), ("approved", None)} == {
        (each["state"], each["memberId"]) for each in there.get("/api/rewards/redemptions").json()
    }


@pytest.mark.parametrize(
    ("change", "not_read", "imported"),
    [
        ({"rewards": [{"id": "r", "name": "x", "price": 0}]}, {"rewards": 1}, 0),
        ({"rewards": [{"id": "r", "name": "x", "price": 1, "emoji": "no"}]}, {"rewards.emoji": 1}, 1),
        ({"rewards": [{"id": f"r{n}", "name": "x", "price": 1} for n in range(101)]}, {}, 100),
        ({"rewards": [1, None, [], {"id": "r"}, {"id": "s", "name": "x", "price": 1}]}, {"rewards": 4}, 1),
        ({"rewards": {"id": "r", "name": "x", "price": 1}}, {"rewards": 1}, 0),
        ({"familyGoal": {"title": "Zoo", "target": 0, "startDate": "2026-11-01"}}, {"familyGoal": 1}, 0),
        ({"familyGoal": [{"title": "Zoo"}, {"title": "Sea"}]}, {"familyGoal": 2}, 0),
        ({"familyGoal": None, "rewards": None}, {}, 0),
    ],
)
def test_what_does_not_fit_is_left_out_and_counted(
    client: Client, change: dict[str, Any], not_read: dict[str, int], imported: int
) -> None:
    answer = client.post("/api/import", files.full() | change)
    assert 200 == answer.status_code, answer.text
    assert (not_read, imported) == (rewards_of(answer.json()["notRead"]), answer.json()["imported"]["rewards"])
    assert imported == len(client.get("/api/rewards").json())


def rewards_of(not_read: dict[str, int]) -> dict[str, int]:
    return {place: count for place, count in not_read.items() if place.partition(".")[0] in KEYS}


THEIRS = {
    "id": "8f6f5a0e-1111-4d5b-9a57-0d6d2f6f0a01",
    "title": "Film night",
    "emoji": "🎬",
    "cost": 25,
    "memberIds": [],
    "needsApproval": True,
    "limit": None,
    "active": True,
    "sort": 3,
    "createdAt": "2026-11-01T10:00:00.000Z",
}


@pytest.mark.parametrize(
    ("change", "expected", "not_read"),
    [
        ({}, {}, {}),
        ({"cost": 24.5}, {}, {}),
        ({"memberIds": None, "sort": None}, {"sort": 0.0}, {}),
        ({"memberIds": "all", "needsApproval": "yes"}, {"needsApproval": False}, {"memberIds": 1, "needsApproval": 1}),
        ({"limit": 2}, {"weeklyLimit": 2}, {}),
        ({"limit": "weekly"}, {"weeklyLimit": 1}, {}),
        ({"limit": {"count": 3, "per": "week"}}, {"weeklyLimit": 3}, {}),
        ({"limit": {"week": 3}}, {"weeklyLimit": 3}, {}),
        ({"limit": {"count": 3, "per": "day"}}, {}, {"limit": 1}),
        ({"limit": "once"}, {}, {"limit": 1}),
        ({"limit": 0}, {}, {"limit": 1}),
        ({"limit": [1]}, {}, {"limit": 1}),
        ({"emoji": "film"}, {"emoji": None}, {"emoji": 1}),
    ],
)
def test_a_reward_of_the_reference_product_is_imported(
    client: Client, change: dict[str, Any], expected: dict[str, Any], not_read: dict[str, int]
) -> None:
    file = files.full() | {"rewards": [THEIRS | change, {"id": "no", "title": "No price"}]}

    dry_run, answer = client.post("/api/import?dryRun=true", file), client.post("/api/import", file)

    assert 200 == answer.status_code, answer.text
    counted = {"rewards": 1} | {f"rewards.{name}": count for name, count in not_read.items()}
    assert counted == rewards_of(answer.json()["notRead"]) == rewards_of(dry_run.json()["notRead"])
    (reward,) = client.get("/api/rewards").json()
    ours = {"name": "Film night", "price": 25, "emoji": "🎬", "memberIds": [], "needsApproval": True}
    ours |= {"weeklyLimit": None, "stock": None, "active": True, "sort": 3.0, "photoId": None, "id": THEIRS["id"]}
    ours |= {"shares": []}
    assert ours | expected == reward


def test_a_file_without_rewards_is_imported_and_an_old_family_goal_is_left_out(client: Client) -> None:
    old = {"familyGoal": {"title": "Zoo", "target": 10, "startDate": "2024-01-01"}}
    assert 200 == client.post("/api/import", files.full() | old).status_code
    assert {"members": [], "family": None} == client.get("/api/goals").json()
