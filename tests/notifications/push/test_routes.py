from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Subscribe
from tests.notifications.service import Browser, PushService

DEFAULTS = {
    "eventReminders": True,
    "dailySummary": False,
    "summaryTime": "07:30",
    "choreNudge": False,
    "choreNudgeTime": "08:00",
    "listUpdates": False,
    "approvals": True,
    "weeklySummary": False,
    "weeklySummaryTime": "18:00",
}
PATH = "/api/push/subscriptions"


def request(service: PushService, **more: Any) -> dict[str, Any]:
    return {"subscription": Browser(service).subscription, "deviceName": "Phone", **more}


def test_the_public_key_is_made_once_and_stays(client: Client, display: Client) -> None:
    first = client.get("/api/push/vapid-public-key").json()
    assert {"publicKey"} == set(first)
    assert 87 == len(first["publicKey"])
    assert first == display.get("/api/push/vapid-public-key").json()


def test_the_private_key_is_encrypted(client: Client, application: Application) -> None:
    client.get("/api/push/vapid-public-key")
    assert application.database.read.value("SELECT private_key FROM vapid_keys").startswith("v1:")


def test_a_device_is_subscribed_with_the_default_options(
    client: Client, service: PushService, family: dict[str, Person]
) -> None:
    ana = family["Ana"].id
    made = client.post(PATH, request(service, memberIds=[ana, "nobody", ana]))
    assert 201 == made.status_code, made.text
    answer = made.json()
    assert answer == {
        "id": answer["id"],
        "deviceName": "Phone",
        "memberIds": [ana],
        "prefs": DEFAULTS,
        "createdAt": "2026-11-20T15:24:00.000Z",
        "lastSuccessAt": None,
        "lastAttemptAt": None,
        "lastError": None,
    }
    assert [answer] == client.get(PATH).json()


def test_the_same_endpoint_keeps_its_id_and_starts_again(client: Client, display: Client, service: PushService) -> None:
    body = request(service, prefs={"dailySummary": True, "summaryTime": "06:15"})
    first = client.post(PATH, body).json()
    assert DEFAULTS | {"dailySummary": True, "summaryTime": "06:15"} == first["prefs"]

    again = display.post(PATH, {**body, "deviceName": "Tablet", "prefs": {"listUpdates": True}})
    assert 201 == again.status_code
    assert (first["id"], first["createdAt"]) == (again.json()["id"], again.json()["createdAt"])
    assert DEFAULTS | {"listUpdates": True} == again.json()["prefs"]
    assert [again.json()] == display.get(PATH).json()


def test_options_are_merged(client: Client, subscribe: Subscribe, family: dict[str, Person]) -> None:
    device, _ = subscribe(memberIds=[family["Ana"].id])
    changed = client.patch(f"{PATH}/{device}", {"prefs": {"choreNudge": True}, "deviceName": "Ana's phone"}).json()
    assert DEFAULTS | {"choreNudge": True} == changed["prefs"]
    assert ("Ana's phone", [family["Ana"].id]) == (changed["deviceName"], changed["memberIds"])
    changed = client.patch(f"{PATH}/{device}", {"prefs": {"choreNudgeTime": "17:00"}, "memberIds": []}).json()
    assert DEFAULTS | {"choreNudge": True, "choreNudgeTime": "17:00"} == changed["prefs"]
    assert [] == changed["memberIds"]


def test_neither_endpoint_nor_keys_are_shown_or_kept_in_the_clear(
    client: Client, application: Application, service: PushService
) -> None:
    body = request(service)
    answers = client.post(PATH, body).text + client.get(PATH).text
    stored = str(list(application.database.read.rows("SELECT * FROM subscriptions")))
    for secret in (body["subscription"]["endpoint"], *body["subscription"]["keys"].values()):
        assert secret not in answers
        assert secret not in stored


def test_a_display_sees_and_changes_only_its_own_devices(client: Client, display: Client, subscribe: Subscribe) -> None:
    mine, _ = subscribe(display)
    theirs, _ = subscribe(client)
    assert [mine] == [each["id"] for each in display.get(PATH).json()]
    assert [mine, theirs] == [each["id"] for each in client.get(PATH).json()]

    for method, path in (("PATCH", PATH), ("DELETE", PATH), ("POST", "/api/push/test")):
        arguments = {"json": {"deviceName": "Mine"}} if method == "PATCH" else {}
        answer = display.request(method, f"{path}/{theirs}", **arguments)
        assert (403, {"error": "forbidden"}) == (answer.status_code, answer.json())
        assert 404 == display.request(method, f"{path}/nobody", **arguments).status_code
    assert {"ok": True} == display.delete(f"{PATH}/{mine}").json()
    assert {"ok": True} == client.delete(f"{PATH}/{theirs}").json()
    assert [] == client.get(PATH).json()


def test_a_device_goes_with_the_key_that_made_it(
    client: Client, application: Application, service: PushService
) -> None:
    made = client.post("/api/keys", {"name": "Tablet"}).json()
    answer = client.post(PATH, request(service), headers={"Authorization": f"Bearer {made['key']}"})
    assert 201 == answer.status_code
    client.delete(f"/api/keys/{made['id']}")
    assert [] == client.get(PATH).json()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"deviceName": ""}, "deviceName: must not be empty"),
        ({"prefs": {"summaryTime": "7:30"}}, "prefs.summaryTime: must be HH:MM"),
        ({"prefs": {"dailySummary": 1}}, "prefs.dailySummary: Expected `bool`, got `int`"),
        ({"subscription": {}}, "subscription.endpoint: is required"),
        ({"memberIds": None}, "memberIds: Expected `array`, got `null`"),
    ],
)
def test_an_invalid_request_names_its_field(client: Client, service: PushService, change: Any, error: str) -> None:
    answer = client.post(PATH, {**request(service), **change})
    assert (400, error) == (answer.status_code, answer.json()["error"])


@pytest.mark.parametrize("secret", ["", "AAAA", "not base64!", "A" * 87, "é" * 20])
@pytest.mark.parametrize("name", ["p256dh", "auth"])
def test_unusable_keys_are_rejected(client: Client, service: PushService, name: str, secret: str) -> None:
    body = request(service)
    body["subscription"]["keys"][name] = secret
    answer = client.post(PATH, body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(f"subscription.keys.{name}: must")


class TestWithoutPrivateAddresses:
    @pytest.fixture
    def settings(self, settings: Any) -> Any:
        from msgspec.structs import replace

        return replace(settings, allow_private_push_urls=False, allow_private_feed_urls=True)

    @pytest.mark.parametrize(
        "endpoint",
        [
            "http://push.example.com/x",
            "https://127.0.0.1/x",
            "https://192.168.1.9/x",
            "https://wall.local/x",
            "https://[::1]/x",
            "ftp://push.example.com/x",
            "push",
            "https://0x7f000001/x",
        ],
    )
    def test_only_public_https_is_pushed_to(self, client: Client, service: PushService, endpoint: str) -> None:
        body = request(service)
        body["subscription"]["endpoint"] = endpoint
        answer = client.post(PATH, body)
        assert 400 == answer.status_code
        assert answer.json()["error"].startswith("subscription.endpoint: must be a ")

    def test_a_public_one_is(self, client: Client, service: PushService) -> None:
        body = request(service)
        body["subscription"]["endpoint"] = "https://push.example.com/x"
        assert 201 == client.post(PATH, body).status_code


def test_a_session_that_has_ended_is_not_pushed_to(
    client: Client, application: Application, service: PushService
) -> None:
    client.post(PATH, request(service))
    application.database.write_now(lambda tx: tx.run("UPDATE keys SET expires_at = '2026-11-20T15:00:00.000Z'"))
    assert [] == list(application.database.read.rows("SELECT 1 FROM keys WHERE expires_at IS NULL"))
    from appliance.notifications.push import queries

    assert [] == queries.subscriptions(application.database.read)


def test_a_key_keeps_the_ten_subscriptions_that_were_used_last(
    client: Client, display: Client, subscribe: Subscribe, clock: FakeClock
) -> None:
    first, _ = subscribe(display)
    clock.turn(minutes=1)
    second, _ = subscribe(display)
    clock.turn(minutes=1)
    assert {"ok": True} == display.post(f"/api/push/test/{first}").json()
    for _ in range(9):
        clock.turn(minutes=1)
        subscribe(display)

    kept = [each["id"] for each in display.get(PATH).json()]
    assert 10 == len(kept)
    assert first in kept
    assert second not in kept


def test_a_household_takes_two_hundred_subscriptions(
    client: Client, application: Application, subscribe: Subscribe, service: PushService
) -> None:
    subscribe(client)
    application.database.write_now(
        lambda tx: tx.run(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 199)"
            " INSERT INTO subscriptions (id, key_id, digest, sealed, device_name, prefs, created_at)"
            " SELECT 'd' || n, NULL, 'd' || n, sealed, device_name, prefs, created_at FROM subscriptions, numbers"
        )
    )

    answer = client.post(PATH, request(service))

    assert (
        409,
        {
            "error": "the household has 200 subscriptions already; remove one first",
            "code": "limit_reached",
            "limit": 200,
        },
    ) == (
        answer.status_code,
        answer.json(),
    )
