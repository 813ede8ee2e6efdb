"""A fake Microsoft server: the part of Graph v1.0 that Mantel uses, with the documented fields only."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlencode

import msgspec

from tests.calendar.hosted.book import BERLIN, Book, Item, Moment
from tests.calendar.hosted.standin import Answer, StandIn

KEPT = ("subject", "body", "location", "isReminderOn", "reminderMinutesBeforeStart")
PREFER = ('outlook.timezone="UTC"', 'outlook.body-content-type="')
ZONE = "W. Europe Standard Time"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FIRST_DAYS = {each[:2].upper(): each for each in DAYS}
QUERY = {
    "": {"$select", "$top"},
    "calendarView": {"startDateTime", "endDateTime", "$top", "$skip"},
    "instances": {"startDateTime", "endDateTime", "$top", "$skip"},
    "delta": {"startDateTime", "endDateTime", "$deltatoken", "$skiptoken"},
}


class DateTimeTimeZone(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A time without an offset, and the zone it is in."""

    date_time: str
    time_zone: str


class ItemBody(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    content_type: Literal["text", "html"]
    content: str


class Location(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    display_name: str | None = None


DayOfWeek = Literal["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]


class RecurrencePattern(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    type: Literal["daily", "weekly", "absoluteMonthly", "relativeMonthly", "absoluteYearly", "relativeYearly"]
    interval: Annotated[int, msgspec.Meta(ge=1)]
    month: int = 0
    day_of_month: int = 0
    days_of_week: list[DayOfWeek] = []
    first_day_of_week: DayOfWeek = "sunday"
    index: Literal["first", "second", "third", "fourth", "last"] = "first"


class RecurrenceRange(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    type: Literal["endDate", "noEnd", "numbered"]
    start_date: date
    end_date: date | None = None
    recurrence_time_zone: str | None = None
    number_of_occurrences: int = 0


class PatternedRecurrence(msgspec.Struct, forbid_unknown_fields=True):
    pattern: RecurrencePattern
    range: RecurrenceRange


class EventRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The event properties that Mantel may send."""

    subject: str | None = None
    start: DateTimeTimeZone | None = None
    end: DateTimeTimeZone | None = None
    is_all_day: bool | None = None
    body: ItemBody | None = None
    location: Location | None = None
    is_reminder_on: bool | None = None
    reminder_minutes_before_start: int | None = None
    recurrence: PatternedRecurrence | None = None
    show_as: Literal["free", "tentative", "busy", "oof", "workingElsewhere", "unknown"] | None = None
    transaction_id: str | None = None


class MicrosoftStandIn(StandIn):
    """Microsoft with two calendars: `family`, and `closed`, which may only be read."""

    KIND = "microsoft"
    CLIENT_ID = "01234567-89ab-cdef-0123-456789abcdef"

    def __init__(self) -> None:
        super().__init__()
        self.transactions: dict[str, Item] = {}

    def settings(self) -> dict[str, Any]:
        """The settings that point to it."""
        return {"microsoft_login_url": self.url, "microsoft_graph_url": self.url}

    def consent_paths(self) -> tuple[str, str]:
        return "/common/oauth2/v2.0/authorize", "/common/oauth2/v2.0/token"

    def put(self, title: str, start: Moment, end: Moment, rule: str | None = None, **fields: Any) -> str:
        """An event made on another device; its id."""
        kept = {"subject": title, "isReminderOn": True, "reminderMinutesBeforeStart": 15, **fields}
        return self.books["family"].put(self.fresh_id(), start, end, rule, kept).id

    def change(self, item_id: str, title: str) -> None:
        """An event renamed on another device."""
        book = self.books["family"]
        item = book.find(item_id)
        assert item
        book.change(item_id, item.start, item.end, {**item.fields, "subject": title})

    def title(self, item_id: str) -> str | None:
        """What an event is called there; None when it is gone."""
        item = self.books["family"].find(item_id)
        return None if item is None else str(item.fields["subject"])

    def no(self, status: int, reason: str) -> Answer:
        return status, {}, {"error": {"code": reason, "message": f"It is {reason}", "innerError": {"date": "today"}}}

    def api(self, method: str, path: str, query: dict[str, str], body: Any, headers: dict[str, str]) -> Answer:
        for wanted in PREFER:
            if wanted not in headers.get("prefer", ""):
                self.faults.append(f"{method} {path} without Prefer: {wanted}")
        parts = [unquote(each) for each in path.split("/")]
        if parts[:3] != ["", "v1.0", "me"]:
            self.faults.append(f"no such path: {path}")
            return self.no(404, "BadRequest")
        known = QUERY.get(parts[-1], QUERY[""])
        self.faults += [f"{path}: no parameter {name}" for name in query if name not in known]
        match method, parts[3:]:
            case "GET", []:
                return 200, {}, {"mail": self.email, "userPrincipalName": self.email}
            case "GET", ["calendars"]:
                return 200, {}, {"value": [self._entry(each) for each in self.books]}
            case _, ["calendars", calendar_id, *rest]:
                if calendar_id not in self.books:
                    return self.no(404, "ErrorItemNotFound")
                return self._calendar(method, calendar_id, rest, path, query, body)
            case _, ["events", event_id, *rest]:
                return self._event(method, event_id, rest, query, body)
        self.faults.append(f"no such path: {method} {path}")
        return self.no(404, "BadRequest")

    def _calendar(
        self, method: str, calendar_id: str, rest: list[str], path: str, query: dict[str, str], body: Any
    ) -> Answer:
        book = self.books[calendar_id]
        if (method, rest) == ("GET", []):
            return 200, {}, self._entry(calendar_id)
        if (method, rest) == ("GET", ["calendarView"]):
            return self._paged([rendered(each, book) for each in book.between(*_span(query))], path, query)
        if (method, rest) == ("GET", ["calendarView", "delta"]):
            return self._delta(book, path, query)
        if (method, rest) == ("POST", ["events"]):
            if calendar_id in self.read_only:
                return self.no(403, "ErrorAccessDenied")
            request = self._checked(body)
            assert request.start and request.end
            start, end = (
                _moment(request.start, bool(request.is_all_day)),
                _moment(request.end, bool(request.is_all_day)),
            )
            rule = self._rule(request.recurrence, start) if request.recurrence else None
            if known := self.transactions.get(request.transaction_id or ""):
                if known.gone or (known.start, known.end) != (start, end):
                    return self.no(409, "ErrorDuplicateTransactionId")
                return 201, {}, rendered(known, book)
            kept = {"isReminderOn": True, "reminderMinutesBeforeStart": 15}
            item = book.put(self.fresh_id(), start, end, rule, kept | {k: body[k] for k in KEPT if k in body})
            if request.transaction_id:
                self.transactions[request.transaction_id] = item
            return 201, {}, rendered(item, book)
        self.faults.append(f"no such path: {method} {path}")
        return self.no(405, "BadRequest")

    def _event(self, method: str, event_id: str, rest: list[str], query: dict[str, str], body: Any) -> Answer:
        calendar_id = next((each for each, book in self.books.items() if book.find(event_id)), None)
        if calendar_id is None:
            return self.no(404, "ErrorItemNotFound")
        book = self.books[calendar_id]
        item = book.find(event_id)
        assert item
        if (method, rest) == ("GET", ["instances"]):
            found = [each for each in book.between(*_span(query)) if each.id.startswith(f"{event_id}_")]
            return 200, {}, {"value": [rendered(each, book) for each in found]}
        if method != "GET" and calendar_id in self.read_only:
            return self.no(403, "ErrorAccessDenied")
        if method == "DELETE":
            book.remove(event_id)
            return 204, {}, None
        if method == "PATCH":
            request = self._checked(body)
            day = not isinstance(item.start, datetime) if request.is_all_day is None else request.is_all_day
            start = _moment(request.start, day) if request.start else item.start
            end = _moment(request.end, day) if request.end else item.end
            kept = {**item.fields, **{name: body[name] for name in KEPT if name in body}}
            changed = book.change(event_id, start, end, kept)
            if "recurrence" in body:
                if book.split(event_id)[1]:
                    return self.no(400, "ErrorInvalidRequest")
                changed.rule = self._rule(request.recurrence, start) if request.recurrence else None
            item = changed
        return 200, {}, rendered(item, book)

    def _delta(self, book: Book, path: str, query: dict[str, str]) -> Answer:
        token = query.get("$deltatoken") or query.get("$skiptoken")
        if token is None:
            begin, end = query["startDateTime"], query["endDateTime"]
            items = [rendered(each, book) for each in book.between(*_span(query))]
        else:
            number, begin, end = token.split("|")
            if int(number) < book.forgotten:
                return self.no(410, "SyncStateNotFound")
            items = [one for each in book.since(int(number)) for one in _reported(each, book)]
        link = f"https://graph.microsoft.com{path}?{urlencode({'$deltatoken': f'{book.log}|{begin}|{end}'})}"
        return 200, {}, {"@odata.context": "#Collection(event)", "value": items, "@odata.deltaLink": link}

    def _paged(self, items: list[dict[str, Any]], path: str, query: dict[str, str]) -> Answer:
        first = int(query.get("$skip", 0))
        answer: dict[str, Any] = {"value": items[first : first + self.page]}
        if len(items) > first + self.page:
            more = urlencode({**query, "$skip": str(first + self.page)})
            answer["@odata.nextLink"] = f"https://graph.microsoft.com{path}?{more}"
        return 200, {}, answer

    def _entry(self, calendar_id: str) -> dict[str, Any]:
        return {
            "id": calendar_id,
            "name": self.names[calendar_id],
            "hexColor": "#1e90ff",
            "color": "lightBlue",
            "canEdit": calendar_id not in self.read_only,
            "isDefaultCalendar": calendar_id == "family",
        }

    def _rule(self, found: PatternedRecurrence, start: Moment) -> str:
        """A recurrence as a rule. Graph wants the range to begin with the event."""
        day = start.date() if isinstance(start, datetime) else start
        if found.range.start_date != day:
            self.faults.append(f"a range from {found.range.start_date} of a series from {day}")
        pattern = found.pattern
        parts = [f"FREQ={'WEEKLY' if pattern.type == 'weekly' else 'DAILY'}", f"INTERVAL={pattern.interval}"]
        if pattern.type == "weekly":
            if DAYS[day.weekday()] not in pattern.days_of_week:
                self.faults.append(f"a series from {day} on {pattern.days_of_week}")
            parts.append(f"BYDAY={','.join(each[:2].upper() for each in pattern.days_of_week)}")
            parts.append(f"WKST={pattern.first_day_of_week[:2].upper()}")
        elif pattern.type != "daily":
            self.faults.append(f"the tests have no {pattern.type}")
        if found.range.type == "numbered":
            parts.append(f"COUNT={found.range.number_of_occurrences}")
        if found.range.type == "endDate":
            assert found.range.end_date
            parts.append(f"UNTIL={found.range.end_date:%Y%m%d}T235959")
        return ";".join(parts)

    def _checked(self, body: Any) -> EventRequest:
        try:
            request = msgspec.convert(body, EventRequest)
        except msgspec.ValidationError as problem:
            self.faults.append(f"not an event: {problem}")
            return EventRequest()
        for when in (request.start, request.end):
            if when is not None and (request.is_all_day and not when.date_time.endswith("T00:00:00")):
                self.faults.append(f"an all-day event that does not begin at midnight: {when}")
        return request


def rendered(item: Item, book: Book) -> dict[str, Any]:
    """An event as Graph writes it, in UTC as it was asked to."""
    master, key = book.split(item.id)
    kind = "seriesMaster" if item.rule else "occurrence" if key else "singleInstance"
    if key and book.items[master].dates.get(key):
        kind = "exception"
    return {
        "@odata.etag": f'W/"{item.changed}"',
        "id": item.id,
        "type": kind,
        "seriesMasterId": master if key else None,
        "occurrenceId": f"OID.{master}.{key[:4]}-{key[4:6]}-{key[6:8]}" if key else None,
        "isAllDay": not isinstance(item.start, datetime),
        "isCancelled": False,
        "showAs": "busy",
        "start": _when(item.start),
        "end": _when(item.end),
        "originalStartTimeZone": ZONE,
        "recurrence": _recurrence(item),
        "isOrganizer": True,
        "hasAttachments": False,
        "bodyPreview": "",
        "body": {"contentType": "text", "content": ""},
        "location": {"displayName": ""},
        **item.fields,
    }


def _recurrence(item: Item) -> dict[str, Any] | None:
    """The rule of a series as Graph writes it, with every field."""
    if not item.rule:
        return None
    parts = dict(each.split("=", 1) for each in item.rule.split(";"))
    by_day = parts["BYDAY"].split(",") if "BYDAY" in parts else [DAYS[item.start.weekday()][:2].upper()]
    weekly = parts["FREQ"] == "WEEKLY"
    pattern = {
        "type": parts["FREQ"].lower() if weekly or parts["FREQ"] == "DAILY" else "absoluteMonthly",
        "interval": int(parts.get("INTERVAL", "1")),
        "month": 0,
        "dayOfMonth": item.start.day if parts["FREQ"] == "MONTHLY" else 0,
        "daysOfWeek": [day for day in DAYS if day[:2].upper() in by_day] if weekly else [],
        "firstDayOfWeek": FIRST_DAYS[parts.get("WKST", "MO")] if weekly else "sunday",
        "index": "first",
    }
    until = parts.get("UNTIL")
    return {
        "pattern": pattern,
        "range": {
            "type": "numbered" if "COUNT" in parts else "endDate" if until else "noEnd",
            "startDate": f"{item.start:%Y-%m-%d}",
            "endDate": date.fromisoformat(until[:8]).isoformat() if until else "0001-01-01",
            "recurrenceTimeZone": ZONE,
            "numberOfOccurrences": int(parts.get("COUNT", "0")),
        },
    }


def _reported(item: Item, book: Book) -> list[dict[str, Any]]:
    """A changed event; of a series its master, and its dates with little more than their ids."""
    if item.gone:
        return [{"@removed": {"reason": "deleted"}, "id": item.id}]
    reported = [rendered(item, book)]
    for key, each in item.dates.items():
        if each is None:
            reported.append({"@removed": {"reason": "deleted"}, "id": f"{item.id}_{key}"})
        else:
            brief = rendered(each, book)
            reported.append({name: brief[name] for name in ("id", "type", "seriesMasterId", "start", "end")})
    return reported


def _when(at: Moment) -> dict[str, str]:
    if isinstance(at, datetime):
        return {"dateTime": at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.0000000"), "timeZone": "UTC"}
    return {"dateTime": f"{at.isoformat()}T00:00:00.0000000", "timeZone": "UTC"}


def _moment(when: DateTimeTimeZone, all_day: bool) -> Moment:
    at = datetime.fromisoformat(when.date_time)
    if all_day:
        return date(at.year, at.month, at.day)
    return at.replace(tzinfo=BERLIN if when.time_zone == ZONE else UTC)


def _span(query: dict[str, str]) -> tuple[datetime, datetime]:
    begin, end = (datetime.fromisoformat(query[name]) for name in ("startDateTime", "endDateTime"))
    assert end - begin < timedelta(days=1825), "Graph shows at most five years at once"
    return begin, end
