"""Types of when a chore is due, beside its rule and its date."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

# A part of the day. The household's settings say when the afternoon and the evening begin.
DayPart = Literal["morning", "afternoon", "evening"]
DAY_PARTS: tuple[DayPart, ...] = get_args(DayPart)
# Days from one completion to the next due date.
AfterDays = Annotated[int, Meta(ge=1, le=3650)]
