"""What backups are called, when one is due, and which have had their day."""

import re
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from appliance.backups.models import Backup, Kind, Named
from appliance.kernel.scheduling.clock import instant, moment

# No colon, for sticks that are formatted for Windows.
STAMP = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"(nightly|manual|replaced|before-[0-9]{4})-([0-9]{8}T[0-9]{6}Z)\.db", re.ASCII)
NIGHT = time(3)


def name(prefix: str, now: datetime) -> str:
    """What a backup made now is called: `nightly-20261120T020000Z.db`."""
    return f"{prefix}-{now:{STAMP}}.db"


def told(name: str) -> Named | None:
    """What a name tells, or None for a file that is no backup of ours."""
    parts = NAME.fullmatch(name)
    try:
        return Named(name=name, prefix=parts[1], at=moment(parts[2])) if parts else None
    except ValueError:
        return None


def backup(named: Named, size: int) -> Backup:
    """A backup as it is listed."""
    kind: Kind = "migration" if named.prefix.startswith("before-") else named.prefix  # type: ignore[assignment]
    return Backup(name=named.name, kind=kind, at=instant(named.at), bytes=size)


def is_due(backups: Iterable[Backup], now: datetime, zone: ZoneInfo) -> bool:
    """True when no nightly backup was made since three in the morning, in the household's zone.

    One that lies in the future was named by a wrong clock and does not count.
    """
    local = now.astimezone(zone)
    night = datetime.combine(local.date(), NIGHT, zone)
    if night > local:
        night = datetime.combine(local.date() - timedelta(days=1), NIGHT, zone)
    return not any(each.kind == "nightly" and night <= moment(each.at) <= now for each in backups)


def superseded(backups: Iterable[Backup], keep: int) -> list[str]:
    """The names of all but the newest `keep` of each kind."""
    newest = sorted(backups, key=lambda each: each.at, reverse=True)
    ranks: dict[str, int] = {}
    gone = []
    for each in newest:
        ranks[each.kind] = ranks.get(each.kind, 0) + 1
        if ranks[each.kind] > keep:
            gone.append(each.name)
    return gone
