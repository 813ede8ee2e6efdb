"""How the browser journeys are written, and in which sizes and colour schemes they run."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

JOURNEYS = Path(__file__).parent / "journeys"
FILL = re.compile(r"\.fill\(")


def test_journeys_type_key_by_key() -> None:
    """`fill` sets a value that no keyboard can type: it hides a field that loses the focus or drops a key."""
    found = [
        f"{path.name}:{number}"
        for path in sorted(JOURNEYS.glob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if FILL.search(line)
    ]
    assert [] == found, f"use type_into of tests/journeys/keys.py in {found}"


def collected(marks: str, *files: str) -> dict[str, set[str]]:
    """The variants of each journey in these files, by function."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-o", "addopts=-p no:cacheprovider", "-m", marks]
    listed = subprocess.run([*command, *files], cwd=JOURNEYS, capture_output=True, text=True, check=True).stdout
    found: dict[str, set[str]] = defaultdict(set)
    for function, variant in re.findall(r"::(\w+)\[(.+)\]$", listed, re.M):
        found[function].add(variant)
    return dict(found)


def test_every_journey_runs_and_only_those_about_the_layout_in_every_size() -> None:
    files = ("test_chores.py", "test_access.py")
    every, chosen = collected("journey", *files), collected("journey and not slow", *files)
    assert every.keys() == chosen.keys()

    axe = "test_axe_finds_nothing_on_any_screen"
    assert 3 == len(chosen[axe])
    assert chosen.pop(axe) == every.pop(axe)
    schemes = collected("journey and not slow", "test_tools.py")["test_a_scheme_is_the_preferred_one_of_the_page"]
    assert 2 == len(schemes)
    accessible = chosen.pop("test_chores_are_accessible")
    assert [1, 1] == [sum(part in variant for variant in accessible) for part in ("phone", "wall-800")]
    assert [1, 1] == [sum(part in variant for variant in accessible) for part in ("light", "dark")]
    assert 4 == len(every.pop("test_chores_are_accessible"))
    # It names the two kinds of files that it holds back.
    parts = chosen.pop("test_a_part_of_the_page_that_cannot_be_loaded_is_named")
    assert [1, 1] == [sum(part in variant for variant in parts) for part in ("js", "css")]
    assert {1} == {len(variants) for variants in chosen.values()}
    both = [variant for function, (variant,) in chosen.items() if len(every[function]) == 2]
    assert {"chromium-phone", "chromium-wall-800"} == set(both)
