"""Countdowns: events that the household counts the days to."""

from appliance.kernel.schema import ApiModel


class Countdown(ApiModel, kw_only=True):
    """An event that is marked, or the next occurrence of a marked series.

    `date` is the household's date of its start, and `days` how many days that is from today: 0 is today. `emoji` and
    `color` are those of the event's category and of the event.
    """

    event_id: str
    calendar_id: str
    title: str
    emoji: str | None
    color: str
    member_ids: tuple[str, ...]
    start: str
    all_day: bool
    occurrence_start: str | None
    date: str
    days: int
