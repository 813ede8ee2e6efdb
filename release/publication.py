"""What stands beside the artefacts: ways to install them, release notes, checksums and their signature."""

import hashlib
import json
import lzma
import re
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from release.checkout import Checkout, NotReleasable

WAYS = Path("release/ways")
ICON = "appliance/ui/dist/icons/icon.svg"
SUMS = "SHA256SUMS"
# Imager's tags of boards with 64 bit.
BOARDS = {"Raspberry Pi 5": "pi5-64bit", "Raspberry Pi 4": "pi4-64bit"}


def ways(checkout: Checkout) -> None:
    """`compose.yaml`, the list for Raspberry Pi Imager where the card is in dist, and the templates of platforms."""
    folder = checkout.source / "build/ways"
    shutil.rmtree(folder, ignore_errors=True)
    render(checkout, folder)
    shutil.move(folder / "compose.yaml", checkout.dist / "compose.yaml")
    (checkout.dist / "icon.svg").write_bytes(_icon(checkout))
    if checkout.file("arm64.img.xz").exists():
        listed = json.dumps(os_list(checkout), indent=2, ensure_ascii=False)
        (checkout.dist / "os_list.json").write_text(f"{listed}\n", "utf-8")
    in_order = [
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        f"--mtime=@{checkout.epoch}",
        "--mode=go=rX",
    ]
    checkout.run("tar", *in_order, "-C", folder, "-cJf", checkout.file("platforms.tar.xz"), ".")
    checkout.run(
        "git", "-C", "../../..", "archive", "--format=tar.gz", f"--prefix=mantel-{checkout.version}/",
        "-o", checkout.file("source.tar.gz"), (checkout.source.parent / "commit").read_text("utf-8"),
    )  # fmt: skip


def render(checkout: Checkout, folder: Path) -> None:
    """Copy the templates, with the version, the image and the address in their places."""
    places = {"@VERSION@": checkout.version, "@IMAGE@": checkout.image, "@ADDRESS@": checkout.address}
    shutil.copytree(checkout.source / WAYS, folder)
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8")
            path.write_text(re.sub("|".join(places), lambda match: places[match[0]], text), "utf-8")


def os_list(checkout: Checkout) -> dict[str, object]:
    """What Raspberry Pi Imager reads to offer the card. Its first step is the choice of a board from this list."""
    packed = checkout.file("arm64.img.xz")
    with lzma.open(packed) as image:
        digest = hashlib.file_digest(image, "sha256").hexdigest()
        size = image.tell()
    system = {
        "name": f"Mantel {checkout.version}",
        "description": "The family's calendar, chores and lists on the wall, for Raspberry Pi 4 and 5",
        "icon": f"{checkout.address}/icon.svg",
        "url": f"{checkout.address}/{packed.name}",
        "extract_size": size,
        "extract_sha256": digest,
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": _sha256(packed),
        "release_date": datetime.fromtimestamp(checkout.epoch, UTC).date().isoformat(),
        "devices": list(BOARDS.values()),
        "architecture": "armv8",
    }
    boards = [
        {"name": name, "description": "2 GB or more", "tags": [tag], "architecture": "armv8"}
        for name, tag in BOARDS.items()
    ]
    return {"imager": {"devices": boards}, "os_list": [system]}


def notes(checkout: Checkout) -> None:
    """The part of CHANGELOG.md about this version."""
    text = (checkout.source / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(checkout.version)}\n+(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found:
        raise NotReleasable(f"CHANGELOG.md has no heading `## {checkout.version}`")
    # Links to files of the repository lead nowhere from a page of releases.
    linked = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", found[1])
    (checkout.dist / "RELEASE-NOTES.md").write_text(f"# Mantel {checkout.version}\n\n{linked.strip()}\n", "utf-8")


def checksums(checkout: Checkout, key: str | None) -> None:
    """The SHA-256 of everything in dist, signed by minisign with a key. Only a tagged commit is signed."""
    sums, signature = checkout.dist / SUMS, checkout.dist / f"{SUMS}.minisig"
    signature.unlink(missing_ok=True)
    files = [path for path in sorted(checkout.dist.iterdir()) if path.is_file() and path != sums]
    sums.write_text("".join(f"{_sha256(path)}  {path.name}\n" for path in files), "utf-8")
    if key and not checkout.is_tagged:
        raise NotReleasable(f"only a commit with the tag v{checkout.version} is signed")
    if key:
        trusted = f"Mantel {checkout.version}"
        checkout.run("minisign", "-S", "-s", Path(key).absolute(), "-m", sums, "-t", trusted)


def _icon(checkout: Checkout) -> bytes:
    """Platforms and Raspberry Pi Imager show it. The build of the user interface makes it."""
    wheels = list(checkout.dist.glob("mantel-*.whl"))
    if not wheels:
        raise NotReleasable("the wheel comes first: ./run release wheel ways")
    with zipfile.ZipFile(wheels[0]) as archive:
        return archive.read(ICON)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
