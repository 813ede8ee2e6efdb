"""The data of a fake hosted provider: events, series with changed dates, and a log of changes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

BERLIN = ZoneInfo("Europe/Berlin")
Moment = date | datetime


@dataclass
class Item:
    """An event or a series. `fields` is what else the provider keeps of it, in its own words."""

    id: str
    start: Moment
    end: Moment
    rule: str | None
    fields: dict[str, Any]
    changed: int = 0
    gone: bool = False
    # Dates of a series that are different, by when they would have been; None where one was taken out.
    dates: dict[str, "Item | None"] = field(default_factory=dict)


class Book:
    """One calendar. Every change has a number, and a client can request the changes after one."""

    def __init__(self) -> None:
        self.items: dict[str, Item] = {}
        self.log = 0
        self.forgotten = 0  # numbers up to this one mean nothing any more

    def put(self, item_id: str, start: Moment, end: Moment, rule: str | None, fields: dict[str, Any]) -> Item:
        """A new event."""
        self.items[item_id] = Item(item_id, start, end, rule, fields)
        return self.touch(item_id)

    def touch(self, item_id: str) -> Item:
        """An event has changed."""
        self.log += 1
        self.items[item_id].changed = self.log
        return self.items[item_id]

    def remove(self, item_id: str) -> None:
        """Take an event, a series or one date of a series out."""
        master, key = self.split(item_id)
        if key is None:
            self.items[master].gone = True
        else:
            self.items[master].dates[key] = None
        self.touch(master)

    def since(self, number: int) -> list[Item]:
        """What changed after a number, in order."""
        return sorted((each for each in self.items.values() if each.changed > number), key=lambda each: each.changed)

    def find(self, item_id: str) -> Item | None:
        """An event, a series, or one date of a series; None when it is not there."""
        master, key = self.split(item_id)
        item = self.items.get(master)
        if item is None or item.gone:
            return None
        if key is None:
            return item
        return next((each for each in self.laid_out(item) if each.id == item_id), None)

    def change(self, item_id: str, start: Moment, end: Moment, fields: dict[str, Any]) -> Item:
        """Replace what an event, or one date of a series, is."""
        master, key = self.split(item_id)
        if key is None:
            item = self.items[master]
            item.start, item.end, item.fields = start, end, fields
        else:
            self.items[master].dates[key] = Item(item_id, start, end, None, fields)
        self.touch(master)
        found = self.find(item_id)
        assert found
        return found

    def between(self, begin: datetime, end: datetime) -> list[Item]:
        """What overlaps a span, series laid out, by start."""
        found = [one for each in self.items.values() if not each.gone for one in self.laid_out(each)]
        return sorted((each for each in found if overlaps(each, begin, end)), key=lambda each: midnight(each.start))

    def laid_out(self, item: Item) -> Iterator[Item]:
        """A series date by date; an event by itself."""
        if item.rule is None:
            yield item
            return
        length = midnight(item.end) - midnight(item.start)
        first = item.start if isinstance(item.start, datetime) else datetime.combine(item.start, datetime.min.time())
        for start in islice(rrulestr(item.rule, dtstart=first.replace(tzinfo=None)), 500):
            at: Moment = start.replace(tzinfo=first.tzinfo) if isinstance(item.start, datetime) else start.date()
            key = named(at)
            if key not in item.dates:
                yield Item(f"{item.id}_{key}", at, at + length, None, item.fields, item.changed)
            elif changed := item.dates[key]:
                yield changed

    def split(self, item_id: str) -> tuple[str, str | None]:
        """The series and the date of an id, which has none for a whole event."""
        if item_id in self.items:
            return item_id, None
        master, _, key = item_id.rpartition("_")
        return (master, key) if master in self.items else (item_id, None)


def named(at: Moment) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ") if isinstance(at, datetime) else at.strftime("%Y%m%d")


def midnight(at: Moment) -> datetime:
    return at if isinstance(at, datetime) else datetime(at.year, at.month, at.day, tzinfo=UTC)


def overlaps(item: Item, begin: datetime, end: datetime) -> bool:
    return midnight(item.start) < end and midnight(item.end) > begin
