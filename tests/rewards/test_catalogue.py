"""The catalogue: what a parent may write, what a display may read, and values that are rejected."""

import pytest

from appliance.people.models import Person
from appliance.rewards.catalogue.rules import MAX_REWARDS
from tests.client import Changes, Client
from tests.rewards.conftest import Offer

ID = "0b0f1f5e-8c1e-4d53-9a43-3d2a9f3a2f10"


def test_a_reward_with_every_property(
    client: Client, display: Client, family: dict[str, Person], recorded: Changes
) -> None:
    body = {
        "name": "Film night",
        "emoji": "🍿",
        "photoId": "photo-1",
        "price": 20,
        "memberIds": [family["Dan"].id, family["Cleo"].id],
        "stock": 3,
        "weeklyLimit": 1,
        "needsApproval": True,
        "active": False,
        "sort": 4,
        "id": ID,
    }
    recorded()
    answer = client.post("/api/rewards", body)
    body |= {"shares": []}

    assert (201, body) == (answer.status_code, answer.json())
    assert [body] == display.get("/api/rewards").json()
    assert [("reward.changed", {"id": ID})] == recorded()
    assert (201, body) == ((again := client.post("/api/rewards", body)).status_code, again.json())
    assert 1 == len(client.get("/api/rewards").json())


def test_what_is_left_out_has_no_limits_and_comes_last(client: Client, offer: Offer) -> None:
    first, second = offer(name="Ice cream"), offer()
    assert {
        "emoji": "🍿",
        "photoId": None,
        "memberIds": [],
        "stock": None,
        "weeklyLimit": None,
        "needsApproval": False,
        "active": True,
        "sort": 1,
        "shares": [],
    } == {name: value for name, value in second.items() if name not in ("id", "name", "price")}
    assert [first["id"], second["id"]] == [each["id"] for each in client.get("/api/rewards").json()]


def test_a_change_keeps_what_it_does_not_name(client: Client, offer: Offer, recorded: Changes) -> None:
    made = offer(stock=2)
    recorded()
    answer = client.patch(f"/api/rewards/{made['id']}", {"price": 30, "stock": None})
    assert made | {"price": 30, "stock": None} == answer.json()
    assert [("reward.changed", {"id": made["id"]})] == recorded()


def test_a_removed_reward_is_gone(client: Client, offer: Offer, recorded: Changes) -> None:
    made = offer()
    recorded()
    assert {"ok": True} == client.delete(f"/api/rewards/{made['id']}").json()
    assert [] == client.get("/api/rewards").json()
    assert [("reward.changed", {"id": made["id"]})] == recorded()
    assert 404 == client.delete(f"/api/rewards/{made['id']}").status_code
    assert 404 == client.patch(f"/api/rewards/{made['id']}", {"price": 1}).status_code


BAD = [
    ("name", "", "name: must not be empty"),
    ("name", "  ", "name: must not be empty"),
    ("name", "x" * 201, "name: must have at most 200 characters"),
    ("emoji", "film", "emoji: must be a single emoji"),
    ("price", 0, "price: "),
    ("price", -1, "price: "),
    ("price", 1_000_001, "price: "),
    ("price", 1.5, "price: "),
    ("price", "20", "price: "),
    ("stock", -1, "stock: "),
    ("stock", 1_000_001, "stock: "),
    ("weeklyLimit", 0, "weeklyLimit: "),
    ("weeklyLimit", 1_001, "weeklyLimit: "),
    ("memberIds", ["nobody"], "memberIds: unknown member"),
    ("memberIds", "everybody", "memberIds: "),
    ("photoId", "", "photoId: must not be empty"),
    ("needsApproval", "yes", "needsApproval: "),
    ("active", None, "active: "),
    ("sort", "first", "sort: "),
]


@pytest.mark.parametrize(("name", "value", "error"), BAD)
def test_a_bad_value_is_rejected_with_its_field(
    client: Client, offer: Offer, name: str, value: object, error: str
) -> None:
    made = offer()
    for answer in (
        client.post("/api/rewards", {"name": "Ice cream", "price": 5, name: value}),
        client.patch(f"/api/rewards/{made['id']}", {name: value}),
    ):
        assert 400 == answer.status_code
        assert answer.json()["error"].startswith(error), answer.text
    assert [made] == client.get("/api/rewards").json()


def test_a_reward_needs_a_name_and_a_price(client: Client) -> None:
    assert "name: is required" == client.post("/api/rewards", {"price": 1}).json()["error"]
    assert "price: is required" == client.post("/api/rewards", {"name": "Ice cream"}).json()["error"]
    assert 400 == client.post("/api/rewards", {"name": "Ice cream", "price": 1, "id": "mine"}).status_code


def test_the_catalogue_is_bounded(client: Client) -> None:
    statuses = [client.post("/api/rewards", {"name": "x", "price": 1}).status_code for _ in range(MAX_REWARDS + 1)]
    assert [201] * MAX_REWARDS + [409] == statuses
