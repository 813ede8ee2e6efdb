"""Rewards, redemptions and goals of a file to import."""

from datetime import date, datetime

from appliance.kernel.schema import ApiModel
from appliance.rewards.catalogue.models import Name as RewardName
from appliance.rewards.catalogue.models import PhotoId, Price, Stock, WeeklyLimit
from appliance.rewards.goals.models import Target
from appliance.rewards.goals.models import Title as GoalTitle
from appliance.rewards.redemptions.models import State as RedemptionState
from appliance.transfer.imports.rows.models import Ids, Row


class ImportedReward(Row, kw_only=True):
    """A reward."""

    name: RewardName
    price: Price
    emoji: str | None = None
    photo_id: PhotoId | None = None
    member_ids: Ids = ()
    stock: Stock | None = None
    weekly_limit: WeeklyLimit | None = None
    needs_approval: bool = False
    active: bool = True
    sort: float = 0


class ImportedRedemption(Row, kw_only=True):
    """A redemption; its points are in the ledger."""

    name: RewardName
    price: Price
    state: RedemptionState
    date: date
    at: datetime
    reward_id: str | None = None
    member_id: str | None = None
    emoji: str | None = None
    photo_id: PhotoId | None = None
    decided_at: datetime | None = None
    from_stock: bool = False


class ImportedGoal(ApiModel, kw_only=True):
    """The reward that a member saves for."""

    member_id: str
    reward_id: str


class ImportedFamilyGoal(ApiModel, kw_only=True):
    """The goal of the family."""

    title: GoalTitle
    target: Target
    start_date: date
    emoji: str | None = None
