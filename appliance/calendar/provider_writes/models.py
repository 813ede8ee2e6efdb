"""The result of a write."""

import msgspec

from appliance.calendar.events.models import Event


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is after a write. `undo` is the token to undo the write, None where that is not possible."""

    event: Event
    undo: str | None = None
