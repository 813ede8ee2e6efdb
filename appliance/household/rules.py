"""Validation of household settings, and values derived from them."""

import re

from appliance.household.models import Location, SettingsPatch, Unit
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import is_zone
from appliance.kernel.schema import TIME_OF_DAY, sent_fields

FAHRENHEIT_COUNTRIES = {"US", "LR", "MM", "BS", "BZ", "KY", "PW", "FM", "MH"}
US_ZONES = re.compile(
    r"US/|America/(New_York|Detroit|Kentucky/|Indiana/|Chicago|Menominee|North_Dakota/|Denver|Boise|Phoenix"
    r"|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak)|Pacific/Honolulu"
)


def accepted(patch: SettingsPatch) -> dict[str, object]:
    """The settings that a patch changes, by Python name, ready to store. Raises BadRequest. (contract §4.1)"""
    requested = sent_fields(patch)
    theme = requested.pop("theme", None)
    if theme and "theme_mode" not in requested:
        requested["theme_mode"] = theme
    if "timezone" in requested and not is_zone(str(requested["timezone"])):
        raise BadRequest("must be a time zone name like Europe/Berlin", at="timezone")
    if "quiet_from" in requested or "quiet_to" in requested:
        requested |= _quiet_hours(requested)
    return requested


def temperature_unit(chosen: Unit | None, location: Location | None, timezone: str) -> Unit:
    """The unit in effect: the chosen one, else the country's, else the time zone's. (contract §4.1)"""
    if chosen:
        return chosen
    if location and location.country_code:
        return "fahrenheit" if location.country_code.upper() in FAHRENHEIT_COUNTRIES else "celsius"
    return "fahrenheit" if US_ZONES.match(timezone) else "celsius"


def _quiet_hours(requested: dict[str, object]) -> dict[str, str | None]:
    if not {"quiet_from", "quiet_to"} <= requested.keys():
        raise BadRequest("quietFrom and quietTo are set together", at="quietTo")
    hours = {name: str(requested[name] or "") or None for name in ("quiet_from", "quiet_to")}
    for name, time in hours.items():
        if time and not re.search(TIME_OF_DAY, time):
            raise BadRequest("must be HH:MM", at="quietFrom" if name == "quiet_from" else "quietTo")
    if (hours["quiet_from"] is None) != (hours["quiet_to"] is None):
        raise BadRequest("quietFrom and quietTo are both set or both cleared", at="quietTo")
    return hours
