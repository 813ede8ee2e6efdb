"""Times, seasons and routines of chores in an export and an import."""

from datetime import date

from appliance.app import Application
from tests.client import Client

TODAY = date(2026, 11, 20)


def test_times_and_steps_are_exported_and_imported(client: Client, other: tuple[Application, Client]) -> None:
    steps = [{"title": "Teeth", "emoji": "🪥", "timerSeconds": 120}, {"title": "Socks", "time": "07:10"}]
    body = {"title": "Morning", "dayPart": "morning", "dueBy": "07:30", "seasonFrom": "2026-09-01", "steps": steps}
    made = client.post("/api/chores", body | {"rrule": "FREQ=DAILY", "dueDate": "2026-11-01"}).json()
    client.post("/api/chores", {"title": "Plants", "afterDays": 3, "seasonUntil": "2027-01-31"})
    tick = {"choreId": made["id"], "date": str(TODAY), "slot": "", "stepId": made["steps"][0]["id"]}
    client.post(f"/api/chores/{made['id']}/steps/{tick['stepId']}/complete", {"date": str(TODAY)})

    file = client.get("/api/export").json()
    assert [tick] == file["choreStepTicks"]
    _, there = other
    assert 200 == there.post("/api/import", file).status_code

    assert client.get("/api/chores").json() == there.get("/api/chores").json()
    assert file["choreStepTicks"] == there.get("/api/export").json()["choreStepTicks"]
    wrong = file | {"chores": [file["chores"][1] | {"rrule": "FREQ=DAILY"}]}
    answer = there.post("/api/import", wrong)
    assert (400, "chores.0.afterDays: a chore has either rrule or afterDays") == (
        answer.status_code,
        answer.json()["error"],
    )
    unknown = file | {"chores": [made | {"dayPart": "noon"}], "choreStepTicks": [tick | {"stepId": "gone"}]}
    assert 200 == there.post("/api/import", unknown).status_code
    assert [None] == [each["dayPart"] for each in there.get("/api/chores").json() if each["id"] == made["id"]]
