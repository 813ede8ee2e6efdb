"""Files that the reference product writes today: values and rows that this product does not have. (contract §40)"""

import json
from typing import Any

import pytest

from tests.client import Client
from tests.transfer import files
from tests.transfer.files import BEN


def newer() -> dict[str, Any]:
    """A full file with an archived chore, a pending completion, and aisles on the shopping list."""
    file = files.full()
    bag, dishes = file["chores"][1], file["chores"][0]
    bag |= {"archived": True, "needsApproval": None}
    dishes |= {"archived": False, "needsApproval": True}
    for done in file["choreCompletions"]:
        done["status"] = "approved"
    file["choreCompletions"][2]["status"] = "pending"
    groceries = file["lists"][1]
    groceries |= {"groupBy": "aisle", "sortBy": "aisle", "keepChecked": True}
    groceries["groups"].append({"kind": "aisle", "name": "3", "sort": 0})
    groceries["items"][0] |= {"aisle": "3", "priority": "someday"}
    return file


def test_unknown_values_of_a_list_become_the_default(client: Client) -> None:
    assert 200 == client.post("/api/import", newer()).status_code

    groceries = client.get("/api/lists/li-shop").json()
    assert ("category", "manual") == (groceries["list"]["groupBy"], groceries["list"]["sortBy"])
    assert [{"kind": "store", "name": "Market", "sort": 0}] == groceries["groups"]
    assert ["normal"] == [each["priority"] for each in groceries["items"]]


def test_an_unknown_part_of_the_day_is_any(client: Client) -> None:
    file = newer()
    file["chores"][0] |= {"dayPart": "noon"}
    assert 200 == client.post("/api/import", file).status_code
    assert [None] == [each["dayPart"] for each in client.get("/api/chores").json()]


def test_an_unknown_kind_of_list_is_a_to_do_list(client: Client) -> None:
    file = newer()
    file["lists"][0]["kind"] = "packing"
    assert 200 == client.post("/api/import", file).status_code
    assert "todo" == client.get("/api/lists/li-bag").json()["list"]["kind"]


def test_archived_chores_are_left_out_and_counted_and_pending_completions_wait(client: Client) -> None:
    answer = client.post("/api/import", newer()).json()

    assert {"passkeys": 1, "webhooks": 1, "archivedChores": 1, "pendingCompletions": 0} == answer["skipped"]
    assert [("co-3", "2026-11-19")] == [(each["id"], each["date"]) for each in client.get("/api/chores/pending").json()]
    assert (1, 2) == (answer["imported"]["chores"], answer["imported"]["choreCompletions"])
    assert ["ch-dishes"] == [each["id"] for each in client.get("/api/chores").json()]
    # Ben's one approved completion earned 12, the pending one nothing, and a sticker pack cost 8.
    assert 4 == client.get(f"/api/members/{BEN}/points").json()["balance"]


def test_a_dry_run_counts_them_too(client: Client) -> None:
    answer = client.post("/api/import?dryRun=true", newer()).json()

    assert (1, 0) == (answer["skipped"]["archivedChores"], answer["skipped"]["pendingCompletions"])
    assert (1, 1) == (answer["leftOut"]["chores"], answer["leftOut"]["choreCompletions"])
    assert [] == client.get("/api/chores").json()


@pytest.mark.parametrize("path", ["/api/import", "/api/import?dryRun=true"])
def test_a_byte_order_mark_is_ignored(client: Client, path: str) -> None:
    body = b"\xef\xbb\xbf" + json.dumps(files.full()).encode()
    answer = client.request("POST", path, content=body, headers={"Content-Type": "application/json"})
    assert (200, 2) == (answer.status_code, answer.json()["imported"]["chores"])


def test_the_importer_has_one_number_type_for_points(client: Client) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    points = schemas["ImportedChore"]["properties"]["points"]
    assert ("number", False) == (points["type"], "oneOf" in points)


def test_unknown_keys_are_counted(client: Client) -> None:
    unknown = {"polls": [1, 2], "journal": {"x": 1}, "meals": [], "medications": None, "theme": "dark"}
    answer = client.post("/api/import", files.full() | unknown)
    assert (200, {"polls": 2, "journal": 1, "theme": 1}) == (answer.status_code, answer.json()["notRead"])
    assert {} == client.post("/api/import", files.full()).json()["notRead"]


@pytest.mark.parametrize(
    ("key", "value", "not_read"),
    [
        ("away", [{"id": "a", "from": "2026-11-20", "until": "2026-11-19"}, {"member": "x"}], {"away": 2}),
        ("away", "nobody", {"away": 1}),
        ("choreTurns", [{"x": 1}], {"choreTurns": 1}),
        ("choreRotations", {"x": 1}, {"choreRotations": 1}),
        ("choreStepTicks", [None, 1], {"choreStepTicks": 2}),
        ("choreRejections", [{"id": 1}], {"choreRejections": 1}),
        ("redemptions", [{"id": "x", "title": "Film", "cost": 3}], {"redemptions": 1}),
        ("rewardGoals", [{"goal": 1}], {"rewardGoals": 1}),
        ("eventCountdownOverrides", [{"x": 1}], {"eventCountdownOverrides": 1}),
        ("eventSeriesCountdownOverrides", 7, {"eventSeriesCountdownOverrides": 1}),
        ("eventRoutineOverrides", [{"seriesId": 3}], {"eventRoutineOverrides": 1}),
    ],
)
def test_rows_of_another_kind_under_our_keys_are_counted(
    client: Client, key: str, value: Any, not_read: dict[str, int]
) -> None:
    answer = client.post("/api/import", files.full() | {key: value})
    assert 200 == answer.status_code, answer.text
    assert not_read == answer.json()["notRead"]


def test_fields_of_another_kind_are_left_out_of_their_rows(client: Client) -> None:
    file = files.full()
    file["chores"][0] |= {"steps": "three", "needsApproval": 1, "share": None, "seasonFrom": "spring", "archived": None}
    file["members"][0] |= {"needsApproval": "no"}
    file["events"][0] |= {"countdown": {"days": 3}, "exclusions": "none"}
    file["choreCompletions"][0] |= {"status": 4}
    file["lists"][0] |= {"pinned": "yes"}

    answer = client.post("/api/import", file)

    assert 200 == answer.status_code, answer.text
    left_out = ["chores.steps", "chores.needsApproval", "chores.seasonFrom", "members.needsApproval"]
    left_out += ["events.countdown", "events.exclusions", "choreCompletions.status", "lists.pinned"]
    assert dict.fromkeys(left_out, 1) == answer.json()["notRead"]
    assert 2 == answer.json()["imported"]["chores"]
