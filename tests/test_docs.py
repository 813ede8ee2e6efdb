"""The documents match the code: what they name exists, and what must be named is there."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from appliance import __main__ as command_line
from appliance import doctor
from appliance.app import Application
from appliance.settings import VARIABLES
from tests.client import Client, Loop
from tests.test_architecture import DOMAINS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = "".join(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def configuration(chapter: str) -> set[str]:
    table = of("configuration").partition(f"## {chapter}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_setting_is_documented_and_every_documented_setting_exists() -> None:
    assert set(VARIABLES) == configuration("Server")
    source = "".join(path.read_text("utf-8") for path in (ROOT / "kiosk").glob("*.py"))
    assert set(re.findall(r"environ\.get\(\"(KIOSK_\w+)", source)) == configuration("Kiosk")


def test_every_route_that_is_named_exists(application: Application, loop: Loop) -> None:
    described = Client(application.app, loop).get("/openapi.json").json()["paths"]
    known = re.compile("|".join(re.sub(r"\{[^}]+\}", r"[\\w${}-]+", path) for path in map(_without_suffix, described)))
    named = set(re.findall(r"/api/[\w/${}-]+", README + DOCUMENTS))
    assert len(named) > 8
    assert [] == sorted(path for path in named if not known.fullmatch(path))


def _without_suffix(path: str) -> str:
    """`/api/home/mantel` of `/api/home/mantel.crt`: a dot in a text may also end a sentence."""
    return re.sub(r"\.\w+$", "", path)


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"`mantel ([a-z]+(?:-[a-z]+)*)", README + CONTRIBUTING)) | set(
        re.findall(r"^\./run (\w+)", README, re.M)
    )
    # In the documents commands also stand in longer lines, behind `sudo` or a folder; a container may have that name.
    shown = "".join(re.findall(r"```sh\n.*?```|`[^`\n]+`", DOCUMENTS, re.S))
    named |= set(re.findall(r"(?<![\w/-])mantel (?=([a-z]+(?:-[a-z]+)*)\b)", shown)) - {"mantel", "mantel-kiosk"}
    assert {"serve", "kiosk", "test", "doctor", "restore"} <= named
    of_the_script = set(re.findall(r"^        (\w+)\)$", (ROOT / "run").read_text("utf-8"), re.M))
    assert set() == {name for name in named - of_the_script if not hasattr(command_line, name.replace("-", "_"))}


def test_every_page_of_the_settings_that_is_named_exists() -> None:
    words = json.loads((ROOT / "appliance/ui/src/messages/en/rest.json").read_text("utf-8"))["settings"]
    pages = tuple(word for name, word in words.items() if f"{name}Hint" in words)
    named = re.findall(
        r"Settings → ([^(;:.,]+)", " ".join((README + of("api") + of("operating") + of("appliance")).split())
    )
    assert len(named) > 8
    assert [] == [name for name in named if not name.startswith(pages)]


def of(document: str) -> str:
    return (ROOT / "docs" / f"{document}.md").read_text("utf-8")


@pytest.mark.parametrize(
    "document",
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))],
)
def test_every_file_that_is_named_exists(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = set(re.findall(r"`((?:appliance|kiosk|tests|benchmarks|systemd|image)/[\w./-]*[\w/])`", text))
    beside = (ROOT / document).parent
    linked = set(re.findall(r"\]\(([\w./-]+)\)", text))
    assert [] == sorted(name for name in named if not (ROOT / name).exists())
    assert [] == sorted(name for name in linked if not (beside / name).exists())


def test_the_order_of_slices_is_the_checked_one() -> None:
    chain = re.search(r"`(household → .+?)`", CONTRIBUTING, re.S)
    assert chain
    documented = re.split(r"\s*→\s*", chain[1].strip())
    assert DOMAINS == documented


def test_every_dependency_has_its_reason() -> None:
    packages = of("design").partition("## Dependencies")[2]
    listed = re.search(r"^dependencies = \[(.*?)\]", (ROOT / "pyproject.toml").read_text("utf-8"), re.S | re.M)
    assert listed
    names = re.findall(r'"([\w-]+)', listed[1])
    assert len(names) > 8
    assert [] == [name for name in names if name not in packages]


def test_the_words_of_the_doctor_are_documented() -> None:
    named = re.search(r"Each line says ([^.]+)\.", of("operating"))
    assert named
    assert set(get_args(doctor.State)) == set(re.findall(r"`(\w+)`", named[1]))


def test_a_wall_gets_a_sandbox_for_its_browser_and_a_font_for_its_emojis() -> None:
    on_the_card = set((ROOT / "image/packages").read_text("utf-8").split())
    # In a sentence the list may go on in the next line.
    commands = re.findall(r"sudo apt install ([a-z0-9 -]+(?:\n[a-z0-9 -]+(?=`))?)", README + of("appliance"))
    installed = [set(each.split()) for each in commands]
    walls = [each for each in installed if "chromium" in each]
    assert len(walls) == 2
    for packages in walls:
        assert {"chromium-sandbox", "fonts-noto-color-emoji"} <= packages & on_the_card
        assert set() == packages - on_the_card - {"git", "python3-venv"}


SECTION = re.compile(r"contract §(\d+(?:\.\d+)?)")
# `contract: Points 2, 3` or `contract: Points 9-12`; without numbers the whole section.
RULE = re.compile(
    r"contract: ([A-Z][A-Za-z]*(?: [A-Za-z]+|, list item and steps)*)((?: \d+(?:-\d+)?)(?:, \d+(?:-\d+)?)*)?"
)


def referring() -> str:
    files = [path for folder in ("appliance", "kiosk", "tests", "benchmarks") for path in (ROOT / folder).rglob("*")]
    code = [
        path for path in files if path.suffix in (".py", ".ts", ".svelte", ".sql") and "node_modules" not in path.parts
    ]
    return "\n".join(path.read_text("utf-8") for path in code if path != Path(__file__))


def test_every_section_of_the_contract_that_code_names_exists() -> None:
    headings = set(re.findall(r"^#+ §(\d+(?:\.\d+)?) ", of("contract"), re.M))
    named = set(SECTION.findall(referring()))
    assert len(named) > 50
    assert set() == named - headings


def test_every_rule_of_the_contract_that_code_names_exists() -> None:
    sections = dict(re.findall(r"^### (\w[^\n]*)\n(.*?)(?=^### |\Z)", of("contract"), re.M | re.S))
    named = RULE.findall(referring())
    assert len(named) > 30
    assert [] == sorted({name for name, _ in named if name not in sections})
    missing = []
    for name, numbers in named:
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", numbers):
            wanted = range(int(first), int(last or first) + 1)
            missing += [(name, number) for number in wanted if f"\n{number}. " not in f"\n{sections[name]}"]
    assert [] == missing
