"""The artefacts of a version, each with its notices and the list of what it contains."""

import os
import platform
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from release.checkout import Checkout, NotReleasable
from release.contents import describe

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
NOTICES = "appliance/NOTICES.md"
PACKAGES = "usr/share/doc/mantel/debian-packages"


def wheel(checkout: Checkout) -> None:
    """The wheel, with the built user interface."""
    checkout.run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", checkout.dist)
    program = "import sys; sys.path.insert(0, 'image'); import notices; from pathlib import Path; " + (
        "print(notices.document([], Path('appliance/ui/dist')), end='')"
    )
    describe(checkout, "py3-none-any", checkout.run(sys.executable, "-c", program, reads=True))


def one_file(checkout: Checkout) -> None:
    """The program as one file, for the architecture of this machine."""
    kind = f"linux-{ARCHITECTURES[platform.machine()]}"
    checkout.run("./run", "freeze", "--distpath", checkout.source / "build/dist")
    shutil.copy2(checkout.source / "build/dist/mantel", checkout.file(kind))
    describe(checkout, kind, (checkout.source / "build/frozen/mantel/NOTICES.md").read_text("utf-8"))


def installed(checkout: Checkout) -> None:
    """What `image/install` installs into Debian 13, for both architectures, so that it needs no network."""
    for architecture in ARCHITECTURES.values():
        kind = f"debian13-{architecture}"
        archive = checkout.file(f"{kind}.tar.xz")
        checkout.run("image/install", "--pack", archive, architecture)
        notices = checkout.run("tar", "-xJOf", archive, f"packages/{NOTICES}", reads=True)
        describe(checkout, kind, notices)


def oci(checkout: Checkout) -> None:
    """The container image for both architectures, as an archive of the OCI layout.

    OCI_ARCHITECTURES names fewer, and OCI_OPTIONS are further options of `buildah build`.
    """
    name = f"localhost/mantel:{checkout.version}"
    options = ["--format", "oci", "--timestamp", str(checkout.epoch)]
    # Older versions of buildah do not say it themselves: the user interface would be built in emulation.
    options += ["--build-arg", f"BUILDPLATFORM=linux/{ARCHITECTURES[platform.machine()]}"]
    options += ["--build-arg", f"SOURCE_DATE_EPOCH={checkout.epoch}", *shlex.split(os.environ.get("OCI_OPTIONS", ""))]
    images = []
    for architecture in os.environ.get("OCI_ARCHITECTURES", "amd64 arm64").split():
        images.append(image := f"{name}-{architecture}")
        checkout.run("buildah", "build", *options, "--platform", f"linux/{architecture}", "--tag", image, ".")
        container = checkout.run("buildah", "from", "--pull=never", image, reads=True).strip()
        root = Path(checkout.run("buildah", "mount", container, reads=True).strip())
        packages = next(root.glob("opt/mantel/lib/python3*/site-packages"))
        _describe_system(checkout, f"oci-{architecture}", packages, root)
        checkout.run("buildah", "rm", container, reads=True)

    layout = checkout.source / "build/oci"
    shutil.rmtree(layout, ignore_errors=True)
    layout.parent.mkdir(exist_ok=True)
    # One that an interrupted run has left would bring its images along.
    with suppress(NotReleasable):
        checkout.run("buildah", "manifest", "rm", name, reads=True)
    checkout.run("buildah", "manifest", "create", name, *images, reads=True)
    checkout.run("buildah", "manifest", "push", "--all", "--rm", name, f"oci:{layout}:{checkout.version}")
    in_order = [
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        f"--mtime=@{checkout.epoch}",
        "--mode=go=rX",
    ]
    checkout.run("tar", *in_order, "-C", layout, "-cf", checkout.file("oci.tar"), ".")


def card(checkout: Checkout) -> None:
    """The image of the SD card, compressed, with the map of the blocks to write, and the bundle that updates it.

    RAUC_CERT and RAUC_KEY sign the bundle; RAUC_KEYRING is the certificate that cards accept, by default RAUC_CERT.
    """
    if cert := os.environ.get("RAUC_CERT"):
        os.environ.setdefault("RAUC_KEYRING", cert)
    image = checkout.source / "build/mantel.img"
    # The base system takes half an hour where arm64 is emulated: it is kept from one commit to the next.
    base = checkout.source.parent / "card"
    base.mkdir(exist_ok=True)
    (checkout.source / "build").mkdir(exist_ok=True)
    if not (checkout.source / "build/image").exists():
        (checkout.source / "build/image").symlink_to(base)
    checkout.run("image/build", image)
    # Another image of the same version has other identifiers, so the bundle is made of this one.
    if "RAUC_KEY" in os.environ:
        bundle = checkout.file("arm64.raucb")
        checkout.run("image/bundle/make", "build/image", checkout.version, bundle)
    root = checkout.source / "build/image/root"
    _describe_system(checkout, "arm64.img", root / "opt/mantel", root)
    checkout.run("bmaptool", "create", "-o", checkout.file("arm64.bmap"), image)
    checkout.run("xz", "-T0", "-6", "--force", image)
    shutil.move(f"{image}.xz", checkout.file("arm64.img.xz"))


def _describe_system(checkout: Checkout, kind: str, packages: Path, root: Path) -> None:
    describe(checkout, kind, (packages / NOTICES).read_text("utf-8"), (root / PACKAGES).read_text("utf-8").splitlines())
