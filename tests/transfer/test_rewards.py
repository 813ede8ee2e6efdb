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


def test_everything_comes_back(
    client: Client, cleo: str, file: dict[str, Any], other: tuple[Application, Client]
) -> None:
    _, there = other
    for _ in range(2):
        answer = there.post("/api/import", file)
        assert (200, 2, 2) == (
            answer.status_code,
            answer.json()["imported"]["rewards"],
            answer.json()["imported"]["redemptions"],
        )

    again = there.get("/api/export").json()
    assert [file[key] for key in KEYS] == [again[key] for key in KEYS]
    assert 25 == balance(client, cleo) == balance(there, cleo)
    assert client.get("/api/goals").json() == there.get("/api/goals").json()
    waiting = there.get("/api/rewards/redemptions?state=waiting").json()[0]["id"]
    assert 45 == there.post(f"/api/rewards/redemptions/{waiting}/decline").json()["balance"]


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
    ("change", "error"),
    [
        ({"rewards": [{"id": "r", "name": "x", "price": 0}]}, "rewards.0.price: "),
        ({"rewards": [{"id": "r", "name": "x", "price": 1, "emoji": "no"}]}, "rewards.0.emoji: must be a single emoji"),
        ({"rewards": [{"id": f"r{n}", "name": "x", "price": 1} for n in range(101)]}, "rewards: a household has"),
        ({"familyGoal": {"title": "Zoo", "target": 0, "startDate": "2026-11-01"}}, "familyGoal.target: "),
    ],
)
def test_a_bad_value_names_its_place(client: Client, change: dict[str, Any], error: str) -> None:
    answer = client.post("/api/import", files.full() | change)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)
    assert [] == client.get("/api/rewards").json()


def test_a_file_without_rewards_is_imported_and_an_old_family_goal_is_left_out(client: Client) -> None:
    old = {"familyGoal": {"title": "Zoo", "target": 10, "startDate": "2024-01-01"}}
    assert 200 == client.post("/api/import", files.full() | old).status_code
    assert {"members": [], "family": None} == client.get("/api/goals").json()
