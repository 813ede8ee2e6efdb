"""How many functions of the calendar the request for a month runs: the walk of docs/design.md."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import appliance.calendar
from tests.calendar.fixtures import calendar, event
from tests.client import Client, Loop

CALENDAR = Path(appliance.calendar.__file__).parent
MONTH = "/api/events?from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z"
# From the endpoint to SQL and back. The others are what events are resolved against, and the limits of an answer.
WAY = {
    ("events/routes.py", "list_events"),
    ("events/rules.py", "requested_range"),
    ("events/rules.py", "requested_instant"),
    ("events/rules.py", "resolved"),
    ("events/rules.py", "instances"),
    ("events/actions.py", "between"),
    ("events/actions.py", "around"),
    ("events/queries.py", "in_range"),
    ("events/queries.py", "annotated"),
    ("occurrences/queries.py", "are_stored"),
}
MAX_FUNCTIONS, MAX_MODULES = 26, 9


def test_a_month_runs_few_functions(client: Client, loop: Loop) -> None:
    home = calendar(client)
    times: dict[str, Any] = {"start": "2026-11-20T09:00:00.000Z", "end": "2026-11-20T10:00:00.000Z", "allDay": False}
    event(client, home, **times)
    event(client, home, **times, rrule="FREQ=DAILY;COUNT=3")
    assert 4 == len(client.get(MONTH).json())
    event(client, home, **times)

    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, kind: str, _: object) -> None:
        code = frame.f_code
        if kind == "call" and code.co_filename.startswith(str(CALENDAR)) and not code.co_name.startswith("<"):
            called.add((str(Path(code.co_filename).relative_to(CALENDAR)), code.co_name))

    loop.run(_profile(note))
    shown = client.get(MONTH).json()
    loop.run(_profile(None))

    assert 5 == len(shown)
    assert called >= WAY
    assert len(called) <= MAX_FUNCTIONS, called - WAY
    assert len({module for module, _ in called}) <= MAX_MODULES


async def _profile(note: Callable[[FrameType, str, object], None] | None) -> None:
    sys.setprofile(note)
