"""Home Assistant with a local calendar and a local to-do list of the household.

It is installed by hand into a folder of its own, because it needs a newer Python and packages of its own:
`python3.13 -m venv FOLDER`, then `FOLDER/bin/pip install` with what REQUIREMENTS names.
"""

import time
from pathlib import Path

import httpx

from benchmarks.peers import household
from benchmarks.peers.server import Ask, Peer, free_port, start

REQUIREMENTS = (
    "homeassistant==2025.4.4",
    "ical==9.1.0",
    "home-assistant-frontend==20250411.0",
    "SQLAlchemy==2.0.39",
    "fnv-hash-fast==1.4.0",
    "psutil-home-assistant==0.0.1",
)
CONFIGURATION = """
http:
  server_host: 127.0.0.1
  server_port: {port}
api:
config:
onboarding:
calendar:
todo:
"""
CLIENT = "http://127.0.0.1/"
LOADS_IN_S = 600


def run(folder: Path, venv: Path) -> Peer:
    """Start it in an empty folder, create a user, a calendar and a list, and start it again."""
    port = free_port()
    config = folder / "config"
    (config / ".storage").mkdir(parents=True)
    (config / "configuration.yaml").write_text(CONFIGURATION.format(port=port))
    (config / ".storage/local_calendar.family.ics").write_text(household.calendar_text(), newline="")
    (config / ".storage/local_todo.shopping.ics").write_text(household.todo_text(), newline="")
    url = f"http://127.0.0.1:{port}"
    command = [str(venv / "bin/hass"), "--config", str(config), "--skip-pip"]

    process, _ = start(command, folder, f"{url}/manifest.json")
    client = httpx.Client(base_url=url, timeout=120)
    client.headers["Authorization"] = f"Bearer {_onboard(client)}"
    for handler, answer in (
        ("local_calendar", {"calendar_name": "Family"}),
        ("local_todo", {"todo_list_name": "Shopping"}),
    ):
        flow = client.post("/api/config/config_entries/flow", json={"handler": handler}).raise_for_status().json()
        client.post(f"/api/config/config_entries/flow/{flow['flow_id']}", json=answer).raise_for_status()
    Peer(name="", process=process, port=port, started_s=0, requests={}).stop()

    process, seconds = start(command, folder, f"{url}/manifest.json")
    peer = Peer(name="Home Assistant", process=process, port=port, started_s=seconds, requests=_requests(client))
    _wait_for(peer, "month of events")
    _wait_for(peer, "a list of 100 items")
    return peer


def _wait_for(peer: Peer, what: str) -> None:
    """It answers before its integrations are loaded."""
    until = time.monotonic() + LOADS_IN_S
    while not (answer := peer.requests[what](0)).is_success:
        assert time.monotonic() < until, answer.text
        time.sleep(0.1)


def _onboard(client: httpx.Client) -> str:
    """Create the owner's account, and answer an access token."""
    owner = {"client_id": CLIENT, "name": "Ana", "username": "ana", "password": "benchmark", "language": "en"}
    code = client.post("/api/onboarding/users", json=owner).raise_for_status().json()["auth_code"]
    form = {"grant_type": "authorization_code", "code": code, "client_id": CLIENT}
    return str(client.post("/auth/token", data=form).raise_for_status().json()["access_token"])


def _requests(client: httpx.Client) -> dict[str, Ask]:
    def month(number: int) -> httpx.Response:
        first, end = household.month(number)
        return client.get("/api/calendars/calendar.family", params={"start": first.isoformat(), "end": end.isoformat()})

    def add(number: int) -> httpx.Response:
        item = {"entity_id": "todo.shopping", "item": f"More {number}"}
        return client.post("/api/services/todo/add_item", json=item)

    return {
        "small read": lambda number: client.get("/api/config"),
        "month of events": month,
        "a list of 100 items": lambda number: client.post(
            "/api/services/todo/get_items?return_response", json={"entity_id": "todo.shopping"}
        ),
        "add an item": add,
    }
