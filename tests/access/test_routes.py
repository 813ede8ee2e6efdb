import asyncio
from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest

from appliance.access import actions, queries
from appliance.access.models import NewKey, StoredKey
from appliance.app import Application
from appliance.kernel.database.transactions import Tx
from appliance.kernel.encryption import digest
from appliance.kernel.errors import TooManyRequests
from appliance.people.models import Person
from appliance.settings import Settings
from tests.building import build
from tests.client import Changes, Client, ClientOf, Loop
from tests.fakes import FakeClock

UNCLAIMED = {
    "claimed": False,
    "oauth": {"google": False, "microsoft": False},
    "passkeys": False,
    "passkeyRequired": False,
    "hasPasskey": False,
}


@pytest.fixture
def code(application: Application) -> str:
    """The setup code that a fresh start has shown."""
    code = application.database.write_now(actions.new_setup_code)
    assert code is not None
    return code


def claim(code: str, role: str = "admin") -> dict[str, str]:
    return {"code": code, "deviceRole": role, "deviceName": "Kitchen"}


def test_an_admin_claims_the_household(anybody: Client, client_of: ClientOf, code: str, recorded: Changes) -> None:
    assert UNCLAIMED == anybody.get("/api/setup").json()

    answer = anybody.post("/api/setup/claim", claim(code))

    assert 200 == answer.status_code
    assert {"adminKey", "adminKeyId"} == answer.json().keys()
    assert UNCLAIMED | {"claimed": True} == anybody.get("/api/setup").json()
    assert [("settings.changed", {})] == recorded()
    owner = client_of(answer.json()["adminKey"])
    assert [("Kitchen", "admin")] == [(key["name"], key["scope"]) for key in owner.get("/api/keys").json()]


def test_a_display_claims_with_two_keys(anybody: Client, client_of: ClientOf, code: str) -> None:
    keys = anybody.post("/api/setup/claim", claim(f"{code[:3]} {code[3:]}", "display")).json()

    wall, owner = client_of(keys["displayKey"]), client_of(keys["adminKey"])
    assert ("display", "Kitchen") == (wall.get("/api/me").json()["scope"], wall.get("/api/me").json()["keyName"])
    assert "Kitchen (admin)" == owner.get("/api/me").json()["keyName"]
    assert keys["adminKeyId"] in [key["id"] for key in owner.get("/api/keys").json()]


def test_a_household_is_claimed_once(anybody: Client, code: str, client: Client) -> None:
    answer = anybody.post("/api/setup/claim", claim(code))
    assert (409, {"error": "already claimed", "code": "already_claimed"}) == (answer.status_code, answer.json())


def test_a_member_claims_too_unless_a_demonstration_made_it_up(
    anybody: Client, application: Application, family: dict[str, Person]
) -> None:
    assert anybody.get("/api/setup").json()["claimed"]
    assert None is application.database.write_now(actions.new_setup_code)

    application.database.write_now(actions.new_setup_code, demo=True)
    code = application.database.write_now(actions.new_setup_code)

    assert not anybody.get("/api/setup").json()["claimed"]
    assert 200 == anybody.post("/api/setup/claim", claim(str(code))).status_code
    assert anybody.get("/api/setup").json()["claimed"]
    assert None is application.database.write_now(actions.new_setup_code)


def test_ten_guesses_an_hour(anybody: Client, application: Application, code: str, clock: FakeClock) -> None:
    wrong = claim("000000" if code != "000000" else "000001")
    for _ in range(10):
        assert (401, "invalid setup code") == (
            (answer := anybody.post("/api/setup/claim", wrong)).status_code,
            answer.json()["error"],
        )
    assert 429 == anybody.post("/api/setup/claim", wrong).status_code
    assert 429 == anybody.post("/api/setup/claim", claim(code)).status_code

    clock.turn(hours=1, seconds=1)

    assert 200 == anybody.post("/api/setup/claim", claim(code)).status_code


def lose_last_key(client: Client) -> None:
    (key,) = client.get("/api/keys").json()
    assert 200 == client.delete(f"/api/keys/{key['id']}").status_code


def test_a_household_that_lost_its_last_key_stays_claimed(
    anybody: Client, client: Client, application: Application, caplog: pytest.LogCaptureFixture
) -> None:
    lose_last_key(client)

    assert anybody.get("/api/setup").json()["claimed"]
    assert application.database.write_now(actions.new_setup_code) is None
    assert 409 == anybody.post("/api/setup/claim", claim("123456")).status_code
    assert "setup code" not in caplog.text


def test_a_code_from_the_machine_claims_a_household_again(
    anybody: Client, client: Client, application: Application
) -> None:
    lose_last_key(client)
    code = application.database.write_now(actions.new_claim_code)

    assert not anybody.get("/api/setup").json()["claimed"]
    assert 401 == anybody.post("/api/setup/claim", claim("000000" if code != "000000" else "000001")).status_code
    assert 200 == anybody.post("/api/setup/claim", claim(code)).status_code
    assert anybody.get("/api/setup").json()["claimed"]
    assert 409 == anybody.post("/api/setup/claim", claim(code)).status_code


def test_a_code_from_the_machine_expires(
    anybody: Client, client: Client, application: Application, clock: FakeClock
) -> None:
    code = application.database.write_now(actions.new_claim_code)
    clock.turn(minutes=15)

    assert anybody.get("/api/setup").json()["claimed"]
    assert 409 == anybody.post("/api/setup/claim", claim(code)).status_code
    assert 200 == client.get("/api/me").status_code


def test_a_setup_code_is_not_in_the_log(
    anybody: Client, application: Application, caplog: pytest.LogCaptureFixture
) -> None:
    assert not anybody.get("/api/setup").json()["claimed"]

    code = application.setup_code.text
    assert code
    assert code not in caplog.text
    assert 200 == anybody.post("/api/setup/claim", claim(code)).status_code


def test_the_number_of_keys_is_limited(client: Client, application: Application) -> None:
    def fill(tx: Tx) -> None:
        for number in range(499):
            text = f"key {number}"
            queries.put_key(tx, StoredKey(id=text, name=text, scope="display", kind="api"), text, text, None)

    application.database.write_now(fill)

    answer = client.post("/api/keys", {"name": "One more"})

    assert (409, "there are 500 keys; delete some that are no longer used") == (
        answer.status_code,
        answer.json()["error"],
    )


def test_sessions_give_way_to_newer_ones(client: Client, application: Application) -> None:
    first, *_, last = [application.database.write_now(actions.sign_in, "Recovery code").key for _ in range(101)]

    assert 101 == len(client.get("/api/keys").json())
    assert None is queries.key_by_digest(application.database.read, digest(first))
    assert queries.key_by_digest(application.database.read, digest(last))


def test_attempt_counters_are_limited(application: Application) -> None:
    def fill(tx: Tx) -> None:
        rows = [(f"x {number}", tx.now) for number in range(10_000)]
        tx.run_many("INSERT INTO attempts (name, started_at, count) VALUES (?, ?, 1)", rows)

    application.database.write_now(fill)

    with pytest.raises(TooManyRequests):
        application.database.write_now(actions.count_attempt, "passkey login 10.0.0.1", 20, timedelta(minutes=10))
    application.database.write_now(actions.count_attempt, "x 1", 20, timedelta(minutes=10))


def test_a_new_code_opens_a_new_window(anybody: Client, application: Application, code: str) -> None:
    for _ in range(11):
        anybody.post("/api/setup/claim", claim("wrong-code"))

    fresh = application.database.write_now(actions.new_setup_code)

    assert 200 == anybody.post("/api/setup/claim", claim(str(fresh))).status_code


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"code": "123", "deviceRole": "admin", "deviceName": "x"}, "code: "),
        ({"code": "123456", "deviceRole": "owner", "deviceName": "x"}, "deviceRole: Invalid enum value 'owner'"),
        ({"code": "123456", "deviceRole": "admin", "deviceName": ""}, "deviceName: must not be empty"),
        ({"code": 123456, "deviceRole": "admin", "deviceName": "x"}, "code: Expected `str`, got `int`"),
    ],
)
def test_a_malformed_claim_is_rejected_by_field(anybody: Client, code: str, body: object, error: str) -> None:
    answer = anybody.post("/api/setup/claim", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)


@pytest.fixture
def owned(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A server with ADMIN_API_KEY set."""
    application = build(msgspec.structs.replace(settings, admin_api_key="a-long-secret"), clock=clock)
    yield application
    application.database.close()


def test_the_owners_key_works_claims_and_does_not_count_as_a_claim(owned: Application, loop: Loop) -> None:
    owner, anybody = Client(owned.app, loop, "a-long-secret"), Client(owned.app, loop)
    assert ("admin", "ADMIN_API_KEY") == (owner.get("/api/me").json()["scope"], owner.get("/api/me").json()["keyName"])
    assert not anybody.get("/api/setup").json()["claimed"]
    assert 200 == anybody.post("/api/setup/claim", claim("a-long-secret")).status_code


def test_a_key_is_made_used_and_revoked_at_once(client_of: ClientOf, client: Client, recorded: Changes) -> None:
    made = client.post("/api/keys", {"name": "Tablet"})
    assert 201 == made.status_code
    assert ("display", {"id", "name", "scope", "key"}) == (made.json()["scope"], made.json().keys())
    tablet = client_of(made.json()["key"])
    assert 200 == tablet.get("/api/rev").status_code

    assert {"ok": True} == client.delete(f"/api/keys/{made.json()['id']}").json()

    assert 401 == tablet.get("/api/rev").status_code
    assert 404 == client.delete(f"/api/keys/{made.json()['id']}").status_code
    assert [("settings.changed", {"keyId": made.json()["id"]})] * 2 == recorded()


def test_a_key_has_the_contracts_form_and_is_kept_only_as_a_hash(application: Application) -> None:
    key = application.database.write_now(actions.make_key, NewKey(name="Tablet")).key
    assert ("mtl_", 36) == (key[:4], len(key))
    stored = [str(value) for row in application.database.read.rows("SELECT * FROM keys") for value in row]
    assert key not in stored
    assert key[:8] in stored


def test_last_use_is_stored_at_most_once_an_hour_and_records_no_change(
    application: Application, client: Client, clock: FakeClock, recorded: Changes
) -> None:
    def last_used() -> str | None:
        key: str | None = client.get("/api/keys").json()[0]["lastUsedAt"]
        return key

    client.get("/api/rev")
    asyncio.run(application.database.write(lambda tx: None))
    first = last_used()
    clock.turn(minutes=59)
    assert first == last_used()
    clock.turn(minutes=2)
    last_used()
    asyncio.run(application.database.write(lambda tx: None))
    assert "2026-11-20T15:24:00.000Z" == first
    assert "2026-11-20T16:25:00.000Z" == last_used()
    assert [] == recorded()


@pytest.mark.parametrize("value", ["bearer KEY", "Bearer", "Basic KEY", "KEY", "Bearer KEYx", "Bearer  "])
def test_a_key_counts_only_as_a_bearer(application: Application, loop: Loop, value: str) -> None:
    key = application.database.write_now(actions.make_key, NewKey(name="Tablet")).key
    anybody = Client(application.app, loop)
    answer = anybody.get("/api/rev", headers={"Authorization": value.replace("KEY", key)})
    assert (401, {"error": "unauthorized"}) == (answer.status_code, answer.json())


def test_an_expired_key_is_an_unknown_key(
    application: Application, client_of: ClientOf, client: Client, clock: FakeClock
) -> None:
    made = application.database.write_now(actions.make_key, NewKey(name="Session"))
    application.database.write_now(
        lambda tx: tx.run("UPDATE keys SET expires_at = '2026-11-20T16:00:00.000Z' WHERE id = ?", made.id)
    )
    visitor = client_of(made.key)
    tag = visitor.get("/api/settings").headers["etag"]

    clock.turn(hours=1)

    assert 401 == visitor.get("/api/settings", headers={"If-None-Match": tag}).status_code


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "name: is required"),
        ({"name": ""}, "name: must not be empty"),
        ({"name": "x", "scope": "root"}, "scope: Invalid enum value 'root'"),
    ],
)
def test_a_bad_key_is_rejected_by_field(client: Client, body: object, error: str) -> None:
    answer = client.post("/api/keys", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
