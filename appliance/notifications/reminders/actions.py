"""Telling of events before they begin."""

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.categories import queries as categories
from appliance.calendar.events import actions as events
from appliance.kernel.database.transactions import Reader, Tx
from appliance.notifications.push import queries as devices
from appliance.notifications.push.rules import follows
from appliance.notifications.reminders import rules
from appliance.notifications.reminders.models import Surroundings
from appliance.notifications.sent_log.actions import send_to_device, send_to_household, was_sent
from appliance.notifications.sent_log.queries import HOUSEHOLD
from appliance.people import queries as people


def remind(tx: Tx) -> None:
    """Give the reminders that are due: once to the household, once to each device that follows the event's people.

    (spec: Web Push, event reminders)
    """
    due = rules.due(events.between(tx, *rules.window(tx.now)), tx.now, tx.zone)
    if not due:
        return
    around = _surroundings(tx)
    hearing = [each for each in devices.subscriptions(tx) if each.prefs.event_reminders]
    for reminder in due:
        notice = rules.notice(reminder, around, tx.zone)
        if not was_sent(tx, HOUSEHOLD, reminder.key):
            send_to_household(tx, reminder.key, "reminder", notice, reminder.event.member_ids)
        for device in hearing:
            if follows(device.member_ids, reminder.event.member_ids) and not was_sent(tx, device.id, reminder.key):
                send_to_device(tx, device.id, reminder.key, notice)


def _surroundings(db: Reader) -> Surroundings:
    return Surroundings(
        {each.id: each.emoji for each in categories.categories(db)},
        {each.id: each.name for each in people.people(db)},
        {each.id: each.name for each in calendars.calendars(db)},
    )
