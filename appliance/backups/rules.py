"""The names of backups, when one is due, and which are superseded."""

import re
from collections.abc import Iterable, Set
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from appliance.backups.models import Backup, BackupName, Kind
from appliance.kernel.scheduling.clock import instant, moment

NAME = re.compile(r"(nightly|manual|replaced|before-[0-9]{4})-([0-9]{8}T[0-9]{6}Z)\.db", re.ASCII)
NIGHT = time(3)


def parse_name(name: str) -> BackupName | None:
    """The parts of a name; None for a file that is not a backup of Mantel."""
    parts = NAME.fullmatch(name)
    try:
        return BackupName(name=name, prefix=parts[1], at=moment(parts[2])) if parts else None
    except ValueError:
        return None


def backup(parsed: BackupName, size: int) -> Backup:
    """A backup as it is listed. `size` in bytes."""
    kind: Kind = "migration" if parsed.prefix.startswith("before-") else parsed.prefix  # type: ignore[assignment]
    return Backup(name=parsed.name, kind=kind, at=instant(parsed.at), bytes=size)


def is_due(backups: Iterable[Backup], now: datetime, zone: ZoneInfo) -> bool:
    """True when no nightly backup was made since 03:00 in the household's zone.

    A backup with a time in the future got its name from a wrong clock and does not count.
    """
    local = now.astimezone(zone)
    night = datetime.combine(local.date(), NIGHT, zone)
    if night > local:
        night = datetime.combine(local.date() - timedelta(days=1), NIGHT, zone)
    return not any(backup.kind == "nightly" and night <= moment(backup.at) <= now for backup in backups)


def superseded(backups: Iterable[Backup], keep: int, empty: Set[str] = frozenset()) -> list[str]:
    """The names of all but the newest `keep` of each kind. Those of an empty household are counted apart.

    `empty` are the names of those.
    """
    newest = sorted(backups, key=lambda backup: backup.at, reverse=True)
    counts: dict[tuple[str, bool], int] = {}
    names = []
    for backup in newest:
        group = backup.kind, backup.name in empty
        counts[group] = counts.get(group, 0) + 1
        if counts[group] > keep:
            names.append(backup.name)
    return names


def photo_id(name: str) -> str:
    """The id of a photo by the name of one of its files: `<id>.webp`, `<id>.small.webp`, or an unfinished copy."""
    return name.lstrip(".").partition(".")[0]
