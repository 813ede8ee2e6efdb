"""Structs of redemptions: points exchanged for a reward."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta

from appliance.chores.approval.models import Word
from appliance.kernel.schema import ApiModel, Maybe
from appliance.rewards.catalogue.models import Share

State = Literal["waiting", "approved", "declined", "returned"]
Limit = Annotated[int, Meta(ge=1, le=200)]


class RedeemRequest(ApiModel, kw_only=True):
    """Who redeems. With an `id` made by the client it is safe to repeat."""

    member_id: str
    id: Maybe[UUID] = UNSET


class Redemption(ApiModel, kw_only=True):
    """One exchange of points. Name, emoji, photo and price are those of the reward at that moment.

    `reward_id` is null once the reward is removed, `member_id` once the member is. `date` is the household's, `at` the
    instant, and `decided_at` that of the approval, the decline or the return. `note` is a parent's word with the yes or
    the no. One that several redeemed together has `shares` and no member.
    """

    id: str
    reward_id: str | None
    member_id: str | None
    name: str
    emoji: str | None
    photo_id: str | None
    price: int
    state: State
    date: date
    at: str
    decided_at: str | None
    shares: tuple[Share, ...] = ()
    note: str | None = None


class Answer(ApiModel, kw_only=True):
    """A parent's word with the yes or the no to a redemption."""

    note: Word | None = None


class StoredRedemption(Redemption, kw_only=True):
    """A redemption as stored; `from_stock` when it took one from the stock."""

    from_stock: bool


class Redeemed(ApiModel, kw_only=True):
    """A redemption, and the balance of its member now."""

    redemption: Redemption
    balance: int
