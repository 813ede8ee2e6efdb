"""What the kernel says of this machine and of the processes of the browser. What it does not say is None."""

from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
THERMAL = Path("/sys/class/thermal")
# What a process would give back if it ended: not the program itself, which is read from the disk again.
PRIVATE = ("RssAnon:", "RssShmem:", "VmSwap:")


def memory(proc: Path = PROC) -> dict[str, int | None]:
    """Bytes: `total`, and `available` to whoever asks next."""
    told = _kilobytes(proc / "meminfo", ("MemTotal:", "MemAvailable:"))
    return {"total": told.get("MemTotal:"), "available": told.get("MemAvailable:")}


def used_by(group: int, proc: Path = PROC) -> int | None:
    """Bytes of memory and swap that the processes of a group hold. None when there are none."""
    held = [sum(_kilobytes(process / "status", PRIVATE).values()) for process in members(group, proc)]
    return sum(held) if held else None


def uptime(proc: Path = PROC) -> int | None:
    """Seconds since the machine was started."""
    with suppress(OSError, ValueError):
        return int(float((proc / "uptime").read_text().split()[0]))
    return None


def temperature(thermal: Path = THERMAL) -> float | None:
    """Degrees Celsius of the warmest part that says so."""
    felt = []
    for zone in thermal.glob("thermal_zone*/temp"):
        with suppress(OSError, ValueError):
            felt.append(int(zone.read_text()) / 1000)
    return max(felt, default=None)


def members(group: int, proc: Path = PROC) -> list[Path]:
    """The folders of the kernel about each process of a group."""
    found = []
    for process in proc.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            # The name in the second field may hold anything, a bracket too.
            if int((process / "stat").read_text().rpartition(")")[2].split()[2]) == group:
                found.append(process)
    return found


def _kilobytes(path: Path, names: tuple[str, ...]) -> dict[str, int]:
    """The lines of a table of the kernel's that begin with one of `names`, in bytes."""
    try:
        lines = [line.split() for line in path.read_text().splitlines()]
        return {words[0]: int(words[1]) * 1024 for words in lines if words and words[0] in names}
    except (OSError, ValueError, IndexError):
        return {}
