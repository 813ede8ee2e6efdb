"""Validation of household settings, and values derived from them."""

import re
from typing import get_args

import msgspec

from appliance.household.models import Location, Settings, SettingsPatch, Slot, Unit
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import WEEKDAYS
from appliance.kernel.scheduling.clock import is_zone
from appliance.kernel.schema import TIME_OF_DAY, sent_fields
from appliance.texts import Texts

FAHRENHEIT_COUNTRIES = {"US", "LR", "MM", "BS", "BZ", "KY", "PW", "FM", "MH"}
# Also by their older names: a browser in Indiana says America/Indianapolis.
US_ZONES = re.compile(
    r"US/|America/(New_York|Detroit|Kentucky/|Indiana/|Chicago|Menominee|North_Dakota/|Denver|Boise|Phoenix"
    r"|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak"
    r"|Louisville|Indianapolis|Fort_Wayne|Knox_IN|Shiprock|Atka)|Pacific/Honolulu|Navajo"
)


def accepted(patch: SettingsPatch) -> dict[str, object]:
    """The settings that a patch changes, by Python name, ready to store. Raises BadRequest. (contract §4.1)"""
    requested = sent_fields(patch)
    theme = requested.pop("theme", None)
    if theme and "theme_mode" not in requested:
        requested["theme_mode"] = theme
    if "timezone" in requested and not is_zone(str(requested["timezone"])):
        raise BadRequest("must be a time zone name like Europe/Berlin", at="timezone")
    if isinstance(patch.meal_slots, list):
        requested["meal_slots"] = [slot for slot in get_args(Slot) if slot in patch.meal_slots]
    if "holiday_country" in requested:
        # A part of another country is none of this one.
        requested.setdefault("holiday_subdivision", None)
    for name in ("quiet", "slideshow"):
        if f"{name}_from" in requested or f"{name}_to" in requested:
            requested |= _hours(requested, name)
    return requested


def check(settings: Settings) -> None:
    """Raises BadRequest for settings that do not fit together."""
    if settings.evening_from <= settings.afternoon_from:
        raise BadRequest("must be later than afternoonFrom", at="eveningFrom", code="evening_first")


def temperature_unit(chosen: Unit | None, location: Location | None, timezone: str) -> Unit:
    """The unit in effect: the chosen one, else the country's, else the time zone's. (contract §4.1)"""
    if chosen:
        return chosen
    if location and location.country_code:
        return "fahrenheit" if location.country_code.upper() in FAHRENHEIT_COUNTRIES else "celsius"
    return "fahrenheit" if US_ZONES.match(timezone) else "celsius"


def with_week_start(rrule: str, week_start: int) -> str:
    """A recurrence rule with the household's first weekday: 0 is Sunday, 1 Monday, 6 Saturday."""
    weekday = WEEKDAYS[(week_start - 1) % 7]
    return rrule if weekday == "MO" else f"{rrule.strip(' ')};WKST={weekday}"


def manifest(original: bytes, texts: Texts) -> bytes:
    """A web manifest with its description in a language."""
    return msgspec.json.encode(msgspec.json.decode(original) | {"lang": texts.tag, "description": texts.say("about")})


def _hours(requested: dict[str, object], name: str) -> dict[str, str | None]:
    """Two times of day that are set or cleared together, such as `quiet_from` and `quiet_to`. Raises BadRequest."""
    first, last = f"{name}_from", f"{name}_to"
    if not {first, last} <= requested.keys():
        raise BadRequest(f"{name}From and {name}To are set together", at=f"{name}To")
    hours = {side: str(requested[side] or "") or None for side in (first, last)}
    for side, time in hours.items():
        if time and not re.search(TIME_OF_DAY, time):
            raise BadRequest("must be HH:MM", at=f"{name}From" if side == first else f"{name}To")
    if (hours[first] is None) != (hours[last] is None):
        raise BadRequest(f"{name}From and {name}To are both set or both cleared", at=f"{name}To")
    return hours
