"""Structs of the chores of a file to import."""

from datetime import date, datetime
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.chores.approval.models import Word
from appliance.chores.exceptions.models import DateException
from appliance.chores.models import EarlierSchedule, NewChore
from appliance.chores.timing import AfterDays
from appliance.kernel.schema import ApiModel, Maybe, Text
from appliance.transfer.imports.models import Id, Ids, Points, Row


class ImportedChore(NewChore, kw_only=True):
    """A chore as in a request, read as leniently as other products write it.

    Its rule is kept as sent: a rule that cannot be read hides this chore and nothing else. An unknown `day_part` is any
    part. An unknown `share` of several members is that any of them does it. An `archived` chore was deleted in another
    product, which keeps it for its history.
    """

    id: Id  # type: ignore[assignment]
    title: Text
    points: Points = 0  # type: ignore[assignment]
    due_time: str | None = None
    archived: bool = False
    member_ids: Ids = ()  # type: ignore[assignment]
    share: str | None = None  # type: ignore[assignment]
    turn_by: str = "due"  # type: ignore[assignment]
    turn_every: str = "due"  # type: ignore[assignment]
    day_part: str | None = None  # type: ignore[assignment]
    day_parts: Ids = ()  # type: ignore[assignment]
    created_at: datetime | None = None


class ImportedCompletion(ApiModel, kw_only=True):
    """A chore completed for a date; without `points_awarded` it earned the chore's full points.

    With the `status` pending it waits for a parent's yes; one with another status than approved is left out.
    """

    id: Maybe[Id] = UNSET
    chore_id: str
    date: date
    member_id: str | None = None
    completed_at: datetime
    points_awarded: Points | None = None
    status: str = "approved"
    slot: Annotated[str, Meta(max_length=200)] = ""
    without_points: bool = False
    note: Word | None = None


class ImportedStepTick(ApiModel, kw_only=True):
    """A step that is done for a date, of a routine that is not completed."""

    chore_id: str
    date: date
    step_id: str
    slot: Annotated[str, Meta(max_length=200)] = ""


class ImportedRejection(ApiModel, kw_only=True):
    """Why a tick of a chore was sent back."""

    chore_id: str
    date: date
    slot: Annotated[str, Meta(max_length=200)] = ""
    by: str
    note: str | None = None
    at: datetime


class ImportedLetGo(ApiModel, kw_only=True):
    """What was missed and need not be done any more."""

    chore_id: str
    date: date
    slot: Annotated[str, Meta(max_length=200)] = ""


class ImportedTurn(ApiModel, kw_only=True):
    """A turn of a chore: whose it was, and who had it or takes it over."""

    chore_id: str
    date: date
    scheduled_id: str | None = None
    member_id: str | None = None


class ImportedSchedule(EarlierSchedule, kw_only=True):
    """When a chore was due, and whose it was, before it was changed."""

    member_id: str | None = None
    member_ids: Ids = ()  # type: ignore[assignment]
    share: str | None = None  # type: ignore[assignment]
    rrule: str | None = None
    after_days: AfterDays | None = None
    season_from: date | None = None
    season_until: date | None = None
    due_date: date | None = None
    moves_for_holidays: bool = False
    active: bool = True


class ImportedException(DateException, kw_only=True):
    """A skipped or moved date of a chore."""

    slot: Annotated[str, Meta(max_length=200)] = ""


class ImportedAway(Row, kw_only=True):
    """Days on which a member is away, or the whole household."""

    first_day: date = field(name="from")
    last_day: date = field(name="until")
    member_id: str | None = None
    note: str = ""
