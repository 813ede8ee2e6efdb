"""Structs of pools: the points that members give to one reward together."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe
from appliance.rewards.catalogue.models import Reward
from appliance.rewards.redemptions.models import Redemption

GivenPoints = Annotated[int, Meta(ge=1, le=1_000_000)]


class GiveRequest(ApiModel, kw_only=True):
    """Who gives how many points. No more are taken than are missing."""

    member_id: str
    points: GivenPoints


class TakeBackRequest(ApiModel, kw_only=True):
    """Who takes how many points back: all that the member gave, unless a number is sent."""

    member_id: str
    points: Maybe[GivenPoints] = UNSET


class Pooled(ApiModel, kw_only=True):
    """A reward with its shares now, how many `points` were given or taken back, and the member's balance.

    `redemption` is there when these points made the pool full: then the reward has no shares any more.
    """

    reward: Reward
    points: int
    balance: int
    redemption: Redemption | None = None
