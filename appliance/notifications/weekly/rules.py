"""The text of the weekly look back, and on which day it is sent."""

from datetime import date

from appliance.notifications.push.models import Notice
from appliance.rewards.weekly import WeeklySummary
from appliance.words.texts import Texts

SUNDAY = 6
# A streak that lasted the whole week.
WHOLE_WEEK = 7
SHOWN = 3


def is_day(day: date) -> bool:
    """Whether the look back is sent on a day."""
    return day.weekday() == SUNDAY


def notice(summary: WeeklySummary, texts: Texts) -> Notice | None:
    """What all did together, streaks, and rewards; None when nothing was done. Nobody is compared."""
    if not summary.completed:
        return None
    done = texts.say("week.chores", count=summary.completed)
    lines = [texts.say("week.counts", chores=done, points=texts.say("week.points", count=summary.points))]
    streaks = [
        texts.say("week.streak", name=each.name, count=each.streak)
        for each in summary.members
        if each.streak >= WHOLE_WEEK
    ]
    if streaks:
        lines.append(texts.say("week.streaks", streaks=_some(streaks, texts)))
    names = {each.member_id: each.name for each in summary.members}
    rewards = [
        texts.say("week.reward", name=names[each.member_id], reward=each.name)
        for each in summary.rewards
        if each.member_id in names
    ]
    if rewards:
        lines.append(texts.say("week.rewards", rewards=_some(rewards, texts)))
    return Notice(
        title=texts.say("week.title"),
        body="\n".join(lines),
        url=f"/rewards/week?week={summary.first_day}",
        tag="week",
    )


def _some(items: list[str], texts: Texts) -> str:
    shown, more = ", ".join(items[:SHOWN]), len(items) - SHOWN
    return texts.say("more", items=shown, count=more) if more > 0 else shown
