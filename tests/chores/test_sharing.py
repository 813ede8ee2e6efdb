"""Chores for several members: each does a copy, any one of them does it, or they take turns."""

from typing import Any

import pytest

from tests.client import Changes, Client

TODAY, TOMORROW = "2026-11-20", "2026-11-21"
Ids = dict[str, str]


def a_chore(client: Client, **changes: Any) -> dict[str, Any]:
    request = {"title": "Brush teeth", "points": 2, "rrule": "FREQ=DAILY", "dueDate": TODAY} | changes
    made = client.post("/api/chores", request)
    assert 201 == made.status_code, made.text
    return dict(made.json())


def day(client: Client, date: str = TODAY) -> list[tuple[str, str | None, bool, str | None]]:
    entries = client.get(f"/api/chores/day?date={date}").json()
    return [(each["id"], each["memberId"], each["completed"], each["completedBy"]) for each in entries]


def complete(client: Client, chore: dict[str, Any], member: str | None = None, date: str = TODAY) -> int:
    body = {"date": date} | ({"memberId": member} if member else {})
    return int(client.post(f"/api/chores/{chore['id']}/complete", body).status_code)


def undo(client: Client, chore: dict[str, Any], member: str | None = None) -> int:
    path = f"/api/chores/{chore['id']}/complete?date={TODAY}"
    return int(client.delete(path + (f"&memberId={member}" if member else "")).status_code)


def balances(client: Client) -> dict[str, int]:
    return {each["name"]: each["balance"] for each in client.get("/api/members").json() if each["balance"]}


def test_each_member_has_a_copy_to_do(display: Client, ids: Ids, recorded: Changes) -> None:
    teeth = a_chore(display, memberIds=[ids["Dan"], ids["Cleo"], ids["Dan"]], share="each")
    assert (None, [ids["Dan"], ids["Cleo"]], "each") == (teeth["memberId"], teeth["memberIds"], teeth["share"])
    recorded()

    assert 200 == complete(display, teeth, ids["Cleo"])
    assert [(teeth["id"], ids["Dan"], False, None), (teeth["id"], ids["Cleo"], True, ids["Cleo"])] == day(display)
    assert 200 == complete(display, teeth, ids["Dan"])
    assert {"Cleo": 2, "Dan": 2} == balances(display)
    assert 200 == undo(display, teeth, ids["Cleo"])
    assert [False, True] == [completed for _, _, completed, _ in reversed(day(display))]
    assert {"Dan": 2} == balances(display)
    copy = {"id": teeth["id"], "date": TODAY}
    assert [
        ("chore.completed", copy | {"memberId": ids["Cleo"]}),
        ("chore.completed", copy | {"memberId": ids["Dan"]}),
        ("chore.uncompleted", copy | {"memberId": ids["Cleo"]}),
    ] == recorded()


def test_a_copy_belongs_to_a_member(client: Client, ids: Ids) -> None:
    teeth = a_chore(client, memberIds=[ids["Dan"], ids["Cleo"]], share="each")
    assert [400, 400, 400] == [complete(client, teeth), complete(client, teeth, ids["Ana"]), undo(client, teeth)]
    assert 200 == undo(client, teeth, ids["Dan"])
    assert {} == balances(client)


def test_one_completion_of_any_member_is_enough(client: Client, ids: Ids) -> None:
    bins = a_chore(client, memberIds=[ids["Ben"], ids["Cleo"]], share="anyone")
    assert [(bins["id"], None, False, None)] == day(client)
    assert 200 == complete(client, bins, ids["Cleo"])
    assert [(bins["id"], None, True, ids["Cleo"])] == day(client)
    assert 200 == complete(client, bins, ids["Ben"])
    assert {"Ben": 2} == balances(client)
    assert 200 == undo(client, bins)
    assert [(bins["id"], None, False, None)] == day(client)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"share": "turn"}, "memberIds: a shared chore needs members"),
        ({"share": "turn", "memberIds": []}, "memberIds: a shared chore needs members"),
        ({"share": "each"}, "memberIds: a shared chore needs members"),
        ({"share": "some", "memberIds": ["{Dan}"]}, "share: "),
        ({"memberIds": ["{Dan}", "{Cleo}"]}, "share: several members need a way to share"),
        ({"share": "turn", "memberIds": ["nobody"]}, "memberIds: unknown member"),
        ({"share": "turn", "memberIds": "{Dan}"}, "memberIds: "),
        ({"share": "turn", "memberIds": ["{Dan}"] * 201}, "memberIds: "),
        ({"share": "turn", "memberIds": ["{Dan}"], "turnBy": "luck"}, "turnBy: "),
    ],
)
def test_a_bad_way_to_share_is_rejected_by_field(client: Client, ids: Ids, body: dict[str, Any], error: str) -> None:
    if isinstance(named := body.get("memberIds"), list):
        body = body | {"memberIds": [each.format(**ids) for each in named]}
    chore = a_chore(client)
    answers = [client.post("/api/chores", {"title": "A"} | body), client.patch(f"/api/chores/{chore['id']}", body)]
    assert [400, 400] == [answer.status_code for answer in answers]
    assert all(answer.json()["error"].startswith(error) for answer in answers), [each.text for each in answers]
    assert [chore] == client.get("/api/chores").json()


def test_a_client_that_knows_one_member_leaves_the_sharing(client: Client, ids: Ids) -> None:
    teeth = a_chore(client, memberIds=[ids["Dan"], ids["Cleo"]], share="each")
    path = f"/api/chores/{teeth['id']}"

    same = client.patch(path, {"title": "Teeth", "memberId": teeth["memberId"]}).json()
    assert teeth | {"title": "Teeth"} == same

    given = client.patch(path, {"memberId": ids["Ana"]}).json()
    assert (ids["Ana"], [], None) == (given["memberId"], given["memberIds"], given["share"])
    shared = client.patch(path, {"share": "turn"}).json()
    assert (ids["Ana"], [ids["Ana"]], "turn") == (shared["memberId"], shared["memberIds"], shared["share"])
    own = client.patch(path, {"share": None}).json()
    assert (ids["Ana"], [], None) == (own["memberId"], own["memberIds"], own["share"])
    one = client.patch(path, {"memberIds": [ids["Ben"]]}).json()
    assert (ids["Ben"], [], None) == (one["memberId"], one["memberIds"], one["share"])


def test_what_was_done_stays_when_the_sharing_changes(client: Client, ids: Ids) -> None:
    teeth = a_chore(client, memberId=ids["Dan"])
    complete(client, teeth)
    path = f"/api/chores/{teeth['id']}"
    client.patch(path, {"share": "each", "memberIds": [ids["Cleo"], ids["Dan"]]})
    assert [(ids["Cleo"], False), (ids["Dan"], True)] == [entry[1:3] for entry in day(client)]
    complete(client, teeth, ids["Cleo"])
    client.patch(path, {"share": "anyone"})
    assert [(teeth["id"], None, True)] == [entry[:3] for entry in day(client)]
    assert {"Cleo": 2, "Dan": 2} == balances(client)
    assert 200 == undo(client, teeth)
    assert {} == balances(client)


def test_a_deleted_member_leaves_shared_chores(client: Client, ids: Ids) -> None:
    made = {share: a_chore(client, memberIds=[ids["Dan"], ids["Cleo"]], share=share) for share in ("each", "anyone")}
    complete(client, made["each"], ids["Dan"])
    assert 200 == client.delete(f"/api/members/{ids['Dan']}").status_code
    left = {each["id"]: each for each in client.get("/api/chores").json()}
    for share, chore in made.items():
        expected = {"memberId": ids["Cleo"], "memberIds": [ids["Cleo"]], "share": share}
        assert chore | expected == left[chore["id"]]
    assert [(ids["Cleo"], False), (ids["Cleo"], False)] == [entry[1:3] for entry in day(client)]

    assert 200 == client.delete(f"/api/members/{ids['Cleo']}").status_code
    assert [(None, [], None)] * 2 == [
        (each["memberId"], each["memberIds"], each["share"]) for each in client.get("/api/chores").json()
    ]
    assert [200, 200] == [complete(client, each) for each in made.values()]


def test_copies_count_for_streaks_boards_and_snapshots(client: Client, ids: Ids) -> None:
    teeth = a_chore(client, memberIds=[ids["Dan"], ids["Cleo"]], share="each")
    a_chore(client, title="Bins", memberIds=[ids["Ana"], ids["Cleo"]], share="anyone")
    complete(client, teeth, ids["Cleo"])

    streaks = {each["name"]: each["streak"] for each in client.get("/api/leaderboard").json()}
    assert {"Ana": 0, "Ben": 0, "Cleo": 1, "Dan": 0} == streaks
    progress = {each["name"]: each["chores"] for each in client.get("/api/board").json()["members"]}
    assert {"done": 1, "total": 1} == progress["Cleo"]
    assert {"done": 0, "total": 1} == progress["Dan"]
    assert {"done": 0, "total": 0} == progress["Ana"]
    chores = {
        name: [
            (each["title"], each["done"]) for each in client.get(f"/api/snapshot?member={ids[name]}").json()["chores"]
        ]
        for name in ids
    }
    assert [("Brush teeth", True), ("Bins", False)] == chores["Cleo"]
    assert [("Brush teeth", False)] == chores["Dan"]
    assert [("Bins", False)] == chores["Ana"]
    assert [] == chores["Ben"]
