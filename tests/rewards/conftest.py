"""Cleo has fifty points, and the household offers a film night for twenty."""

from collections.abc import Callable
from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Client

TODAY = "2026-11-20"
Reward = dict[str, Any]
Offer = Callable[..., Reward]
Earn = Callable[[str, int], str]


@pytest.fixture
def earn(client: Client, family: dict[str, Person]) -> Earn:
    """Give a member points with a chore of today; the chore's id."""

    def complete(name: str, points: int) -> str:
        body = {"title": "Hoover", "memberId": family[name].id, "points": points, "dueDate": TODAY}
        chore: str = client.post("/api/chores", body).json()["id"]
        assert 200 == client.post(f"/api/chores/{chore}/complete", {"date": TODAY}).status_code
        return chore

    return complete


@pytest.fixture
def cleo(family: dict[str, Person], earn: Earn) -> str:
    """Cleo's id; she has fifty points."""
    earn("Cleo", 50)
    return family["Cleo"].id


@pytest.fixture
def offer(client: Client) -> Offer:
    """Add a reward: a film night for twenty points, unless the request says otherwise."""

    def add(**request: Any) -> Reward:
        answer = client.post("/api/rewards", {"name": "Film night", "emoji": "🍿", "price": 20} | request)
        assert 201 == answer.status_code, answer.text
        made: Reward = answer.json()
        return made

    return add


def balance(client: Client, member_id: str) -> int:
    return int(client.get(f"/api/members/{member_id}/points").json()["balance"])


def stock(client: Client, reward_id: str) -> int | None:
    found: int | None = next(each for each in client.get("/api/rewards").json() if each["id"] == reward_id)["stock"]
    return found
