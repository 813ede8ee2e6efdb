"""Structs of the board's week: what the calendar says about today and the days after it."""

from datetime import date as Date

import msgspec

from appliance.board.models import BoardEvent


class WeekEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An instance of an event of a calendar. `series` is the local series that it was detached from."""

    order: tuple[Date, str, str, str]
    event: BoardEvent
    calendar_id: str
    series: str | None
