"""Writes the licences of everything that an artefact contains, and refuses what may not be in one.

    python3 image/notices.py FOLDER     for a folder of installed packages: writes FOLDER/appliance/NOTICES.md

Mantel is under the MIT licence, so code that is only under the GPL may not be a part of it. Needs no package, because
it runs while an artefact is built.
"""

import csv
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCE_FILES = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
# The title of the licence itself; other texts only mention it.
GPL_TEXT = re.compile(r"GNU\s+(?:AFFERO\s+)?GENERAL\s+PUBLIC\s+LICENSE\s+Version\s+\d")
GPL_NAME = re.compile(r"(?<![\w-])A?GPL|(?<!Lesser )(?<!Library )General Public License", re.IGNORECASE)
# How a package says what the libraries in its wheel are under.
GPL_WHEEL = re.compile(r"^License(?: for .* binary wheels)?: *A?GPL(?!.*exception)", re.MULTILINE)
# Libraries under the GPL that wheels and Python's own modules bring.
GPL_LIBRARIES = re.compile(r"lib(x264|x265|readline|gdbm|fftw3|gsl|postproc|mecab)\b", re.IGNORECASE)
# Offered under the GPL or another licence, and used under the other one: the text that stays in the artefact. Or under
# the GPL with an exception that the package's own metadata leaves out.
CHOSEN = {"caldav": "Apache-2.0", "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception"}
CHOSEN_TEXTS = {"caldav": "COPYING.APACHE"}
# Not packages that are part of an artefact: the program that makes the single file has an exception for its results.
EXCEPTIONS = {"pyinstaller": "COPYING.txt"}
# Libraries of the system that the single file may contain, by the beginnings of their names. Debian's copyright files
# describe them together with programs of the same sources, so their texts cannot decide.
SYSTEM_LIBRARIES = {
    "libbz2": "bzip2 licence",
    "libcrypto": "Apache-2.0",
    "libexpat": "MIT",
    "libffi": "MIT",
    "libgcc_s": "GPL-3.0 with the GCC runtime library exception",
    "liblzma": "public domain",
    "libmpdec": "BSD-2-Clause",
    "libsqlite3": "public domain",
    "libssl": "Apache-2.0",
    "libstdc++": "GPL-3.0 with the GCC runtime library exception",
    "libuuid": "BSD-3-Clause",
    "libz": "zlib licence",
}


class NotAllowed(Exception):
    """Something that may not be in an artefact; the text names it and the reason."""


class Package:
    """An installed package, by its folder `NAME-VERSION.dist-info`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.metadata: Message = Parser().parsestr((folder / "METADATA").read_text("utf-8"), headersonly=True)
        self.name = str(self.metadata["Name"]).lower().replace("_", "-")

    @property
    def licence(self) -> str:
        """The name of its licence."""
        if self.name in CHOSEN:
            return CHOSEN[self.name]
        classifiers = (
            each.rpartition(":: ")[2] for each in self.metadata.get_all("Classifier", []) if "License" in each
        )
        named = (
            self.metadata["License-Expression"] or " or ".join(classifiers) or self.metadata["License"] or "see below"
        )
        return str(named).strip().partition("\n")[0]

    def files(self) -> set[str]:
        """Its files, as paths from the folder in which it is installed."""
        with (self.folder / "RECORD").open(encoding="utf-8", newline="") as file:
            return {row[0] for row in csv.reader(file)}

    def texts(self) -> Iterator[tuple[str, str]]:
        """Name and text of each licence file."""
        only = (CHOSEN_TEXTS | EXCEPTIONS).get(self.name)
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and (path.name == only if only else LICENCE_FILES.search(path.name)):
                yield path.name, path.read_text("utf-8", "replace").strip()

    def check(self) -> None:
        """Raises NotAllowed for a package under the GPL, by what it says of itself."""
        if self.name in EXCEPTIONS:
            return
        names = [*self.metadata.get_all("License", []), *self.metadata.get_all("License-Expression", [])]
        names += [each for each in self.metadata.get_all("Classifier", []) if each.startswith("License")]
        if self.name not in CHOSEN and any(GPL_NAME.search(name.partition("\n")[0]) for name in names):
            raise NotAllowed(f"{self.name} is under the GPL: {self.licence}")
        for name, text in self.texts():
            if is_gpl(text):
                raise NotAllowed(f"{self.name} brings the text of the GPL: {name}")


def packages(folder: Path) -> list[Package]:
    """The packages that are installed in a folder, by name."""
    return sorted(map(Package, folder.glob("*.dist-info")), key=lambda package: package.name)


def check(found: Iterable[Package], files: Iterable[Path]) -> None:
    """Raises NotAllowed when a package, a library or the text of a licence is under the GPL."""
    for package in found:
        package.check()
    for path in files:
        if GPL_LIBRARIES.search(path.name):
            raise NotAllowed(f"{path} is a library under the GPL")
        if LICENCE_FILES.search(path.name) and path.is_file() and is_gpl(path.read_text("utf-8", "replace")):
            raise NotAllowed(f"{path} is the text of the GPL")


def is_gpl(text: str) -> bool:
    """Whether the text of a licence is the GPL, or says of a wheel that it is under the GPL."""
    return bool(GPL_TEXT.search(text) or GPL_WHEEL.search(text))


def of_files(sources: Iterable[Path], binaries: Sequence[Path], pages: Path) -> str:
    """The notices of the single file, which is made from these files of this Python. Raises NotAllowed."""
    folder = Path(sysconfig.get_path("purelib"))
    inside = {str(path.relative_to(folder)) for path in sources if path.is_relative_to(folder)}
    # The program that is in front of the single file belongs to PyInstaller.
    found = [each for each in packages(folder) if each.name == "pyinstaller" or inside & each.files()]
    libraries = [path for path in binaries if not path.is_relative_to(folder) and "lib-dynload" not in path.parts]
    check(found, binaries)
    return document(found, pages, libraries)


def document(found: Iterable[Package], pages: Path, libraries: Iterable[Path] = ()) -> str:
    """The notices of Mantel, packages, the user interface (the folder of its pages) and libraries of the system."""
    licences = ROOT / "image/licences"
    parts = [("Mantel (MIT)", (ROOT / "LICENSE").read_text("utf-8"))]
    for package in found:
        if package.name == "mantel":
            continue
        texts = [text for _, text in package.texts()] or [f"Licensed under {package.licence}; the package has no text."]
        parts.append((f"{package.name} {package.metadata['Version']} ({package.licence})", "\n\n".join(texts)))
    parts += [(title, text) for title, text in map(_system_library, libraries)]
    parts += [(f"User interface: {path.stem}", path.read_text("utf-8")) for path in sorted(pages.glob("licenses*.md"))]
    parts.append(("GNU Lesser General Public License 3.0", (licences / "LGPL-3.0.txt").read_text("utf-8")))
    parts.append(
        (
            "GNU General Public License 3.0, which the Lesser one refers to",
            (licences / "GPL-3.0.txt").read_text("utf-8"),
        )
    )
    contents = "\n".join(f"- {title}" for title, _ in parts)
    texts = "\n\n".join(f"## {title}\n\n{text.strip()}" for title, text in parts)
    return f"# What Mantel contains, and the licences of its parts\n\n{contents}\n\n{texts}\n"


def _system_library(path: Path) -> tuple[str, str]:
    """Title and text of a library that comes from the system or from Python. Raises NotAllowed when it is not known."""
    if path.name.startswith("libpython") or "lib-dynload" in path.parts:
        return f"Python: {path.name} (PSF-2.0)", _python_licence(path)
    licence = next(
        (words for start, words in SYSTEM_LIBRARIES.items() if re.match(rf"{re.escape(start)}[.-]", path.name)), ""
    )
    if not licence:
        raise NotAllowed(f"{path.name}: image/notices.py does not know its licence")
    return f"{path.name} ({licence})", _debian_copyright(path) or f"Licensed under: {licence}."


def _python_licence(path: Path) -> str:
    for folder in (
        Path(sys.base_prefix, f"lib/python{sys.version_info[0]}.{sys.version_info[1]}"),
        Path(sys.base_prefix),
    ):
        for name in ("LICENSE.txt", "LICENSE"):
            if (folder / name).is_file():
                return (folder / name).read_text("utf-8", "replace")
    if text := _debian_copyright(path):
        return text
    raise NotAllowed(f"{path.name}: the licence of this Python is not where it should be")


def _debian_copyright(path: Path) -> str:
    """The copyright file of the Debian package that a file belongs to; empty on another system."""
    real = path.resolve()
    # dpkg knows some files by their names in /lib, which is a link to /usr/lib.
    names = [str(real), str(real).removeprefix("/usr")]
    try:
        found = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""
    file = Path("/usr/share/doc", found.partition(":")[0], "copyright")
    return file.read_text("utf-8", "replace") if found and file.is_file() else ""


def main(folder: Path) -> None:
    """Check a folder of packages, and write the notices beside Mantel's code. Raises NotAllowed."""
    found = packages(folder)
    check(found, folder.rglob("*"))
    (folder / "appliance/NOTICES.md").write_text(document(found, folder / "appliance/ui/dist"), "utf-8")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except NotAllowed as reason:
        sys.exit(f"notices: {reason}")
