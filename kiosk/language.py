"""The language of Chromium: the household's, stored beside the profile, because Chromium starts before the server."""

import re
from contextlib import suppress
from pathlib import Path

FILE = "language"
TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def stored(profile_dir: Path) -> str | None:
    """The language tag for the next start of Chromium; None for the machine's own language."""
    try:
        tag = (profile_dir / FILE).read_text("ascii")
    except (OSError, ValueError):
        return None
    return tag if TAG.fullmatch(tag) else None


def store(profile_dir: Path, tag: str | None) -> None:
    """Store the household's language tag for the next start of Chromium; `auto` or None removes it.

    Writes only a change, to spare the SD card.
    """
    wanted = tag if tag and tag != "auto" and TAG.fullmatch(tag) else None
    if wanted == stored(profile_dir):
        return
    # Chromium starts in its last language where the disk is full or broken.
    with suppress(OSError):
        if wanted is None:
            (profile_dir / FILE).unlink(missing_ok=True)
        else:
            (profile_dir / FILE).write_text(wanted, "ascii")


def arguments(tag: str | None) -> tuple[str, ...]:
    """Chromium's arguments for a language.

    `--lang` needs Chromium's own texts in that language (Debian's chromium-l10n); `--accept-lang` is for pages.
    """
    return () if tag is None else (f"--lang={tag}", f"--accept-lang={tag}")


def environment(tag: str | None) -> dict[str, str]:
    """Environment variables for a language. Texts stay UTF-8 where the machine lacks the locale."""
    if tag is None:
        return {}
    return {"LANG": f"{tag.replace('-', '_')}.UTF-8", "LANGUAGE": tag.replace("-", "_"), "LC_CTYPE": "C.UTF-8"}
