"""Parents get a message when many wrong PINs are entered."""

from typing import Any

import pytest

from appliance.access.lock import rules
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.SCRYPT, "n", 2)


def test_parents_learn_of_ten_wrong_pins(
    client: Client, display: Client, subscribe: Subscribe, sent: Sent, clock: FakeClock
) -> None:
    _, phone = subscribe()
    _, wall = subscribe(display)
    client.put("/api/settings/pin", {"pin": "4512"})

    def enter(times: int) -> None:
        for _ in range(times):
            clock.turn(days=1)
            assert 403 == display.post("/api/unlock", {"pin": "0000"}).status_code
        sent()

    enter(9)
    assert [] == phone.seen
    enter(1)
    expected: dict[str, Any] = {"title": "Wrong PINs", "body": "10 wrong PINs were entered, the last at “Wall”."}
    assert ([expected], []) == (phone.seen, wall.seen)
    [entry] = client.get("/api/notifications").json()
    assert ("message", *expected.values()) == (entry["kind"], entry["title"], entry["body"])
