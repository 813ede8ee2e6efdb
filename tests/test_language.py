"""Plain technical English: the words of a former private vocabulary do not come back. Setup speaks to parents only."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
MESSAGES = ROOT / "appliance/ui/src/messages"
LANGUAGES = sorted(folder.name for folder in MESSAGES.iterdir() if folder.is_dir())
# Each of them replaced a term of the field: request, ApiError, consumer, message, sent, server.
WORDS = re.compile(
    r"\b(wish(es)?|refusals?|outlets?|parcels?|tellers?|told|heard|(the|this|open) house)\b", re.IGNORECASE
)
# Where one part of an identifier ends and the next begins: `a_wish`, `toldAt`, `HTTPOutlet2`.
PART_ENDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\d]+")
TEXT_FILES = (".py", ".ts", ".svelte", ".css", ".html", ".md", ".sql", ".json", ".toml", ".sh", ".service")
EXEMPT = {
    "appliance/ui/package-lock.json": "addresses and hashes of other projects",
    "tests/test_language.py": "lists the words",
}


def find_words(root: Path, files: list[str]) -> Iterator[str]:
    """Give every line with one of the words, as `path:line: text`."""
    for name in files:
        if name.endswith(TEXT_FILES) and name not in EXEMPT:
            for number, line in enumerate((root / name).read_text("utf-8").splitlines(), 1):
                if WORDS.search(PART_ENDS.sub(" ", line)):
                    yield f"{name}:{number}: {line.strip()[:100]}"


def test_no_private_vocabulary_is_used() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this folder is not a git checkout, so its own files are not known")
    assert [] == list(find_words(ROOT, [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]))


def test_every_exemption_is_needed() -> None:
    assert [] == [name for name in EXEMPT if not WORDS.search(PART_ENDS.sub(" ", (ROOT / name).read_text("utf-8")))]


@pytest.mark.parametrize(
    "line",
    [
        *("# The wish is granted.", "class Refusal:", "told = 1", "# What the house does.", "## Parcels"),
        *("def a_wish(self):", "told_at = 1", "class HTTPOutlet:", "def _told(x):", "open_house()", "toldUntil = 2"),
    ],
)
def test_a_planted_word_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "planted.py").write_text(line + "\n", "utf-8")
    assert [f"planted.py:1: {line}"] == list(find_words(tmp_path, ["planted.py"]))


# What a parent who sets Mantel up has never heard of, in any of the languages. `iCal` is what Google's page says.
TECHNICAL = re.compile(
    r"\b(api|oauth|client|token|url|uri|https?|ssl|tls|dns|ip|port|server|serveur|serwer|servidor|caldav|webdav|ics|ical|"
    r"json|webhook|endpoint|feed|hostname|localhost|certificates?|zertifikat|certificado|certificat|certificato|certyfikat|"
    r"key|schlüssel|clave|clé|chiave|sleutel|klucz|admin|administrator|sync|browser-cache|cookie|script|ssh|docker|linux)s?\b",
    re.IGNORECASE,
)
SETUP = ("setup", "setupSteps", "phones.add", "phones.addApple1", "phones.addApple2", "phones.addOther1")
QUOTED = re.compile(r"[“„«‘][^”“»’]*[”“»’]|https?://|webcal://|\.ics|\bICS\b")


def is_technical(text: str) -> bool:
    """Whether a text says more than names of buttons on other pages in words that a parent does not know."""
    return TECHNICAL.search(QUOTED.sub("", text)) is not None


def texts_of(tree: str | dict[str, Any]) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for each in tree.values():
            yield from texts_of(each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_start_says_nothing_technical(language: str) -> None:
    """Names of buttons on other pages are quoted, and an address shows its own beginning and ending."""
    messages = json.loads((MESSAGES / language / "rest.json").read_text("utf-8"))
    found = []
    for path in SETUP:
        section = messages
        for name in path.split("."):
            section = section[name]
        found += [text for text in texts_of(section) if is_technical(text)]
    assert [] == found


def test_a_planted_technical_word_is_found() -> None:
    for text in ("Enter the API key", "Gib die URL ein", "Le serveur répond", "Open “Mantel” on the server"):
        assert is_technical(text)
    assert not is_technical("Copy the “Secret address in iCal format”")
