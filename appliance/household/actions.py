"""Use cases of the household."""

from typing import TypeVar

from appliance.household import queries, rules
from appliance.household.models import Settings, SettingsPatch
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.recurrence.rule import leaves_week_start_open

T = TypeVar("T")


def change_settings(tx: Tx, patch: SettingsPatch) -> Settings:
    """Change any subset of the settings; returns all of them. Raises BadRequest. (contract §4.1)"""
    queries.put_settings(tx, rules.accepted(patch))
    changed = queries.settings(tx)
    rules.check(changed)
    tx.record("settings.changed", {})
    return changed


def with_week_start(db: Reader, rrule: T, stored: str | None = None) -> T | str:
    """A new recurrence rule, which counts weeks as the household does unless it says itself when they begin.

    Without `WKST` RFC 5545 lets weeks begin on Monday. The `stored` rule stays as it is. Raises BadRequest.
    """
    if not isinstance(rrule, str) or rrule == stored or not leaves_week_start_open(rrule):
        return rrule
    return rules.with_week_start(rrule, queries.settings(db).week_start)
