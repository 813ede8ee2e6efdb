"""Structs of the turns of rotating chores."""

from datetime import date

from appliance.kernel.schema import ApiModel


class Rotation(ApiModel, kw_only=True):
    """How far the turns of a chore are decided.

    `next_member` has the turn on the first due date after `through`. The current order applies from `since` on, where
    `first_member` began. Of a turn that lasts for days, `next_member` has it still if that date is in the same period
    as `last_day`. Of one that lasts for several times, they have had `used` of them.
    """

    chore_id: str
    since: date
    first_member: str
    through: date
    next_member: str
    last_day: date | None = None
    used: int = 0


class StoredTurn(ApiModel, kw_only=True):
    """A turn that is decided, or that a member takes over on a date to come, where `scheduled_id` is None."""

    chore_id: str
    date: date
    scheduled_id: str | None
    member_id: str | None


class ChoreTurn(ApiModel, kw_only=True):
    """Whose turn a chore is on a date: `member_id`, who has taken it over from `scheduled_id` when `swapped`."""

    chore_id: str
    date: date
    member_id: str | None
    scheduled_id: str | None
    swapped: bool


class SwapRequest(ApiModel, kw_only=True):
    """The member who takes a turn over, and its date."""

    date: date
    member_id: str
