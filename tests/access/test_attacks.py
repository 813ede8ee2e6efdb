"""Every operation of the API, and every MCP tool, as each caller in each state of the PIN may try it.

The operations come from the routes. What each caller gets is worked out here once more from the rights beside the
route; that these rights are the contract's is for `test_allow_list.py`. Requests have no body: 401 and 403 come first.
"""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from appliance.access import actions as access
from appliance.access.lock import actions as lock
from appliance.access.lock import queries as lock_queries
from appliance.access.lock.models import StoredPin
from appliance.access.models import NewKey
from appliance.access.rights import Rights, rights_of
from appliance.app import Application
from appliance.household import queries as household_queries
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.routes import endpoints
from appliance.wall import queries as wall_queries
from tests.access.oauth_server.fixtures import Program
from tests.client import Client, ClientOf

# Without a key that is valid, with an admin key, and with a display key. `wall` is the screen of this machine: where
# the state says so, the PIN was entered there, and on no other one.
STRANGERS = ("nobody", "revoked key", "expired session")
ADMINS = ("admin key", "session", "full access app", "key of a full access app")
DISPLAYS = ("wall", "other display", "everyday app")
APPS = ("full access app", "key of a full access app", "everyday app")
STATES = ("no PIN", "PIN set", "granted", "grant expired", "children may change events")

UNAUTHORIZED = (401, None, "unauthorized")
DENIED = (403, None, "display key cannot access this route")
PIN_REQUIRED = (403, "pin_required", "a parent's PIN is required for this change")
# Below it a display key is only for the screen of this machine, whatever else its route needs.
OF_THIS_MACHINE = ("/api/wall", "/api/updates")
# What these do changes the state, so it is entered again after them.
CHANGE_STATE = {"DELETE /api/settings/pin", "DELETE /api/unlock", "PATCH /api/settings"}
Answer = tuple[int, str | None, str] | None


def expected(rights: Rights, caller: str, state: str) -> Answer:
    """The error that the rights give; None where the caller gets past them."""
    if caller in STRANGERS:
        return None if rights.scope == "public" else UNAUTHORIZED
    if rights.scope == "admin" and caller in DISPLAYS:
        return DENIED
    if rights.not_for_apps and caller in APPS:
        return (403, None, f"a connected app cannot {rights.not_for_apps}")
    if not rights.pin or caller not in DISPLAYS:
        return None
    if state == "no PIN":
        return DENIED if rights.pin == "always" else None
    if state == "granted" and caller == "wall":
        return None
    if state == "children may change events" and rights.free_with:
        return None
    return PIN_REQUIRED


@pytest.fixture
def callers(
    application: Application, client_of: ClientOf, anybody: Client, client: Client, display: Client
) -> dict[str, Client]:
    """A client for each caller."""
    application.change_streams.close()  # its streams would last as long as the client
    write = application.database.write_now
    wall = write(access.make_key, NewKey(name="This wall"))
    write(wall_queries.save_key, wall.id)
    expired = write(access.sign_in, "Recovery code").key
    write(lambda tx: tx.run("UPDATE keys SET expires_at = ? WHERE kind = 'session'", tx.now - timedelta(seconds=1)))
    revoked = write(access.make_key, NewKey(name="Lost", scope="admin"))
    program = Program(anybody)
    everyday, full = (program.tokens(client, scope)["access_token"] for scope in ("display", "admin"))
    write(access.revoke_key, revoked.id)
    made = client_of(full).post("/api/keys", {"name": "Made by an app", "scope": "admin"}).json()["key"]
    return {
        "nobody": anybody,
        "revoked key": client_of(revoked.key),
        "expired session": client_of(expired),
        "admin key": client,
        "session": client_of(write(access.sign_in, "Passkey: Ana").key),
        "full access app": client_of(full),
        "key of a full access app": client_of(made),
        "wall": client_of(wall.key),
        "other display": display,
        "everyday app": client_of(everyday),
    }


@pytest.fixture
def enter(database: Database) -> Callable[[str], None]:
    """Puts the household into one of STATES."""

    def entered(tx: Tx, state: str) -> None:
        lock.remove_pin(tx)
        household_queries.put_settings(tx, {"children_change_events": state == "children may change events"})
        if state == "no PIN":
            return
        lock.set_pin(tx, StoredPin(salt="", hash=""))
        wall = wall_queries.find_key(tx)
        assert wall and wall.id
        if state in ("granted", "grant expired"):
            lock_queries.put_grant(tx, wall.id)
        if state == "grant expired":
            tx.run("UPDATE unlocked_keys SET granted_at = ?", tx.now - timedelta(minutes=5))

    return lambda state: database.write_now(entered, state)


@pytest.mark.parametrize("state", STATES)
def test_every_operation_answers_each_caller_by_its_rights(
    callers: dict[str, Client], enter: Callable[[str], None], state: str
) -> None:
    enter(state)
    wrong = []
    # Signing out comes last: it ends the session that calls.
    for method, path, rights in sorted(endpoints(), key=lambda each: "logout" in each[1]):
        route = f"{method} {path}"
        called = re.sub(r"\{\w+\}", "google" if "/oauth/" in path else "no-such-id", path)
        for caller, http in callers.items():
            found = answer_to(http, method, called)
            answer = expected(rights, caller, state)
            if answer is None and path.startswith(OF_THIS_MACHINE) and caller in ("other display", "everyday app"):
                answer = (403, "parents_only", DENIED[2])
            if found != answer:
                wrong.append((route, caller, found, answer))
            if route in CHANGE_STATE:
                enter(state)
    assert [] == wrong


@pytest.mark.parametrize("state", STATES)
def test_every_tool_answers_each_caller_by_the_rights_of_its_route(
    application: Application, callers: dict[str, Client], enter: Callable[[str], None], state: str
) -> None:
    enter(state)
    wrong = []
    for tool in application.tools:
        for caller, http in callers.items():
            found = tool_refused(http, tool.name)
            answer = expected(rights_of(tool.route.opt), caller, state)
            if found != (answer and answer[2]):
                wrong.append((tool.name, caller, found, answer))
    assert [] == wrong


def answer_to(http: Client, method: str, path: str) -> Answer:
    """The answer as far as it is about rights; None for any other."""
    answer = http.request(method, path)
    if answer.status_code not in (401, 403):
        return None
    body = answer.json()
    return answer.status_code, body.get("code"), body["error"]


def tool_refused(http: Client, name: str) -> str | None:
    """The error of a tool as far as it is about rights; its arguments are those of nobody."""
    arguments = {"name": name, "arguments": {"nonsense": []}}
    answer = http.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments})
    if answer.status_code == 401:
        return UNAUTHORIZED[2]
    result = answer.json()["result"]
    text = result["content"][0]["text"]
    about_rights = (DENIED[2], PIN_REQUIRED[2])
    return text if result["isError"] and (text in about_rights or "a connected app" in text) else None
