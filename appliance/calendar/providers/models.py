"""What every provider is asked for and what it answers, whatever system stands behind it."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime, timedelta

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.kernel.errors import BadGateway
from appliance.kernel.schema import ApiModel, Maybe


class Remote(msgspec.Struct, frozen=True):
    """A calendar at its source; with an empty `remote_id` the account alone.

    `config` is unsealed: the address of a feed, or what an account signs in with. `keep` stores a config that changed
    while it was used (a token that was renewed); it is None for a feed. `known` are the objects stored of the calendar,
    versions by address, where a provider has told any.
    """

    config: str
    remote_id: str = ""
    account_id: str = ""
    keep: Callable[[str], Awaitable[None]] | None = None
    known: Mapping[str, str] = {}


class RemoteCalendar(ApiModel):
    """A calendar of an account, as it is offered to be followed. (contract §27.2)"""

    remote_id: str
    name: str
    color: str | UnsetType
    writable: bool


class Window(msgspec.Struct, frozen=True):
    """A span of time; `begin` included, `end` not. Aware datetimes."""

    begin: datetime
    end: datetime

    @classmethod
    def around(cls, now: datetime) -> "Window":
        """What is kept of a synced calendar: 30 days back to 365 ahead. (contract §12)"""
        return cls(now - timedelta(days=30), now + timedelta(days=365))


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the last sync stood, so that the next one can ask for news only. Stored as JSON.

    `etag`, `modified` and `token` are the server's words, and `told_until` is how far ahead the token tells of changes
    where that has an end; `fingerprint` is ours. `since` and `zone` are what the
    occurrences were laid out for: the first UTC date of the window, and the household's zone. `until` is how far ahead
    that reaches, where it is asked for piece by piece; `far` and `far_at` are the piece asked for last, and when.
    """

    etag: str | None = None
    modified: str | None = None
    fingerprint: str | None = None
    since: date | None = None
    zone: str | None = None
    token: str | None = None
    told_until: datetime | None = None
    until: datetime | None = None
    far: int | None = None
    far_at: datetime | None = None


class Pulled(msgspec.Struct, frozen=True):
    """What a pull brought; without `occurrences` nothing changed. `unreadable` counts lost events.

    `occurrences` are by default everything there is. With `covers` they are everything that overlaps these spans, and
    what is stored of other times stays. With `gone` they take the place of what is named there: external ids, series
    ids, or the parts before the first `::` of external ids, which is an object with all its occurrences; whatever else
    is stored stays. `objects` are versions by address of the objects that were read; those of a pull that is everything
    are all. `writable` is what the provider says of the calendar, None when it was not asked.
    """

    mark: Mark
    occurrences: list[Occurrence] | None
    unreadable: int = 0
    covers: tuple[Window, ...] | None = None
    gone: tuple[str, ...] | None = None
    objects: Mapping[str, str] | None = None
    writable: bool | None = None


class Draft(msgspec.Struct, frozen=True):
    """An event to be made at a provider, its times checked: instants, or dates with an exclusive end when `all_day`.

    `reminders` are minutes before the start; None leaves them to the provider, an empty tuple wishes none.
    """

    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    reminders: tuple[int, ...] | None


class Times(msgspec.Struct, frozen=True):
    """When an event shall be from now on, checked as in Draft."""

    start: str
    end: str
    all_day: bool


class Edit(msgspec.Struct, frozen=True):
    """What shall change of an event at a provider; what is unset stays. None clears a location or description."""

    title: Maybe[str] = UNSET
    times: Maybe[Times] = UNSET
    location: Maybe[str | None] = UNSET
    description: Maybe[str | None] = UNSET
    reminders: Maybe[tuple[int, ...] | None] = UNSET


class Target(msgspec.Struct, frozen=True):
    """Which event is meant: one occurrence as it is stored, or with `whole` the series it belongs to."""

    external_id: str
    series_id: str | None
    start: str
    end: str
    all_day: bool
    whole: bool = False


class Written(msgspec.Struct, frozen=True):
    """What a write came to, to be stored: `external_id` is the event's own id, and the rest is as in Pulled."""

    external_id: str
    occurrences: list[Occurrence]
    gone: tuple[str, ...] = ()
    objects: Mapping[str, str] = {}


class Busy(BadGateway):
    """A source that wants no request for some time (Retry-After)."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds
