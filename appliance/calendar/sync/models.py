"""What a sync needs of a calendar, and its result."""

import msgspec

from appliance.calendar.calendars.models import Declined
from appliance.calendar.providers.models import SyncState
from appliance.kernel.schema import ApiModel


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A synced calendar as the sync sees it.

    `config` is decrypted, a feed's own or its account's; None while the calendar is not connected, and empty where it
    cannot be decrypted. `writes` counts the writes of its events, to recognise those made during the fetch.
    """

    calendar_id: str
    kind: str
    config: str | None
    sync_state: SyncState | None
    enabled: bool
    needs_reconnect: bool
    writes: int
    account_id: str | None = None
    remote_id: str | None = None
    declined: Declined = "hidden"
    owner_email: str | None = None


class SyncedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An occurrence of a synced calendar as it is stored. `digest` stands for all of it but the ids.

    `text_digest` stands for location and description, None where there is neither.
    """

    id: str
    external_id: str
    series_id: str | None
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    text_digest: bytes | None
    reminders: tuple[int, ...] | None
    declined: bool
    digest: bytes


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A calendar that may be due, and when it was last synced."""

    calendar_id: str
    last_synced_at: str | None


class Interrupted(msgspec.Struct, frozen=True, kw_only=True):
    """A calendar that the server was reading when it ended, and how often that happened since its last good sync."""

    calendar_id: str
    times: int


class Synced(ApiModel, kw_only=True):
    """The answer of a sync: how many events the calendar has within a year. (contract §11.3)"""

    count: int
    ok: bool = True
