"""Radicale with the household's events and items as objects of their own, as a phone would store them."""

import sys
from importlib.metadata import version
from pathlib import Path

import httpx

from benchmarks.peers import household
from benchmarks.peers.server import Ask, Peer, free_port, start

PROPFIND = '<propfind xmlns="DAV:"><prop><displayname/></prop></propfind>'
MONTH = """<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop>
<C:calendar-data><C:expand start="{first}" end="{end}"/></C:calendar-data></prop><C:filter>
<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="{first}" end="{end}"/>
</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"""
# VTODO is the component of a task. (RFC 5545 §3.6.2)
LIST = """<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/></prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter></C:calendar-query>"""


def run(folder: Path) -> Peer:
    """Start a server in an empty folder and give it the calendar and two lists, each in one request."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}"]
    command += ["--storage-filesystem-folder", str(folder / "data"), "--auth-type", "none"]
    process, seconds, spent = start(command, folder, f"{url}/.web/")
    client = httpx.Client(base_url=url, auth=("family", "x"), timeout=120)
    calendar, items = household.calendar_text(), household.todo_text()
    for path, text in (("/family/calendar/", calendar), ("/family/list/", items), ("/family/growing/", items)):
        client.put(path, content=text, headers={"Content-Type": "text/calendar"}).raise_for_status()
    return Peer(
        name=f"Radicale {version('radicale')}",
        process=process,
        port=port,
        started_s=seconds,
        start_cpu_s=spent,
        requests=_requests(client),
    )


def _requests(client: httpx.Client) -> dict[str, Ask]:
    def report(path: str, body: str) -> httpx.Response:
        return client.request("REPORT", path, content=body, headers={"Depth": "1", "Content-Type": "application/xml"})

    def month(number: int) -> httpx.Response:
        first, end = (f"{moment:%Y%m%dT%H%M%SZ}" for moment in household.month(number))
        return report("/family/calendar/", MONTH.format(first=first, end=end))

    def add(number: int) -> httpx.Response:
        uid, text = household.todo_object(10_000 + number)
        return client.put(f"/family/growing/{uid}.ics", content=text, headers={"Content-Type": "text/calendar"})

    return {
        "small read": lambda number: client.request(
            "PROPFIND", "/family/calendar/", content=PROPFIND, headers={"Depth": "0"}
        ),
        "month of events": month,
        "a list of 100 items": lambda number: report("/family/list/", LIST),
        "add an item": add,
    }
