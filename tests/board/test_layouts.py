"""How a screen arranges its board: over REST, and which arrangements there can be."""

from typing import Any

import pytest

from appliance.board.layouts import actions, queries
from appliance.kernel.database.database import Database
from tests.client import Client, ClientOf

CLOCK = {"id": "clock", "kind": "clock", "x": 0, "y": 0, "width": 24, "height": 2}
PEOPLE = {"id": "people", "kind": "people", "x": 0, "y": 2, "width": 16, "height": 14}
FIELDS: dict[str, Any] = {"memberIds": [], "listId": None}


def keys(client: Client, *names: str) -> list[dict[str, str]]:
    """A key for each of some screens."""
    return [client.post("/api/keys", {"name": name}).json() for name in names]


def rev(client: Client) -> int:
    return int(client.get("/api/rev").json()["rev"])


def test_each_screen_has_an_arrangement_of_its_own(client: Client, client_of: ClientOf) -> None:
    hall, kitchen = (client_of(each["key"]) for each in keys(client, "Hall", "Kitchen"))
    assert {"landscape": None, "portrait": None} == hall.get("/api/board").json()["layouts"]

    before = rev(client)
    answer = hall.put("/api/board/layouts/landscape", {"widgets": [CLOCK, PEOPLE]})
    stored = {"landscape": [CLOCK | FIELDS, PEOPLE | FIELDS], "portrait": None}
    assert (200, stored) == (answer.status_code, answer.json())
    assert rev(client) > before
    assert stored == hall.get("/api/board").json()["layouts"] == hall.get("/api/board/layouts").json()
    for other in (kitchen, client):
        assert {"landscape": None, "portrait": None} == other.get("/api/board").json()["layouts"]

    one = PEOPLE | {"memberIds": ["m1"], "height": 20}
    hall.put("/api/board/layouts/portrait", {"widgets": [one]})
    client.put("/api/board/layouts/landscape", {"widgets": [CLOCK]})
    client.put("/api/board/layouts/landscape", {"widgets": [PEOPLE]})
    assert [one | {"listId": None}] == hall.get("/api/board").json()["layouts"]["portrait"]
    assert [PEOPLE | FIELDS] == client.get("/api/board").json()["layouts"]["landscape"]

    for _ in range(2):
        assert {"ok": True} == hall.delete("/api/board/layouts/landscape").json()
    assert {"landscape": None, "portrait": [one | {"listId": None}]} == hall.get("/api/board").json()["layouts"]


def test_an_arrangement_ends_with_its_key_and_moves_to_the_next_one(
    client: Client, client_of: ClientOf, database: Database
) -> None:
    made = keys(client, "Wall", "Wall again")
    first, second = (client_of(each["key"]) for each in made)
    first.put("/api/board/layouts/landscape", {"widgets": [CLOCK]})
    database.write_now(actions.move, made[0]["id"], made[1]["id"])
    assert [CLOCK | FIELDS] == second.get("/api/board/layouts").json()["landscape"]
    client.delete(f"/api/keys/{made[1]['id']}")
    assert None is database.write_now(queries.layouts, made[1]["id"]).landscape


@pytest.mark.parametrize(
    ("widgets", "at"),
    [
        ([], "widgets"),
        ([CLOCK | {"kind": "stock"}], "widgets.0.kind"),
        ([CLOCK | {"x": 1}], "widgets.0.width"),
        ([CLOCK | {"x": -1}], "widgets.0.x"),
        ([CLOCK | {"width": 0}], "widgets.0.width"),
        ([CLOCK | {"id": ""}], "widgets.0.id"),
        ([CLOCK, PEOPLE | {"height": 15}], "widgets.1.height"),
        ([CLOCK, PEOPLE | {"id": "clock"}], "widgets.1.id"),
        ([CLOCK, PEOPLE | {"y": 1}], "widgets.1"),
        ([CLOCK | {"memberIds": ["m" * 65]}], "widgets.0.memberIds.0"),
        ([{**CLOCK, "id": f"w{at}", "y": 0} for at in range(41)], "widgets"),
    ],
)
def test_what_is_wrong_is_named(client: Client, widgets: list[dict[str, Any]], at: str) -> None:
    answer = client.put("/api/board/layouts/landscape", {"widgets": widgets})
    assert (400, at) == (answer.status_code, answer.json()["error"].partition(": ")[0])
    assert None is client.get("/api/board/layouts").json()["landscape"]


def test_an_unknown_orientation_is_not_found(client: Client) -> None:
    assert 404 == client.put("/api/board/layouts/round", {"widgets": [CLOCK]}).status_code
    assert 404 == client.delete("/api/board/layouts/round").status_code
