"""What a calendar needs, and whose it is."""

from msgspec import UnsetType

from appliance.calendar.calendars.models import Kind, NewCalendar
from appliance.kernel.errors import BadRequest
from appliance.kernel.net.addresses import public_url
from appliance.kernel.schema import Maybe

HOSTED = ("google", "microsoft", "caldav")


def check_source(kind: Kind, request: NewCalendar) -> None:
    """Raises Invalid when a hosted calendar does not say which one it is. (contract §11.2)"""
    if kind not in HOSTED:
        return
    if not request.account_id:
        raise BadRequest("is required for a calendar at a provider", at="accountId")
    if not request.remote_id:
        raise BadRequest("is required for a calendar at a provider", at="remoteId")


def remote_id(kind: Kind, requested: str | None, allow_private: bool) -> str | None:
    """What a calendar is called at its provider; at a CalDAV server that is its address. Raises Invalid."""
    if kind == "caldav" and requested:
        return public_url(requested, allow_private=allow_private, at="remoteId")
    return requested


def feed_url(kind: Kind, url: str | None, allow_private: bool) -> str | None:
    """The address of an ics calendar's feed as stored, None for other kinds. Raises Invalid. (contract §11.2, §36)"""
    if kind != "ics":
        return None
    if not url:
        raise BadRequest("is required for an ics calendar", at="url")
    return public_url(url, allow_private=allow_private, webcal=True)


def wished_members(
    member_ids: Maybe[list[str]], member_id: Maybe[str | None], stored: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Whose calendar it should be: `memberIds`, else the older `memberId`, else as stored. (contract §11.2)"""
    if not isinstance(member_ids, UnsetType):
        return tuple(member_ids)
    if not isinstance(member_id, UnsetType):
        return (member_id,) if member_id else ()
    return stored
