"""Add, change and remove calendars; choose those of new events."""

from collections.abc import Iterable
from uuid import uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.calendar.accounts import queries as account_queries
from appliance.calendar.calendars import queries, rules
from appliance.calendar.calendars.models import Calendar, CalendarPatch, Kind, NewCalendar
from appliance.calendar.categories import queries as category_queries
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made, patched, sent_fields
from appliance.people import actions as people
from appliance.people import queries as people_queries
from appliance.people.models import MemberPatch, NewMember, Person


def add(tx: Tx, request: NewCalendar, allow_private: bool = False) -> Calendar:
    """Add a calendar; the scheduler syncs it at its next tick. Raises BadRequest.

    An imported calendar that waits for this account is connected instead, and keeps everything else. `allow_private`
    permits feeds and CalDAV servers in the home network. (contract §11.2)
    """
    rules.check_source(request.kind, request)
    kind = _account_kind(tx, request.account_id) or request.kind
    rules.check_source(kind, request)
    url = rules.feed_url(kind, request.url, allow_private)
    account_id = request.account_id or None
    remote_id = rules.remote_id(kind, request.remote_id, allow_private) if account_id else None
    if account_id and remote_id and (imported := queries.waiting(tx, kind, remote_id)):
        queries.attach(tx, imported, account_id)
        tx.record("calendar.changed", {"id": imported})
        return queries.calendar(tx, imported)
    _check_category(tx, request.category_id)
    rules.check_count(queries.count(tx))

    calendar_id = str(uuid4())
    members = people_queries.known(tx, rules.requested_members(request.member_ids, request.member_id))
    calendar = made(
        Calendar,
        request,
        id=calendar_id,
        kind=kind,
        account_id=account_id,
        remote_id=remote_id,
        member_id=None,
        member_ids=tuple(members),
        writable=request.writable and kind != "ics",
        enabled=True,
        last_synced_at=None,
        last_error=None,
        needs_reconnect=False,
    )
    queries.put(tx, calendar)
    if not request.writable:
        queries.keep_read_only(tx, calendar_id)
    if url:
        queries.put_feed_url(tx, calendar_id, url)
    tx.record("calendar.changed", {"id": calendar_id})
    return queries.calendar(tx, calendar_id)


def edit(tx: Tx, calendar_id: str, patch: CalendarPatch, allow_private: bool = False) -> Calendar:
    """Change a calendar. After a new `url`, `declined` or `owner_email` the caller starts a sync.

    Raises NotFound, BadRequest.
    """
    was = queries.calendar(tx, calendar_id)
    if not isinstance(patch.url, UnsetType) and was.kind != "ics":
        raise BadRequest("only an ics calendar has one", at="url")
    url = None if isinstance(patch.url, UnsetType) else rules.feed_url(was.kind, patch.url, allow_private)
    category_id = patched(patch.category_id, was.category_id)
    _check_category(tx, category_id)

    members = people_queries.known(tx, rules.requested_members(patch.member_ids, patch.member_id, was.member_ids))
    sent = {name: value for name, value in sent_fields(patch).items() if name in Calendar.__struct_fields__}
    calendar = replace(was, **sent | {"member_id": None, "member_ids": tuple(members)})
    queries.put(tx, calendar)
    if (calendar.declined, calendar.owner_email) != (was.declined, was.owner_email):
        queries.forget_sync_state(tx, calendar_id)
    if url:
        queries.put_feed_url(tx, calendar_id, url)
    tx.record("calendar.changed", {"id": calendar_id})
    return queries.calendar(tx, calendar_id)


def remove(tx: Tx, calendar_id: str) -> None:
    """Remove a calendar with its events and annotations; nothing changes at its provider. Raises NotFound."""
    queries.calendar(tx, calendar_id)

    queries.remove(tx, calendar_id)
    people.clear_calendar(tx, calendar_id)
    tx.record("calendar.changed", {"id": calendar_id})


def calendar_for(db: Reader, member_ids: Iterable[str]) -> str:
    """The calendar of a new event for these people, when none is named. Raises BadRequest where none is open."""
    found = rules.calendar_for(member_ids, people_queries.people(db), queries.calendars(db))
    if found is None:
        raise BadRequest("is required while no calendar can be written", at="calendarId", code="required")
    return found


def add_member(tx: Tx, request: NewMember) -> Person:
    """Add a member, with the calendar of their new events. Raises BadRequest, Conflict."""
    _check_default(tx, request.default_calendar_id)
    return people.add(tx, request)


def edit_member(tx: Tx, member_id: str, patch: MemberPatch) -> Person:
    """Change a member, also the calendar of their new events. Raises NotFound, BadRequest."""
    _check_default(tx, patched(patch.default_calendar_id, None))
    return people.edit(tx, member_id, patch)


def _check_default(tx: Tx, calendar_id: str | None) -> None:
    if calendar_id is None:
        return
    calendar = queries.maybe_calendar(tx, calendar_id)
    if calendar is None:
        raise BadRequest("is not a calendar", at="defaultCalendarId", code="deleted_meanwhile")
    if not calendar.writable:
        raise BadRequest("is a calendar that cannot be written", at="defaultCalendarId", code="read_only")


def _account_kind(tx: Tx, account_id: str | None) -> Kind | None:
    if not account_id:
        return None
    account = account_queries.maybe_account(tx, account_id)
    if account is None:
        raise BadRequest("unknown accountId", code="deleted_meanwhile")
    return account.kind


def _check_category(tx: Tx, category_id: str | None) -> None:
    if category_id is not None and not category_queries.is_category(tx, category_id):
        raise BadRequest("is not a category", at="categoryId", code="deleted_meanwhile")
