"""The two slots of a card: the layout, RAUC's handler on a plain file, and updates with a firmware of the tests.

The firmware's own decision (`tryboot`) is not tested here: it runs on a Raspberry Pi only. The one of the tests follows
its documentation: autoboot.txt names the partition, another one for the one boot after `reboot "0 tryboot"`.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import apsw
import msgspec
import pytest

from appliance.kernel.database.connections import open_connection
from appliance.kernel.database.migrations import migrate
from appliance.maintenance import SCHEMA
from appliance.updates import card as card_module
from appliance.updates.card import TRYBOOT, Card
from appliance.updates.trial import Household

IMAGE = Path(__file__).parents[2] / "image"
HANDLER = IMAGE / "files/usr/lib/mantel/tryboot"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
SIZES = {"BOOT_MB": "40", "ROOT_MB": "16", "DATA_MB": "16"}
MANY = 1_000_000
PROGRAMS = ("mkfs.vfat", "mcopy", "sfdisk", "mke2fs")
pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, PROGRAMS)), reason="needs dosfstools, mtools, fdisk and e2fsprogs"
)


class PowerCut(Exception):
    """The machine has no power from here on."""


class Restarted(Exception):
    """The machine starts again."""


class FakePi:
    """A card, its firmware, and the programs of the system. `running` is the slot that was booted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.disk = folder / "card.img"
        self.cmdline = folder / "cmdline"
        for name in ("root/etc", "firmware", "var", "work"):
            (folder / name).mkdir(parents=True)
        (folder / "firmware/config.txt").write_text("kernel=vmlinuz\n", "utf-8")
        parts = [folder / name for name in ("root", "firmware", "var", "work")]
        subprocess.run(
            [IMAGE / "partitions", *parts, self.disk],
            env={"PATH": PATH, **SIZES},
            check=True,
        )
        self.running = ""
        self.tryboot = False
        self.bundle = True
        self.has_wall = False
        self.steps_left = MANY
        self.commands: list[str] = []
        self.boot()

    def autoboot(self) -> str:
        """What mtools reads in the first partition."""
        command = ["mtype", "-i", f"{self.disk}@@4M", "::autoboot.txt"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def boot(self) -> None:
        """The firmware boots a slot: by the flag once, else the default."""
        sections = dict(re.findall(r"\[(\w+)\]\n((?:[^\[].*\n)*)", self.autoboot()))
        assert "tryboot_a_b=1\n" in sections["all"]
        [partition] = re.findall(r"boot_partition=(\d)", sections["tryboot" if self.tryboot else "all"])
        self.running = {"2": "A", "3": "B"}[partition]
        self.tryboot = False
        self.cmdline.write_text(f"ro root=PARTUUID=4d544c31-0{5 if self.running == 'A' else 6} quiet\n", "utf-8")

    def handler(self, *arguments: str) -> str:
        """RAUC's backend."""
        environment = {
            "PATH": PATH,
            "TRYBOOT_DISK": str(self.disk),
            "TRYBOOT_STATE": str(self.folder / "state"),
            "TRYBOOT_CMDLINE": str(self.cmdline),
        }
        done = subprocess.run([HANDLER, *arguments], env=environment, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stderr
        return done.stdout.strip()

    def step(self) -> None:
        """One step more; without power there is none."""
        if self.steps_left == 0:
            raise PowerCut
        self.steps_left -= 1

    def run(self, *command: str | Path) -> str:
        """What the update runs."""
        self.step()
        words = [str(word) for word in command]
        self.commands.append(" ".join(words))
        match words:
            case [program, *rest] if program == TRYBOOT:
                return self.handler(*rest)
            case ["rauc", "install", bundle]:
                assert Path(bundle).exists()
                if not self.bundle:
                    raise subprocess.CalledProcessError(1, words)
                other = "B" if self.running == "A" else "A"
                self.handler("set-state", other, "bad")
                self.handler("set-primary", other)
                self.handler("set-state", other, "good")
            case ["rauc", "status", "mark-good"]:
                self.handler("set-state", self.running, "good")
            case ["systemctl", "show", *_]:
                return "active" if self.has_wall else "inactive"
            case ["systemctl", "reboot", *flags]:
                self.tryboot = flags == ["--reboot-argument=0 tryboot"]
                raise Restarted
            case ["cp", "-a", *_]:
                subprocess.run(words, check=True)
        return ""


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path / "pi")


@pytest.fixture
def web() -> Iterator[Any]:
    """A server of the new slot. `status` is that of all its answers, `page` what its kiosk says of the page."""

    class Handler(BaseHTTPRequestHandler):
        status = 200
        page: str | None = None

        def do_GET(self) -> None:
            self.send_response(Handler.status)
            self.end_headers()
            self.wfile.write(json.dumps({"ready": True, "page": Handler.page}).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.port = server.server_address[1]  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Handler
    server.shutdown()
    thread.join()
    server.server_close()


class Home:
    """The data of both slots, on the last partition."""

    def __init__(self, folder: Path, pi: FakePi, port: int, seconds: float = 1) -> None:
        self.file = folder / "data/mantel.db"
        self.file.parent.mkdir(parents=True)
        self.work = folder / "of-root"
        self.profile = folder / "profile"
        self.profile.mkdir()
        (self.profile / "Preferences").write_text("old", "utf-8")
        with closing(open_connection(self.file, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)) as connection:
            migrate(connection, SCHEMA, folder / "backups", datetime.now(UTC))
            connection.execute("DELETE FROM settings")
            connection.execute("INSERT OR REPLACE INTO settings VALUES ('familyName', 'Ana')")
        household = Household(file=self.file, schema=SCHEMA, host="127.0.0.1", port=port, seconds=seconds)
        self.card = Card(self.work, household, (self.profile,), pi.run)
        self.bundle = folder / "bundle"
        self.has_changed = False

    def update(self) -> None:
        self.bundle.touch()
        with pytest.raises(Restarted):
            self.card.install(self.bundle, "9.0.0")

    def change_in_trial(self) -> None:
        """What the new version does: another schema, and another form of the browser's profile."""
        self.has_changed = True
        (self.profile / "Preferences").write_text("new", "utf-8")
        with closing(apsw.Connection(str(self.file))) as connection:
            version = connection.pragma("user_version")
            connection.execute(f"PRAGMA user_version = {int(version) + 1}; DELETE FROM settings")

    def names(self) -> list[str]:
        with closing(apsw.Connection(str(self.file))) as connection:
            return [str(name) for (name,) in connection.execute("SELECT value FROM settings")]

    def result(self) -> tuple[bool, str | None] | None:
        file = self.work / "result.json"
        found = json.loads(file.read_bytes()) if file.exists() else None
        return (found["kept"], found.get("problem")) if found else None


def test_a_card_has_two_slots_and_one_place_for_data(pi: FakePi) -> None:
    table = json.loads(subprocess.run(["sfdisk", "--json", pi.disk], capture_output=True, check=True).stdout)
    partitions = table["partitiontable"]["partitions"]
    assert ["c", "c", "c", "f", "83", "83", "83"] == [each["type"] for each in partitions]
    assert "0x4d544c31" == table["partitiontable"]["id"]
    config = (IMAGE / "files/etc/rauc/system.conf").read_text("utf-8")
    assert ["05", "02", "06", "03"] == re.findall(r"by-partuuid/4d544c31-(\d+)", config)
    boot = partitions[1]["start"] * 512
    command = ["mtype", "-i", f"{pi.disk}@@{boot}", "::cmdline.txt"]
    assert "root=PARTUUID=4d544c31-05 ro " in subprocess.run(command, capture_output=True, check=True, text=True).stdout


def test_autoboot_changes_in_one_sector(pi: FakePi) -> None:
    before = pi.disk.read_bytes()
    pi.handler("set-primary", "B")
    pi.handler("set-state", "B", "good")  # by the slot that runs, A: B was only written
    assert before == pi.disk.read_bytes()
    pi.tryboot = True
    pi.boot()
    assert "B" == pi.handler("get-current")
    pi.handler("set-state", "B", "good")
    after = pi.disk.read_bytes()
    changed = [place for place in range(len(before)) if before[place] != after[place]] if before != after else []
    assert (2, 1) == (len(changed), len({place // 512 for place in changed}))
    pi.boot()
    assert ("B", "B", "good") == (pi.running, pi.handler("get-primary"), pi.handler("get-state", "B"))


def test_the_hook_names_the_slot_and_keeps_the_identity(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "machine-id").write_text("of-this-machine\n")
    (tmp_path / "cmdline.txt").write_text("console=tty0 root=PARTUUID=4d544c31-05 ro rauc.slot=A\n")
    for slot in ("boot.1", "rootfs.1"):
        environment = {"PATH": "/usr/bin:/bin", "RAUC_SLOT_NAME": slot, "RAUC_SLOT_MOUNT_POINT": str(tmp_path)}
        environment["MACHINE_ID"] = str(tmp_path / "machine-id")
        subprocess.run([IMAGE / "bundle/hook", "slot-post-install"], env=environment, check=True)
    assert "console=tty0 root=PARTUUID=4d544c31-06 ro rauc.slot=B\n" == (tmp_path / "cmdline.txt").read_text()
    assert "of-this-machine\n" == (tmp_path / "etc/machine-id").read_text()


@pytest.mark.skipif(not shutil.which("rauc") or not shutil.which("mksquashfs"), reason="needs rauc and squashfs-tools")
def test_rauc_makes_and_accepts_the_signed_bundle(pi: FakePi, tmp_path: Path) -> None:
    key, cert, bundle = (str(tmp_path / name) for name in ("key.pem", "cert.pem", "out.raucb"))
    make_key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert]
    subprocess.run([*make_key, "-subj", "/CN=Mantel"], check=True, capture_output=True)
    signers = {**os.environ, "RAUC_CERT": cert, "RAUC_KEY": key}
    subprocess.run([IMAGE / "bundle/make", pi.folder / "work", "9.0.0", bundle], env=signers, check=True)
    info = ["rauc", "info", f"--keyring={cert}", "--output-format=json", bundle]
    found = json.loads(subprocess.run(info, check=True, capture_output=True, text=True).stdout)
    [compatible] = re.findall(r"^compatible=(.+)$", (IMAGE / "files/etc/rauc/system.conf").read_text("utf-8"), re.M)
    assert (compatible, "9.0.0") == (found["compatible"], found["version"])
    assert ["rootfs", "boot"] == [next(iter(each)) for each in found["images"]]


def test_a_healthy_slot_is_kept(pi: FakePi, web: Any, tmp_path: Path) -> None:
    home = Home(tmp_path, pi, web.port)
    home.update()
    pi.boot()
    assert "B" == pi.running
    home.card.at_boot()
    assert home.card.watch() is None
    pi.boot()
    assert ("B", (True, None), ["Ana"]) == (pi.running, home.result(), home.names())
    assert ["result.json"] == [path.name for path in home.work.iterdir()]
    # The next one goes into the first slot.
    home.update()
    pi.boot()
    assert "A" == pi.running


def test_a_slot_that_is_not_healthy_gives_way_to_the_old_one(pi: FakePi, web: Any, tmp_path: Path) -> None:
    home = Home(tmp_path, pi, web.port, seconds=60)
    home.update()
    pi.boot()
    home.card.at_boot()
    home.change_in_trial()
    if os.geteuid() == 0:
        for path in (home.file.parent, *home.file.parent.rglob("*")):
            os.chown(path, 4321, 4321)
    web.status = 503
    # A shorter time than that of a card in a kitchen.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("appliance.updates.rules.START_SECONDS", 1)
        with pytest.raises(Restarted):
            home.card.watch()
    pi.boot()
    assert "A" == pi.running
    home.card.at_boot()
    assert ((False, "unhealthy"), ["Ana"], "old") == (
        home.result(),
        home.names(),
        (home.profile / "Preferences").read_text("utf-8"),
    )
    assert "A" == pi.handler("get-primary")
    owner = home.file.parent.stat().st_uid
    assert {owner} == {path.stat().st_uid for path in home.file.parent.rglob("*")}
    assert any(path.name.startswith("replaced-") for path in (home.file.parent / "backups").iterdir())


@pytest.mark.parametrize("page", [None, "starting", "silent"])
def test_a_slot_whose_page_is_not_drawn_gives_way_to_the_old_one(
    pi: FakePi, web: Any, tmp_path: Path, page: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the update a kiosk showed the page; the new one does not connect, or shows nothing."""
    home, web.page, pi.has_wall = Home(tmp_path, pi, web.port), page, True
    monkeypatch.setattr("appliance.updates.rules.START_SECONDS", 1)
    home.update()
    pi.boot()
    home.card.at_boot()
    with pytest.raises(Restarted):
        home.card.watch()
    pi.boot()
    home.card.at_boot()
    assert ("A", (False, "unhealthy"), ["Ana"]) == (pi.running, home.result(), home.names())


def test_a_slot_whose_page_is_drawn_is_kept(pi: FakePi, web: Any, tmp_path: Path) -> None:
    home, web.page, pi.has_wall = Home(tmp_path, pi, web.port), "ok", True
    home.update()
    pi.boot()
    home.card.at_boot()
    assert home.card.watch() is None
    assert ("B", (True, None)) == (pi.running, home.result())


def test_a_bundle_that_cannot_be_installed_changes_nothing(pi: FakePi, web: Any, tmp_path: Path) -> None:
    home, pi.bundle = Home(tmp_path, pi, web.port), False
    with pytest.raises(subprocess.CalledProcessError):
        home.update()
    pi.boot()
    home.card.at_boot()
    assert ("A", (False, "cannot_try"), ["Ana"]) == (pi.running, home.result(), home.names())
    assert "systemctl restart mantel.service" in pi.commands


@pytest.mark.parametrize("steps", range(24))
def test_a_power_cut_at_any_step_leaves_a_slot_with_its_data(
    pi: FakePi, web: Any, tmp_path: Path, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step is a command, or the moment before or after the journal is written."""
    home, write = Home(tmp_path, pi, web.port), card_module._write

    def write_in_steps(path: Path, value: msgspec.Struct) -> None:
        pi.step()
        write(path, value)
        pi.step()

    monkeypatch.setattr(card_module, "_write", write_in_steps)
    pi.steps_left = steps
    home.bundle.touch()
    with pytest.raises((Restarted, PowerCut)) as ended:
        home.card.install(home.bundle, "9.0.0")
    for _ in range(3):
        if ended.type is PowerCut:
            pi.tryboot, pi.steps_left = False, MANY
        pi.boot()
        try:
            home.card.at_boot()
            if pi.running == "B" and not home.has_changed:
                home.change_in_trial()
            home.card.watch()
            break
        except PowerCut as cut:
            ended = pytest.ExceptionInfo.from_exception(cut)

    kept = home.result() == (True, None)
    assert kept == (pi.running == "B")
    assert ([] if kept else ["Ana"]) == home.names()
    assert ("new" if kept else "old") == (home.profile / "Preferences").read_text("utf-8")
    assert not (home.work / "slots.json").exists()
    pi.boot()
    assert kept == (pi.running == "B")
