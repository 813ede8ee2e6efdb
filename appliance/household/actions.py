"""Use cases of the household."""

from appliance.household import queries, rules
from appliance.household.models import Settings, SettingsPatch
from appliance.kernel.database.transactions import Tx


def change_settings(tx: Tx, patch: SettingsPatch) -> Settings:
    """Change any subset of the settings; returns all of them. Raises BadRequest. (contract §4.1)"""
    queries.put_settings(tx, rules.accepted(patch))
    changed = queries.settings(tx)
    rules.check(changed)
    tx.record("settings.changed", {})
    return changed
