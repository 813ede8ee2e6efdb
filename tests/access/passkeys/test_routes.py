from typing import Any

import pytest

from appliance.app import Application
from tests.access.passkeys.authenticator import Authenticator
from tests.access.passkeys.ceremonies import challenge, options, register, sign_in
from tests.client import Changes, Client, ClientOf
from tests.fakes import FakeClock

NOT_ACCEPTED = (401, {"error": "this passkey was not accepted", "code": "passkey_not_accepted"})
TOO_LATE = (400, {"error": "this took too long or was tried before; start again", "code": "sign_in_expired"})
USED = (400, {"error": "the link to add a passkey has expired or was used; make a new one", "code": "sign_in_expired"})


@pytest.fixture
def phone() -> Authenticator:
    return Authenticator()


@pytest.fixture
def registered(client: Client, phone: Authenticator) -> dict[str, Any]:
    """Ana's phone holds a passkey."""
    answer = register(client, phone)
    assert 200 == answer.status_code, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_passkey_is_made_and_signs_in(
    anybody: Client, client: Client, client_of: ClientOf, phone: Authenticator, clock: FakeClock, recorded: Changes
) -> None:
    made = register(client, phone).json()
    assert {"id", "name", "session"} == made.keys()
    assert [("settings.changed", {})] == recorded()

    clock.turn(hours=1)
    session = sign_in(anybody, phone)

    assert (200, {"key", "expiresAt"}) == (session.status_code, session.json().keys())
    assert "2026-12-20T16:24:00.000Z" == session.json()["expiresAt"]
    me = client_of(session.json()["key"]).get("/api/me").json()
    assert ("admin", "Passkey: Ana's phone", "session") == (me["scope"], me["keyName"], me["kind"])
    assert [
        {
            "id": made["id"],
            "name": "Ana's phone",
            "createdAt": "2026-11-20T15:24:00.000Z",
            "lastUsedAt": "2026-11-20T16:24:00.000Z",
            "transports": ["internal"],
        }
    ] == client.get("/api/passkeys").json()
    assert [] == recorded()


def test_registering_begins_a_session(client_of: ClientOf, registered: dict[str, Any]) -> None:
    assert "2026-12-20T15:24:00.000Z" == registered["session"]["expiresAt"]
    assert 200 == client_of(registered["session"]["key"]).get("/api/passkeys").status_code


def test_a_session_ends_after_thirty_days_however_often_it_is_used(
    client_of: ClientOf, client: Client, registered: dict[str, Any], clock: FakeClock
) -> None:
    visitor = client_of(registered["session"]["key"])
    for _ in range(29):
        clock.turn(days=1)
        assert 200 == visitor.get("/api/rev").status_code
    clock.turn(days=1)
    assert 401 == visitor.get("/api/rev").status_code
    assert ["Phone"] == [key["name"] for key in client.get("/api/keys").json()]


def test_what_a_browser_is_asked(client: Client, anybody: Client, registered: dict[str, Any]) -> None:
    client.patch("/api/settings", {"familyName": "Linden"})
    creation_options = options(client, authenticator="cross-platform")
    assert {"name": "Mantel", "id": "wall.test"} == creation_options["rp"]
    assert ("Linden", "none") == (creation_options["user"]["name"], creation_options["attestation"])
    assert ["security-key", "hybrid"] == creation_options["hints"]
    assert {
        "authenticatorAttachment": "cross-platform",
        "residentKey": "preferred",
        "requireResidentKey": False,
        "userVerification": "preferred",
    } == creation_options["authenticatorSelection"]
    known = creation_options["excludeCredentials"]
    assert [("public-key", ["internal"])] == [(each["type"], each["transports"]) for each in known]
    login = challenge(anybody)
    assert ("wall.test", "preferred", known) == (login["rpId"], login["userVerification"], login["allowCredentials"])
    assert "authenticatorAttachment" not in options(client)["authenticatorSelection"]
    assert creation_options["user"]["id"] == options(client)["user"]["id"]
    assert creation_options["challenge"] != options(client)["challenge"]


def test_the_setup_shows_whether_there_are_passkeys(anybody: Client, client: Client, phone: Authenticator) -> None:
    before = anybody.get("/api/setup").json()
    passkey_id = register(client, phone).json()["id"]
    during = anybody.get("/api/setup").json()
    client.delete(f"/api/passkeys/{passkey_id}")
    result = [(each["hasPasskey"], each["passkeys"]) for each in (before, during, anybody.get("/api/setup").json())]
    assert [(False, False), (True, True), (False, False)] == result


def test_a_token_registers_one_device(
    anybody: Client, client: Client, application: Application, client_of: ClientOf, phone: Authenticator
) -> None:
    invited = client.post("/api/passkeys/register-token")
    assert (200, "2026-11-20T15:39:00.000Z") == (invited.status_code, invited.json()["expiresAt"])
    token = invited.json()["token"]

    # Options may be asked for again: only a passkey that was kept uses the token up.
    options(anybody, token=token)
    made = register(anybody, phone, token=token)

    assert 200 == made.status_code
    assert 200 == client_of(made.json()["session"]["key"]).get("/api/keys").status_code
    again = anybody.post("/api/passkeys/register/options", {"token": token})
    assert USED == (again.status_code, again.json())
    assert token not in repr(list(application.database.read.rows("SELECT * FROM register_tokens")))


def test_a_token_whose_device_came_second_is_used(anybody: Client, client: Client, phone: Authenticator) -> None:
    token = client.post("/api/passkeys/register-token").json()["token"]
    tablet = Authenticator()
    first, second = options(anybody, token=token), options(anybody, token=token)
    body = {"name": "x", "token": token}
    assert 200 == anybody.post("/api/passkeys/register/verify", body | {"response": phone.create(first)}).status_code
    late = anybody.post("/api/passkeys/register/verify", body | {"response": tablet.create(second)})
    assert USED == (late.status_code, late.json())
    assert 1 == len(client.get("/api/passkeys").json())


def test_a_token_ends_after_a_quarter_of_an_hour(
    anybody: Client, client: Client, phone: Authenticator, clock: FakeClock
) -> None:
    token = client.post("/api/passkeys/register-token").json()["token"]
    clock.turn(minutes=14)
    made = phone.create(options(anybody, token=token))
    clock.turn(minutes=1)
    late = [
        anybody.post("/api/passkeys/register/options", {"token": token}),
        anybody.post("/api/passkeys/register/verify", {"name": "x", "token": token, "response": made}),
    ]
    assert [USED] * 2 == [(each.status_code, each.json()) for each in late]


def test_only_an_admin_or_a_token_may_register(
    anybody: Client, client: Client, display: Client, phone: Authenticator
) -> None:
    made = phone.create(options(client))
    for visitor in (anybody, display):
        assert 401 == visitor.post("/api/passkeys/register/options", {}).status_code
        rejected = visitor.post("/api/passkeys/register/verify", {"name": "x", "response": made})
        assert (401, {"error": "unauthorized"}) == (rejected.status_code, rejected.json())


def test_a_token_does_not_finish_what_an_admin_began(anybody: Client, client: Client, phone: Authenticator) -> None:
    token = client.post("/api/passkeys/register-token").json()["token"]
    made = phone.create(options(client))
    rejected = anybody.post("/api/passkeys/register/verify", {"name": "x", "response": made, "token": token})
    assert TOO_LATE == (rejected.status_code, rejected.json())


def test_an_admin_finishes_what_a_token_began(anybody: Client, client: Client, phone: Authenticator) -> None:
    token = client.post("/api/passkeys/register-token").json()["token"]
    made = phone.create(options(anybody, token=token))
    assert 200 == client.post("/api/passkeys/register/verify", {"name": "x", "response": made}).status_code
    assert 400 == anybody.post("/api/passkeys/register/options", {"token": token}).status_code


def test_a_device_is_registered_once(client: Client, phone: Authenticator, registered: dict[str, Any]) -> None:
    again = register(client, phone)
    assert (400, {"error": "this passkey is registered already", "code": "passkey_known"}) == (
        again.status_code,
        again.json(),
    )


def test_a_passkey_is_renamed(client: Client, registered: dict[str, Any], recorded: Changes) -> None:
    renamed = client.patch(f"/api/passkeys/{registered['id']}", {"name": "Old phone"})
    assert (200, "Old phone") == (renamed.status_code, renamed.json()["name"])
    assert [renamed.json()] == client.get("/api/passkeys").json()
    assert [("settings.changed", {})] == recorded()
    assert 404 == client.patch("/api/passkeys/nobody", {"name": "x"}).status_code
    assert 400 == client.patch(f"/api/passkeys/{registered['id']}", {"name": ""}).status_code


def test_a_passkey_is_removed_with_its_sessions_at_once(
    anybody: Client,
    client: Client,
    client_of: ClientOf,
    phone: Authenticator,
    registered: dict[str, Any],
    recorded: Changes,
) -> None:
    sessions = [client_of(key) for key in (registered["session"]["key"], sign_in(anybody, phone).json()["key"])]
    other = client_of(register(client, Authenticator(), "Tablet").json()["session"]["key"])
    tags = [each.get("/api/settings").headers["etag"] for each in sessions]
    recorded()

    assert {"ok": True} == client.delete(f"/api/passkeys/{registered['id']}").json()

    assert [("settings.changed", {})] == recorded()
    answers = [
        each.get("/api/settings", headers={"If-None-Match": tag}) for each, tag in zip(sessions, tags, strict=True)
    ]
    assert [401, 401] == [each.status_code for each in answers]
    assert 200 == other.get("/api/rev").status_code
    rejected = sign_in(anybody, phone)
    assert NOT_ACCEPTED == (rejected.status_code, rejected.json())
    assert 404 == client.delete(f"/api/passkeys/{registered['id']}").status_code


def test_only_a_session_is_ended_by_signing_out(
    client: Client, display: Client, client_of: ClientOf, registered: dict[str, Any], recorded: Changes
) -> None:
    visitor = client_of(registered["session"]["key"])
    tag = visitor.get("/api/settings").headers["etag"]

    assert {"ok": True} == visitor.post("/api/sessions/logout").json()
    assert 401 == visitor.get("/api/settings", headers={"If-None-Match": tag}).status_code
    assert {"ok": True} == client.post("/api/sessions/logout").json()
    assert 200 == client.get("/api/rev").status_code
    assert 403 == display.post("/api/sessions/logout").status_code
    assert [] == recorded()


def test_an_owner_whose_sessions_are_over_still_owns_the_household(
    anybody: Client, client: Client, client_of: ClientOf, phone: Authenticator, registered: dict[str, Any]
) -> None:
    owner = client_of(registered["session"]["key"])
    for key in owner.get("/api/keys").json():
        if key["name"] == "Phone":
            owner.delete(f"/api/keys/{key['id']}")
    owner.post("/api/sessions/logout")
    assert anybody.get("/api/setup").json()["claimed"]
    assert 200 == sign_in(anybody, phone).status_code
