"""Structs of chores that were missed."""

from datetime import date

import msgspec
from msgspec import UNSET

from appliance.chores.approval.models import WaitingTick
from appliance.chores.models import Completion, DueChore
from appliance.kernel.schema import ApiModel, Maybe


class LetGoRequest(ApiModel, kw_only=True):
    """The date of what was missed; `member_id` says whose copy, all without it."""

    date: date
    member_id: Maybe[str] = UNSET


class LetGo(ApiModel, kw_only=True):
    """What was missed and need not be done any more. `slot` as in Completion."""

    chore_id: str
    date: date
    slot: str = ""


class Overdue(msgspec.Struct, frozen=True, kw_only=True):
    """What was missed, and how it was ticked today."""

    due: DueChore
    ticked: Completion | WaitingTick | None
