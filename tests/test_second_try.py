"""The second try of a failed test: what may pass at it, and what may not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLAKY = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("name", ["a@b"])
@pytest.mark.xdist_group("together")
def test_flaky(name):
    tries = Path("tries")
    tries.write_text(tries.read_text() + "." if tries.exists() else ".")
    assert len(tries.read_text()) > 1

def test_other():
    pass
"""


def run(folder: Path, text: str, *options: str) -> tuple[int, str, str]:
    """The exit code, the output, and the names of what passed at the second try."""
    (folder / "test_it.py").write_text(text, "utf-8")
    names = folder / "names"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.second_try",
        "--second-try",
        str(names),
        *options,
        "test_it.py",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout, names.read_text("utf-8") if names.exists() else ""


@pytest.mark.parametrize("options", [(), ("-n", "1", "--dist", "loadgroup")], ids=["one-process", "workers"])
def test_what_passes_alone_passes_and_is_named(tmp_path: Path, options: tuple[str, ...]) -> None:
    code, output, names = run(tmp_path, FLAKY, *options)
    assert (0, "test_it.py::test_flaky[a@b]\n") == (code, names), output
    assert ".." == (tmp_path / "tries").read_text()


def test_what_fails_twice_fails(tmp_path: Path) -> None:
    code, output, names = run(tmp_path, "def test_broken():\n    assert False\n")
    assert (1, "", 1) == (code, names, output.count("second try"))


def test_many_failures_are_no_coincidence(tmp_path: Path) -> None:
    tests = "".join(f"def test_{number}():\n    assert False\n" for number in range(6))
    code, output, names = run(tmp_path, tests)
    assert (1, "", 0) == (code, names, output.count("second try"))


def test_a_worker_that_ends_and_a_file_that_cannot_be_collected_have_no_second_try(tmp_path: Path) -> None:
    crashes = (
        FLAKY + "import os\nif os.environ.get('PYTEST_XDIST_WORKER'):\n    def test_crash():\n        os._exit(3)\n"
    )
    code, output, names = run(tmp_path, crashes, "-n", "1")
    assert (1, "", 0) == (code, names, output.count("second try"))

    code, output, names = run(tmp_path, "raise RuntimeError")
    assert (2, "", 0) == (code, names, output.count("second try"))
