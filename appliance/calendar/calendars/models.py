"""Calendars as stored, requested and answered."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe
from appliance.people.models import Color, Name

Kind = Literal["local", "ics", "google", "microsoft", "caldav"]

# The code of an error, and the values that its text names.
ErrorDetails = dict[str, str | int]
LOSSES = ("events_unreadable", "zone_unknown")


Declined = Literal["hidden", "shown"]
Email = Annotated[str, Meta(max_length=254, pattern=r"^[^\s@]+@[^\s@]+$")]


class Calendar(ApiModel, kw_only=True):
    """A calendar as answered; never with its feed address or credentials. (contract §11.1)

    `member_id` is the first of `member_ids`, for older clients. `last_synced_at` also moves when a sync failed.
    `declined` is whether invitations that its owner declined are shown, drawn as declined, or hidden. `owner_email` is
    the owner's address where the calendar does not say whose it is.
    `last_error_details` are the `code` of the error and the values of its text; null without a code. The codes of
    LOSSES say that a good sync could not read everything.
    """

    id: str
    kind: Kind
    account_id: str | None
    remote_id: str | None
    name: str
    color: str | None
    member_id: str | None
    member_ids: tuple[str, ...]
    category_id: str | None
    writable: bool
    enabled: bool
    last_synced_at: str | None
    last_error: str | None
    needs_reconnect: bool
    last_error_details: ErrorDetails | None = None
    declined: Declined = "hidden"
    owner_email: str | None = None

    @property
    def has_failed(self) -> bool:
        """Whether the last sync failed; one that could not read all events did not."""
        return self.last_error is not None and (self.last_error_details or {}).get("code") not in LOSSES


class NewCalendar(ApiModel, kw_only=True):
    """The request for a calendar. `member_ids` wins over `member_id`; unknown members are dropped."""

    kind: Kind
    name: Name
    color: Color | None = None
    member_id: str | None = None
    member_ids: Maybe[list[str]] = UNSET
    category_id: str | None = None
    account_id: str | None = None
    remote_id: str | None = None
    url: str | None = None
    writable: bool = True
    declined: Declined = "hidden"
    owner_email: Email | None = None


class CalendarPatch(ApiModel, kw_only=True):
    """Any subset of what may change; `url` only of an ics calendar."""

    name: Maybe[Name] = UNSET
    color: Maybe[Color | None] = UNSET
    member_id: Maybe[str | None] = UNSET
    member_ids: Maybe[list[str]] = UNSET
    category_id: Maybe[str | None] = UNSET
    enabled: Maybe[bool] = UNSET
    url: Maybe[str] = UNSET
    declined: Maybe[Declined] = UNSET
    owner_email: Maybe[Email | None] = UNSET
