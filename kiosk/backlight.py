"""The brightness of a panel, where the kernel lets this user set it."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

FOLDER = Path("/sys/class/backlight")


@dataclass(frozen=True)
class Backlight:
    """One panel's light. The kernel counts from 0 to `largest`; here it is percent."""

    folder: Path
    largest: int

    @classmethod
    def find(cls, folder: Path = FOLDER) -> Self | None:
        """The first, by name, that can be set; None when there is none."""
        for panel in sorted(folder.glob("*")):
            with suppress(OSError, ValueError):
                with (panel / "brightness").open("r+"):
                    pass
                if (largest := int((panel / "max_brightness").read_text())) > 0:
                    return cls(panel, largest)
        return None

    def percent(self) -> int | None:
        with suppress(OSError, ValueError):
            return round(int((self.folder / "brightness").read_text()) * 100 / self.largest)
        return None

    def give(self, percent: int) -> bool:
        """Set it. Only 0 is dark: the least there is stays visible. False when the kernel refuses."""
        wanted = max(1, round(self.largest * percent / 100)) if percent else 0
        try:
            if int((self.folder / "brightness").read_text()) != wanted:
                (self.folder / "brightness").write_text(str(wanted))
            return int((self.folder / "brightness").read_text()) == wanted
        except (OSError, ValueError):
            return False
