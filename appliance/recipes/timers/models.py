"""Structs of timers that ring on every screen."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from appliance.kernel.schema import ApiModel
from appliance.recipes.models import TimerSeconds, Title

StepNumber = Annotated[int, Meta(ge=0, le=99)]


class NewTimer(ApiModel, kw_only=True):
    """The request for a timer, which starts at once. With an `id` made by the client it is safe to repeat.

    `step` counts the steps of the recipe from 0.
    """

    title: Title
    seconds: TimerSeconds
    recipe_id: str | None = None
    step: StepNumber | None = None
    id: UUID | None = None


class CookingTimer(ApiModel, kw_only=True):
    """A timer that runs, or rings since `ends_at` until somebody stops it."""

    id: str
    title: str
    recipe_id: str | None
    step: int | None
    seconds: int
    ends_at: str
