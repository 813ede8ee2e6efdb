"""`image/install` and `image/uninstall`: what they check first, what they write, and what they leave."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
JOURNAL = "usr/lib/systemd/journald.conf.d/mantel.conf"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """As much of Debian 13's file system as the installation looks at."""
    root = tmp_path / "root"
    (root / "usr/bin").mkdir(parents=True)
    (root / "etc").mkdir()
    (root / "usr/bin/python3").symlink_to("python3.13")
    return root


def run(tree: Path, script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(tree / "image" / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def paths(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("python", "arguments", "code", "message"),
    [
        ("python3.11", ["amd64"], 1, "the Python of {root} is not 3.13"),
        (None, ["amd64"], 1, "the Python of {root} is not 3.13"),
        ("python3.13", ["riscv64"], 2, "riscv64 is neither amd64 nor arm64"),
        ("python3.13", [], 2, "usage: image/install ROOT"),
        ("python3.13", ["amd64", "--journal"], 2, "usage: image/install ROOT"),
    ],
)
def test_what_it_cannot_use_is_rejected_before_it_begins(
    root: Path, python: str | None, arguments: list[str], code: int, message: str
) -> None:
    (root / "usr/bin/python3").unlink()
    if python:
        (root / "usr/bin/python3").symlink_to(python)
    before = paths(root)

    ended = run(TREE, "install", root, *arguments)

    assert (code, before) == (ended.returncode, paths(root))
    assert message.format(root=root) in ended.stderr


@pytest.mark.slow
def test_it_leaves_the_clone_and_the_journal_as_they_are_and_can_be_removed(root: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can show that nothing belongs to root")
    clone, owner = tmp_path / "clone", 12345
    shutil.copytree(TREE, clone, ignore=shutil.ignore_patterns(".git", ".venv", "build", "node_modules", "__pycache__"))
    shutil.copytree(TREE / "appliance/ui/build", clone / "appliance/ui/build", dirs_exist_ok=True)
    for path in (clone, *clone.rglob("*")):
        os.chown(path, owner, owner)
    before, in_clone = paths(root), paths(clone)

    ended = run(clone, "install", root, "amd64")
    assert 0 == ended.returncode, ended.stderr
    assert in_clone == paths(clone)
    assert {owner} == {path.stat().st_uid for path in (clone, *clone.rglob("*"))}
    assert {"opt/mantel/appliance/ui/dist/index.html", "usr/local/bin/mantel"} <= paths(root)
    assert not (root / JOURNAL).exists()

    (root / "etc/mantel/mantel.env").write_text("PORT=80\n")
    ended = run(clone, "uninstall", root)
    assert 0 == ended.returncode, ended.stderr
    left = {path for path in paths(root) - before if not (root / path).is_dir()}
    assert {"etc/mantel/mantel.env"} == left


@pytest.mark.slow
def test_the_journal_is_in_memory_when_asked(root: Path) -> None:
    ended = run(TREE, "install", root, "amd64", "--log-in-memory")
    assert 0 == ended.returncode, ended.stderr
    assert "Storage=volatile" in (root / JOURNAL).read_text()
