"""A household for the journeys of chores."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.journeys.browser import PLAIN_HOST
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE


@contextmanager
def a_household(folder: Path) -> Iterator[MantelServer]:
    """A server without people and chores, whose day does not end during the test."""
    with serving(folder / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        yield mantel


def empty(mantel: MantelServer) -> None:
    """Delete all chores and people."""
    for kind in ("chores", "members"):
        for each in mantel.call("GET", f"/api/{kind}"):
            mantel.call("DELETE", f"/api/{kind}/{each['id']}")
