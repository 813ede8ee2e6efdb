"""Decisions about calendars: what each kind requires, and whose calendar it is."""

from msgspec import UnsetType

from appliance.calendar.calendars.models import Kind, NewCalendar
from appliance.kernel.errors import BadRequest
from appliance.kernel.net.addresses import public_url
from appliance.kernel.schema import Maybe

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
