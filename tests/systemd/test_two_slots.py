"""A whole card with two slots: a good update, broken ones, and power cuts. The household is whole each time.

What stands in for RAUC and for the firmware is in `two_slots`. The firmware's own decision by tryboot is not tested.
"""

import random
import time
from collections.abc import Iterator

import pytest

from appliance.kernel.database.migrations import migration_files
from appliance.maintenance import SCHEMA
from tests.ports import free_port
from tests.systemd.two_slots import SECONDS, TwoSlots, make_card, plugged_in
from tests.updates.release_server import Release
from tests.waiting import until

pytestmark = pytest.mark.slow
WITHOUT_SCREEN = "systemd.mask=mantel-kiosk.service"
POWER_CUTS = 10
NEXT_STEP = f"opt/mantel/appliance/schema/{max(migration_files(SCHEMA)) + 1:04d}_next.sql"
# The bundles: what they do to the new slot.
NOT_STARTING = "echo \"raise SystemExit('this version does not start')\" >opt/mantel/appliance/serve.py"
NOT_MIGRATING = f"echo 'INSERT INTO no_such_table VALUES (1);' >{NEXT_STEP}"
# Its server is healthy and has changed the household; the page's program ends before it has drawn anything.
NOT_DRAWING = f"""echo "UPDATE members SET name = 'Changed';" >{NEXT_STEP}
rm -f opt/mantel/appliance/ui/dist/index.html.*
sed -i 's/type="module"/type="not-a-program"/' opt/mantel/appliance/ui/dist/index.html
"""


@pytest.fixture(scope="module")
def slots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoSlots]:
    """The machine is off. The household has Ana."""
    folder, port = tmp_path_factory.mktemp("card"), free_port()
    release = Release(folder / "release")
    release.folder.mkdir()
    with plugged_in(make_card(folder, port, release), port, release) as machine:
        machine.settled(WITHOUT_SCREEN)
        assert machine.ask("POST", "/api/members", json={"name": "Ana", "color": "#c8553d"})
        machine.power_off()
        yield machine


@pytest.fixture
def wall(slots: TwoSlots) -> Iterator[TwoSlots]:
    """The machine runs, and its screen shows the page."""
    slots.settled()
    until(lambda: slots.ask("GET", "/api/ready"), lambda ready: ready and ready["page"] == "ok", seconds=SECONDS)
    yield slots
    slots.power_off()


def test_a_good_version_is_kept(wall: TwoSlots) -> None:
    wall.publish("9.0.0", "")
    wall.install("9.0.0")
    done = wall.settled()
    assert ("9.0.0", True) == (done["last"]["version"], done["last"]["kept"])
    assert ("9.0.0", ["A", "B"], ["Ana"]) == (done["version"], wall.boots[-2:], wall.names())
    wall.power_off()
    assert "9.0.0" == wall.settled()["version"]


@pytest.mark.parametrize(
    ("version", "script"),
    [
        pytest.param("9.1.0", NOT_STARTING, id="the server does not start"),
        pytest.param("9.2.0", NOT_DRAWING, id="the page does not draw"),
        pytest.param("9.3.0", NOT_MIGRATING, id="the migration fails"),
    ],
)
def test_a_broken_version_gives_way_to_the_earlier_one(wall: TwoSlots, version: str, script: str) -> None:
    slot, before = wall.running, wall.settled()["version"]
    other = "B" if slot == "A" else "A"
    wall.publish(version, script)
    wall.install(version)
    done = wall.settled()
    assert (version, False, "unhealthy") == tuple(done["last"][name] for name in ("version", "kept", "problem"))
    assert (before, [slot, other, slot], ["Ana"]) == (done["version"], wall.boots[-3:], wall.names())


def test_the_household_is_whole_after_power_cuts_at_random_moments(slots: TwoSlots) -> None:
    slots.settled(WITHOUT_SCREEN)
    slots.publish("9.4.0", "")
    began = time.monotonic()
    slots.install("9.4.0")
    version = slots.settled(WITHOUT_SCREEN)["version"]
    assert "9.4.0" == version
    length = time.monotonic() - began

    for number in range(POWER_CUTS):
        moment = random.uniform(0, length)
        slot, new = slots.running, f"9.5.{number}"
        slots.publish(new, "")
        slots.install(new)
        began = time.monotonic()

        def is_the_moment(end: float = began + moment) -> bool:
            if slots.has_ended():
                slots.boot(WITHOUT_SCREEN)
            return time.monotonic() >= end

        until(is_the_moment, seconds=SECONDS)
        slots.cut_power()
        found = slots.settled(WITHOUT_SCREEN)
        cut = f"power cut {number} after {moment:.1f} of {length:.1f} s"
        assert ["Ana"] == slots.names(), cut
        assert found["version"] == (version if slots.running == slot else new), cut
        version = found["version"]
