"""Write events: to the provider first, outside of any transaction; then store its answer in one.

(contract: Calendar and event 6)
"""

from collections.abc import Callable

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.accounts.service import Accounts
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import Apply, Event, EventPatch, NewEvent, Scope, StoredEvent
from appliance.calendar.provider_writes import actions, rules
from appliance.calendar.provider_writes.models import Saved
from appliance.calendar.providers.models import Edit, Remote, Removal, Target, Window
from appliance.calendar.providers.provider import AccountProvider, RestoringProvider
from appliance.calendar.series import actions as series_actions
from appliance.calendar.sync import queries as sync_queries
from appliance.calendar.undo import actions as undo_actions
from appliance.calendar.undo.models import RemoteRemoval, RemoteUndo, Removed, Undo
from appliance.calendar.undo.service import UndoLog
from appliance.deleted import actions as deleted
from appliance.deleted.models import Deletion
from appliance.household.actions import with_week_start
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadGateway, BadRequest, Conflict
from appliance.kernel.schema import Maybe, sent_fields
from appliance.kernel.text.redaction import redact


class EventWriter:
    """Creates, changes and removes events in local calendars and at providers."""

    def __init__(self, accounts: Accounts, links: EventLinks, undo: UndoLog):
        self._accounts = accounts
        self._links = links
        self._undo = undo

    async def create(self, session: Session, request: NewEvent, key: str | None = None) -> Saved:
        """Add an event. Raises BadRequest, and BadGateway when its provider fails; then nothing is stored.

        With `key`, a UUID, it is created at its provider once, however often this is tried.
        """
        db = session.read
        calendar = calendar_queries.maybe_calendar(db, request.calendar_id)
        if calendar is None or not rules.is_at_provider(calendar):
            return await self._write(session, None, lambda tx: events.add(tx, request))
        draft = replace(rules.draft(events.checked_new(db, request), db.zone), key=key)
        provider, remote = self._at(calendar)
        writes = sync_queries.writes(db, calendar.id)
        try:
            written = await provider.create(remote, draft, Window.around(db.now), db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        event = await session.write(actions.created, request, written, writes)
        return Saved(event=event, undo=self._keep(session, None, event.id))

    async def edit(self, session: Session, event_id: str, patch: EventPatch) -> Saved:
        """Change an event or its annotations. Raises as `create`, and NotFound. (contract §13.6)

        The event's own fields change for this occurrence, or with the scope `series` for all of them.
        """
        db = session.read
        event, _ = event_queries.event(db, event_id)
        calendar = calendar_queries.calendar(db, event.calendar_id)
        if calendar.kind == "local":
            return await self._write(
                session, event_id, lambda tx: series_actions.edit(tx, event_id, patch, self._links)
            )
        part = rules.part(event, patch.scope, patch.occurrence, patch.apply)
        patch = rules.scoped(patch, part)
        event_rules.check_change(patch, event, calendar)
        edit = rules.edit(patch, event) if rules.is_at_provider(calendar) else Edit()
        rules.check_edit(patch, calendar)
        asked = rules.requested_rule(patch, event, part) if rules.is_at_provider(calendar) else UNSET
        if not isinstance(asked, UnsetType):
            known = await self._rule(db, event, calendar) if event.series_id is not None else None
            if asked != known:
                edit = rules.with_rule(edit, event, part, with_week_start(db, asked, known), db.zone)
        if edit == Edit():
            before = undo_actions.before(db, event)
            annotate = actions.annotate_following if part == "following" else events.edit
            # Own fields as they are need no request; those of a feed cannot be changed at all.
            kept = rules.annotations(patch) if rules.is_at_provider(calendar) else patch
            saved = await session.write(annotate, event_id, kept)
            return Saved(event=saved, undo=self._keep(session, before, event_id, patch.scope))

        events.check_annotations(db, patch)
        provider, remote = self._at(calendar)
        writes, window = sync_queries.writes(db, calendar.id), Window.around(db.now)
        target, before = rules.target(event, part == "all"), undo_actions.before(db, event)
        try:
            if (edit.rrule is not UNSET and event.series_id is None) or (part == "all" and edit.is_of_dates):
                return await self._edit_dates(session, event, patch, edit, target)
            if part == "following":
                written = await provider.divide(remote, target, edit, window, db.zone)
                return Saved(event=await session.write(actions.divided, event, patch, written, writes, self._links))
            written = await provider.edit(remote, target, edit, window, db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        saved = await session.write(actions.edited, calendar.id, patch, written, writes)
        before = replace(before, removal=written.removal)
        now = event_queries.maybe_event(session.read, saved.id)
        reversible = written.reversible and now is not None and rules.is_reversible(edit, event, now)
        if not reversible and written.removal is None:
            return Saved(event=saved)
        return Saved(event=saved, undo=self._keep(session, before, saved.id, patch.scope))

    async def rule(self, session: Session, event_id: str) -> str | None:
        """The rule of an event's series: as it is stored, or as its provider says it. Raises NotFound, BadGateway.

        None for an event that does not repeat, and where the rule is not known.
        """
        db = session.read
        event, _ = event_queries.event(db, event_id)
        calendar = calendar_queries.calendar(db, event.calendar_id)
        if event.series_id is None or not rules.is_at_provider(calendar):
            return event.rrule
        return await self._rule(db, event, calendar)

    async def remove(
        self,
        session: Session,
        event_id: str,
        scope: Scope = "occurrence",
        occurrence: Maybe[str] = UNSET,
        apply: Maybe[Apply] = UNSET,
    ) -> str | None:
        """Remove an event with its notes: at its provider first, this occurrence or the whole series of it.

        Returns the token to undo it, where that is possible.

        A local series is removed as a whole, unless `apply` says otherwise. Raises as `edit`. (contract §13.7)
        """
        db = session.read
        event, _ = event_queries.event(db, event_id)
        calendar = calendar_queries.calendar(db, event.calendar_id)
        if calendar.kind == "local":
            return await self._remove(session, event_id, occurrence, apply)
        if not calendar.writable:
            raise BadRequest("calendar is not writable", code="read_only")
        part = rules.part(event, scope, occurrence, apply)
        provider, remote = self._at(calendar)
        writes, window = sync_queries.writes(db, calendar.id), Window.around(db.now)
        target, rule = rules.target(event, part == "all"), None
        if part != "this" and event.series_id is not None:
            rule = await self._rule(db, event, calendar)
        try:
            if part == "following":
                written = await provider.end(remote, target, window, db.zone)
            else:
                written = await provider.remove(remote, target, window, db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        deletion_id = await session.write(actions.removed, event, part, written, writes, self._links, rule)
        if deletion_id is None or (event.series_id is not None and written.removal is None):
            # Created again, it would not be all that it was.
            return None
        return self._undo.keep(session, Removed(deletion_id=deletion_id))

    async def restore(self, session: Session, deletion: Deletion) -> str:
        """Restore removed events, at their provider first; the id of the one that is there again.

        Raises Conflict when it is there already or was changed since, and as `create`.
        """
        if deletion.remote is None:
            restored = await session.write(deleted.restore, deletion.id, undo_actions.complete_restored)
            return restored.id
        removal = msgspec.json.decode(deletion.remote, type=RemoteRemoval)
        was = removal.undo.was
        assert was is not None
        if event_queries.maybe_event(session.read, was.id) is not None:
            raise Conflict("this is there again", code="changed_since_deleted")
        if removal.undo.removal is not None:
            event_id = await self._restore(session, removal.undo, was, removal.undo.removal)
        else:
            again = await self.create(session, rules.created_again(was, removal.rule), deletion.id)
            event_id = again.event.id
            await session.write(actions.complete_again, removal, event_id, self._links)
        await session.write(deleted.forget, deletion.id)
        return event_id

    async def _rule(self, db: Reader, event: StoredEvent, calendar: Calendar) -> str | None:
        provider, remote = self._at(calendar)
        try:
            return await provider.rule(remote, rules.target(event, True), db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None

    async def _edit_dates(
        self, session: Session, event: StoredEvent, patch: EventPatch, edit: Edit, target: Target
    ) -> Saved:
        """Change the times or the rule of a whole series. It is undone where the provider has the way back."""
        db = session.read
        calendar = calendar_queries.calendar(db, event.calendar_id)
        provider, remote = self._at(calendar)
        writes, before = sync_queries.writes(db, calendar.id), undo_actions.before(db, event)
        try:
            written = await provider.edit_dates(remote, target, edit, Window.around(db.now), db.zone)
        except (BadRequest, BadGateway) as problem:
            raise rules.of_whole_series(problem) from None
        saved = await session.write(actions.moved, event, patch, written, writes, self._links)
        if written.removal is None:
            return Saved(event=saved)
        before = replace(before, removal=written.removal)
        return Saved(event=saved, undo=self._keep(session, before, saved.id, patch.scope))

    async def undo(self, session: Session, token: str) -> None:
        """Undo one write, at its provider first.

        Raises NotFound for an unknown or old token, Conflict when the events were changed since, and as `edit`.
        """
        undo = self._undo.find(session, token)
        if isinstance(undo, Removed):
            await self.restore(session, deleted.deletion(session.read, undo.deletion_id))
        elif isinstance(undo, Undo):
            await session.write(undo_actions.put_back, undo, self._links)
        else:
            await self._undo_remote(session, undo)
        self._undo.forget(token)

    async def _undo_remote(self, session: Session, undo: RemoteUndo) -> None:
        undo_actions.check_unchanged(session.read, undo)
        if undo.was is None:
            assert undo.now is not None
            await self.remove(session, undo.now.id, "series" if undo.now.series_id else "occurrence")
        elif undo.removal is not None:
            await self._restore(session, undo, undo.was, undo.removal)
        else:
            assert undo.now is not None
            inverse = rules.inverse(undo.was, undo.now, undo.scope)
            if sent_fields(inverse).keys() & event_rules.OWN:
                await self.edit(session, undo.now.id, inverse)
            await session.write(undo_actions.put_annotations_back, undo)

    async def _restore(self, session: Session, undo: RemoteUndo, was: StoredEvent, removal: Removal) -> str:
        """Put removed events back at their provider, with all that was on them. Returns the id of the named one."""
        db = session.read
        calendar = calendar_queries.calendar(db, was.calendar_id)
        provider, remote = self._at(calendar)
        assert isinstance(provider, RestoringProvider)
        writes, window = sync_queries.writes(db, calendar.id), Window.around(db.now)
        try:
            written = await provider.restore(remote, rules.target(was, False), removal, window, db.zone)
        except BadGateway as problem:
            raise _redacted(problem) from None
        event = await session.write(actions.edited, calendar.id, EventPatch(), written, writes)
        inverse = rules.inverse(was, event_queries.event(db, event.id)[0], "occurrence")
        if sent_fields(inverse).keys() & event_rules.OWN:
            # A provider may put it back without what was changed of it.
            await self.edit(session, event.id, inverse)
        await session.write(undo_actions.put_annotations_back, undo)
        await session.write(undo_actions.put_notes_on, undo, event.id, self._links)
        return event.id

    def _keep(
        self,
        session: Session,
        before: RemoteUndo | None,
        event_id: str,
        scope: Scope = "occurrence",
    ) -> str | None:
        """The token to undo a write to a synced event, which was stored just now."""
        db = session.read
        now = event_queries.maybe_event(db, event_id)
        if before is None and now is not None:
            before = replace(undo_actions.before(db, now), was=None)
        if before is None:
            return None
        event = now or before.was
        if event is None:
            return None
        after = undo_actions.annotation_rows(db, event.calendar_id, before.keys)
        return self._undo.keep(session, replace(before, now=now, scope=scope, after=after))

    async def _write(self, session: Session, event_id: str | None, write: Callable[[Tx], Event]) -> Saved:
        event, undo = await session.write(undo_actions.edited, self._links, event_id, write)
        return Saved(event=event, undo=self._undo.keep(session, undo))

    async def _remove(self, session: Session, event_id: str, occurrence: Maybe[str], apply: Maybe[Apply]) -> str | None:
        deletion_id = await session.write(series_actions.remove, event_id, occurrence, apply, self._links)
        return self._undo.keep(session, Removed(deletion_id=deletion_id))

    def _at(self, calendar: Calendar) -> tuple[AccountProvider, Remote]:
        rules.check_connected(calendar)
        account_id, remote_id = calendar.account_id or "", calendar.remote_id or ""
        return self._accounts.provider(calendar.kind), self._accounts.remote(
            account_id, remote_id, calendar.owner_email
        )


def _redacted(problem: BadGateway) -> BadGateway:
    """A provider's error without secrets. (contract: Errors)"""
    return BadGateway(redact(problem.message), **problem.extra)
