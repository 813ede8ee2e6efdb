"""A display key that sends hostile requests in a row: the household still answers, and its tables stay bounded."""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.categories.rules import MAX_CATEGORIES
from appliance.chores.actions import CHORES
from appliance.kernel.database.change_log import MAX_CHANGES, PRUNED_EVERY
from appliance.kernel.database.idempotency import ANSWERS_PER_CALLER
from appliance.lists.actions import GROUPS, ITEMS, LISTS, STEPS
from appliance.notes.actions import NOTES
from appliance.notifications.push.rules import MAX_PER_KEY
from appliance.stickers.rules import MAX_PER_PAGE
from tests.client import Client
from tests.hostile.test_values import ids, operations

SHORT, LONG = 400, 5_000
TODAY = date(2026, 11, 20)
RULES = (
    "FREQ=DAILY",
    "FREQ=DAILY;COUNT=50007;BYYEARDAY=366;BYMONTHDAY=1",
    "FREQ=DAILY;INTERVAL=1000000",
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;WKST=SU",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-5",
    "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2",
    "FREQ=YEARLY",
    "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=SECONDLY",
)
Attack = Callable[["Attacker"], tuple[str, str, Any]]


class Attacker:
    """Makes the worst requests that a display key may send, at random."""

    def __init__(self, client: Client, known: dict[str, str], seed: int):
        self.random = random.Random(seed)
        self.known = known
        self._client = client
        self.calendar = next(each["id"] for each in client.get("/api/calendars").json() if each["kind"] == "local")
        self.chores = [each["id"] for each in client.get("/api/chores").json()]
        self.lists = [each["id"] for each in client.get("/api/lists").json()]

    def text(self, longest: int) -> str:
        """A text at a limit, or at times over it."""
        length = self.random.choice((longest, longest, longest, longest, longest, longest + 1, 100_000))
        return self.random.choice(("a", "ß", "🦊", "日", "\u0301")) * length

    def send(self) -> int:
        """One request; its status."""
        method, path, body = self.random.choice(ATTACKS)(self)
        headers = {"Idempotency-Key": f"k{self.random.random()}"} if self.random.random() < 0.2 else {}
        answer = self._client.request(method, path, json=body, headers=headers)
        assert answer.status_code < 500 or answer.status_code == 502, (method, path, str(body)[:300], answer.text)
        if path == "/api/lists" and answer.status_code == 201:
            self.lists.append(answer.json()["id"])
        return answer.status_code


def event(by: Attacker) -> tuple[str, str, Any]:
    start = TODAY + timedelta(days=by.random.randint(-20, 20))
    end = start + timedelta(days=by.random.choice((1, 1, 30, 365, 100_000)))
    texts = {"location": by.text(1_000), "description": by.text(10_000)}
    rule = {"rrule": by.random.choice(RULES)} if by.random.random() < 0.7 else {}
    body = {"title": by.text(1_000), "start": str(start), "end": str(end), "allDay": True, "reminders": [0, 5] * 5}
    return "POST", "/api/events", {"calendarId": by.calendar, **body, **texts, **rule}


def reading(by: Attacker) -> tuple[str, str, Any]:
    last = TODAY + timedelta(days=by.random.choice((1, 42, 365, 40_000)))
    return "GET", f"/api/events?from={TODAY}&to={last}", None


def category(by: Attacker) -> tuple[str, str, Any]:
    words = [f"{by.random.choice('abcdef')}{number}" * by.random.randint(1, 9) for number in range(200)]
    return "POST", "/api/categories", {"name": by.text(200), "emoji": "🦊", "color": "#112233", "keywords": words}


def chore(by: Attacker) -> tuple[str, str, Any]:
    return "POST", "/api/chores", {"title": by.text(500), "points": 5, "rrule": by.random.choice(RULES)}


def completion(by: Attacker) -> tuple[str, str, Any]:
    day = TODAY - timedelta(days=by.random.randint(0, 4_000))
    return (
        "POST",
        f"/api/chores/{by.random.choice(by.chores)}/complete",
        {"date": str(day), "memberId": by.known["member_id"]},
    )


def item(by: Attacker) -> tuple[str, str, Any]:
    body = {"title": by.text(500), "quantity": by.text(200), "notes": by.text(5_000)}
    return "POST", f"/api/lists/{by.random.choice(by.lists)}/items", body


def groups(by: Attacker) -> tuple[str, str, Any]:
    names = [{"kind": "store", "name": by.text(50)[:200]} for _ in range(300)]
    return "PUT", f"/api/lists/{by.random.choice(by.lists)}/groups", {"groups": names}


def step(by: Attacker) -> tuple[str, str, Any]:
    path = f"/api/lists/{by.known['list_id']}/items/{by.known['item_id']}/steps"
    return "POST", path, {"title": by.text(500)}


def note(by: Attacker) -> tuple[str, str, Any]:
    return "POST", "/api/notes", {"target": f"list_item:{by.known['item_id']}", "body": by.text(2_000)}


def placement(by: Attacker) -> tuple[str, str, Any]:
    body = {"sticker": by.random.choice(("🦊", "🐙", by.text(10))), "x": 0.5, "y": 0.5}
    return "POST", f"/api/stickers/scrapbook/{by.known['member_id']}", body


def subscription(by: Attacker) -> tuple[str, str, Any]:
    keys = {"p256dh": by.random.choice((P256DH, "x")), "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
    browser = {"endpoint": f"https://push.example/{by.random.random()}", "keys": keys}
    return "POST", "/api/push/subscriptions", {"subscription": browser, **browser, "deviceName": by.text(100)}


P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
ATTACKS: tuple[Attack, ...] = (
    event,
    event,
    event,
    reading,
    category,
    chore,
    completion,
    item,
    item,
    placement,
    subscription,
    lambda by: ("POST", "/api/lists", {"name": by.text(200), "kind": "shopping"}),
    groups,
    step,
    note,
    lambda by: (
        "PATCH",
        "/api/settings",
        {
            "familyName": by.text(200),
            "location": {"name": "x", "lat": by.random.uniform(-90, 90), "lon": by.random.uniform(-180, 180)},
        },
    ),
    lambda by: ("POST", f"/api/stickers/packs/{by.known['pack_id']}/buy", {"memberId": by.known["member_id"]}),
    lambda by: ("GET", f"/api/snapshot?member={by.known['member_id']}", None),
    lambda by: ("GET", f"/api/chores/day?date={TODAY + timedelta(days=by.random.randint(-9_000, 9_000))}", None),
    lambda by: ("GET", "/api/leaderboard?range=all", None),
)

BOUNDS = {
    "categories": MAX_CATEGORIES,
    "changes": MAX_CHANGES + PRUNED_EVERY,
    "chores": CHORES.entries,
    "idempotent_requests": ANSWERS_PER_CALLER,
    "items": ITEMS.entries,
    "list_groups": GROUPS.entries,
    "lists": LISTS.entries,
    "notes": NOTES.entries,
    "scrapbook": 4 * MAX_PER_PAGE,
    "steps": STEPS.entries,
    "subscriptions": MAX_PER_KEY,
}


@pytest.mark.parametrize("requests", [SHORT, pytest.param(LONG, marks=pytest.mark.slow)])
def test_a_display_key_at_its_worst_changes_no_other_answer(
    populated: Application, owner: Client, wall: Client, requests: int
) -> None:
    known = ids(owner)
    reads = [
        re.sub(r"\{(\w+)\}", lambda name: known[name[1]], template)
        for method, template, _ in operations(owner)
        if method == "GET"
    ]
    before = {path: owner.get(path).status_code for path in reads}
    attacker = Attacker(wall, known, seed=requests)

    statuses = {attacker.send() for _ in range(requests)}

    assert {200, 201, 400} <= statuses
    after = {path: owner.get(path).status_code for path in reads}
    assert before == after
    for table, bound in BOUNDS.items():
        found = populated.database.read.value(f"SELECT count(*) FROM {table}")
        assert found <= bound, table
