"""The household's PIN: setting it, what it locks on a display, grants, and limits of wrong PINs."""

from typing import Any

import pytest

from appliance.access import actions as access
from appliance.access.lock import rules
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.settings import Settings
from tests.access.oauth_server.fixtures import Program
from tests.access.passkeys.authenticator import Authenticator
from tests.access.passkeys.ceremonies import challenge, register
from tests.building import build
from tests.client import Changes, Client, ClientOf, Loop
from tests.fakes import FakeClock

Ids = dict[str, str]
PIN = "4512"
SWIMMING = {
    "title": "Swimming",
    "allDay": False,
    "start": "2026-11-21T09:00:00.000Z",
    "end": "2026-11-21T10:00:00.000Z",
}
DENIED = (403, {"error": "display key cannot access this route"})
LOCKED = (403, {"error": "a parent's PIN is required for this change", "code": "pin_required"})


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hash costs is not the matter here, and these tests make hundreds."""
    monkeypatch.setitem(rules.SCRYPT, "n", 2)


@pytest.fixture
def pin(client: Client) -> str:
    assert {"ok": True} == client.put("/api/settings/pin", {"pin": PIN}).json()
    return PIN


@pytest.fixture
def tablet(application: Application, client_of: ClientOf) -> Client:
    """A second display."""
    return client_of(application.database.write_now(access.make_key, NewKey(name="Tablet")).key)


def unlock(client: Client, pin: str = PIN) -> Any:
    return client.post("/api/unlock", {"pin": pin})


def add_event(client: Client) -> Any:
    home = client.get("/api/calendars").json()[0]["id"]
    return client.post("/api/events", SWIMMING | {"calendarId": home})


@pytest.fixture
def home(client: Client) -> None:
    """A calendar for events."""
    assert client.post("/api/calendars", {"kind": "local", "name": "Home"}).is_success


def add_chore(client: Client) -> tuple[int, Any]:
    answer = client.post("/api/chores", {"title": "Dishes"})
    return answer.status_code, answer.json()


def mcp(client: Client, name: str, **arguments: Any) -> Any:
    params = {"name": name, "arguments": arguments}
    return client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).json()["result"]


def test_without_a_pin_nothing_is_locked(display: Client, client: Client) -> None:
    assert 201 == add_chore(display)[0]
    assert {"pinSet": False, "locked": False, "until": None} == display.get("/api/unlock").json()
    assert (409, {"error": "the household has no PIN"}) == ((it := unlock(display)).status_code, it.json())
    assert client.get("/api/settings").json()["pinSet"] is False


def test_with_a_pin_a_display_is_asked_for_it(display: Client, client: Client, pin: str) -> None:
    assert LOCKED == add_chore(display)
    assert {"pinSet": True, "locked": True, "until": None} == display.get("/api/unlock").json()
    assert display.get("/api/settings").json()["pinSet"] is True

    assert 201 == add_chore(client)[0]
    assert {"pinSet": True, "locked": False, "until": None} == client.get("/api/unlock").json()


def test_everyday_things_need_no_pin(display: Client, client: Client, pin: str, home: None) -> None:
    chore = client.post("/api/chores", {"title": "Dishes"}).json()["id"]
    assert 200 == display.post(f"/api/chores/{chore}/complete", {"date": "2026-11-20"}).status_code
    assert 200 == display.delete(f"/api/chores/{chore}/complete?date=2026-11-20").status_code
    shopping = display.post("/api/lists", {"name": "Shopping", "kind": "shopping"}).json()["id"]
    item = display.post(f"/api/lists/{shopping}/items", {"title": "Milk"}).json()[0]["id"]
    assert 201 == display.post("/api/notes", {"target": f"list_item:{item}", "body": "How much?"}).status_code
    assert 200 == display.delete(f"/api/lists/{shopping}/items/{item}").status_code
    assert 201 == add_event(display).status_code
    assert 200 == display.get("/api/chores").status_code


def test_settings_need_the_pin(display: Client, client: Client, pin: str) -> None:
    for body in ({"stickerPriceScale": 0}, {"familyName": "The Pirates"}, {"childrenChangeEvents": True}):
        answer = display.patch("/api/settings", body)
        assert LOCKED == (answer.status_code, answer.json())
    unlock(display)
    assert 0 == display.patch("/api/settings", {"stickerPriceScale": 0}).json()["stickerPriceScale"]


def test_events_are_changed_with_the_pin_unless_children_may(
    display: Client, client: Client, pin: str, home: None
) -> None:
    path = f"/api/events/{add_event(display).json()['id']}"
    for answer in (display.patch(path, {"title": "Diving"}), display.delete(path)):
        assert LOCKED == (answer.status_code, answer.json())

    client.patch("/api/settings", {"childrenChangeEvents": True})
    assert [200, 200] == [display.patch(path, {"title": "Diving"}).status_code, display.delete(path).status_code]


def test_an_added_event_is_undone_without_the_pin(display: Client, pin: str, home: None) -> None:
    added = add_event(display)
    assert 200 == display.post("/api/events/undo", {"token": added.headers["Mantel-Undo"]}).status_code
    assert 404 == display.get(f"/api/events/{added.json()['id']}").status_code


def test_a_parent_answers_ticks_and_redemptions_at_the_screen(display: Client, client: Client, ids: Ids) -> None:
    bed = client.post("/api/chores", {"title": "Bed", "memberId": ids["Cleo"], "points": 9, "needsApproval": True})
    film = client.post("/api/rewards", {"name": "Film", "price": 2, "needsApproval": True}).json()["id"]
    client.post("/api/points/awards", {"memberId": ids["Cleo"], "points": 2})
    tick, date = f"/api/chores/{bed.json()['id']}", {"date": "2026-11-20"}
    display.post(f"{tick}/complete", date)
    redeemed = display.post(f"/api/rewards/{film}/redeem", {"memberId": ids["Cleo"]}).json()["redemption"]
    yes, no = f"{tick}/approve", f"/api/rewards/redemptions/{redeemed['id']}/decline"
    assert [DENIED, DENIED] == [(it.status_code, it.json()) for it in (display.post(yes, date), display.post(no))]

    client.put("/api/settings/pin", {"pin": PIN})
    assert [LOCKED, LOCKED] == [(it.status_code, it.json()) for it in (display.post(yes, date), display.post(no))]

    unlock(display)
    assert [200, 200] == [it.status_code for it in (display.post(yes, date), display.post(no))]
    assert 11 == client.get(f"/api/members/{ids['Cleo']}/points").json()["balance"]


def test_a_passkey_unlocks_a_screen_too(display: Client, client: Client, pin: str) -> None:
    phone = Authenticator()
    register(client, phone)
    signed = {"response": phone.use(challenge(display))}
    granted = {"pinSet": True, "locked": False, "until": "2026-11-20T15:29:00.000Z"}
    assert (200, granted) == ((it := display.post("/api/unlock/passkey", signed)).status_code, it.json())
    assert 201 == add_chore(display)[0]

    display.delete("/api/unlock")
    assert 400 == display.post("/api/unlock/passkey", signed).status_code
    stranger = {"response": Authenticator().use(challenge(display))}
    assert 403 == display.post("/api/unlock/passkey", stranger).status_code
    assert LOCKED == add_chore(display)

    client.delete("/api/settings/pin")
    signed = {"response": phone.use(challenge(display))}
    assert 409 == display.post("/api/unlock/passkey", signed).status_code


def test_nobody_sets_whether_there_is_a_pin_by_a_patch(display: Client, client: Client, pin: str) -> None:
    assert client.patch("/api/settings", {"pinSet": False}).json()["pinSet"] is True
    assert LOCKED == add_chore(display)


def test_a_grant_is_for_one_key_and_five_minutes(display: Client, tablet: Client, pin: str, clock: FakeClock) -> None:
    granted = {"pinSet": True, "locked": False, "until": "2026-11-20T15:29:00.000Z"}
    assert (200, granted) == ((it := unlock(display)).status_code, it.json())
    assert granted == display.get("/api/unlock").json()
    assert 201 == add_chore(display)[0]
    assert LOCKED == add_chore(tablet)

    clock.turn(minutes=4, seconds=59)
    assert 201 == add_chore(display)[0]
    clock.turn(seconds=1)
    assert LOCKED == add_chore(display)


def test_a_grant_is_ended_early(display: Client, pin: str) -> None:
    unlock(display)
    assert [{"ok": True}] * 2 == [display.delete("/api/unlock").json() for _ in range(2)]
    assert LOCKED == add_chore(display)


def test_another_pin_ends_every_grant(display: Client, client: Client, pin: str, recorded: Changes) -> None:
    unlock(display)
    recorded()
    client.put("/api/settings/pin", {"pin": "87654321"})
    assert [("settings.changed", {})] == recorded()
    assert LOCKED == add_chore(display)
    assert 403 == unlock(display).status_code
    assert 200 == unlock(display, "87654321").status_code


def test_removing_the_pin_unlocks_everything(display: Client, client: Client, pin: str) -> None:
    assert {"ok": True} == client.delete("/api/settings/pin").json()
    assert 201 == add_chore(display)[0]
    assert client.get("/api/settings").json()["pinSet"] is False


@pytest.mark.parametrize("bad", ["123", "123456789", "12a4", "", 1234, None, "١٢٣٤", " 1234", "1234\n"])
def test_a_pin_has_four_to_eight_digits(client: Client, display: Client, pin: str, bad: object) -> None:
    for answer in (client.put("/api/settings/pin", {"pin": bad}), display.post("/api/unlock", {"pin": bad})):
        assert (400, "pin: ") == (answer.status_code, answer.json()["error"][:5])
    assert 200 == unlock(display).status_code


def test_only_admins_set_and_remove_the_pin(display: Client, pin: str) -> None:
    unlock(display)
    answers = display.put("/api/settings/pin", {"pin": "0000"}), display.delete("/api/settings/pin")
    assert [(403, "display key cannot access this route")] * 2 == [
        (each.status_code, each.json()["error"]) for each in answers
    ]


def test_an_admin_key_needs_no_pin(client: Client, pin: str) -> None:
    answer = unlock(client)
    assert (409, {"error": "an admin key needs no PIN"}) == (answer.status_code, answer.json())


def test_after_five_wrong_pins_the_screen_waits(
    display: Client, tablet: Client, client: Client, pin: str, clock: FakeClock
) -> None:
    wrong = [unlock(display, f"000{number}") for number in range(5)]
    assert [403] * 5 == [each.status_code for each in wrong]
    assert [4, 3, 2, 1, 0] == [each.json()["attemptsLeft"] for each in wrong]
    assert {"error": "wrong PIN", "code": "wrong_pin", "attemptsLeft": 0, "retryAfter": 900} == wrong[-1].json()

    clock.turn(minutes=10)
    waiting = {"error": "too many wrong PINs; wait a while", "code": "too_many_attempts", "retryAfter": 300}
    assert (429, waiting) == ((it := unlock(display)).status_code, it.json())
    assert 200 == unlock(tablet).status_code
    clock.turn(minutes=5)
    assert 200 == unlock(display).status_code


def test_all_screens_together_have_a_limit(
    application: Application, client_of: ClientOf, client: Client, pin: str, clock: FakeClock
) -> None:
    def fresh() -> Client:
        return client_of(application.database.write_now(access.make_key, NewKey(name="A")).key)

    statuses = [unlock(each, "0000").status_code for each in (fresh() for _ in range(6)) for _ in range(5)]
    assert [403] * 30 == statuses
    assert (429, 3600) == ((it := unlock(fresh())).status_code, it.json()["retryAfter"])

    # A parent is not locked out by it: another PIN opens new windows.
    client.put("/api/settings/pin", {"pin": PIN})
    assert 200 == unlock(fresh()).status_code


def test_each_further_wrong_pin_makes_the_wait_of_a_screen_longer(
    display: Client, client: Client, pin: str, clock: FakeClock
) -> None:
    for _ in range(5):
        unlock(display, "0000")
    waits = []
    for _ in range(9):
        seconds = unlock(display).json()["retryAfter"]
        waits.append(seconds // 60)
        clock.turn(seconds=seconds - 1)
        assert 429 == unlock(display).status_code
        clock.turn(seconds=1)
        assert 403 == unlock(display, "0000").status_code
    assert [15, 30, 60, 120, 240, 480, 960, 1440, 1440] == waits

    clock.turn(days=1)
    assert 200 == unlock(display).status_code
    assert [4, 3] == [unlock(display, "0000").json()["attemptsLeft"] for _ in range(2)]


def test_a_screen_that_unlocked_lately_is_not_kept_waiting_by_others(
    application: Application, client_of: ClientOf, tablet: Client, client: Client, pin: str, clock: FakeClock
) -> None:
    def fresh() -> Client:
        return client_of(application.database.write_now(access.make_key, NewKey(name="A")).key)

    unlock(tablet)
    clock.turn(days=6)
    for each in (fresh() for _ in range(6)):
        for _ in range(5):
            unlock(each, "0000")
    assert [429, 200] == [unlock(each).status_code for each in (fresh(), tablet)]
    clock.turn(days=7)
    for each in (fresh() for _ in range(6)):
        for _ in range(5):
            unlock(each, "0000")
    assert 429 == unlock(tablet).status_code


def test_parents_get_a_message_after_ten_wrong_pins(
    application: Application, display: Client, tablet: Client, client: Client, pin: str, recorded: Changes
) -> None:
    recorded()
    for number in range(9):
        unlock((display, tablet)[number % 2], "0000")
    assert [] == recorded()
    unlock(tablet, "0000")
    assert [("pin.guessed", {"screen": "Tablet", "wrong": 10})] == recorded()


def test_right_pins_do_not_use_up_the_limit(display: Client, pin: str) -> None:
    assert {200} == {unlock(display).status_code for _ in range(40)}
    assert [403] * 4 + [200] + [403] * 4 == [
        unlock(display, each).status_code for each in ["0000"] * 4 + [PIN] + ["0000"] * 4
    ]


def test_wrong_pins_and_grants_survive_a_restart(settings: Settings, clock: FakeClock, loop: Loop) -> None:
    first = build(settings, clock=clock)
    keys = [first.database.write_now(access.make_key, NewKey(name="Wall")).key for _ in range(2)]
    admin = first.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    Client(first.app, loop, admin).put("/api/settings/pin", {"pin": PIN})
    unlock(Client(first.app, loop, keys[1]))
    for _ in range(5):
        unlock(Client(first.app, loop, keys[0]), "0000")
    first.database.close()

    second = build(settings, clock=clock)
    assert 429 == unlock(Client(second.app, loop, keys[0])).status_code
    assert 201 == add_chore(Client(second.app, loop, keys[1]))[0]
    second.database.close()


def test_the_pin_is_stored_only_as_a_hash(application: Application, pin: str) -> None:
    stored = list(application.database.read.rows("SELECT * FROM household_pin"))
    assert pin not in repr(stored[0][2:]) and 64 == len(stored[0][2])


def test_a_deleted_key_takes_its_grant_along(
    application: Application, client: Client, display: Client, pin: str
) -> None:
    unlock(display)
    wall = next(each["id"] for each in client.get("/api/keys").json() if each["name"] == "Wall")
    client.delete(f"/api/keys/{wall}")
    assert 0 == application.database.read.value("SELECT count(*) FROM unlocked_keys")


def test_mcp_is_locked_as_rest_is(display: Client, client: Client, pin: str) -> None:
    answer = mcp(display, "create_chore", title="Dishes")
    assert (True, LOCKED[1]["error"]) == (answer["isError"], answer["content"][0]["text"])
    assert mcp(display, "list_chores")["isError"] is False
    unlock(display)
    assert mcp(display, "create_chore", title="Dishes")["isError"] is False


def test_an_app_with_everyday_access_cannot_use_the_pin(
    client_of: ClientOf, anybody: Client, client: Client, pin: str
) -> None:
    """A grant is for a screen that a person stands at. An app that changes chores needs full access."""
    program = Program(anybody)
    everyday, full = (client_of(program.tokens(client, scope)["access_token"]) for scope in ("display", "admin"))
    assert LOCKED == add_chore(everyday)
    assert mcp(everyday, "create_chore", title="Dishes")["isError"] is True
    denied = unlock(everyday), full.put("/api/settings/pin", {"pin": "0000"}), full.delete("/api/settings/pin")
    assert [(403, "a connected app cannot use the PIN")] * 3 == [
        (each.status_code, each.json()["error"]) for each in denied
    ]
    assert 201 == add_chore(full)[0]
    shown = full.post("/api/keys", {"name": "Made by an app", "scope": "display"}).json()["key"]
    assert 403 == unlock(client_of(shown)).status_code
