"""Metrics of this machine and of the browser's processes, from procfs and sysfs. An unknown value is None."""

from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
THERMAL = Path("/sys/class/thermal")
# The memory that is free again once the process ends. The program file itself is not counted: it is read from disk.
PRIVATE_MEMORY_FIELDS = ("RssAnon:", "RssShmem:", "VmSwap:")


def memory(proc: Path = PROC) -> dict[str, int | None]:
    """The `total` and the `available` memory of this machine, in bytes."""
    fields = _read_kilobytes(proc / "meminfo", ("MemTotal:", "MemAvailable:"))
    return {"total": fields.get("MemTotal:"), "available": fields.get("MemAvailable:")}


def group_memory(process_group: int, proc: Path = PROC) -> int | None:
    """Memory and swap of all processes of a process group, in bytes. None when the group is empty."""
    sizes = [
        sum(_read_kilobytes(process / "status", PRIVATE_MEMORY_FIELDS).values())
        for process in group_processes(process_group, proc)
    ]
    return sum(sizes) if sizes else None


def uptime(proc: Path = PROC) -> int | None:
    """Seconds since the machine started."""
    with suppress(OSError, ValueError):
        return int(float((proc / "uptime").read_text().split()[0]))
    return None


def temperature(thermal: Path = THERMAL) -> float | None:
    """The highest sensor value in degrees Celsius."""
    readings = []
    for sensor in thermal.glob("thermal_zone*/temp"):
        with suppress(OSError, ValueError):
            readings.append(int(sensor.read_text()) / 1000)
    return max(readings, default=None)


def group_processes(process_group: int, proc: Path = PROC) -> list[Path]:
    """The /proc folders of the processes of a process group."""
    processes = []
    for process in proc.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            # The second field is the program's name in brackets. It may itself contain brackets and spaces.
            if int((process / "stat").read_text().rpartition(")")[2].split()[2]) == process_group:
                processes.append(process)
    return processes


def _read_kilobytes(path: Path, names: tuple[str, ...]) -> dict[str, int]:
    """Read fields in the format `Name:  123 kB`. Values in bytes; empty when the file cannot be read."""
    try:
        rows = [line.split() for line in path.read_text().splitlines()]
        return {row[0]: int(row[1]) * 1024 for row in rows if row and row[0] in names}
    except (OSError, ValueError, IndexError):
        return {}
