"""An account whose credentials were encrypted with a key that is lost. (docs/operating.md)"""

from appliance.app import Application
from appliance.kernel.encryption import Cipher
from tests.calendar.accounts.fixtures import Connected, events
from tests.client import Client

LOST = "this connection cannot be used, because the encryption key was replaced; connect it again"


def test_nothing_reaches_the_server_and_the_account_is_removed(
    client: Client, application: Application, choir: Connected
) -> None:
    application.database.cipher = Cipher(bytes(32))
    event = f"/api/events/{events(client)[0]['id']}"
    account = f"/api/accounts/{choir.account_id}"

    answers = [
        client.post(f"/api/calendars/{choir.calendar_id}/sync"),
        client.get(f"{account}/remote-calendars"),
        client.patch(account, {"password": "new"}),
        client.patch(event, {"title": "Concert"}),
        client.delete(event),
    ]

    assert [(502, LOST, "not_connected")] * 5 == [
        (each.status_code, each.json()["error"], each.json()["code"]) for each in answers
    ]
    assert [] == choir.server.requests  # type: ignore[attr-defined]
    assert 200 == client.delete(account).status_code
    assert [] == client.get("/api/calendars").json()
