"""Shapes of the people of the household."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.schema import Maybe, Shape

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Color = Annotated[str, Meta(min_length=1, max_length=64)]


class Person(Shape):
    """A member as stored."""

    id: str
    name: str
    color: str
    avatar: str | None
    birthday: str | None
    sort: float


class Member(Shape):
    """A member as answered. `points_week` counts from the household week's start through today. (contract §5)"""

    id: str
    name: str
    color: str
    avatar: str | None
    birthday: str | None
    sort: float
    points_today: int
    points_week: int
    balance: int


class NewMember(Shape):
    """The wish for a member."""

    name: Name
    color: Color
    avatar: str | None = None
    birthday: str | None = None
    sort: Maybe[float] = UNSET


class MemberPatch(Shape):
    """Any subset of a member's own properties."""

    name: Maybe[Name] = UNSET
    color: Maybe[Color] = UNSET
    avatar: Maybe[str | None] = UNSET
    birthday: Maybe[str | None] = UNSET
    sort: Maybe[float] = UNSET
