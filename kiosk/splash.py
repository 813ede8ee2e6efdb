"""What the screen shows while there is no server to show: a page of the kiosk's own, which asks nobody for anything."""

import re
from html import escape
from pathlib import Path

LIGHT = "#fbf6ef"
COLOUR = re.compile(r"#[0-9a-f]{6}|rgb\(\s*\d{1,3},\s*\d{1,3},\s*\d{1,3}\s*\)", re.IGNORECASE)
# After so many seconds it is worth saying what somebody can do.
LASTS_SECONDS = 120

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Mantel</title><style>
:root {{ color-scheme: {scheme}; background: {ground}; color: {ink}; font: 500 clamp(1.1rem, 2.4vmin, 1.7rem)/1.5
  system-ui, "DejaVu Sans", sans-serif; }}
body {{ display: grid; place-content: center; justify-items: center; gap: 1.2em; min-height: 100vh; margin: 0;
  padding: 2rem; box-sizing: border-box; text-align: center; cursor: none; user-select: none; }}
h1 {{ margin: 0; font-size: 2.1em; font-weight: 650; letter-spacing: -0.02em; line-height: 1.15; text-wrap: balance; }}
p {{ margin: 0; max-width: 30em; color: {muted}; text-wrap: balance; }}
small {{ font-size: 0.72em; }}
i {{ display: block; width: 4.4em; height: 4px; border-radius: 2px; overflow: hidden;
  background: color-mix(in srgb, {ink} 14%, transparent); }}
i::after {{ content: ''; display: block; width: 40%; height: 100%; border-radius: 2px; background: #e0704a;
  animation: go 1.8s ease-in-out infinite alternate; }}
@keyframes go {{ to {{ translate: 150% 0; }} }}
@media (prefers-reduced-motion: reduce) {{ i::after {{ animation: none; translate: 75% 0; }} }}
</style><body role="status"><h1>{title}</h1><i></i>{words}</body></html>"""


def page(ground: str, waited: float | None, url: str, reason: str | None) -> str:
    """The page: nothing but a title while `waited` is None, else since how many seconds `url` does not answer."""
    dark = _dark(ground)
    words = ""
    if waited is not None:
        words = f"<p>The house does not answer yet.<br>{_since(waited)}</p>"
        if waited >= LASTS_SECONDS:
            words += (
                "<p>If it stays like this, unplug the machine that runs Mantel, wait ten seconds, and plug it in again."
                " Nothing that was saved is lost.</p>"
            )
        words += f"<p><small>{escape(url)}: {escape(reason or '')}</small></p>"
    return PAGE.format(
        scheme="dark" if dark else "light",
        ground=ground,
        ink="#f6eee6" if dark else "#2c2420",
        muted="#bfb1a5" if dark else "#675a51",
        title="Opening the wall" if waited is None else "Waiting for Mantel",
        words=words,
    )


def ground(profile: Path) -> str:
    """The colour behind the wall when it was last seen, so that the splash is dark where the wall was."""
    try:
        kept = (profile / "ground").read_text("utf-8").strip()
    except (OSError, ValueError):
        return LIGHT
    return kept if COLOUR.fullmatch(kept) else LIGHT


def keep_ground(profile: Path, colour: object) -> None:
    """Remember the colour behind the wall. Raises OSError."""
    if isinstance(colour, str) and COLOUR.fullmatch(colour) and colour != ground(profile):
        (profile / "ground").write_text(colour, "utf-8")


def _since(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 1:
        return "This usually takes less than a minute."
    return f"It has been {minutes} minute{'s' if minutes > 1 else ''}."


def _dark(colour: str) -> bool:
    if colour.startswith("#"):
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    else:
        red, green, blue = (int(part) for part in re.findall(r"\d+", colour))
    return red * 0.299 + green * 0.587 + blue * 0.114 < 128
