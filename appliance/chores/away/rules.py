"""Who is away on a day, and what a valid range is."""

from collections.abc import Iterable, Sequence
from datetime import date

from appliance.chores.away.models import AwayRange
from appliance.kernel.errors import BadRequest

# Eight a year and member for a family of ten years.
MAX_RANGES = 1_000


class Absences:
    """The ranges of some days, to ask about one member and one day."""

    def __init__(self, ranges: Iterable[AwayRange]) -> None:
        self._ranges: Sequence[AwayRange] = list(ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def is_away(self, member_id: str, day: date) -> bool:
        """Whether a member is away, alone or with the household."""
        return any(
            absence.first_day <= day <= absence.last_day and absence.member_id in (None, member_id)
            for absence in self._ranges
        )

    def is_household_away(self, day: date) -> bool:
        """Whether the whole household is away."""
        return any(
            absence.first_day <= day <= absence.last_day and absence.member_id is None for absence in self._ranges
        )

    def are_all_away(self, member_ids: Sequence[str], day: date) -> bool:
        """Whether each of these members is away; without members, whether the household is."""
        if not member_ids:
            return self.is_household_away(day)
        return all(self.is_away(member_id, day) for member_id in member_ids)


def check(first_day: date, last_day: date) -> None:
    """Raises BadRequest for a range that ends before it begins."""
    if last_day < first_day:
        raise BadRequest("must not be before from", at="until", code="ends_before_start")
