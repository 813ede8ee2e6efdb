"""`Idempotency-Key` over REST: a replayed request does not undo what somebody did in between."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Changes, Client
from tests.lists.fixtures import a_list, add, on

KEY = {"Idempotency-Key": "0b6d2f6f-0a01-4d5b-9a57-6f0e4d5b9a57"}


def tick(client: Client, list_id: str, item: str, done: bool = True) -> None:
    assert 200 == client.patch(f"/api/lists/{list_id}/items/{item}", {"done": done}).status_code


def test_a_replayed_clear_keeps_what_was_ticked_meanwhile(client: Client) -> None:
    list_id = a_list(client)
    milk, bread = (each["id"] for each in add(client, list_id, "Milk", "Bread"))
    tick(client, list_id, milk)
    first = client.post(f"/api/lists/{list_id}/clear-completed", headers=KEY)
    tick(client, list_id, bread)

    second = client.post(f"/api/lists/{list_id}/clear-completed", headers=KEY)

    assert [(200, {"deleted": 1})] * 2 == [(each.status_code, each.json()) for each in (first, second)]
    assert ["Bread"] == [each["title"] for each in on(client, list_id)]


def test_a_replayed_reset_keeps_what_was_ticked_meanwhile(client: Client) -> None:
    list_id = a_list(client, "reusable")
    soap, towel = (each["id"] for each in add(client, list_id, "Soap", "Towel"))
    tick(client, list_id, soap)
    first = client.post(f"/api/lists/{list_id}/reset", headers=KEY)
    tick(client, list_id, towel)

    second = client.post(f"/api/lists/{list_id}/reset", headers=KEY)

    assert [(200, {"reset": 1})] * 2 == [(each.status_code, each.json()) for each in (first, second)]
    assert [("Soap", False), ("Towel", True)] == [(each["title"], each["done"]) for each in on(client, list_id)]


def test_without_a_key_each_request_acts(client: Client) -> None:
    list_id = a_list(client)
    for deleted in (1, 1, 0):
        if deleted:
            tick(client, list_id, add(client, list_id, "Milk")[0]["id"])
        assert {"deleted": deleted} == client.post(f"/api/lists/{list_id}/clear-completed").json()


def test_a_key_that_was_used_for_another_request_is_a_conflict(client: Client) -> None:
    first, second = a_list(client), a_list(client)
    client.post(f"/api/lists/{first}/reset", headers=KEY)

    answers = [client.post(f"/api/lists/{second}/reset", headers=KEY)]
    answers.append(client.post(f"/api/lists/{first}/clear-completed", headers=KEY))

    error = "this Idempotency-Key was used for another request; use a new one for each request"
    assert [(409, error)] * 2 == [(each.status_code, each.json()["error"]) for each in answers]


@pytest.mark.parametrize("key", ["", "x" * 201, "a\tb", "caf\xe9".encode("latin-1")])
def test_a_malformed_key_is_named(client: Client, key: str | bytes) -> None:
    answer = client.post(f"/api/lists/{a_list(client)}/reset", headers={"Idempotency-Key": key})
    error = "Idempotency-Key: must have 1 to 200 printable ASCII characters"
    assert (400, error) == (answer.status_code, answer.json()["error"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/stickers/scrapbook/{member}", {"sticker": "🐶", "x": 0.25}),
        ("/api/stickers/packs/ocean/buy", {"memberId": "{member}"}),
        ("/api/points/awards", {"memberId": "{member}", "points": 10}),
        ("/api/notes", {"target": "list_item:{item}", "body": "Two"}),
    ],
)
def test_a_replayed_request_is_answered_again_and_acts_once(
    client: Client, family: dict[str, Person], recorded: Changes, path: str, body: dict[str, Any]
) -> None:
    ids = {"member": family["Ana"].id, "item": add(client, a_list(client), "Milk")[0]["id"]}
    client.post("/api/points/awards", {"memberId": ids["member"], "points": 40})
    recorded()
    request = {name: value.format(**ids) if isinstance(value, str) else value for name, value in body.items()}

    first, second = (client.post(path.format(**ids), request, headers=KEY) for _ in range(2))

    assert (first.status_code < 300, first.json()) == (second.status_code < 300, second.json())
    assert 1 == len(recorded())


def test_a_replayed_completion_does_not_redo_what_was_undone(client: Client, family: dict[str, Person]) -> None:
    chore = client.post("/api/chores", {"title": "Dishes", "rrule": "FREQ=DAILY"}).json()["id"]
    request = {"date": "2026-11-20", "memberId": family["Ana"].id}
    client.post(f"/api/chores/{chore}/complete", request, headers=KEY)
    client.delete(f"/api/chores/{chore}/complete?date=2026-11-20")

    assert {"ok": True} == client.post(f"/api/chores/{chore}/complete", request, headers=KEY).json()
    assert [False] == [each["completed"] for each in client.get("/api/chores/day?date=2026-11-20").json()]


def test_the_header_is_part_of_the_description(client: Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    described = [
        f"{method.upper()} {path}"
        for path, operations in paths.items()
        for method, operation in operations.items()
        if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", []))
    ]
    assert [
        "DELETE /api/chores/{chore_id}/complete",
        "DELETE /api/chores/{chore_id}/skip",
        "DELETE /api/chores/{chore_id}/steps/{step_id}/complete",
        "POST /api/chores/{chore_id}/complete",
        "POST /api/chores/{chore_id}/move",
        "POST /api/chores/{chore_id}/skip",
        "POST /api/chores/{chore_id}/steps/{step_id}/complete",
        "POST /api/lists/{list_id}/clear-completed",
        "POST /api/lists/{list_id}/items",
        "POST /api/lists/{list_id}/reset",
        "POST /api/meals/swap",
        "POST /api/notes",
        "POST /api/points/awards",
        "POST /api/rewards/{reward_id}/give",
        "POST /api/rewards/{reward_id}/take-back",
        "POST /api/stickers/packs/{pack_id}/buy",
        "POST /api/stickers/scrapbook/{member_id}",
    ] == sorted(described)
