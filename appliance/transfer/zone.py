"""The household's settings with what they mean for the rest of it: in another time zone its habits stay."""

from zoneinfo import ZoneInfo

from appliance.calendar.series.zones import keep_local_times
from appliance.chores import queries as chore_queries
from appliance.chores.holidays import actions as holidays
from appliance.household import actions as household
from appliance.household.models import Settings, SettingsPatch
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import same_time
from appliance.kernel.schema import sent_fields


def change_settings(tx: Tx, patch: SettingsPatch) -> Settings:
    """Change any subset of the settings; returns all of them. Raises BadRequest. (contract §4.1)"""
    was = tx.zone
    changed = household.change_settings(tx, patch)
    if not sent_fields(patch).keys().isdisjoint({"holiday_country", "holiday_subdivision"}):
        holidays.check_region(tx, changed)
    follow_zone(tx, was)
    return changed


def follow_zone(tx: Tx, was: ZoneInfo) -> None:
    """After a change of the household's zone: repeating events and chores keep their weekdays and times of day."""
    if tx.zone.key == was.key:
        return
    keep_local_times(tx, was)
    # The rule of a chore without a due date begins on the local date of its creation.
    created = chore_queries.creation_times(tx)
    chore_queries.put_creation_times(tx, {chore_id: same_time(at, was, tx.zone) for chore_id, at in created.items()})
