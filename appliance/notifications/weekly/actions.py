"""The weekly look back on Sunday, for the devices that asked for it."""

from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.isolation import Failure, isolated
from appliance.notifications.daily.rules import days, is_time
from appliance.notifications.push import queries as push_queries
from appliance.notifications.sent_log.actions import send_to_device, send_to_household, was_sent
from appliance.notifications.sent_log.queries import HOUSEHOLD
from appliance.notifications.weekly import rules
from appliance.rewards import weekly as reward_weekly


def send_weekly_summaries(tx: Tx) -> list[Failure]:
    """Send the look back on this Sunday's week, or on the one that ended the day before; returns what failed.

    It is listed in the feed once, when the first device gets it. Without such a device nothing is sent.
    """
    failures: list[Failure] = []
    subscribed = [each for each in push_queries.subscriptions(tx) if each.prefs.weekly_summary]
    for day in days(tx.now, tx.zone) if subscribed else []:
        key = f"week {day}"
        now_for = [
            each
            for each in subscribed
            if rules.is_day(day)
            and is_time([each.prefs.weekly_summary_time], day, tx.now, tx.zone)
            and not was_sent(tx, each.id, key)
        ]
        notice = rules.notice(reward_weekly.summary(tx, None), household_queries.texts(tx)) if now_for else None
        if notice is None:
            continue
        with isolated(tx, failures, "household", "week"):
            if not was_sent(tx, HOUSEHOLD, key):
                send_to_household(tx, key, "summary", notice, ())
        for device in now_for:
            with isolated(tx, failures, "device", device.id):
                send_to_device(tx, device.id, key, notice)
    return failures
