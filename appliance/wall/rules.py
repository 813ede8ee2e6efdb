"""Validation of the wall's settings, access to the wall, and the summary of clock and calendars. Pure functions."""

from collections.abc import Iterable

import msgspec

from appliance.calendar.calendars.models import Calendar
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import sent_fields
from appliance.wall.models import Clock, Sync, WallPatch, WallSettings

SLEEP_FIELDS = {"sleep_from", "sleep_until"}


def apply_patch(patch: WallPatch, stored: WallSettings) -> WallSettings:
    """The settings after a patch. Raises BadRequest."""
    requested = sent_fields(patch)
    if len(SLEEP_FIELDS & requested.keys()) == 1:
        raise BadRequest("sleepFrom and sleepUntil are set together", at="sleepUntil")
    settings = msgspec.structs.replace(stored, **requested)
    if (settings.sleep_from is None) != (settings.sleep_until is None):
        raise BadRequest("sleepFrom and sleepUntil are both set or both cleared", at="sleepUntil")
    if settings.sleep_from is not None and settings.sleep_from == settings.sleep_until:
        raise BadRequest(
            "must differ from sleepFrom: the wall would never sleep, or never wake", at="sleepUntil", code="never_awake"
        )
    return settings


def may_access(scope: str, key_id: str | None, wall_key_id: str | None) -> bool:
    """Whether the caller is an admin, or has the key of this machine's wall."""
    return scope == "admin" or (key_id is not None and key_id == wall_key_id)


def clock_state(is_wrong: bool, is_synchronised: bool | None) -> Clock:
    """`is_wrong`: the server knows that the clock is wrong. `is_synchronised` is None when the system cannot tell."""
    if is_wrong:
        return "wrong"
    return "right" if is_synchronised else "unknown"


def last_sync(calendars: Iterable[Calendar]) -> Sync:
    """The state of the enabled calendars that are synced."""
    synced = [calendar for calendar in calendars if calendar.kind != "local" and calendar.enabled]
    failing = [calendar.name for calendar in synced if calendar.has_failed or calendar.needs_reconnect]
    times = [calendar.last_synced_at for calendar in synced if calendar.last_synced_at and not calendar.has_failed]
    return Sync(calendars=len(synced), at=max(times, default=None), failing=failing)
