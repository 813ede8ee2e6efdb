"""Commands that say something about the program itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.kernel.version import version

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
COMMAND = [sys.executable, "-m", "appliance"]


def test_the_version() -> None:
    printed = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"mantel {version()}\n" == printed
    assert "--version" in subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout


def test_the_version_is_written_as_it_is_released() -> None:
    released = re.search(r'^version = "(.+)"$', PYPROJECT.read_text("utf-8"), re.MULTILINE)
    assert released
    assert version() == released[1]


def test_the_notices_of_an_artefact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = subprocess.run([*COMMAND, "notices"], capture_output=True, text=True, check=False)
    assert (1, "") == (missing.returncode, missing.stdout)
    assert "single file" in missing.stderr

    (tmp_path / "NOTICES.md").write_text("# Süße Lizenzen\n", "utf-8")
    code = f"import appliance; appliance.__path__.insert(0, {str(tmp_path)!r})\n"
    code += "from appliance.__main__ import main; main()"
    monkeypatch.setenv("PYTHONUTF8", "1")
    printed = subprocess.run([sys.executable, "-c", code, "notices"], capture_output=True, check=True).stdout
    assert "# Süße Lizenzen\n" == printed.decode()
