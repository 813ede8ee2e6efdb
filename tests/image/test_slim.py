"""What `image/slim` deletes from an installation, and what every language of Mantel still needs."""

import shutil
import subprocess
import sys
from pathlib import Path

import babel
import pytest

from appliance import texts

TREE = Path(__file__).parents[2]
UI = "appliance/ui/dist"
# Imports Babel of the given folder, with the data that is left.
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from datetime import datetime
from appliance.texts import Texts, __file__ as words
import babel
assert words.startswith(sys.argv[1]) and babel.__file__.startswith(sys.argv[1])
for tag in sys.argv[2:]:
    said, evening = Texts(tag), datetime(2026, 11, 20, 17)
    print(tag, said.say("reminder.minutes", count=5), said.day(evening.date()), said.time(evening))
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Packages as an installation has them."""
    shutil.copytree(Path(babel.__file__).parent, tmp_path / "babel", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TREE / "appliance/words", tmp_path / "appliance/words")
    shutil.copy(TREE / "appliance/texts.py", tmp_path / "appliance")
    (tmp_path / "appliance/__init__.py").touch()
    for name in ("faker", "polyfactory", "faker-40.dist-info", "granian", "markdown_it", "markdown_it_py-4.dist-info"):
        (tmp_path / name).mkdir()
    for name in ("granian/tests/test_a.py", "lxml/etree.so", "lxml/etree.pyx", "lxml/includes/a.h", "PIL/_avif.so"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in ("assets/a.js", "assets/a.js.gz", "assets/a.js.br", "assets/small.css", "index.html", "index.html.gz"):
        (tmp_path / UI / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / UI / name).touch()
    for name in ("pyasn1_modules/rfc5280.py", "pyasn1_modules/rfc2251.py", "cffi/api.py", "cffi-2.dist-info/METADATA"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in ("zeroconf/_dns.cpython-313-x86_64-linux-gnu.so", "zeroconf/_dns.py", "zeroconf/const.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_every_language_works_without_the_data_of_the_others(installed: Path) -> None:
    tags = [*sorted(texts.tags()), "de-AT", "es-MX", "fr-CA"]
    command = [sys.executable, "-P", "-c", SCRIPT, str(installed), *tags]
    before = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    subprocess.run([TREE / "image/slim", installed], check=True)
    assert before == subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "In 5 Minuten" in before


def test_only_what_is_not_used_is_deleted(installed: Path) -> None:
    subprocess.run([TREE / "image/slim", installed], check=True)
    left = {path.name for path in installed.iterdir()}
    assert {"appliance", "babel", "cffi-2.dist-info", "granian", "lxml", "PIL", "pyasn1_modules", "zeroconf"} == left
    assert {"etree.so"} == {path.name for name in ("granian", "lxml", "PIL") for path in (installed / name).iterdir()}
    assert {"_dns.cpython-313-x86_64-linux-gnu.so", "const.py"} == {
        path.name for path in (installed / "zeroconf").iterdir()
    }
    left = {path.stem.partition("_")[0] for path in (installed / "babel/locale-data").glob("*.dat")}
    assert {"root"} | {tag.partition("-")[0] for tag in texts.tags()} == left


def test_a_file_of_the_pages_is_there_in_one_way_for_each_encoding(installed: Path) -> None:
    subprocess.run([TREE / "image/slim", installed], check=True)
    left = {str(path.relative_to(installed / UI)) for path in (installed / UI).rglob("*.*")}
    # The page itself stays plain, for who wants to read it.
    assert {"assets/a.js.gz", "assets/a.js.br", "assets/small.css", "index.html", "index.html.gz"} == left
    assert ["rfc5280.py"] == [path.name for path in (installed / "pyasn1_modules").iterdir()]
