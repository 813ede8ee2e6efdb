"""The report of `mantel doctor --hardware`, of a planted Raspberry Pi and of this machine."""

from pathlib import Path

from appliance.hardware import report
from tests.machine import Machine

TOUCH = """\
I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="10-0038 generic ft5x06 (79)"
B: PROP=2
B: EV=b
B: ABS=260800000000003

I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Keyboard of Anna"
B: PROP=0
B: EV=120013
"""
DIAGNOSTICS = {
    "bootloader_version": "2026/05/20 15:52:09\nversion 1234abcd (release)",
    "get_throttled": "throttled=0x50005",
}


def plant(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def raspberry_pi(root: Path) -> None:
    plant(
        root,
        {
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "proc/meminfo": "MemTotal:        1941572 kB\nMemFree: 1 kB\n",
            "proc/bus/input/devices": TOUCH,
            "proc/net/wireless": "Inter-| sta-|\n face | tus |\n wlan0: 0000   58.  -52.  -256\n",
            "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian"\n',
            "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
            "sys/class/thermal/thermal_zone0/temp": "61342\n",
            "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
            "sys/class/drm/card1-HDMI-A-1/modes": "1920x1080\n1280x720\n",
            "sys/class/drm/card1-HDMI-A-1/edid": "edid",
            "sys/class/backlight/10-0045/type": "raw\n",
            "sys/class/backlight/10-0045/max_brightness": "31\n",
            "sys/class/net/wlan0/operstate": "up\n",
            "sys/class/net/wlan0/address": "dc:a6:32:00:00:01\n",
            "sys/class/net/wlan0/wireless/level": "",
            "sys/class/net/lo/operstate": "unknown\n",
            "sys/block/mmcblk0/size": "62333952\n",
            "sys/block/mmcblk0/stat": "9 0 9 0 4 0 2000000 0 0 0 0\n",
            "sys/block/mmcblk0/device/type": "MMC\n",
            "sys/block/mmcblk0/device/name": "BJTD4R\n",
            "sys/block/mmcblk0/device/serial": "0xdeadbeef\n",
            "sys/block/mmcblk0/device/life_time": "0x02 0x05\n",
            "sys/block/loop0/size": "8\n",
        },
    )
    for name in ("card1", "net-wlan0"):
        plant(root, {f"sys/drivers/{name}/bind": ""})
    (root / "sys/class/drm/card1/device").mkdir(parents=True)
    (root / "sys/class/drm/card1/device/driver").symlink_to(root / "sys/drivers/card1")
    (root / "sys/class/net/wlan0/device").mkdir()
    (root / "sys/class/net/wlan0/device/driver").symlink_to(root / "sys/drivers/net-wlan0")


def rows(text: str) -> dict[str, str]:
    cells = (line.strip("| ").split(" | ", 1) for line in text.splitlines() if line.startswith("| "))
    return {name: value for name, value in cells if name != "what"}


def test_a_raspberry_pi_is_described(tmp_path: Path) -> None:
    raspberry_pi(tmp_path)
    found = rows(report(tmp_path, lambda program, argument: DIAGNOSTICS[argument]))
    assert found.pop("processor").endswith(" 0 cores")
    assert found == {
        "model": "Raspberry Pi 4 Model B Rev 1.4",
        "system": "Debian GNU/Linux 13 (trixie)",
        "kernel": "unknown",
        "memory": "1896 MB",
        "temperature cpu-thermal": "61.3 °C",
        "clock with a battery": "none",
        "EEPROM": "2026/05/20 15:52:09",
        "throttling": "0x50005: too little voltage now, throttled now, too little voltage since the start, "
        "throttled since the start",
        "output card1-HDMI-A-1": "connected, driver card1, 1920x1080 of 2 modes, with EDID",
        "backlight": "10-0045 (raw, 0 to 31)",
        "touchscreen": "10-0038 generic ft5x06 (79) (several fingers)",
        "Wi-Fi": "driver net-wlan0, up, signal -52 dBm",
        "disk mmcblk0": "31.9 GB, MMC BJTD4R, 1024 MB written since the start, up to 50 % of its life used",
    }


def test_nothing_personal_is_in_it(tmp_path: Path) -> None:
    raspberry_pi(tmp_path)
    text = report(tmp_path, lambda *_: "")
    assert "throttling" not in rows(text)
    for private in ("Anna", "deadbeef", "dc:a6", "wlan0:"):
        assert private not in text


def test_an_unreadable_machine_is_described_with_what_there_is(tmp_path: Path) -> None:
    assert rows(report(tmp_path, lambda *_: "unexpected"))["memory"] == "unknown"


def test_the_command_prints_it(tmp_path: Path) -> None:
    ran = Machine(tmp_path / "data", tmp_path / "log").run("doctor", "--hardware")
    assert ran.returncode == 0
    assert {"model", "system", "kernel", "processor", "memory"} <= rows(ran.stdout).keys()
