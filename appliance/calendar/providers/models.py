"""Requests to a calendar provider and its answers, the same for every provider."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime, timedelta

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Occurrence
from appliance.kernel.errors import BadGateway
from appliance.kernel.schema import ApiModel, Maybe

LOOKS_BACK = timedelta(days=30)
MAX_REASONS = 3


class Remote(msgspec.Struct, frozen=True, kw_only=True):
    """A calendar at its provider; with an empty `remote_id` the account alone.

    `config` is decrypted: the address of a feed, or the credentials of an account. `keep` stores a config that changed
    during use (a renewed token); it is None for a feed. `known` holds the stored objects of the calendar as ETags by
    href, for providers that report them. `begin` is called before a file is read that might end the process.
    `owner` is the e-mail address of the calendar's owner where the household entered it: whose invitations are meant.
    `parts` reads what is stored of the parts of a feed, by their digests.
    """

    config: str
    remote_id: str = ""
    keep: Callable[[str], Awaitable[None]] | None = None
    known: Mapping[str, str] = {}
    begin: Callable[[], Awaitable[None]] | None = None
    owner: str | None = None
    parts: Callable[[], Mapping[bytes, bytes]] | None = None


class RemoteCalendar(ApiModel, kw_only=True):
    """A calendar of an account that the household may add. (contract §27.2)"""

    remote_id: str
    name: str
    color: str | UnsetType
    writable: bool


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A span of time: `begin` inclusive, `end` exclusive, both aware datetimes."""

    begin: datetime
    end: datetime

    @classmethod
    def around(cls, now: datetime) -> "Window":
        """The part of a synced calendar that is stored: 30 days back to 365 ahead. (contract §12)"""
        return cls(begin=now - LOOKS_BACK, end=now + timedelta(days=365))

    @property
    def now(self) -> datetime:
        """The time for which `around` made it."""
        return self.begin + LOOKS_BACK


class Losses(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What could not be read of a calendar.

    `events` is how many events were lost, whole or all but one occurrence. `reasons` are the first of them: a title and
    the property that cannot be read, in no language. `zones` are the first names of time zones that are not known.
    """

    events: int = 0
    reasons: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def and_also(self, more: "Losses") -> "Losses":
        """Both together."""
        return Losses(
            events=self.events + more.events,
            reasons=(self.reasons + more.reasons)[:MAX_REASONS],
            zones=tuple(dict.fromkeys(self.zones + more.zones))[:MAX_REASONS],
        )


class SyncState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state after the last sync, so that the next one can ask for changes only. Stored as JSON.

    `etag`, `modified` and `token` come from the server. `token_covers_until` is how far ahead the token covers
    changes, where that is limited. `fingerprint` is our own digest, and `basis` one of what decides how each part of a
    feed is read. `since` and `zone` are what the occurrences were
    expanded for: the first UTC date of the window, and the household's zone. `until` is how far ahead they reach,
    where the window is fetched in slices. `far` and `far_at` are the last fetched slice and the time of that fetch.
    `losses` are those of the objects that were read, by href, for providers that report objects.
    """

    etag: str | None = None
    modified: str | None = None
    fingerprint: str | None = None
    basis: str | None = None
    since: date | None = None
    zone: str | None = None
    token: str | None = None
    token_covers_until: datetime | None = None
    until: datetime | None = None
    far: int | None = None
    far_at: datetime | None = None
    losses: dict[str, Losses] = {}

    def is_usable(self, window: Window, zone: str) -> bool:
        """Whether changes since this state are enough to bring a window in a household's zone up to date."""
        return self.zone == zone and self.until is not None and self.until >= window.begin


class Pulled(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a pull; without `occurrences` nothing changed.

    `losses` are those of the whole calendar, or None where only changes were read: then earlier ones stay.
    By default `occurrences` is the whole calendar. With `covers` it is everything that overlaps these spans, and stored
    events outside them stay. With `gone` it replaces what is named there (external ids, series ids, or the parts before
    the first `::` of external ids, which name an object with all its occurrences), and every other stored event stays.
    `objects` holds ETags by href of the objects that were read; after a pull of the whole calendar it is complete.
    `writable` is the provider's answer, None when it was not asked.
    `parts` are all parts of a feed by their digests: what to store of them, or None where that is stored already.
    """

    sync_state: SyncState
    occurrences: list[Occurrence] | None
    losses: Losses | None = None
    covers: tuple[Window, ...] | None = None
    gone: tuple[str, ...] | None = None
    objects: Mapping[str, str] | None = None
    writable: bool | None = None
    parts: Mapping[bytes, bytes | None] | None = None


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """Times of an event, checked: instants, or dates with an exclusive end when `all_day`."""

    start: str
    end: str
    all_day: bool


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """A change of an event at a provider; an unset field stays. None clears a location or description.

    `reminders` are minutes before the start; None leaves them to the provider, an empty tuple asks for none. `rrule` is
    a new rule of a series, whose end is a local date of the series or an instant, or None: then it has one date only.
    An event without a series becomes one as a Draft does.
    """

    title: Maybe[str] = UNSET
    times: Maybe[Times] = UNSET
    location: Maybe[str | None] = UNSET
    description: Maybe[str | None] = UNSET
    reminders: Maybe[tuple[int, ...] | None] = UNSET
    rrule: Maybe[str | None] = UNSET

    @property
    def is_of_dates(self) -> bool:
        """Whether it changes the dates of a whole series, rather than texts."""
        return self.rrule is not UNSET or self.times is not UNSET


class Draft(Edit, frozen=True, kw_only=True):
    """An event to create at a provider: every field is set.

    With `rrule` it is a series whose first occurrence has these times, and which keeps its local time in the
    household's zone. An UNTIL is a date for whole days, else an instant; there is none beside COUNT. With `key`, a
    UUID, it is there once, however often it is created: a server that stops does not know whether it was.
    """

    title: str
    times: Times
    location: str | None
    description: str | None
    reminders: tuple[int, ...] | None
    rrule: str | None = None
    key: str | None = None


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The event to write to: one stored occurrence, or with `whole` its series."""

    external_id: str
    series_id: str | None
    times: Times
    whole: bool = False


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """What a provider needs to put back an occurrence, it and the later ones, or texts: the event or object at it.

    `before` is the object's text before the write and `etag` its ETag after it, both empty where the name is enough.
    """

    name: str
    before: str = ""
    etag: str = ""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a write, to be stored: `external_id` is the event's own id, the rest is as in Pulled.

    `removal` is there where occurrences were removed that can be put back, or texts that another edit cannot. Without
    it a write that is not `reversible` has no way back.
    """

    external_id: str
    occurrences: list[Occurrence]
    gone: tuple[str, ...] = ()
    objects: Mapping[str, str] = {}
    removal: Removal | None = None
    reversible: bool = True


class Busy(BadGateway):
    """A provider that accepts no request for `seconds` (Retry-After)."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message, code="asked_too_often")
        self.seconds = seconds
