"""Of the system's time zone data and the package's the newer is used."""

import subprocess
import sys
from pathlib import Path

import pytest
import tzdata

ZONES = Path(tzdata.__file__).parent / "zoneinfo"
ASK = """
from datetime import datetime
from zoneinfo import ZoneInfo
from pathlib import Path
from appliance.app import build
from appliance.kernel.scheduling.zone_data import zone_data
from appliance.settings import Settings
import sys
ZoneInfo("America/Vancouver")
build(Settings(data_dir=Path(sys.argv[1])))
print(zone_data().version, datetime(2026, 12, 15, 17, tzinfo=ZoneInfo("America/Vancouver")).utcoffset())
"""


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """The time zones of a system, in which Vancouver is at UTC."""
    (tmp_path / "system" / "America").mkdir(parents=True)
    (tmp_path / "system" / "America" / "Vancouver").write_bytes((ZONES / "Etc" / "UTC").read_bytes())
    return tmp_path / "system"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# version 2025b\n# redo posix_only\n", f"{tzdata.IANA_VERSION} -1 day, 17:00:00"),
        ("# version 2999a\n", "2999a 0:00:00"),
        ("nothing", f"{tzdata.IANA_VERSION} -1 day, 17:00:00"),
        (None, f"{tzdata.IANA_VERSION} -1 day, 17:00:00"),
    ],
)
def test_the_newer_data_is_used(tmp_path: Path, system: Path, source: str | None, expected: str) -> None:
    if source is not None:
        (system / "tzdata.zi").write_text(source)

    asked = subprocess.run(
        [sys.executable, "-c", ASK, tmp_path / "data"],
        env={"PYTHONTZPATH": str(system)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (expected, 0) == (asked.stdout.strip(), asked.returncode), asked.stderr
