"""What an app makes through its grant ends with the grant."""

from datetime import timedelta

import pytest

from appliance.access.oauth_server.jobs import remove_unusable_grants
from appliance.app import Application
from tests.access.oauth_server.fixtures import Program, status
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock

P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


@pytest.fixture
def program(anybody: Client) -> Program:
    """A registered program."""
    return Program(anybody)


@pytest.fixture
def app(client_of: ClientOf, program: Program, client: Client) -> Client:
    """A connected app with full access."""
    return client_of(program.tokens(client, "admin")["access_token"])


def disconnect(client: Client) -> None:
    (grant,) = client.get("/api/authorizations").json()
    assert 200 == client.delete(f"/api/authorizations/{grant['id']}").status_code


def made_key(maker: Client, scope: str = "admin") -> str:
    answer = maker.post("/api/keys", {"name": "Left behind", "scope": scope})
    assert 201 == answer.status_code, answer.text
    key: str = answer.json()["key"]
    return key


def test_an_app_approves_no_parents_device(anybody: Client, app: Client) -> None:
    code = anybody.post("/api/pair", {"kind": "parent"}).json()["code"]
    answer = app.post("/api/pair/approve", {"code": code, "name": "x", "kind": "parent"})
    assert (403, {"error": "a connected app cannot approve a parent's device"}) == (answer.status_code, answer.json())


def test_a_key_made_by_an_app_ends_with_its_grant(client_of: ClientOf, app: Client, client: Client) -> None:
    first = made_key(app)
    second = made_key(client_of(first))
    assert [200, 200] == [status(client_of, key) for key in (first, second)]

    disconnect(client)

    assert [401, 401] == [status(client_of, key) for key in (first, second)]
    assert ["Phone"] == [key["name"] for key in client.get("/api/keys").json()]


def test_a_key_made_by_an_app_ends_when_the_grant_can_no_longer_be_refreshed(
    client_of: ClientOf, app: Client, clock: FakeClock
) -> None:
    key = made_key(app)

    clock.turn(days=89)
    assert 200 == status(client_of, key)
    clock.turn(days=2)
    assert 401 == status(client_of, key)


def test_revoking_a_key_that_an_app_made_keeps_the_app_connected(
    client_of: ClientOf, app: Client, client: Client
) -> None:
    key = made_key(app)
    (made,) = [each for each in client.get("/api/keys").json() if each["name"] == "Left behind"]

    assert 200 == client.delete(f"/api/keys/{made['id']}").status_code

    assert 401 == status(client_of, key)
    assert 200 == app.get("/api/me").status_code


def test_a_device_approved_by_an_app_ends_with_its_grant(
    client_of: ClientOf, anybody: Client, app: Client, client: Client
) -> None:
    pairing = anybody.post("/api/pair").json()
    assert 200 == app.post("/api/pair/approve", {"code": pairing["code"], "name": "Tablet"}).status_code
    poll = {"pairingId": pairing["pairingId"], "pollToken": pairing["pollToken"]}
    key = anybody.post("/api/pair/poll", poll).json()["key"]
    assert 200 == status(client_of, key)

    disconnect(client)

    assert 401 == status(client_of, key)


def test_a_navigation_key_made_by_an_app_ends_with_its_grant(app: Client, anybody: Client, client: Client) -> None:
    key = app.post("/api/keys/navigation").json()["key"]

    disconnect(client)

    assert 401 == anybody.get(f"/api/oauth/google/start?key={key}").status_code


def test_an_app_cannot_begin_a_consent_with_its_navigation_key(app: Client, anybody: Client) -> None:
    key = app.post("/api/keys/navigation").json()["key"]

    assert 403 == anybody.get(f"/api/oauth/google/start?key={key}").status_code


def test_a_webhook_made_by_an_app_ends_with_its_grant(client_of: ClientOf, app: Client, client: Client) -> None:
    request = {"url": "https://receiver.example/hook", "events": []}
    own = client.post("/api/webhooks", request).json()["id"]
    maker = client_of(made_key(app))
    made = [each.post("/api/webhooks", request).json()["id"] for each in (app, maker)]
    assert [200] * 2 == [maker.patch(f"/api/webhooks/{each}", {"enabled": False}).status_code for each in made]

    disconnect(client)

    assert [own] == [each["id"] for each in client.get("/api/webhooks").json()]


def test_an_app_cannot_change_a_webhook_that_outlives_its_grant(app: Client, client: Client) -> None:
    made = client.post("/api/webhooks", {"url": "https://receiver.example/hook", "events": []}).json()["id"]

    answers = [
        app.patch(f"/api/webhooks/{made}", {"url": "https://elsewhere.example"}),
        app.patch(f"/api/webhooks/{made}", {"secret": "known to the app"}),
        app.post(f"/api/webhooks/{made}/rotate"),
    ]

    error = "a connected app can change only the webhooks that it made"
    assert [(403, error)] * 3 == [(each.status_code, each.json()["error"]) for each in answers]
    assert "https://receiver.example/hook" == client.get("/api/webhooks").json()[0]["url"]


def test_a_push_subscription_made_by_an_app_ends_with_its_grant(
    client_of: ClientOf, app: Client, client: Client
) -> None:
    for caller in (app, client_of(made_key(app, "display"))):
        keys = {"p256dh": P256DH, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
        browser = {"endpoint": f"https://push.example/{id(caller)}", "keys": keys}
        answer = caller.post("/api/push/subscriptions", {"subscription": browser, "deviceName": "App"})
        assert 201 == answer.status_code, answer.text
    assert 2 == len(client.get("/api/push/subscriptions").json())

    disconnect(client)

    assert [] == client.get("/api/push/subscriptions").json()


def test_what_an_app_made_ends_when_its_grant_can_no_longer_be_refreshed(
    application: Application, loop: Loop, app: Client, client: Client, clock: FakeClock
) -> None:
    app.post("/api/webhooks", {"url": "https://receiver.example/hook", "events": []})
    clock.turn(days=89)
    loop.run(remove_unusable_grants(application.database, clock.now()))
    assert 1 == len(client.get("/api/webhooks").json())

    clock.turn(days=2)
    loop.run(remove_unusable_grants(application.database, clock.now()))

    assert [] == client.get("/api/webhooks").json()
    rev = application.database.rev
    loop.run(remove_unusable_grants(application.database, clock.now()))
    assert rev == application.database.rev


def test_a_key_made_by_an_app_cannot_manage_connected_apps(client_of: ClientOf, app: Client) -> None:
    maker = client_of(made_key(app))

    assert 403 == maker.get("/api/authorizations").status_code


def test_a_session_does_not_depend_on_the_app_that_asked_for_it(
    client_of: ClientOf, app: Client, client: Client
) -> None:
    (code, *_) = client.post("/api/recovery-codes").json()["codes"]
    session = app.post("/api/recovery/login", {"code": code}).json()["key"]

    disconnect(client)

    assert 200 == status(client_of, session)


def test_refreshing_keeps_a_bounded_number_of_tokens(
    application: Application, program: Program, client: Client
) -> None:
    tokens = program.tokens(client)
    for _ in range(150):
        tokens = program.refresh(tokens["refresh_token"]).json()

    counts = [
        application.database.read.value(f"SELECT count(*) FROM {table} WHERE grant_id IS NOT NULL")
        for table in ("keys", "refresh_tokens")
    ]
    assert [10, 100] == counts
    assert timedelta(hours=1).total_seconds() == tokens["expires_in"]


def test_registrations_are_limited_per_address(application: Application, loop: Loop, anybody: Client) -> None:
    def register(client: Client) -> int:
        return client.post("/oauth/register", {"redirect_uris": ["https://app.example/back"]}).status_code

    assert [201] * 100 + [429] * 5 == [register(anybody) for _ in range(105)]
    assert 201 == register(Client(application.app, loop, address="192.168.1.9"))
    assert 21 == application.database.read.value("SELECT count(*) FROM oauth_clients")


def test_unapproved_clients_are_limited_overall(application: Application, loop: Loop) -> None:
    for number in range(510):
        client = Client(application.app, loop, address=f"10.0.{number // 250}.{number % 250}")
        Program(client)

    assert 500 == application.database.read.value("SELECT count(*) FROM oauth_clients")


def test_connected_apps_are_limited(application: Application, program: Program, client: Client) -> None:
    for _ in range(100):
        program.tokens(client)

    answer = program.decide(client)

    assert (409, "there are 100 connected apps; disconnect some first") == (
        answer.status_code,
        answer.json()["error"],
    )


def test_an_approved_client_without_a_grant_is_deleted_after_90_days(
    application: Application, anybody: Client, program: Program, client: Client, clock: FakeClock
) -> None:
    program.tokens(client)
    disconnect(client)
    clock.turn(days=91)

    Program(anybody).tokens(client)

    assert 1 == application.database.read.value("SELECT count(*) FROM oauth_clients")


def test_an_app_with_a_private_use_scheme_is_shown_as_such(anybody: Client, client: Client) -> None:
    app = Program(anybody, "Pocket", "com.example.pocket:/oauth")

    shown = client.get("/api/authorizations/request", params=app.question()).json()

    assert {
        "clientName": "Pocket",
        "redirectHost": "com.example.pocket",
        "requestedScope": "admin",
        "redirectScheme": "com.example.pocket",
    } == shown
    assert app.decide(client).json()["redirect"].startswith("com.example.pocket:/oauth?code=")
