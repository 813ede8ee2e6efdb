"""Shapes of syncing: what a calendar needs for it, and what came of it."""

import msgspec

from appliance.calendar.providers.models import SyncState
from appliance.kernel.schema import ApiModel


class Source(msgspec.Struct, frozen=True):
    """A synced calendar as the sync sees it. `config` is unsealed, a feed's own or its account's; without one there is
    nothing to ask.
    """

    calendar_id: str
    kind: str
    config: str | None
    sync_state: SyncState | None
    enabled: bool
    needs_reconnect: bool
    account_id: str | None = None
    remote_id: str | None = None


class Turn(msgspec.Struct, frozen=True):
    """A calendar that may be due, and when it was synced last."""

    calendar_id: str
    last_synced_at: str | None


class Synced(ApiModel):
    """The answer of a sync: how many events the calendar has within a year. (contract §11.3)"""

    count: int
    ok: bool = True
