"""Write events: to the provider first, outside of any transaction; then store its answer in one.

(spec: Calendar and event 6)
"""

from msgspec.structs import replace

from appliance.calendar.accounts.service import Accounts
from appliance.calendar.calendars import queries as calendars
from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as stored
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import Event, EventPatch, NewEvent, Scope
from appliance.calendar.provider_writes import actions, rules
from appliance.calendar.providers.models import Edit, Remote, Window
from appliance.calendar.providers.provider import AccountProvider
from appliance.calendar.sync import queries as sync
from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.text.redaction import redact


class EventWriter:
    """Creates, changes and removes events in local calendars and at providers."""

    def __init__(self, accounts: Accounts, links: EventLinks):
        self._accounts = accounts
        self._links = links

    async def create(self, session: Session, request: NewEvent) -> Event:
        """Add an event. Raises BadRequest, and BadGateway when its provider fails; then nothing is stored."""
        db = session.read
        calendar = calendars.maybe_calendar(db, request.calendar_id)
        if calendar is None or not rules.is_at_provider(calendar):
            return await session.write(events.add, request)
        events.checked_new(db, replace(request, rrule=None))
        provider, remote = self._at(calendar)
        writes = sync.writes(db, calendar.id)
        try:
            written = await provider.create(remote, rules.draft(request), Window.around(db.now), db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        return await session.write(actions.created, request, written, writes)

    async def edit(self, session: Session, event_id: str, patch: EventPatch) -> Event:
        """Change an event or its annotations. Raises as `create`, and NotFound. (contract §13.6)

        The event's own fields change for this occurrence, or with the scope `series` for all of them, except times.
        """
        db = session.read
        event, _ = stored.event(db, event_id)
        calendar = calendars.calendar(db, event.calendar_id)
        if not rules.is_at_provider(calendar):
            return await session.write(events.edit, event_id, patch)
        event_rules.check_change(patch, event, calendar)
        edit = rules.edit(patch, event)
        rules.check_edit(patch, edit, calendar)
        if edit == Edit():
            return await session.write(events.edit, event_id, rules.annotations(patch))

        events.check_annotations(db, patch)
        provider, remote = self._at(calendar)
        writes = sync.writes(db, calendar.id)
        target = rules.target(event, patch.scope == "series")
        try:
            written = await provider.edit(remote, target, edit, Window.around(db.now), db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        return await session.write(actions.edited, calendar.id, patch, written, writes)

    async def remove(self, session: Session, event_id: str, scope: Scope = "occurrence") -> None:
        """Remove an event with its notes: at its provider first, this occurrence or the whole series of it.

        A local series is removed as a whole. Raises as `edit`. (contract §13.7)
        """
        db = session.read
        event, _ = stored.event(db, event_id)
        calendar = calendars.calendar(db, event.calendar_id)
        if not rules.is_at_provider(calendar):
            await session.write(actions.remove_local, event_id, self._links.remove)
            return
        if not calendar.writable:
            raise BadRequest("calendar is not writable")
        provider, remote = self._at(calendar)
        writes = sync.writes(db, calendar.id)
        target = rules.target(event, scope == "series")
        try:
            written = await provider.remove(remote, target, Window.around(db.now), db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        series = event.series_id if target.whole else None
        await session.write(actions.removed, calendar.id, event_id, series, written, writes, self._links.remove)

    def _at(self, calendar: Calendar) -> tuple[AccountProvider, Remote]:
        rules.check_connected(calendar)
        account_id, remote_id = calendar.account_id or "", calendar.remote_id or ""
        return self._accounts.provider(calendar.kind), self._accounts.remote(account_id, remote_id)


def _redacted(problem: BadGateway) -> BadGateway:
    """A provider's error without secrets. (spec: Errors, 502)"""
    return BadGateway(redact(problem.message))
