"""A timer is the household's: every screen reads it, and any screen stops it."""

from uuid import uuid4

from tests.client import Client
from tests.fakes import FakeClock


def test_a_timer_runs_until_somebody_stops_it(client: Client, display: Client) -> None:
    request = {"title": "Lasagne", "seconds": 2700, "recipeId": "some", "step": 1, "id": str(uuid4())}
    rev = client.get("/api/rev").json()["rev"]
    made = client.post("/api/timers", request)
    assert 201 == made.status_code, made.text
    expected = request | {"endsAt": "2026-11-20T16:09:00.000Z"}
    assert expected == made.json()
    assert [expected] == display.get("/api/timers").json()
    assert rev < client.get("/api/rev").json()["rev"]

    assert made.json() == client.post("/api/timers", request | {"seconds": 5}).json()
    client.post("/api/timers", {"title": "Eggs", "seconds": 300})
    assert ["Eggs", "Lasagne"] == [timer["title"] for timer in display.get("/api/timers").json()]

    assert 200 == display.delete(f"/api/timers/{request['id']}").status_code
    assert ["Eggs"] == [timer["title"] for timer in client.get("/api/timers").json()]
    assert 404 == client.delete(f"/api/timers/{request['id']}").status_code


def test_what_nobody_stopped_is_forgotten(client: Client, clock: FakeClock) -> None:
    client.post("/api/timers", {"title": "Eggs", "seconds": 300})
    clock.turn(minutes=14)
    client.post("/api/timers", {"title": "Rice", "seconds": 600})
    assert ["Eggs", "Rice"] == [timer["title"] for timer in client.get("/api/timers").json()]
    clock.turn(minutes=2)
    client.post("/api/timers", {"title": "Tea", "seconds": 60})
    assert ["Tea", "Rice"] == [timer["title"] for timer in client.get("/api/timers").json()]


def test_bad_timers_are_named_and_there_is_a_bound(client: Client) -> None:
    for request, named in (
        ({"title": " ", "seconds": 5}, "title"),
        ({"title": "Eggs", "seconds": 0}, "seconds"),
        ({"title": "Eggs", "seconds": 86_401}, "seconds"),
        ({"title": "Eggs", "seconds": 5, "step": -1}, "step"),
        ({"seconds": 5}, "title"),
    ):
        answer = client.post("/api/timers", request)
        assert (400, True) == (answer.status_code, named in answer.json()["error"]), answer.text
    for number in range(20):
        assert 201 == client.post("/api/timers", {"title": str(number), "seconds": 60}).status_code
    assert 409 == client.post("/api/timers", {"title": "One more", "seconds": 60}).status_code
