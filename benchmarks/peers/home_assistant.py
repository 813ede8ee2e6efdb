"""Home Assistant with the household in its own calendar and to-do lists. It has no chores."""

import time
from pathlib import Path
from typing import Any

import httpx

from benchmarks.peers import household
from benchmarks.peers.home_assistant_install import version
from benchmarks.peers.server import Ask, Peer, free_port, start

APPEARS_IN_SECONDS = 60
CALENDAR, LIST, GROWING = "calendar.family", "todo.list", "todo.growing"
# The form that each component shows to add a calendar or a list, as (component, field, entry).
ENTRIES = (
    ("local_calendar", {"calendar_name": "Family", "import": "create_empty"}),
    ("local_todo", {"todo_list_name": "List"}),
    ("local_todo", {"todo_list_name": "Growing"}),
)


def run(folder: Path, program: Path) -> Peer:
    """Start it in an empty folder, make an account, a calendar and two lists, and start it again.

    The events and items are put where its own import of an iCalendar file puts them.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    config = folder / "config"
    (config / ".storage").mkdir(parents=True)
    (config / "configuration.yaml").write_text(f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\n", "utf-8")
    (config / ".storage" / "local_calendar.family.ics").write_text(household.calendar_text(), "utf-8")
    for name in ("list", "growing"):
        (config / ".storage" / f"local_todo.{name}.ics").write_text(household.todo_text(), "utf-8")
    client = httpx.Client(base_url=url, timeout=120)
    empty = _start(folder, program, port, client)
    try:
        client.headers["Authorization"] = f"Bearer {_token(client, url)}"
        for component, form in ENTRIES:
            _add_entry(client, component, form)
    finally:
        empty.stop()
    peer = _start(folder, program, port, client)
    try:
        _wait_for(client)
    except BaseException:
        peer.stop()
        raise
    return peer


def _start(folder: Path, program: Path, port: int, client: httpx.Client) -> Peer:
    command = [str(program / "bin" / "hass"), "--config", str(folder / "config"), "--skip-pip"]
    process, seconds, spent = start(command, folder, f"{client.base_url}/manifest.json")
    name = f"Home Assistant {version(program)}"
    return Peer(name=name, process=process, port=port, started_s=seconds, start_cpu_s=spent, requests=_requests(client))


def _token(client: httpx.Client, url: str) -> str:
    """Make the first account, as the first page in a browser does. The token is good for half an hour."""
    account = {"name": "Ana", "username": "ana", "password": "benchmark", "language": "en", "client_id": f"{url}/"}
    code = _json(_until_found(client, "POST", "/api/onboarding/users", account))["auth_code"]
    grant = {"client_id": f"{url}/", "grant_type": "authorization_code", "code": code}
    return str(_json(client.post("/auth/token", data=grant))["access_token"])


def _add_entry(client: httpx.Client, component: str, form: dict[str, str]) -> None:
    path = "/api/config/config_entries/flow"
    flow = _json(_until_found(client, "POST", path, {"handler": component}))["flow_id"]
    made = _json(client.post(f"{path}/{flow}", json=form))
    assert made["type"] == "create_entry", made


def _wait_for(client: httpx.Client) -> None:
    """It answers before its calendar and lists are there: ask until they hold the household."""
    for entity in (CALENDAR, LIST, GROWING):
        _until_found(client, "GET", f"/api/states/{entity}")
    items = _json(_items(client))["service_response"][LIST]["items"]
    assert len(items) == household.ITEMS, len(items)
    assert _json(_month(client, 0))


def _until_found(client: httpx.Client, method: str, path: str, body: object = None) -> httpx.Response:
    """The answer as soon as it is not 404: routes and entities appear while it starts."""
    until = time.monotonic() + APPEARS_IN_SECONDS
    while True:
        answer = client.request(method, path, json=body)
        if answer.status_code != httpx.codes.NOT_FOUND or time.monotonic() > until:
            return answer
        time.sleep(0.1)


def _json(answer: httpx.Response) -> Any:
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer.json()


def _month(client: httpx.Client, number: int) -> httpx.Response:
    first, end = household.month(number)
    return client.get(f"/api/calendars/{CALENDAR}", params={"start": first.isoformat(), "end": end.isoformat()})


def _items(client: httpx.Client) -> httpx.Response:
    return client.post("/api/services/todo/get_items?return_response", json={"entity_id": LIST})


def _requests(client: httpx.Client) -> dict[str, Ask]:
    def add(number: int) -> httpx.Response:
        return client.post("/api/services/todo/add_item", json={"entity_id": GROWING, "item": f"More {number}"})

    return {
        "small read": lambda number: client.get("/api/config"),
        "month of events": lambda number: _month(client, number),
        "a list of 100 items": lambda number: _items(client),
        "add an item": add,
    }
