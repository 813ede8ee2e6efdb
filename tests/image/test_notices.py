"""The notices of an artefact: what they contain, and what may not be in one."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.release.artefacts import notices_program
from tests.test_requirements import locked

TREE = Path(__file__).parents[2]
MIT = "Permission is hereby granted, free of charge"
GPL = "                    GNU GENERAL PUBLIC LICENSE\n                       Version 2, June 1991\n"
LESSER = "GNU LESSER GENERAL PUBLIC LICENSE\nVersion 3\nThe GNU General Public License, version 3, says more."
WHEEL = 'License for "thing" binary wheels: GPLv2, due to base library licenses.\n'


@pytest.fixture(scope="module")
def notices() -> Any:
    return notices_program()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages with Mantel and its user interface."""
    (tmp_path / "appliance/ui/dist").mkdir(parents=True)
    (tmp_path / "appliance/ui/dist/licenses.md").write_text("## svelte - 5 (MIT)\n\nCopyright of svelte", "utf-8")
    add(tmp_path, "mantel", "License-Expression: MIT", MIT)
    add(tmp_path, "good", "License-Expression: BSD-3-Clause", "Copyright (c) of good")
    return tmp_path


def add(folder: Path, name: str, header: str, text: str, file: str = "licenses/LICENSE") -> None:
    """Install a package that consists of its description only."""
    path = folder / f"{name}-1.0.dist-info" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    about = (
        f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{header}\n\nAn essay on the GNU General Public License.\n"
    )
    (folder / f"{name}-1.0.dist-info/METADATA").write_text(about, "utf-8")


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "image/notices.py", str(folder)]
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)


def test_the_notices_have_the_licence_of_every_part(installed: Path) -> None:
    add(installed, "lesser", "License-Expression: LGPL-3.0-or-later", LESSER, "COPYING")
    built = build(installed)
    assert 0 == built.returncode, built.stderr
    text = (installed / "appliance/NOTICES.md").read_text("utf-8")
    for part in ("- good 1.0 (BSD-3-Clause)", "Copyright (c) of good", "Copyright of svelte", MIT, LESSER):
        assert part in text
    # The Lesser GPL asks for both texts.
    for title in ("GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE"):
        assert title in text


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("License: GPL", "see there"),
        ("License-Expression: GPL-3.0-or-later", "see there"),
        ("License-Expression: AGPL-3.0-only", "see there"),
        ("Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)", "see there"),
        ("License: BSD", GPL),
        ("License: BSD", WHEEL),
    ],
)
def test_a_package_under_the_gpl_ends_the_build(installed: Path, header: str, text: str) -> None:
    add(installed, "thing", header, text)
    built = build(installed)
    assert 1 == built.returncode
    assert "notices: " in built.stderr and "thing" in built.stderr and "GPL" in built.stderr
    assert not (installed / "appliance/NOTICES.md").exists()


@pytest.mark.parametrize("name", ["thing.libs/libx265-4883ecb5.so.217", "libreadline.so.8", "thing/COPYING.txt"])
def test_files_under_the_gpl_end_the_build(installed: Path, name: str) -> None:
    (installed / name).parent.mkdir(exist_ok=True)
    (installed / name).write_text(GPL, "utf-8")
    built = build(installed)
    assert 1 == built.returncode
    assert Path(name).name in built.stderr


def test_the_encoder_of_the_tests_may_not_be_in_an_artefact(notices: Any) -> None:
    with pytest.raises(notices.NotAllowed, match="pillow-heif"):
        notices.Package(_folder("pillow-heif")).check()


def test_every_package_that_mantel_needs_may_be_in_an_artefact(notices: Any) -> None:
    checked = []
    for name in locked("run"):
        try:
            package = notices.Package(_folder(name))
        except metadata.PackageNotFoundError:
            continue  # for another system
        notices.check([package], (package.folder.parent / each for each in package.files() if "dist-info" not in each))
        checked.append(name)
    assert {"caldav", "pi-heif", "pillow", "zeroconf"} < set(checked)


def test_a_library_of_the_system_is_allowed_by_name_only(notices: Any, tmp_path: Path) -> None:
    assert "zlib" in notices.document([], tmp_path, [Path("/usr/lib/libz.so.1")])
    with pytest.raises(notices.NotAllowed, match=r"libzstd\.so\.1"):
        notices.document([], tmp_path, [Path("/usr/lib/libzstd.so.1")])
    with pytest.raises(notices.NotAllowed, match=r"libreadline\.so\.8"):
        notices.check([], [Path("/usr/lib/libreadline.so.8")])


def _folder(name: str) -> Path:
    """The description of a package that is installed beside the tests."""
    file = next(file for file in metadata.distribution(name).files or () if file.name == "METADATA")
    return Path(os.fspath(file.locate())).parent
