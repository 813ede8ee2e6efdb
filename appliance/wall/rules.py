"""What the wall's settings may be, and who may look at the wall."""

from collections.abc import Iterable

from appliance.calendar.calendars.models import Calendar
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import sent_fields
from appliance.wall.models import Clock, Sync, WallPatch, WallSettings

PAIR = ("sleep_from", "sleep_until")


def accepted(patch: WallPatch, stored: WallSettings) -> WallSettings:
    """The settings a patch leaves. Raises Invalid."""
    requested = sent_fields(patch)
    if (given := [name for name in PAIR if name in requested]) and len(given) < len(PAIR):
        raise BadRequest("sleepFrom and sleepUntil are set together", at="sleepUntil")
    left = WallSettings(**{**_by_name(stored), **requested})  # type: ignore[arg-type]
    if (left.sleep_from is None) != (left.sleep_until is None):
        raise BadRequest("sleepFrom and sleepUntil are both set or both cleared", at="sleepUntil")
    if left.sleep_from is not None and left.sleep_from == left.sleep_until:
        raise BadRequest("must differ from sleepFrom: the wall would never sleep, or never wake", at="sleepUntil")
    return left


def is_own(scope: str, key_id: str | None, own: str | None) -> bool:
    """True for an admin, and for the key that this machine's own screen was handed."""
    return scope == "admin" or (key_id is not None and key_id == own)


def clock(is_wrong: bool, is_right: bool | None) -> Clock:
    """What is said of the clock. `is_right` is the system's word, None where it has none."""
    if is_wrong:
        return "wrong"
    return "right" if is_right else "unknown"


def last_sync(calendars: Iterable[Calendar]) -> Sync:
    """How the calendars that come from elsewhere are doing; those that are switched off do not count."""
    foreign = [each for each in calendars if each.kind != "local" and each.enabled]
    failing = [each.name for each in foreign if each.last_error or each.needs_reconnect]
    came = [each.last_synced_at for each in foreign if each.last_synced_at and not each.last_error]
    return Sync(len(foreign), max(came, default=None), failing)


def _by_name(settings: WallSettings) -> dict[str, object]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}
