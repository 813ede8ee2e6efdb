"""The board is brought up to date by what changed; after any writes it is what a new server would read."""

import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.board import actions
from appliance.calendar.sync import queries
from appliance.chores import chore_day
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Tx
from appliance.points import actions as points
from appliance.settings import Settings
from tests.building import build
from tests.calendar.fixtures import occurrence
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.family import move_in

T = TypeVar("T")
TODAY = date(2026, 11, 20)
PICKS = st.integers(0, 9)
DAYS = st.integers(-3, 9)
RULES = st.sampled_from([None, None, "FREQ=DAILY", "FREQ=DAILY;COUNT=4", "FREQ=WEEKLY;BYDAY=MO,FR"])
APPLY = st.sampled_from(["this", "following", "all"])
COLORS = st.sampled_from(["#111111", "#222222", "#333333"])
TITLES = st.sampled_from(["Swimming", "Birthday of Gran", "Piano", "A"])


class Household(RuleBasedStateMachine):
    """Writes over REST, and compares the board with one for which nothing was kept after every write."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock, self.loop = FakeClock(), Loop()
        built = build(Settings(data_dir=Path(self.folder.name), tz="Europe/Berlin"), self.clock)
        self.database = built.database
        key = self.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
        self.client = Client(built.app, self.loop, key)
        self.undo: list[str] = []

    def teardown(self) -> None:
        self.loop.close()
        self.database.close()
        self.folder.cleanup()

    @initialize()
    def a_family_moves_in(self) -> None:
        self.members = [each.id for each in self.database.write_now(move_in).values()]
        self.home = self.write("POST", "/api/calendars", kind="local", name="Home")["id"]
        self.school = self.write("POST", "/api/calendars", kind="ics", name="School", url="https://a.example/b.ics")[
            "id"
        ]
        self.list = self.write("POST", "/api/lists", name="Bag", kind="reusable", pinned=True)["id"]
        self.write("POST", "/api/categories", name="Birthdays", color="#aa0000", keywords=["birthday"])
        for number, rrule in enumerate(["FREQ=DAILY", "FREQ=DAILY;COUNT=6", "FREQ=WEEKLY;BYDAY=MO,FR", None]):
            self.add_event("Swimming", number - 2, number % 2 == 0, rrule, number, number == 1)
            self.add_chore(rrule, number - 4, number, number == 2)
        self.add_item(0, 1)

    @rule(title=TITLES, day=DAYS, whole=st.booleans(), rrule=RULES, pick=PICKS, marked=st.booleans())
    def add_event(self, title: str, day: int, whole: bool, rrule: str | None, pick: int, marked: bool) -> None:
        self.write(
            "POST",
            "/api/events",
            calendarId=self.home,
            title=title,
            **times(day, whole),
            rrule=rrule,
            memberIds=one_of(self.members, pick) if pick % 2 else [],
            countdown=marked,
        )

    @rule(which=PICKS, title=TITLES, day=DAYS, apply=APPLY, part=st.integers(0, 4), pick=PICKS)
    def change_event(self, which: int, title: str, day: int, apply: str, part: int, pick: int) -> None:
        for event in one_of(self.events(), which):
            patch: dict[str, Any] = [
                {"title": title},
                times(day, event["allDay"]),
                {"memberIds": one_of(self.members, pick)},
                {"countdown": pick % 2 == 0},
                {"rrule": "FREQ=DAILY" if pick % 2 else None},
            ][part]
            if event["calendarId"] == self.school:
                patch |= {"scope": "series" if apply == "all" else "occurrence"}
            else:
                patch |= named(event, apply)
            self.write("PATCH", f"/api/events/{event['id']}", **patch)

    @rule(which=PICKS, apply=st.sampled_from(["this", "following"]), day=DAYS)
    def change_part_of_a_series(self, which: int, apply: str, day: int) -> None:
        for event in one_of([each for each in self.events() if each["occurrenceStart"]], which):
            patch = times(day, event["allDay"]) if day % 2 else {"title": "Diving", "countdown": day > 4}
            self.write("PATCH", f"/api/events/{event['id']}", **patch, **named(event, apply))

    @rule(which=PICKS, apply=APPLY)
    def remove_event(self, which: int, apply: str) -> None:
        for event in one_of(self.events(), which):
            query = "&".join(f"{name}={value}" for name, value in named(event, apply).items())
            self.write("DELETE", f"/api/events/{event['id']}?{query}")

    @rule(which=PICKS)
    def undo_a_write(self, which: int) -> None:
        for token in one_of(self.undo, which):
            self.undo.remove(token)
            self.write("POST", "/api/events/undo", token=token)

    @rule(days=st.sets(st.integers(18, 28), max_size=6), title=TITLES)
    def sync_the_school(self, days: set[int], title: str) -> None:
        lessons = [occurrence(f"o{day}", title, f"2026-11-{day}", "s") for day in days]

        def store(tx: Tx) -> None:
            written = queries.replace_synced(tx, self.school, lessons)
            tx.record("events.changed", {"calendarId": self.school}, written)

        self.database.write_now(store)

    @rule(day=DAYS, share=st.sampled_from(["each", "anyone", "turn"]), after=st.booleans())
    def add_shared_chore(self, day: int, share: str, after: bool) -> None:
        self.write(
            "POST",
            "/api/chores",
            title="Dishes",
            points=2,
            rrule="FREQ=DAILY",
            dueDate=(TODAY + timedelta(days=day - 4)).isoformat(),
            memberIds=self.members[:2],
            share=share,
            turnBy="completion" if after else "due",
        )

    @rule(rrule=RULES, day=DAYS, pick=PICKS, listed=st.booleans())
    def add_chore(self, rrule: str | None, day: int, pick: int, listed: bool) -> None:
        self.write(
            "POST",
            "/api/chores",
            title="Bed",
            points=3,
            rrule=rrule,
            dueDate=(TODAY + timedelta(days=day)).isoformat(),
            memberId=one_of([*self.members, None], pick)[0],
            listId=self.list if listed else None,
        )

    @rule(day=DAYS, after=st.integers(1, 3))
    def add_chore_after_the_last_time(self, day: int, after: int) -> None:
        due = (TODAY + timedelta(days=day - 6)).isoformat()
        self.write(
            "POST", "/api/chores", title="Plants", memberId=self.members[0], points=1, afterDays=after, dueDate=due
        )

    @rule(which=PICKS, back=st.integers(-1, 3), tick=st.booleans())
    def tick_or_untick(self, which: int, back: int, tick: bool) -> None:
        day = (TODAY - timedelta(days=back)).isoformat()
        for chore in one_of(self.read("/api/chores"), which):
            if tick:
                copy = {"memberId": chore["memberIds"][0]} if chore["memberIds"] else {}
                self.write("POST", f"/api/chores/{chore['id']}/complete", date=day, **copy)
            else:
                self.write("DELETE", f"/api/chores/{chore['id']}/complete?date={day}")

    @rule(which=PICKS, active=st.booleans())
    def change_chore(self, which: int, active: bool) -> None:
        for chore in one_of(self.read("/api/chores"), which):
            self.write("PATCH", f"/api/chores/{chore['id']}", active=active, points=which)

    @rule(which=PICKS, pick=PICKS)
    def swap_turn(self, which: int, pick: int) -> None:
        for chore in one_of([each for each in self.read("/api/chores") if each["share"] == "turn"], which):
            member_id = one_of(chore["memberIds"], pick)[0]
            self.write("POST", f"/api/chores/{chore['id']}/swap", date=TODAY.isoformat(), memberId=member_id)

    @rule(day=DAYS, pick=PICKS)
    def go_away(self, day: int, pick: int) -> None:
        first, member_id = TODAY + timedelta(days=day - 3), one_of([*self.members, None], pick)[0]
        self.write(
            "POST", "/api/away", memberId=member_id, **{"from": str(first), "until": str(first + timedelta(days=2))}
        )

    @rule(which=PICKS)
    def come_back(self, which: int) -> None:
        for away in one_of(self.read("/api/away"), which):
            self.write("DELETE", f"/api/away/{away['id']}")

    @rule(day=DAYS, pick=PICKS)
    def add_item(self, day: int, pick: int) -> None:
        due = (TODAY + timedelta(days=day)).isoformat() if pick % 2 else None
        self.write("POST", f"/api/lists/{self.list}/items", title=f"Item {pick}", dueDate=due)

    @rule(which=PICKS, done=st.booleans(), remove=st.booleans())
    def change_item(self, which: int, done: bool, remove: bool) -> None:
        for item in one_of(self.read(f"/api/lists/{self.list}")["items"], which):
            path = f"/api/lists/{self.list}/items/{item['id']}"
            if remove:
                self.write("DELETE", path)
            else:
                self.write("PATCH", path, done=done, title=f"Thing {which}")

    @rule(which=PICKS)
    def write_a_note(self, which: int) -> None:
        for event in one_of(self.events(), which):
            self.write("POST", "/api/notes", target=f"event:{event['id']}", body="Bring a towel")

    @rule(color=COLORS, emoji=st.sampled_from(["🎂", "🏊"]), words=st.sampled_from([None, ["birthday"], ["swimming"]]))
    def change_category(self, color: str, emoji: str, words: list[str] | None) -> None:
        category_id = self.read("/api/categories")[0]["id"]
        self.write(
            "PATCH",
            f"/api/categories/{category_id}",
            color=color,
            emoji=emoji,
            **({"keywords": words} if words else {}),
        )

    @rule(which=PICKS, color=COLORS, birthday=st.booleans())
    def change_member(self, which: int, color: str, birthday: bool) -> None:
        for member_id in one_of(self.members, which):
            self.write("PATCH", f"/api/members/{member_id}", color=color, birthday="2019-11-23" if birthday else None)

    @rule(which=PICKS)
    def remove_member(self, which: int) -> None:
        if len(self.members) > 2:
            for member_id in one_of(self.members, which):
                self.members.remove(member_id)
                self.write("DELETE", f"/api/members/{member_id}")

    @rule(color=COLORS, enabled=st.booleans(), pick=PICKS)
    def change_calendar(self, color: str, enabled: bool, pick: int) -> None:
        self.write(
            "PATCH", f"/api/calendars/{self.home}", color=color, enabled=enabled, memberIds=one_of(self.members, pick)
        )

    @rule(zone=st.sampled_from(["Europe/Berlin", "Asia/Tokyo", "America/New_York"]), grace=st.integers(0, 2))
    def change_settings(self, zone: str, grace: int) -> None:
        self.write("PATCH", "/api/settings", timezone=zone, streakGraceDays=grace)

    @rule(hours=st.sampled_from([1, 7, 24]))
    def time_passes(self, hours: int) -> None:
        self.clock.turn(hours=hours)

    @invariant()
    def the_board_is_what_a_new_server_reads(self) -> None:
        kept = self.read("/api/board")
        fresh = self.database.write_now(lambda tx: actions.board(tx, DerivedValues()))
        assert msgspec.json.decode(msgspec.json.encode(fresh)) == kept

    @invariant()
    def the_chores_of_a_day_are_what_a_new_server_reads(self) -> None:
        kept = self.read(f"/api/chores/day?date={TODAY}")
        fresh = self.database.write_now(chore_day.day, TODAY)
        assert msgspec.json.decode(msgspec.json.encode(fresh)) == kept

    @invariant()
    def the_leaderboard_is_what_a_new_server_reads(self) -> None:
        kept = self.read("/api/leaderboard")
        fresh = self.database.write_now(points.leaderboard, "week")
        assert msgspec.json.decode(msgspec.json.encode(fresh)) == kept

    def read(self, path: str) -> Any:
        answer = self.client.get(path)
        assert 200 == answer.status_code, answer.text
        return answer.json()

    def write(self, method: str, path: str, **body: Any) -> Any:
        """A write, which may be rejected where it makes no sense."""
        answer = self.client.request(method, path, json=body)
        assert answer.status_code < 500, (path, body, answer.text)
        if token := answer.headers.get("mantel-undo"):
            self.undo.append(token)
        return answer.json() if answer.content else None

    def events(self) -> list[dict[str, Any]]:
        return list(self.read("/api/events?from=2026-11-17&to=2026-12-02"))


def times(day: int, whole: bool) -> dict[str, Any]:
    """Start and end of an event so many days from today; an hour in the evening, or the whole day."""
    start = TODAY + timedelta(days=day)
    if whole:
        return {"start": f"{start}", "end": f"{start + timedelta(days=1)}", "allDay": True}
    return {"start": f"{start}T22:30:00.000Z", "end": f"{start}T23:30:00.000Z", "allDay": False}


def named(event: dict[str, Any], apply: str) -> dict[str, str]:
    """What a request says about the part of a series that it means."""
    start = event["occurrenceStart"]
    return {"occurrence": start, "apply": apply} if start else {}


def one_of(choices: list[T], pick: int) -> list[T]:
    return [choices[pick % len(choices)]] if choices else []


TestHousehold = Household.TestCase
TestHousehold.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
