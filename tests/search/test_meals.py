"""Planned meals are found by their titles and notes."""

from tests.client import Client
from tests.search.test_routes import search


def test_planned_meals_are_found_the_nearest_ahead_first(client: Client) -> None:
    def plan(day: str, title: str, note: str | None = None) -> str:
        answer = client.post("/api/meals", {"date": day, "slot": "dinner", "title": title, "note": note})
        return str(answer.json()[0]["id"])

    plan("2026-11-19", "Lasagne, yesterday")
    plan("2026-10-01", "Lasagne, in October")
    plan("2027-03-01", "Lasagne, in March")
    tonight = plan("2026-11-20", "Lasagne tonight 🍝")
    plan("2026-11-21", "Leftovers", note="of the lasagne")
    assert ["tonight 🍝", "", "in March", "yesterday", "in October"] == [
        meal["title"].replace("Leftovers", "").removeprefix("Lasagne").strip(", ")
        for meal in search(client, "lasag")["meals"]
    ]
    [found] = search(client, "🍝")["meals"]
    assert {
        "kind": "meal",
        "id": tonight,
        "date": "2026-11-20",
        "slot": "dinner",
        "title": "Lasagne tonight 🍝",
    } == found
    assert (1, 4) == (len(search(client, "lasag", limit=1)["meals"]), search(client, "lasag", limit=1)["more"]["meals"])

    client.patch(f"/api/meals/{tonight}", {"title": "Soup"})
    assert [] == search(client, "🍝")["meals"]
    client.delete(f"/api/meals/{tonight}")
    assert [] == search(client, "soup")["meals"]
