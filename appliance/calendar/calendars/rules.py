"""Decisions about calendars: what each kind requires, whose calendar it is, and where a new event goes."""

from collections.abc import Iterable, Sequence

from msgspec import UnsetType

from appliance.calendar.calendars.models import Calendar, Kind, NewCalendar
from appliance.kernel.errors import BadRequest
from appliance.kernel.net.addresses import public_url
from appliance.kernel.schema import Maybe
from appliance.people.models import Person

MAX_CALENDARS = 200
HOSTED = ("google", "microsoft", "caldav")


def check_count(count: int) -> None:
    """Raises BadRequest when there is no room for one more calendar."""
    if count >= MAX_CALENDARS:
        raise BadRequest(
            f"there are {MAX_CALENDARS} calendars, which is the limit; remove one first",
            at=None,
            code="limit_reached",
            limit=MAX_CALENDARS,
        )


def check_source(kind: Kind, request: NewCalendar) -> None:
    """Raises BadRequest for a provider's calendar without its account or remote id. (contract §11.2)"""
    if kind not in HOSTED:
        return
    if not request.account_id:
        raise BadRequest("is required for a calendar at a provider", at="accountId")
    if not request.remote_id:
        raise BadRequest("is required for a calendar at a provider", at="remoteId")


def remote_id(kind: Kind, requested: str | None, allow_private: bool) -> str | None:
    """The id of a calendar at its provider; at a CalDAV server that is its address. Raises BadRequest."""
    if kind == "caldav" and requested:
        return public_url(requested, allow_private=allow_private, at="remoteId")
    return requested


def feed_url(kind: Kind, url: str | None, allow_private: bool) -> str | None:
    """The feed address of an ics calendar as stored, None for other kinds. Raises BadRequest. (contract §11.2, §36)"""
    if kind != "ics":
        return None
    if not url:
        raise BadRequest("is required for an ics calendar", at="url", code="required")
    return public_url(url, allow_private=allow_private, webcal=True)


def requested_members(
    member_ids: Maybe[list[str]], member_id: Maybe[str | None], stored: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The members of a calendar: `memberIds`, else the older `memberId`, else as stored. (contract §11.2)"""
    if not isinstance(member_ids, UnsetType):
        return tuple(member_ids)
    if not isinstance(member_id, UnsetType):
        return (member_id,) if member_id else ()
    return stored


def is_open(calendar: Calendar) -> bool:
    """Whether events can be added now: written, shown, and stored here or at a connected provider."""
    connected = calendar.account_id is not None and not calendar.needs_reconnect
    return calendar.writable and calendar.enabled and (calendar.kind == "local" or connected)


def calendar_for(member_ids: Iterable[str], people: Sequence[Person], calendars: Sequence[Calendar]) -> str | None:
    """The calendar of a new event for these people, when none is named; None where none is open.

    In this order: the calendar that all of them have chosen for new events; the one that is theirs and nobody else's;
    the family's, which is everybody's or nobody's; one that is theirs and others', the fewest others first; any. Of
    several the local one is taken, then the first. `src/lib/calendarFor.ts` is the same on the page, and
    `tests/calendar/calendar_for.json` has the cases of both.
    """
    named, everybody = set(member_ids), {person.id for person in people}
    chosen = {person.default_calendar_id for person in people if person.id in named}

    def rank(calendar: Calendar) -> tuple[int, int]:
        owners = set(calendar.member_ids)
        if chosen == {calendar.id}:
            return 0, 0
        if named and owners == named:
            return 1, 0
        if not owners or owners >= everybody:
            return 2, 0
        return (3, len(owners)) if named and owners >= named else (4, 0)

    found = min(filter(is_open, calendars), key=lambda one: (rank(one), one.kind != "local"), default=None)
    return found.id if found else None
