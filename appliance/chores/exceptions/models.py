"""Structs of single dates of chores that are skipped or moved."""

from datetime import date as Date

from msgspec import UNSET

from appliance.kernel.schema import ApiModel, Maybe


class DateException(ApiModel, kw_only=True):
    """A date of a chore's rule on which it is not due: it is due on `moved_to` instead, or `skipped`.

    A moved date can be skipped too. `slot` as in Completion. `passes_turn`: the turn of a skipped date is used up.
    """

    chore_id: str
    date: Date
    slot: str = ""
    moved_to: Date | None = None
    skipped: bool = False
    passes_turn: bool = False

    @property
    def day(self) -> Date:
        """The date under which the chore was shown before it was skipped."""
        return self.moved_to or self.date


class SkipRequest(ApiModel, kw_only=True):
    """A date on which a chore is not done. `member_id` says whose copy, all without it.

    The turn stays with the member whose it is, or with `pass_turn` goes to the next one.
    """

    date: Date
    member_id: Maybe[str] = UNSET
    pass_turn: bool = False


class MoveRequest(ApiModel, kw_only=True):
    """A date of a chore, and the one on which it is due instead. `member_id` says whose copy, all without it."""

    date: Date
    to: Date
    member_id: Maybe[str] = UNSET
