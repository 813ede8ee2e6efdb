"""The consent at a provider: credentials, navigation keys, states that work once, and secret tokens."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from tests.calendar.fixtures import Changes
from tests.calendar.hosted.fixtures import Followed, Hosted, connect, consented, enter_app, go
from tests.calendar.hosted.standin import EMAIL
from tests.client import PATIENCE_SECONDS, Client, Loop
from tests.fakes import FakeClock

GOOGLE = {"clientId": "1-a.apps.googleusercontent.com", "clientSecret": "hush-secret"}
MICROSOFT = {"clientId": "01234567-89ab-cdef-0123-456789abcdef", "clientSecret": "hush-secret"}
NONE = {"configured": False, "source": None, "secretSet": False}


def test_apps_are_entered_shown_without_their_secret_and_forgotten(
    client: Client, display: Client, database: Database, recorded: Changes
) -> None:
    uris = {kind: f"http://wall.test/api/oauth/{kind}/callback" for kind in ("google", "microsoft")}
    before = client.get("/api/providers").json()
    expected = {"publicUrl": {"source": None}, "redirectUris": uris, "google": NONE}
    assert {**expected, "microsoft": {**NONE, "tenant": "common"}} == before

    kept = client.put("/api/providers/google", GOOGLE)
    other = client.put("/api/providers/microsoft", {**MICROSOFT, "tenant": "consumers"})

    google = {"configured": True, "source": "ui", "secretSet": True, "clientId": GOOGLE["clientId"]}
    assert (200, google) == (kept.status_code, kept.json())
    assert {**google, "clientId": MICROSOFT["clientId"], "tenant": "consumers"} == other.json()
    assert google == client.get("/api/providers").json()["google"]
    assert {"google": True, "microsoft": True} == client.get("/api/setup").json()["oauth"]
    assert [("settings.changed", {"provider": "google"}), ("settings.changed", {"provider": "microsoft"})] == recorded()
    assert not any("hush" in str(row) for row in database.read.rows("SELECT * FROM provider_apps"))
    assert 403 == display.get("/api/providers").status_code

    again = client.put("/api/providers/google", {"clientId": "2-b.apps.googleusercontent.com"})
    assert (200, True, "2-b") == (again.status_code, again.json()["secretSet"], again.json()["clientId"][:3])
    assert {"ok": True} == client.delete("/api/providers/google").json()
    assert {"google": False, "microsoft": True} == client.get("/api/setup").json()["oauth"]


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("google", {"clientId": "me@example.org", "clientSecret": "x"}, "clientId: must end with"),
        ("google", {"clientId": GOOGLE["clientId"]}, "clientSecret: is required the first time"),
        ("google", {"clientSecret": "x"}, "clientId: is required"),
        ("google", {**GOOGLE, "clientSecret": ""}, "clientSecret: must not be empty"),
        ("microsoft", {**MICROSOFT, "clientId": "abc"}, "clientId: must be an id like"),
        ("microsoft", {**MICROSOFT, "tenant": "../x"}, "tenant: must be common"),
        ("apple", GOOGLE, "kind: must be google or microsoft"),
    ],
)
def test_a_bad_app_is_rejected_by_field(
    client: Client, recorded: Changes, kind: str, body: dict[str, str], words: str
) -> None:
    answer = client.put(f"/api/providers/{kind}", body)
    assert (400, words, []) == (answer.status_code, answer.json()["error"][: len(words)], recorded())


@pytest.mark.parametrize(
    ("value", "kept", "warning"),
    [
        ("https://mantel.example.org/", "https://mantel.example.org", None),
        (" https://example.org/wall// ", "https://example.org/wall", None),
        ("http://localhost:8080", "http://localhost:8080", None),
        ("http://192.168.1.5:8080", "http://192.168.1.5:8080", "bare address"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]", "bare address"),
        ("http://mantel.local", "http://mantel.local", "https addresses only"),
        ("mantel.example.org", None, None),
        ("ftp://example.org", None, None),
        ("https://", None, None),
        ("https://a b", None, None),
        ("https://example.org?x=1", None, None),
        ("https://x:99999", None, None),
        ("https://user:pw@example.org", None, None),
        ("", None, None),
    ],
)
def test_the_address_from_outside(client: Client, value: str, kept: str | None, warning: str | None) -> None:
    answer = client.put("/api/providers/public-url", {"value": value})
    if kept is None:
        assert (400, "value: ") == (answer.status_code, answer.json()["error"][:7])
        return
    assert (200, kept) == (answer.status_code, answer.json()["value"]), answer.text
    shown = answer.json().get("warning")
    assert warning is None if shown is None else warning is not None and warning in shown
    assert {"value": kept, "source": "ui"} == client.get("/api/providers").json()["publicUrl"]
    assert f"{kept}/api/oauth/google/callback" == client.get("/api/providers").json()["redirectUris"]["google"]


def test_an_account_is_connected(
    client: Client, anybody: Client, provider: Hosted, database: Database, recorded: Changes
) -> None:
    enter_app(client, provider)
    recorded()

    account_id = connect(client, anybody, provider)

    accounts = client.get("/api/accounts").json()
    assert [(account_id, provider.KIND, EMAIL)] == [(each["id"], each["kind"], each["name"]) for each in accounts]
    assert [("calendar.changed", {"accountId": account_id})] == recorded()
    stored = str(list(database.read.rows("SELECT * FROM accounts")))
    assert not any(token in stored for token in provider.access_tokens | provider.refresh_tokens)


def test_the_parameters_of_the_consent_page(client: Client, provider: Hosted) -> None:
    enter_app(client, provider)
    sent = go(client, provider.KIND)
    query = {name: values[0] for name, values in parse_qs(urlsplit(sent.headers["location"]).query).items()}
    assert ("code", "S256", 43) == (
        query["response_type"],
        query["code_challenge_method"],
        len(query["code_challenge"]),
    )
    assert f"http://wall.test/api/oauth/{provider.KIND}/callback" == query["redirect_uri"]
    assert ("no-referrer", "no-store") == (sent.headers["referrer-policy"], sent.headers["cache-control"])
    client.put("/api/providers/public-url", {"value": "https://mantel.example.org"})
    elsewhere = parse_qs(urlsplit(go(client, provider.KIND).headers["location"]).query)
    assert [f"https://mantel.example.org/api/oauth/{provider.KIND}/callback"] == elsewhere["redirect_uri"]


def test_an_account_is_connected_again_by_name(client: Client, family_calendar: Followed) -> None:
    kind = family_calendar.provider.KIND
    sent = go(client, kind, account=family_calendar.account_id)
    assert [EMAIL] == parse_qs(urlsplit(sent.headers["location"]).query)["login_hint"]
    assert 404 == go(client, kind, account="nobody").status_code


def test_a_state_is_good_once_for_its_provider_and_ten_minutes(
    client: Client, anybody: Client, provider: Hosted, clock: FakeClock
) -> None:
    enter_app(client, provider)
    path = f"/api/oauth/{provider.KIND}/callback"
    other = f"/api/oauth/{'microsoft' if provider.KIND == 'google' else 'google'}/callback"

    back = consented(client, provider)
    assert 302 == anybody.get(path, params=back).status_code
    assert 400 == anybody.get(path, params=back).status_code
    assert 400 == anybody.get(other, params=consented(client, provider)).status_code
    assert 400 == anybody.get(path, params={**consented(client, provider), "state": "guess"}).status_code
    late = consented(client, provider)
    clock.turn(minutes=11)
    answer = anybody.get(path, params=late)
    assert (400, "this sign-in took too long") == (answer.status_code, answer.json()["error"][:26])
    assert 1 == len(client.get("/api/accounts").json())


def test_a_denied_or_broken_consent_connects_nothing(
    client: Client, anybody: Client, provider: Hosted, recorded: Changes
) -> None:
    enter_app(client, provider)
    recorded()
    path = f"/api/oauth/{provider.KIND}/callback"
    name = provider.KIND.title()

    def outcome(**query: str) -> tuple[int, str, str]:
        answer = anybody.get(path, params=query)
        return answer.status_code, answer.json()["error"], answer.headers["refresh"].partition("?")[2]

    said_no = f"refused={provider.KIND}&no=1"
    assert (400, f"access to {name} was denied, so nothing was connected", said_no) == outcome(
        error="access_denied", state="x"
    )
    assert (400, f"{name} sent nothing back; begin again", said_no.replace("1", "0")) == outcome()
    back = consented(client, provider)
    assert "connect the account again" in outcome(**{**back, "code": "guess"})[1]
    provider.scope = "openid email"
    assert "leave every box ticked" in outcome(**consented(client, provider))[1]
    provider.scope, provider.email = "", ""
    assert "did not say whose account" in outcome(**consented(client, provider))[1]
    provider.email = EMAIL
    back = consented(client, provider)
    provider.SECRET = "another"
    assert "does not accept the client id and secret" in outcome(**back)[1]
    assert ([], []) == (client.get("/api/accounts").json(), recorded())


def test_without_an_app_there_is_no_consent(client: Client, provider: Hosted) -> None:
    answer = go(client, provider.KIND)
    name = provider.KIND.title()
    expected = f"{name} is not set up; enter its client id and secret first"
    assert (400, expected) == (answer.status_code, answer.json()["error"])


def test_who_may_set_out(
    client: Client, display: Client, anybody: Client, provider: Hosted, clock: FakeClock, recorded: Changes
) -> None:
    enter_app(client, provider)
    recorded()
    path = f"/api/oauth/{provider.KIND}/start"

    def start(key: str, to: str = path) -> int:
        return anybody.get(to, params={"key": key} if key else {}).status_code

    lasting = client._http.headers["authorization"].removeprefix("Bearer ")
    displays = display._http.headers["authorization"].removeprefix("Bearer ")
    made = client.post("/api/keys/navigation")
    once = made.json()["key"]
    assert (201, {"key", "expiresAt"}) == (made.status_code, set(made.json()))
    assert [302, 302, 401] == [start(lasting), start(once), start(once)]
    assert [401, 401, 403] == [start(""), start("guess"), start(displays)]
    # A navigation key opens nothing else, in the query or in the header.
    once = client.post("/api/keys/navigation").json()["key"]
    assert [401, 401] == [start(once, "/api/accounts"), start(lasting, "/api/accounts")]
    assert 401 == anybody.get("/api/me", headers={"Authorization": f"Bearer {once}"}).status_code
    clock.turn(seconds=61)
    assert 401 == start(once)
    assert 403 == display.post("/api/keys/navigation").status_code
    assert [] == [topic for topic, _ in recorded() if topic != "settings.changed"]


def test_a_navigation_key_ends_with_its_key(client: Client, anybody: Client, provider: Hosted) -> None:
    enter_app(client, provider)
    made = client.post("/api/keys", {"name": "Laptop", "scope": "admin"}).json()
    once = client.post("/api/keys/navigation", headers={"Authorization": f"Bearer {made['key']}"}).json()["key"]
    client.delete(f"/api/keys/{made['id']}")
    assert 401 == anybody.get(f"/api/oauth/{provider.KIND}/start", params={"key": once}).status_code


def test_removing_an_account_gives_its_permission_back(client: Client, family_calendar: Followed) -> None:
    provider = family_calendar.provider
    [token] = provider.refresh_tokens

    answer = client.delete(f"/api/accounts/{family_calendar.account_id}")

    assert (200, []) == (answer.status_code, client.get("/api/calendars").json())
    # Microsoft has no way for an app to do so.
    assert ([token] if provider.KIND == "google" else []) == provider.revoked


def test_an_account_goes_though_its_provider_is_away(client: Client, family_calendar: Followed) -> None:
    client.delete(f"/api/providers/{family_calendar.provider.KIND}")
    family_calendar.provider.url = ""
    assert 200 == client.delete(f"/api/accounts/{family_calendar.account_id}").status_code


def test_a_grant_that_was_given_anew_is_not_overwritten_by_an_old_one(
    client: Client, anybody: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    """A sync that began before the account was connected again must not put its own tokens back."""
    provider = family_calendar.provider
    remote = application.accounts.remote(family_calendar.account_id)
    connect(client, anybody, provider)
    loop.run(application.syncer.settled())
    now = application.accounts.remote(family_calendar.account_id).config
    assert remote.keep

    loop.run(remote.keep("old"))  # type: ignore[arg-type]

    assert now == application.accounts.remote(family_calendar.account_id).config


def test_the_page_of_consent_is_the_providers(client: Client, provider: Hosted) -> None:
    enter_app(client, provider)
    page = httpx.get(go(client, provider.KIND).headers["location"], verify=False, timeout=PATIENCE_SECONDS)
    assert (200, True) == (page.status_code, "Mantel wants to see" in page.text)


def test_another_kind_of_account(client: Client, display: Client, anybody: Client) -> None:
    """Such an address is known by its form, so the key in the query is read. (contract §27.3)"""
    lasting, displays = (each._http.headers["authorization"].removeprefix("Bearer ") for each in (client, display))

    begun = {key: anybody.get("/api/oauth/caldav/start", params={"key": key}) for key in (lasting, displays, "guess")}
    back = anybody.get("/api/oauth/caldav/callback", params={"code": "c", "state": "s"})

    assert [400, 403, 401] == [each.status_code for each in begun.values()]
    assert 401 == anybody.get("/api/oauth/caldav/start").status_code
    wrong = {"error": "kind: must be google or microsoft"}
    assert (wrong, 400, wrong) == (begun[lasting].json(), back.status_code, back.json())
