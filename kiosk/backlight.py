"""The brightness of a panel, through the kernel's backlight interface in sysfs."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

SYSFS_DIR = Path("/sys/class/backlight")


@dataclass(frozen=True)
class Backlight:
    """The backlight of one panel. The kernel counts from 0 to `maximum`; the methods use percent."""

    device_dir: Path
    maximum: int

    @classmethod
    def find(cls, sysfs_dir: Path = SYSFS_DIR) -> Self | None:
        """The first backlight by name that this user may set; None when there is none."""
        for device_dir in sorted(sysfs_dir.glob("*")):
            with suppress(OSError, ValueError):
                # Opening the file for writing checks the permission.
                with (device_dir / "brightness").open("r+"):
                    pass
                if (maximum := int((device_dir / "max_brightness").read_text())) > 0:
                    return cls(device_dir, maximum)
        return None

    def percent(self) -> int | None:
        """The brightness, or None when it cannot be read."""
        with suppress(OSError, ValueError):
            return round(int((self.device_dir / "brightness").read_text()) * 100 / self.maximum)
        return None

    def set_percent(self, percent: int) -> bool:
        """Set the brightness and read it back. Only 0 is dark: 1 % is at least one step. False on failure."""
        wanted = max(1, round(self.maximum * percent / 100)) if percent else 0
        try:
            if int((self.device_dir / "brightness").read_text()) != wanted:
                (self.device_dir / "brightness").write_text(str(wanted))
            return int((self.device_dir / "brightness").read_text()) == wanted
        except (OSError, ValueError):
            return False
