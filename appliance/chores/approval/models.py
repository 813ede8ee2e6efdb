"""Structs of approval: ticks that wait for a parent's yes, and the answers to them."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta

from appliance.chores.timing import DayPart
from appliance.kernel.schema import ApiModel, Maybe

Word = Annotated[str, Meta(max_length=200)]
TickIds = Annotated[list[str], Meta(max_length=2_000)]


class Rejection(ApiModel, kw_only=True):
    """Why a tick was sent back: the parent's word, and the name of the key that sent it."""

    by: str
    note: str | None
    at: str


class WaitingTick(ApiModel, kw_only=True):
    """A tick that waits. It becomes a completion with the same values; `slot` as there."""

    id: str
    chore_id: str
    date: date
    member_id: str | None
    completed_at: str
    points_awarded: int
    slot: str = ""


class PendingChore(ApiModel, kw_only=True):
    """A tick that waits, with its chore. `points` is what a yes awards: fixed when it was ticked."""

    id: str
    chore_id: str
    title: str
    emoji: str | None
    date: date
    member_id: str | None
    completed_at: str
    points: int
    day_part: DayPart | None = None


class ApproveRequest(ApiModel, kw_only=True):
    """The request to approve a tick, with a word for the child.

    `member_id` says whose copy, of a chore that each of its members does, and `day_part` which part, of one that is
    done in several.
    """

    date: date
    member_id: Maybe[str] = UNSET
    day_part: Maybe[DayPart] = UNSET
    note: Word | None = None


class RejectRequest(ApproveRequest, kw_only=True):
    """The request to send a tick back, with a word for the child."""


class ApproveSeveral(ApiModel, kw_only=True):
    """The waiting ticks to approve, by their ids, with a word for the child; without `ids` all of them."""

    ids: Maybe[TickIds] = UNSET
    note: Word | None = None


class RejectSeveral(ApiModel, kw_only=True):
    """The waiting ticks to send back, by their ids, with a word for the child."""

    ids: TickIds
    note: Word | None = None


class Approved(ApiModel, kw_only=True):
    """The points that a yes awarded."""

    ok: bool
    points: int


class AllApproved(ApiModel, kw_only=True):
    """The number of ticks that were approved, and their points."""

    ok: bool
    approved: int
    points: int


class AllRejected(ApiModel, kw_only=True):
    """The number of ticks that were sent back."""

    ok: bool
    rejected: int
