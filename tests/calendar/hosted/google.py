"""A fake Google server: the part of Calendar API v3 that Mantel uses, checked with Google's own description."""

from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from tests.calendar.hosted import discovery
from tests.calendar.hosted.book import BERLIN, Book, Item, Moment
from tests.calendar.hosted.standin import Answer, StandIn

KEPT = ("summary", "description", "location", "reminders", "attendees", "eventType")


class GoogleStandIn(StandIn):
    """Google with two calendars: `family`, and `closed`, which may only be read."""

    KIND = "google"
    CLIENT_ID = "123-abc.apps.googleusercontent.com"

    def settings(self) -> dict[str, Any]:
        """The settings that point to it."""
        return {"google_api_url": self.url, "google_oauth_url": self.url, "google_token_url": self.url}

    def consent_paths(self) -> tuple[str, str]:
        return "/o/oauth2/v2/auth", "/token"

    def put(self, title: str, start: Moment, end: Moment, rule: str | None = None, **fields: Any) -> str:
        """An event made on another device; its id."""
        item = self.books["family"].put(self.fresh_id(), start, end, rule, {"summary": title, **fields})
        return item.id

    def change(self, item_id: str, title: str) -> None:
        """An event renamed on another device."""
        book = self.books["family"]
        item = book.find(item_id)
        assert item
        book.change(item_id, item.start, item.end, {**item.fields, "summary": title})

    def title(self, item_id: str) -> str | None:
        """What an event is called there; None when it is gone."""
        item = self.books["family"].find(item_id)
        return None if item is None else str(item.fields["summary"])

    def api(self, method: str, path: str, query: dict[str, str], body: Any, headers: dict[str, str]) -> Answer:
        call = discovery.call(method, path)
        if call is None:
            self.faults.append(f"no method for {method} {path}")
            return self.no(404, "notFound")
        self.faults += call.faults(query, body)
        status, extra, answer = self._done(call.name, call.parameters, query, body, headers)
        if status == 200:
            self.faults += call.wrong(answer)
        return status, extra, answer

    def no(self, status: int, reason: str) -> Answer:
        error = {"code": status, "message": f"It is {reason}", "errors": [{"domain": "global", "reason": reason}]}
        return status, {}, {"error": error}

    def _done(
        self, name: str, where: dict[str, str], query: dict[str, str], body: Any, headers: dict[str, str]
    ) -> Answer:
        if name == "calendarList.list":
            return 200, {}, {"kind": "calendar#calendarList", "items": [self._entry(each) for each in self.books]}
        calendar_id = unquote(where["calendarId"])
        book = self.books.get(calendar_id)
        if book is None:
            return self.no(404, "notFound")
        if name == "events.list":
            return self._list(calendar_id, book, query)
        if name in ("events.insert", "events.patch", "events.delete") and calendar_id in self.read_only:
            return self.no(403, "requiredAccessLevel")
        if name == "events.insert":
            if body.get("id") in book.items:
                return self.no(409, "duplicate")
            return 200, {}, rendered(self._made(book, body), book)
        item_id = unquote(where["eventId"])
        if name == "events.patch" and body == {"status": "confirmed"}:
            _restore(book, item_id)
        if name == "events.patch" and body.get("status") == "confirmed" and item_id in book.items:
            book.items[item_id].gone = False
        item = book.find(item_id)
        if item is None:
            return self.no(404, "notFound")
        if name == "events.get":
            return 200, {}, rendered(item, book)
        if name == "events.instances":
            found = [each for each in book.between(*_span(query)) if each.id.startswith(f"{item.id}_")]
            gone = [_cancelled(item, key) for key, each in item.dates.items() if each is None]
            shown = gone if query.get("showDeleted") == "true" else []
            return 200, {}, self._events(calendar_id, [rendered(each, book) for each in found] + shown)
        if headers.get("if-match", "*") not in ("*", etag(item)):
            return self.no(412, "conditionNotMet")
        if name == "events.delete":
            book.remove(item.id)
            return 204, {}, None
        return 200, {}, rendered(self._patched(book, item, body), book)

    def _list(self, calendar_id: str, book: Book, query: dict[str, str]) -> Answer:
        token = query.get("syncToken")
        if token is not None:
            if {"timeMin", "timeMax", "q", "orderBy", "iCalUID", "updatedMin"} & query.keys():
                return self.no(400, "invalidParameter")
            if not token.startswith("plain") or int(token[5:]) < book.forgotten:
                return self.no(410, "fullSyncRequired")
            found = [one for each in book.since(int(token[5:])) for one in _reported(each, book)]
        elif query.get("singleEvents") == "true":
            found = [rendered(each, book) for each in book.between(*_span(query))]
        else:
            found = [rendered(each, book) for each in book.items.values() if not each.gone]
        first = int(query.get("pageToken", 0))
        page, more = found[first : first + self.page], len(found) > first + self.page
        answer = self._events(calendar_id, page)
        answer |= {"nextPageToken": str(first + self.page)} if more else {"nextSyncToken": f"plain{book.log}"}
        wanted = query.get("fields")
        return 200, {}, {name: answer[name] for name in answer if not wanted or name in wanted.split(",")}

    def _events(self, calendar_id: str, items: list[dict[str, Any]]) -> dict[str, Any]:
        role = "reader" if calendar_id in self.read_only else "owner"
        defaults = [{"method": "popup", "minutes": 30}]
        return {
            "kind": "calendar#events",
            "summary": self.names[calendar_id],
            "accessRole": role,
            "items": items,
            "timeZone": "Europe/Berlin",
            "defaultReminders": defaults,
            "updated": "2026-11-20T15:24:00.000Z",
        }

    def _entry(self, calendar_id: str) -> dict[str, Any]:
        role = "reader" if calendar_id in self.read_only else "owner"
        return {
            "kind": "calendar#calendarListEntry",
            "id": calendar_id,
            "summary": self.names[calendar_id],
            "accessRole": role,
            "backgroundColor": "#1e90ff",
            "timeZone": "Europe/Berlin",
            "selected": True,
        }

    def _made(self, book: Book, body: dict[str, Any]) -> Item:
        kept = {name: body[name] for name in KEPT if name in body}
        return book.put(
            body.get("id") or self.fresh_id(), _moment(body["start"]), _moment(body["end"]), _rule(body), kept
        )

    def _patched(self, book: Book, item: Item, body: dict[str, Any]) -> Item:
        start = _moment(body["start"]) if "start" in body else item.start
        end = _moment(body["end"]) if "end" in body else item.end
        kept = {**item.fields, **{name: body[name] for name in KEPT if name in body}}
        changed = book.change(item.id, start, end, kept)
        if "recurrence" in body:
            changed.rule = _rule(body)
        return changed


def rendered(item: Item, book: Book) -> dict[str, Any]:
    """An event as Google writes it."""
    master, key = book.split(item.id)
    event = {
        "kind": "calendar#event",
        "id": item.id,
        "status": "confirmed",
        "etag": etag(item),
        "iCalUID": f"{master}@g",
        "start": _when(item.start),
        "end": _when(item.end),
        "eventType": "default",
        **item.fields,
    }
    if item.rule:
        event["recurrence"] = [f"RRULE:{item.rule}"]
    if key:
        event |= {"recurringEventId": master, "originalStartTime": _when(_original(key))}
    return event


def _restore(book: Book, item_id: str) -> None:
    """Put a cancelled date of a series back, as the series has it."""
    master, key = book.split(item_id)
    if key is not None and book.items[master].dates.get(key, book) is None:
        del book.items[master].dates[key]
        book.touch(master)


def etag(item: Item) -> str:
    return f'"{item.changed}"'


def _reported(item: Item, book: Book) -> list[dict[str, Any]]:
    """A changed event, and of a series its different dates, without laying the rule out."""
    if item.gone:
        return [{"kind": "calendar#event", "id": item.id, "status": "cancelled", "etag": etag(item)}]
    dates: list[dict[str, Any]] = []
    for key, each in item.dates.items():
        dates.append(rendered(each, book) if each else _cancelled(item, key))
    return [rendered(item, book), *dates]


def _cancelled(item: Item, key: str) -> dict[str, Any]:
    """A removed date of a series: the only fields that Google promises."""
    gone = {"id": f"{item.id}_{key}", "status": "cancelled", "recurringEventId": item.id}
    return {**gone, "originalStartTime": _when(_original(key))}


def _when(at: Moment) -> dict[str, str]:
    if not isinstance(at, datetime):
        return {"date": at.isoformat()}
    zone = at.tzinfo.key if isinstance(at.tzinfo, ZoneInfo) else "UTC"
    return {"dateTime": at.isoformat(), "timeZone": zone}


def _original(key: str) -> Moment:
    if len(key) == 8:
        return date.fromisoformat(key)
    return datetime.strptime(key, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def _moment(when: dict[str, str | None]) -> Moment:
    if when.get("date"):
        return date.fromisoformat(str(when["date"]))
    at = datetime.fromisoformat(str(when["dateTime"]))
    return at.astimezone(ZoneInfo(str(when["timeZone"]))) if when.get("timeZone") else at


def _rule(body: dict[str, Any]) -> str | None:
    """The rule of a series; UNTIL as a local time, as dateutil wants it beside a start without a zone."""
    if not body.get("recurrence"):
        return None
    assert not [each for each in body["recurrence"] if not each.startswith("RRULE:")]
    parts = body["recurrence"][0].removeprefix("RRULE:").split(";")
    return ";".join(_local_until(each) if each.endswith("Z") else each for each in parts)


def _local_until(part: str) -> str:
    at = datetime.strptime(part, "UNTIL=%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return at.astimezone(BERLIN).strftime("UNTIL=%Y%m%dT%H%M%S")


def _span(query: dict[str, str]) -> tuple[datetime, datetime]:
    return datetime.fromisoformat(query["timeMin"]), datetime.fromisoformat(query["timeMax"])
