"""Commands that say something about the program itself."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "appliance"]


def test_the_version() -> None:
    printed = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"mantel {metadata.version('mantel')}\n" == printed
    assert "--version" in subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True).stdout


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
