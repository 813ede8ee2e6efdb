"""Which time zone data is used: the newer of the system's and that of the package tzdata."""

import re
import zoneinfo
from contextlib import suppress
from pathlib import Path

import msgspec
import tzdata

PACKAGE = Path(tzdata.__file__).parent / "zoneinfo"
VERSION = re.compile(r"# version (\d{4}[a-z]+)")


class ZoneData(msgspec.Struct, frozen=True, kw_only=True):
    """The versions of the time zone data, such as `2026f`; `system` is None where the system has none or names none."""

    package: str
    system: str | None

    @property
    def is_package_newer(self) -> bool:
        """Whether the package is to be used."""
        return self.system is None or self.system < self.package

    @property
    def version(self) -> str:
        """The version of the data that is used."""
        return self.package if self.is_package_newer or self.system is None else self.system


def zone_data() -> ZoneData:
    """The versions that are there."""
    folders = (Path(folder) for folder in zoneinfo.TZPATH if Path(folder) != PACKAGE)
    system = next((version for version in map(_version, folders) if version is not None), None)
    return ZoneData(package=tzdata.IANA_VERSION, system=system)


def use_newer_zone_data() -> None:
    """Let `zoneinfo` read the newer data first, and the other for names that it lacks.

    By itself `zoneinfo` reads the package only for zones that the system does not have, however old those are.
    """
    if zone_data().is_package_newer and str(PACKAGE) not in zoneinfo.TZPATH:
        zoneinfo.reset_tzpath([str(PACKAGE), *zoneinfo.TZPATH])
        zoneinfo.ZoneInfo.clear_cache()


def _version(folder: Path) -> str | None:
    """The version of compiled time zones: the first line of the source beside them."""
    with suppress(OSError), (folder / "tzdata.zi").open(encoding="utf-8") as source:
        if match := VERSION.match(source.readline(100)):
            return match[1]
    return None
