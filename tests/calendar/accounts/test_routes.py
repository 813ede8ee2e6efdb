"""Accounts over HTTP: connect, list, follow their calendars, remove; and the error messages."""

import pytest

from appliance.app import Application
from appliance.calendar.calendars.models import Calendar
from appliance.calendar.calendars.queries import put
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from tests.calendar.accounts.fixtures import Connected, connect, events, follow, row
from tests.calendar.fixtures import Changes
from tests.calendar.servers import PASSWORD, USER, Radicale, Server
from tests.calendar.sync.web import serving
from tests.client import Client, Loop

BODY = {"name": "Home", "serverUrl": "https://dav.example.org", "username": "ana", "password": "hush"}


def test_an_account_is_connected_and_keeps_its_password_secret(
    client: Client, display: Client, database: Database, any_server: Server, recorded: Changes
) -> None:
    account_id = connect(client, any_server)

    listed = client.get("/api/accounts")
    assert [("caldav", "Home server", account_id)] == [(a["kind"], a["name"], a["id"]) for a in listed.json()]
    assert {"id", "kind", "name", "createdAt"} == set(listed.json()[0])
    assert [("calendar.changed", {"accountId": account_id})] == recorded()
    assert not any(PASSWORD in str(stored) for stored in database.read.rows("SELECT * FROM accounts"))
    assert 403 == display.get("/api/accounts").status_code


def test_the_calendars_of_an_account(client: Client, any_server: Server) -> None:
    account_id = connect(client, any_server)
    url = any_server.make("swimming", **{"A:calendar-color": "#1e90ffff"})

    found = client.get(f"/api/accounts/{account_id}/remote-calendars").json()

    assert {"remoteId": url, "name": "Swimming", "color": "#1e90ff", "writable": True} in found
    any_server.delete("swimming/")
    assert url not in [each["remoteId"] for each in client.get(f"/api/accounts/{account_id}/remote-calendars").json()]


def test_any_address_of_the_server_will_do(client: Client, server: Radicale) -> None:
    server.make("anything")
    for path in ("", "/", f"/{USER}/", f"/{USER}/anything/", "/.well-known/caldav"):
        body = {**BODY, "serverUrl": server.url + path, "username": USER, "password": PASSWORD}
        made = client.post("/api/accounts/caldav", body)
        assert 201 == made.status_code, (path, made.text)
        found = client.get(f"/api/accounts/{made.json()['id']}/remote-calendars").json()
        assert f"{server.url}/{USER}/anything/" in [each["remoteId"] for each in found], path


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"name": ""}, 400, "name: must not be empty"),
        ({"serverUrl": "ftp://dav.example.org"}, 400, "serverUrl: must be a http or https address"),
        ({"serverUrl": "dav.example.org"}, 400, "serverUrl: must be"),
        ({"username": ""}, 400, "username: must not be empty"),
        ({"password": 7}, 400, "password: "),
        ({"password": None}, 400, "password: "),
    ],
)
def test_a_bad_request_is_rejected_by_field(
    client: Client, recorded: Changes, change: dict[str, object], status: int, words: str
) -> None:
    answer = client.post("/api/accounts/caldav", {**BODY, **change})

    assert (status, words) == (answer.status_code, answer.json()["error"][: len(words)])
    assert ([], []) == (client.get("/api/accounts").json(), recorded())


def test_a_wrong_password_is_reported(client: Client, server: Radicale) -> None:
    answer = client.post("/api/accounts/caldav", {**BODY, "serverUrl": server.url, "username": USER})

    assert 502 == answer.status_code
    assert "does not accept this user name and password" in answer.json()["error"]
    assert [] == client.get("/api/accounts").json()


def test_a_new_password_is_tried_before_it_is_kept(
    client: Client, application: Application, loop: Loop, choir: Connected, server: Radicale, recorded: Changes
) -> None:
    path = f"/api/accounts/{choir.account_id}"
    recorded()

    wrong = client.patch(path, {"password": "guess"})
    assert (502, []) == (wrong.status_code, recorded())
    assert "does not accept this user name and password" in wrong.json()["error"]
    loop.run(application.syncer.sync(choir.calendar_id))

    changed = client.patch(path, {"password": PASSWORD})
    loop.run(application.syncer.settled())
    assert (200, choir.account_id) == (changed.status_code, changed.json()["id"])
    assert ("calendar.changed", {"accountId": choir.account_id}) in recorded()
    assert None is row(client, choir.calendar_id)["lastError"]
    assert [200, 400, 404] == [
        client.patch(path, {}).status_code,
        client.patch(path, {"password": ""}).status_code,
        client.patch("/api/accounts/none", {"password": "x"}).status_code,
    ]


def test_an_address_without_caldav_is_reported(client: Client) -> None:
    with serving() as web:
        answer = client.post("/api/accounts/caldav", {**BODY, "serverUrl": web.url})

    assert 502 == answer.status_code
    assert "hush" not in answer.text
    assert [] == client.get("/api/accounts").json()


def test_an_unreachable_server_is_reported(client: Client) -> None:
    with serving() as web:
        url = web.url

    answer = client.post("/api/accounts/caldav", {**BODY, "serverUrl": url})

    assert (502, True) == (answer.status_code, "could not be reached" in answer.json()["error"])


def test_unknown_accounts_are_not_found(client: Client) -> None:
    answers = (client.delete("/api/accounts/none"), client.get("/api/accounts/none/remote-calendars"))

    assert [404, 404] == [answer.status_code for answer in answers]


def test_a_calendar_takes_its_kind_from_the_account(client: Client, server: Radicale) -> None:
    account_id = connect(client, server)
    body = {"kind": "local", "name": "X", "accountId": account_id}

    without = client.post("/api/calendars", body)
    made = client.post("/api/calendars", {**body, "remoteId": f"{server.url}/{USER}/x/"})

    assert (400, "remoteId: is required for a calendar at a provider") == (without.status_code, without.json()["error"])
    assert (201, "caldav", account_id) == (made.status_code, made.json()["kind"], made.json()["accountId"])


def test_an_imported_calendar_is_connected_again_and_keeps_what_it_was(
    client: Client, application: Application, database: Database, loop: Loop, server: Radicale
) -> None:
    account_id = connect(client, server)
    other = follow(client, server, account_id)
    database.write_now(_imported, other.url)

    body = {"kind": "caldav", "name": "New name", "accountId": account_id, "remoteId": other.url}
    answer = client.post("/api/calendars", body)
    loop.run(application.syncer.settled())

    assert (200, "imported", "Old name") == (answer.status_code, answer.json()["id"], answer.json()["name"])
    assert (account_id, False) == (answer.json()["accountId"], answer.json()["needsReconnect"])
    assert row(client, "imported")["lastSyncedAt"]
    assert {"imported"} == {each["calendarId"] for each in events(client)}


def _imported(tx: Tx, url: str) -> None:
    calendar = Calendar(
        id="imported",
        kind="caldav",
        account_id=None,
        remote_id=url,
        name="Old name",
        color=None,
        member_id=None,
        member_ids=(),
        category_id=None,
        writable=True,
        enabled=True,
        last_synced_at=None,
        last_error=None,
        needs_reconnect=True,
    )
    put(tx, calendar)
    tx.run("UPDATE calendars SET needs_reconnect = 1 WHERE id = 'imported'")


def test_removing_an_account_takes_its_calendars_and_leaves_the_server_alone(
    client: Client, choir: Connected, recorded: Changes
) -> None:
    recorded()

    answer = client.delete(f"/api/accounts/{choir.account_id}")

    assert (200, {"ok": True}) == (answer.status_code, answer.json())
    assert ([], [], []) == (client.get("/api/accounts").json(), client.get("/api/calendars").json(), events(client))
    assert [("calendar.changed", {"accountId": choir.account_id})] == recorded()
    assert "SUMMARY:Choir" in choir.server.text(f"{choir.name}/choir.ics")


def test_a_remote_id_that_is_no_address_is_rejected(client: Client, server: Radicale) -> None:
    account_id = connect(client, server)
    body = {"kind": "caldav", "name": "X", "accountId": account_id, "remoteId": "file:///etc/passwd"}

    answer = client.post("/api/calendars", body)

    assert (400, "remoteId: must be a http or https address") == (answer.status_code, answer.json()["error"])
