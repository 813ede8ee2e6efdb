"""What tests of lists share: a default item, and events."""

from collections.abc import Callable, Mapping
from typing import Any

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import queries as events
from appliance.calendar.events.models import Occurrence, StoredEvent
from appliance.calendar.sync import queries as sync_queries
from appliance.kernel.database.transactions import Tx
from appliance.lists.models import Item, Step
from tests.client import Client

Changes = Callable[[], list[tuple[str, dict[str, Any]]]]
NOW = "2026-11-20T15:24:00.000Z"
MORNING = "2026-11-20T07:00:00.000Z"
PARTY = Occurrence(
    external_id="party",
    series_id=None,
    title="Party",
    start="2026-11-22T14:00:00.000Z",
    end="2026-11-22T16:00:00.000Z",
    all_day=False,
    location=None,
    description=None,
    reminders=None,
)


def an_item(title: str = "Milk", steps: str = "", **more: Any) -> Item:
    """An open item made in the morning. `steps` draws its steps: `x` ticked, `-` open."""
    drawn = [
        Step(id=f"{title} {place}", title=f"step {place}", done=mark == "x", sort=place)
        for place, mark in enumerate(steps)
    ]
    done = bool(more.get("done"))
    values = {
        "id": title,
        "list_id": "groceries",
        "title": title,
        "notes": None,
        "quantity": None,
        "store": None,
        "category": None,
        "member_id": None,
        "due_date": None,
        "event_id": None,
        "priority": "normal",
        "done": False,
        "done_at": MORNING if done else None,
        "done_by": None,
        "sort": 0,
        "created_at": MORNING,
        "updated_at": MORNING,
        "steps": drawn,
        "steps_done": steps.count("x"),
        "steps_total": len(steps),
    }
    return Item(**(values | more))


def drawn(item: Item) -> str:
    """The steps of an item as `an_item` takes them."""
    return "".join("x" if step.done else "-" for step in item.steps)


def local_event(tx: Tx) -> str:
    """A weekly event in a calendar of our own; its id, which is that of the series."""
    calendar = calendars.add(tx, NewCalendar(kind="local", name="Family"))
    event = StoredEvent(
        id="3f0d6c0e-0000-4000-8000-00000000cafe",
        calendar_id=calendar.id,
        external_id=None,
        series_id=None,
        title="Football",
        start="2026-11-21T09:00:00.000Z",
        end="2026-11-21T10:00:00.000Z",
        all_day=False,
        location=None,
        description=None,
        rrule="FREQ=WEEKLY",
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )
    events.put_all(tx, [event])
    return event.id


def remove_event(tx: Tx, event_id: str) -> None:
    """Take an event away as a deletion does."""
    tx.run("DELETE FROM events WHERE id = ?", event_id)


def feed(tx: Tx) -> str:
    """A calendar that follows a feed; its id."""
    return calendars.add(tx, NewCalendar(kind="ics", name="School", url="https://feeds.example.org/school.ics")).id


def sync(tx: Tx, calendar_id: str, *occurrences: Occurrence) -> list[str]:
    """The feed now holds these; their ids."""
    sync_queries.replace_synced(tx, calendar_id, occurrences)
    return [event.id for event in events.of_calendar(tx, calendar_id)]


def a_list(client: Client, kind: str = "todo", **more: object) -> str:
    """Make a list through the API; its id."""
    answer = client.post("/api/lists", {"name": "Groceries", "kind": kind, **more})
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def add(client: Client, list_id: str, *items: str | Mapping[str, object]) -> list[dict[str, Any]]:
    """Put items on a list through the API; the items as answered."""
    answer = client.post(f"/api/lists/{list_id}/items", [{"title": it} if isinstance(it, str) else it for it in items])
    assert 201 == answer.status_code, answer.text
    added: list[dict[str, Any]] = answer.json()
    return added


def on(client: Client, list_id: str) -> list[dict[str, Any]]:
    """The items of a list in its order."""
    items: list[dict[str, Any]] = client.get(f"/api/lists/{list_id}").json()["items"]
    return items
