"""What a valid award is."""

from datetime import date

from msgspec import UnsetType

from appliance.kernel.errors import BadRequest
from appliance.points.awards.models import NewAward


def check(request: NewAward, today: date) -> None:
    """Raises BadRequest for no points, for no member, and for a day that has not begun."""
    if request.points == 0:
        raise BadRequest("must not be 0", at="points", code="required")
    if not members(request):
        raise BadRequest("must name a member", at="memberIds", code="required")
    if request.date is not None and request.date > today:
        raise BadRequest("must be today or an earlier day", at="date")


def members(request: NewAward) -> list[str]:
    """The ids of the members that a request names, each once, in its order."""
    single = [] if isinstance(request.member_id, UnsetType) else [request.member_id]
    return list(dict.fromkeys([*single, *request.member_ids]))
