"""Find the time zone of a TZID: IANA names, Windows names, prefixed names, and a file's own definitions."""

import logging
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from appliance.calendar.providers.ics import definitions
from appliance.calendar.providers.ics.components import lines_of
from appliance.calendar.providers.ics.zone_names import EXACT, MEANINGS
from appliance.calendar.providers.models import Losses

log = logging.getLogger(__name__)

OFFSET = re.compile(r"\(?(?:UTC|GMT)?\s*([+\-\u2212])(\d{1,2})[:.]?(\d\d)?\b", re.IGNORECASE)

LONGEST_NAME = 60
# How many clock changes the zones of one file may have; one that changes twice a year has 260.
MAX_CHANGES = 100_000
# Names of whole countries, which are no cities: Australia/West is not WEST, and Canada/Pacific not Pacific Time.
COUNTRIES = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/")
DIRECTIONS = ("/North", "/South", "/West")
# How far the offset in front of a name may be from that of its zone, for countries have changed theirs.
NEAR = timedelta(hours=1)
JANUARY, JULY = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
# What names of one zone differ in. Exchange numbers a name that a file has twice.
SEASONS = re.compile(r"\b(?:standard|daylight|summer|savings?|time|zone|normalzeit|sommerzeit|winterzeit|zeit)\b| \d+$")


class Zones:
    """The zones of one file. `definitions` are its VTIMEZONEs by TZID, as `components.split_components` cuts them."""

    def __init__(self, definitions: dict[str, str]):
        self._definitions = definitions
        self._found: dict[str, tzinfo | None] = {}
        self._unknown: dict[str, None] = {}
        self._changes_left = MAX_CHANGES

    def named(self, tzid: str) -> tzinfo | None:
        """The zone of a TZID, or None when it is unknown."""
        if tzid not in self._found:
            self._found[tzid] = self._look_up(tzid.strip())
        if (found := self._found[tzid]) is None and tzid.strip():
            self._unknown[tzid.strip()[:LONGEST_NAME]] = None
        return found

    def take_unknown(self) -> Losses:
        """The names that were asked for since the last call and are unknown."""
        unknown, self._unknown = self._unknown, {}
        return Losses(zones=tuple(unknown))

    def _look_up(self, tzid: str) -> tzinfo | None:
        definition = self._definitions.get(tzid)
        if definition and "/" not in tzid and tzid.lower() not in {"utc", "gmt", *_names().windows}:
            # IANA's "EST" has no daylight saving time; that of a file that defines it mostly has.
            return _alias(definition) or self._defined(definition) or _by_name(tzid)
        found = _by_name(tzid)
        if found or not definition:
            return found or _by_description(tzid)
        return _alias(definition) or self._defined(definition) or _by_description(tzid)

    def _defined(self, definition: str) -> tzinfo | None:
        """The zone that a VTIMEZONE describes, or None when it cannot be read or the file has too many."""
        if not self._changes_left:
            return None
        try:
            zone, changes = definitions.defined(definition, self._changes_left)
        except definitions.TooManyChanges:
            self._changes_left = 0
            return None
        except (ValueError, OverflowError):
            log.info("a time zone definition cannot be read", exc_info=True)
            return None
        self._changes_left -= changes
        return zone


class _Names(NamedTuple):
    """IANA names by name in lower case: by themselves, by their cities, and by Windows names, from CLDR."""

    iana: dict[str, str]
    cities: dict[str, str]
    windows: dict[str, str]


# Listing the zones reads hundreds of files.
@cache
def _names() -> _Names:
    # Imported on first use: icalendar is large, and a household without feeds does not need it.
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    names = sorted(available_timezones())
    return _Names(
        iana={name.lower(): name for name in names},
        cities={
            name.rpartition("/")[2].lower().replace("_", " "): name
            for name in reversed(names)
            if "/" in name and not name.startswith(COUNTRIES) and not name.endswith(DIRECTIONS)
        },
        windows={name.lower(): zone for name, zone in WINDOWS_TO_OLSON.items()},
    )


def _by_name(tzid: str) -> tzinfo | None:
    """The zone of a name, of a name behind a prefix like `/mozilla.org/20050126_1/`, or of a plain offset."""
    parts = [part for part in re.split(r"[/\\]", tzid) if part]
    for first in range(len(parts)):
        name = "/".join(parts[first:]).lower()
        # The large table is asked last.
        if found := _names().iana.get(name.replace(" ", "_")) or EXACT.get(name) or _names().windows.get(name):
            return UTC if found in ("UTC", "Etc/UTC") else ZoneInfo(found)
    offset = OFFSET.fullmatch(tzid)
    return _offset(offset) if offset else None


def _by_description(tzid: str) -> tzinfo | None:
    """The zone of words like `(UTC+01:00) Amsterdam, Berlin, Bern`: by what they mean and the offset in front.

    Of several meanings the one nearest to the offset counts: there are two cities named La Paz.
    """
    words = re.sub(r"^\([^)]*\)\s*", "", tzid)
    within = re.findall(r"\(([^()]*)\)", tzid)
    names = (words, re.sub(r"\s*\([^)]*\)$", "", words), *re.split(r"\s*[,;/]\s*", words), *within)
    meant = filter(None, (_by_meaning(name.lower().replace("_", " ").strip()) for name in names))
    zones: list[tzinfo] = [UTC if name == "UTC" else ZoneInfo(name) for name in meant]
    if not (written := OFFSET.match(tzid)):
        return zones[0] if zones else None
    offset = _offset(written)
    away = [abs(_standard(zone) - _standard(offset)) for zone in zones]
    return zones[away.index(min(away))] if zones and min(away) <= NEAR else offset


def _standard(zone: tzinfo) -> timedelta:
    """The offset of a zone without summer time."""
    return min(season.astimezone(zone).utcoffset() or timedelta() for season in (JANUARY, JULY))


def _by_meaning(name: str) -> str | None:
    """The IANA name of a city, or of a zone as people call it, in lower case."""
    plain = " ".join(SEASONS.sub(" ", name).split())
    return (
        _names().cities.get(name)
        or EXACT.get(name)
        or MEANINGS.get(plain)
        or _names().windows.get(f"{plain} standard time")
        or _names().iana.get(name.replace(" ", "_"))
        or _names().cities.get(plain)
        or _names().iana.get(plain.replace(" ", "_"))
    )


def _offset(found: re.Match[str]) -> tzinfo:
    away = timedelta(hours=int(found[2]) % 24, minutes=int(found[3] or 0) % 60)
    return timezone(away if found[1] == "+" else -away)


def _alias(definition: str) -> tzinfo | None:
    """The IANA name that many producers add to a definition of their own."""
    for name, line in lines_of(definition):
        value = line.partition(":")[2]
        if name in ("X-LIC-LOCATION", "TZID-ALIAS-OF") and (found := _names().iana.get(value.strip().lower())):
            return ZoneInfo(found)
    return None
