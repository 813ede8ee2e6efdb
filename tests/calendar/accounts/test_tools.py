"""Events of a CalDAV calendar over MCP: written at the server first, as over REST."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from appliance.app import Application
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import BadGateway
from appliance.mcp import tool_calls
from tests.calendar.accounts.fixtures import Connected, titles
from tests.calendar.servers import Radicale
from tests.client import Client, Loop

Call = Callable[..., Any]
HOURS = {"start": "2026-12-05T14:00:00Z", "end": "2026-12-05T17:00:00Z"}


@pytest.fixture
def call(application: Application, loop: Loop) -> Call:
    """Calls a tool with a display key."""

    def called(tool: str, /, **arguments: object) -> Any:
        session = Session(application.database, Caller("1", "Agent", "display", "api"))
        return msgspec.to_builtins(
            loop.run(tool_calls.call(tool_calls.find(application.tools, tool), session, arguments))
        )

    return called


def test_an_event_is_made_changed_and_removed_at_the_server(
    call: Call, client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    def at_the_server() -> list[str]:
        loop.run(application.syncer.sync(any_choir.calendar_id))
        return [title for start, title in titles(client) if start.startswith("2026-12-05")]

    made = call("create_event", calendarId=any_choir.calendar_id, title="Party", **HOURS)["event"]
    assert ["Party"] == at_the_server()

    changed = call("update_event", id=made["id"], title="Feast")["event"]
    assert (made["id"], "Feast") == (changed["id"], changed["title"])
    assert ["Feast"] == at_the_server()

    target = {"target": f"event:{made['id']}"}
    client.post("/api/notes", {**target, "body": "Bring cake"})
    assert {"ok": True} == call("delete_event", id=made["id"])
    assert [] == client.get("/api/notes", params=target).json()
    assert [] == at_the_server()


def test_changing_a_category_sends_no_request_to_the_server(
    call: Call, client: Client, choir: Connected, server: Radicale
) -> None:
    category = client.post("/api/categories", {"name": "Music", "color": "#0a0"}).json()["id"]
    event = next(each for each in call("list_events", **{"from": "2026-11-24"})["events"] if each["title"] == "Choir")
    tagged = call("set_event_category", id=event["id"], category="music", scope="series")["event"]
    assert (category, "series") == (tagged["categoryId"], tagged["categorySource"])
    assert [] == server.take_requests()


def test_what_the_server_rejects_is_not_stored(call: Call, client: Client, choir: Connected) -> None:
    before = titles(client)
    choir.server.delete(choir.name)
    with pytest.raises(BadGateway):
        call("create_event", calendarId=choir.calendar_id, title="Party", **HOURS)
    assert before == titles(client)
