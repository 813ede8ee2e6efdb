"""The report of `mantel doctor --hardware`: what only a real machine shows, read from procfs, sysfs and `vcgencmd`.

It contains no name, address, serial number or network name, so that an owner can send it to strangers.
"""

import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from appliance.kernel.version import version

Fact = tuple[str, str]
COMMAND_SECONDS = 5
# Bits of `get_throttled` in the documentation of Raspberry Pi OS. The upper half is what happened since the start.
THROTTLED = {
    0: "too little voltage now",
    1: "frequency capped now",
    2: "throttled now",
    3: "temperature limit now",
    16: "too little voltage since the start",
    17: "frequency capped since the start",
    18: "throttled since the start",
    19: "temperature limit since the start",
}
# JEDEC eMMC 5.1, DEVICE_LIFE_TIME_EST: each step is a tenth of the life.
WORN_OUT = 11
SECTOR_BYTES = 512
# linux/input-event-codes.h, in the last of the words of 64 bits.
INPUT_PROP_DIRECT = 1 << 1
ABS_MT_POSITION_X = 1 << 0x35


def run_command(*words: str) -> str:
    """What a program prints; empty where it is missing, fails or does not end."""
    program = shutil.which(words[0])
    if program is None:
        return ""
    try:
        ran = subprocess.run([program, *words[1:]], capture_output=True, text=True, timeout=COMMAND_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""


def report(root: Path = Path("/"), run: Callable[..., str] = run_command) -> str:
    """The report as Markdown: a table with a row for each fact. `root` holds `proc`, `sys` and `etc`."""
    parts: list[Callable[[], Iterator[Fact]]] = [
        lambda: machine(root),
        lambda: firmware(root, run),
        lambda: screens(root),
        lambda: inputs(root),
        lambda: networks(root),
        lambda: cards(root),
    ]
    rows = [f"| {_cell(name)} | {_cell(value)} |" for part in parts for name, value in part()]
    return "\n".join([f"Mantel {version()}", "", "| what | found |", "|---|---|", *rows])


def machine(root: Path) -> Iterator[Fact]:
    """The model, the system, the memory and the temperature."""
    yield "model", _text(root / "proc/device-tree/model") or "not a board with a device tree"
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)', _text(root / "etc/os-release"), re.MULTILINE))
    yield "system", release.get("PRETTY_NAME", "unknown")
    yield "kernel", _text(root / "proc/sys/kernel/osrelease") or "unknown"
    yield "processor", f"{platform.machine()}, {len(list(_found(root, 'sys/devices/system/cpu/cpu[0-9]*')))} cores"
    memory = re.search(r"MemTotal:\s+(\d+) kB", _text(root / "proc/meminfo"))
    yield "memory", f"{int(memory[1]) // 1024} MB" if memory else "unknown"
    for zone in _found(root, "sys/class/thermal/thermal_zone*"):
        if (reading := _text(zone / "temp")).lstrip("-").isdigit():
            yield f"temperature {_text(zone / 'type')}", f"{int(reading) / 1000:.1f} °C"
    clocks = [_text(clock / "name") or "without a name" for clock in _found(root, "sys/class/rtc/rtc*")]
    yield "clock with a battery", ", ".join(clocks) or "none"


def firmware(root: Path, run: Callable[..., str]) -> Iterator[Fact]:
    """The boot EEPROM and the throttling of a Raspberry Pi; nothing on other machines."""
    if eeprom := run("vcgencmd", "bootloader_version"):
        yield "EEPROM", eeprom.splitlines()[0]
    reading = run("vcgencmd", "get_throttled") or _text(root / "sys/devices/platform/soc/soc:firmware/get_throttled")
    if found := re.search(r"(?:0x)?([0-9a-fA-F]+)$", reading):
        bits = int(found[1], 16)
        words = [word for bit, word in THROTTLED.items() if bits >> bit & 1]
        yield "throttling", f"0x{bits:x}: {', '.join(words) or 'never'}"


def screens(root: Path) -> Iterator[Fact]:
    """The outputs of the graphics driver with their modes, and the backlights."""
    for output in _found(root, "sys/class/drm/card*-*"):
        modes = _text(output / "modes").split()
        state = _text(output / "status") or "unknown"
        driver = _driver(root / "sys/class/drm" / output.name.split("-")[0])
        size = "with EDID" if _bytes(output / "edid") else "without EDID"
        more = f", {modes[0]} of {len(modes)} modes, {size}" if modes else ""
        yield f"output {output.name}", f"{state}, driver {driver}{more}"
    lights = [
        f"{light.name} ({_text(light / 'type')}, 0 to {_text(light / 'max_brightness')})"
        for light in _found(root, "sys/class/backlight/*")
    ]
    yield "backlight", ", ".join(lights) or "none: the wall turns the output off instead"


def inputs(root: Path) -> Iterator[Fact]:
    """Touchscreens, by the property that the kernel gives to what is touched directly."""
    devices = _text(root / "proc/bus/input/devices").split("\n\n")
    touch = []
    for device in devices:
        name = re.search(r'^N: Name="(.*)"', device, re.MULTILINE)
        properties = re.search(r"^B: PROP=([0-9a-f ]+)$", device, re.MULTILINE)
        axes = re.search(r"^B: ABS=([0-9a-f ]+)$", device, re.MULTILINE)
        if name and properties and int(properties[1].split()[-1], 16) & INPUT_PROP_DIRECT:
            several = axes and int(axes[1].split()[-1], 16) & ABS_MT_POSITION_X
            touch.append(f"{name[1]} ({'several fingers' if several else 'one finger'})")
    yield "touchscreen", ", ".join(touch) or "none"


def networks(root: Path) -> Iterator[Fact]:
    """The drivers of network cards, and the signal of Wi-Fi. No names and no addresses."""
    for card in _found(root, "sys/class/net/*"):
        if not (card / "device").exists():
            continue
        kind = "Wi-Fi" if (card / "wireless").exists() or (card / "phy80211").exists() else "Ethernet"
        signal = re.search(
            rf"^\s*{re.escape(card.name)}:\s+\S+\s+\S+\s+(-?\d+)", _text(root / "proc/net/wireless"), re.M
        )
        state = _text(card / "operstate") or "unknown"
        yield kind, f"driver {_driver(card)}, {state}" + (f", signal {signal[1]} dBm" if signal else "")


def cards(root: Path) -> Iterator[Fact]:
    """Disks and cards: their make, their wear where they report it, and what was written since the start."""
    for disk in _found(root, "sys/block/*"):
        if not (disk / "device").exists():
            continue
        sectors = _text(disk / "size")
        size = f"{int(sectors) * SECTOR_BYTES / 1e9:.1f} GB" if sectors.isdigit() else "of unknown size"
        make = " ".join(_text(disk / "device" / name) for name in ("type", "name", "model", "date")).split()
        fields = _text(disk / "stat").split()
        written = f", {int(fields[6]) * SECTOR_BYTES / 1e6:.0f} MB written since the start" if len(fields) > 6 else ""
        yield f"disk {disk.name}", f"{size}, {' '.join(make) or 'unknown'}{written}{_wear(disk)}"


def _wear(disk: Path) -> str:
    steps = [int(step, 16) for step in re.findall(r"0x[0-9a-fA-F]+", _text(disk / "device/life_time"))]
    known = [step for step in steps if step]
    if not known:
        return ", wear not reported"
    worst = max(known)
    return ", worn out" if worst >= WORN_OUT else f", up to {worst * 10} % of its life used"


def _driver(device: Path) -> str:
    link = device / "device/driver"
    return link.resolve().name if link.exists() else "unknown"


def _found(root: Path, pattern: str) -> list[Path]:
    return sorted(root.glob(pattern))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _text(path: Path) -> str:
    return _bytes(path).decode("utf-8", "replace").strip("\0\n\t ")


def _cell(text: str) -> str:
    return re.sub(r"[\s|]+", " ", text).strip()
