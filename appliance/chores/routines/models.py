"""Structs of the steps of a routine."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay
from appliance.people.models import PhotoId

StepTitle = Annotated[str, Meta(min_length=1, max_length=200)]
# At most four hours.
TimerSeconds = Annotated[int, Meta(ge=1, le=14_400)]
MAX_STEPS = 30


class ChoreStep(ApiModel, kw_only=True):
    """A step of a routine. `time` is a time of day, for something that is done several times a day."""

    id: str
    title: str
    emoji: str | None = None
    photo_id: str | None = None
    timer_seconds: int | None = None
    time: str | None = None


class NewChoreStep(ApiModel, kw_only=True):
    """A step as requested. One with the `id` of a stored step changes that step."""

    title: StepTitle
    emoji: str | None = None
    photo_id: PhotoId | None = None
    timer_seconds: TimerSeconds | None = None
    time: TimeOfDay | None = None
    id: Maybe[UUID] = UNSET


NewChoreSteps = Annotated[list[NewChoreStep], Meta(max_length=MAX_STEPS)]


class DayStep(ChoreStep, kw_only=True):
    """A step on a date, done or not."""

    done: bool = False


class StepTick(ApiModel, kw_only=True):
    """A step that is done for a date, of a routine that is not completed. `slot` as in Completion."""

    chore_id: str
    date: date
    slot: str = ""
    step_id: str
