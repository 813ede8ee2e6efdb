"""Validation of the wall's settings, and access to the wall. Pure functions."""

import msgspec

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import sent_fields
from appliance.wall.models import WallPatch, WallSettings

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
