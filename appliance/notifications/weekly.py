"""The weekly look back on Sunday, for the devices that asked for it."""

from datetime import date

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.isolation import Failure, isolated
from appliance.notifications.push import queries as push_queries
from appliance.notifications.push.models import Notice
from appliance.notifications.queries import HOUSEHOLD
from appliance.notifications.sent_log import send_to_device, send_to_household, was_sent
from appliance.notifications.timing import days, is_time
from appliance.rewards import weekly as reward_weekly
from appliance.rewards.weekly import WeeklySummary
from appliance.texts import Texts

SUNDAY = 6
# A streak that lasted the whole week.
WHOLE_WEEK = 7
SHOWN = 3


def send_weekly_summaries(tx: Tx) -> list[Failure]:
    """Send the look back on this Sunday's week, or on the one that ended the day before; returns what failed.

    It is listed in the feed once, when the first device gets it. Without such a device nothing is sent.
    """
    failures: list[Failure] = []
    subscribed = [device for device in push_queries.subscriptions(tx) if device.prefs.weekly_summary]
    for day in days(tx.now, tx.zone) if subscribed else []:
        key = f"week {day}"
        now_for = [
            device
            for device in subscribed
            if _is_day(day)
            and is_time([device.prefs.weekly_summary_time], day, tx.now, tx.zone)
            and not was_sent(tx, device.id, key)
        ]
        notice = look_back(reward_weekly.summary(tx, None), household_queries.texts(tx)) if now_for else None
        if notice is None:
            continue
        with isolated(tx, failures, "household", "week"):
            if not was_sent(tx, HOUSEHOLD, key):
                send_to_household(tx, key, "summary", notice, ())
        for device in now_for:
            with isolated(tx, failures, "device", device.id):
                send_to_device(tx, device.id, key, notice)
    return failures


def _is_day(day: date) -> bool:
    """Whether the look back is sent on a day."""
    return day.weekday() == SUNDAY


def look_back(summary: WeeklySummary, texts: Texts) -> Notice | None:
    """What all did together, streaks, and rewards; None when nothing was done. Nobody is compared."""
    if not summary.completed:
        return None
    done = texts.say("week.chores", count=summary.completed)
    lines = [texts.say("week.counts", chores=done, points=texts.say("week.points", count=summary.points))]
    streaks = [
        texts.say("week.streak", name=member.name, count=member.streak)
        for member in summary.members
        if member.streak >= WHOLE_WEEK
    ]
    if streaks:
        lines.append(texts.say("week.streaks", streaks=_some(streaks, texts)))
    names = {member.member_id: member.name for member in summary.members}
    rewards = [
        texts.say("week.reward", name=names[reward.member_id], reward=reward.name)
        for reward in summary.rewards
        if reward.member_id in names
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
