"""The members of the household."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Color = Annotated[str, Meta(min_length=1, max_length=64)]
Role = Literal["adult", "child"]
PhotoId = Annotated[str, Meta(min_length=1, max_length=100)]
CalendarId = Annotated[str, Meta(min_length=1, max_length=100)]


class Person(NumericApiModel, kw_only=True):
    """A member as stored. With `needs_approval` the ticks of a display wait for a parent's yes.

    `photo_id` is a photo that screens show instead of `avatar`, which stands in where the photo is gone.
    `default_calendar_id` is the calendar of events that are added for them without one. `role` is None where nobody has
    said it.
    """

    id: str
    name: str
    color: str
    avatar: str | None
    birthday: str | None
    sort: float
    needs_approval: bool = False
    photo_id: str | None = None
    default_calendar_id: str | None = None
    role: Role | None = None


class Member(Person, kw_only=True):
    """A member as answered. `points_week` counts from the household week's start through today. (contract §5)"""

    points_today: int
    points_week: int
    balance: int


class NewMember(ApiModel, kw_only=True):
    """A member to add."""

    name: Name
    color: Color
    avatar: str | None = None
    birthday: str | None = None
    sort: Maybe[float] = UNSET
    needs_approval: bool = False
    photo_id: PhotoId | None = None
    default_calendar_id: CalendarId | None = None
    role: Role | None = None


class MemberPatch(ApiModel, kw_only=True):
    """Any subset of a member's own properties."""

    name: Maybe[Name] = UNSET
    color: Maybe[Color] = UNSET
    avatar: Maybe[str | None] = UNSET
    birthday: Maybe[str | None] = UNSET
    sort: Maybe[float] = UNSET
    needs_approval: Maybe[bool] = UNSET
    photo_id: Maybe[PhotoId | None] = UNSET
    default_calendar_id: Maybe[CalendarId | None] = UNSET
    role: Maybe[Role | None] = UNSET
