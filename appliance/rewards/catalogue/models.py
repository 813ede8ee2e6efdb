"""Structs of the rewards that a household offers."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, field

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel
from appliance.people.models import PhotoId

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Price = Annotated[int, Meta(ge=1, le=1_000_000)]
Stock = Annotated[int, Meta(ge=0, le=1_000_000)]
WeeklyLimit = Annotated[int, Meta(ge=1, le=1_000)]
MemberIds = Annotated[tuple[str, ...], Meta(max_length=200)]


class Share(ApiModel, kw_only=True):
    """The points of one member, of several who give to one reward."""

    member_id: str
    points: int


class Reward(NumericApiModel, kw_only=True):
    """A reward; `price` in points. Empty `member_ids` mean everybody, a null `stock` or `weekly_limit` no limit.

    `weekly_limit` is how often one member may redeem it in a week of the household. The photo comes before the emoji.
    `shares` are the points that members have given to it together, in the order in which they began.
    """

    id: str
    name: str
    emoji: str | None
    photo_id: str | None
    price: int
    member_ids: tuple[str, ...]
    stock: int | None
    weekly_limit: int | None
    needs_approval: bool
    active: bool
    sort: float
    shares: tuple[Share, ...] = ()


class NewReward(ApiModel, kw_only=True):
    """The request for a reward. With an `id` made by the client it is safe to repeat."""

    name: Name
    price: Price
    emoji: str | None = None
    photo_id: PhotoId | None = None
    member_ids: MemberIds = field(default_factory=tuple)
    stock: Stock | None = None
    weekly_limit: WeeklyLimit | None = None
    needs_approval: bool = False
    active: bool = True
    sort: Maybe[float] = UNSET
    id: Maybe[UUID] = UNSET


class RewardPatch(ApiModel, kw_only=True):
    """Any subset of a reward."""

    name: Maybe[Name] = UNSET
    price: Maybe[Price] = UNSET
    emoji: Maybe[str | None] = UNSET
    photo_id: Maybe[PhotoId | None] = UNSET
    member_ids: Maybe[MemberIds] = UNSET
    stock: Maybe[Stock | None] = UNSET
    weekly_limit: Maybe[WeeklyLimit | None] = UNSET
    needs_approval: Maybe[bool] = UNSET
    active: Maybe[bool] = UNSET
    sort: Maybe[float] = UNSET


class FoundReward(ApiModel, kw_only=True):
    """A reward that a search found."""

    kind: Literal["reward"] = "reward"
    id: str
    name: str
    emoji: str | None
    price: int
    active: bool
