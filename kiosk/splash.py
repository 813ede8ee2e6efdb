"""The page that the screen shows while the server does not answer. It loads nothing from anywhere."""

import re
from html import escape
from pathlib import Path

DEFAULT_BACKGROUND = "#fbf6ef"
COLOR = re.compile(r"#[0-9a-f]{6}|rgb\(\s*\d{1,3},\s*\d{1,3},\s*\d{1,3}\s*\)", re.IGNORECASE)
# After this time the page tells people what they can do.
ADVICE_SECONDS = 120

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Mantel</title><style>
:root {{ color-scheme: {scheme}; background: {background}; color: {ink}; font: 500 clamp(1.1rem, 2.4vmin, 1.7rem)/1.5
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
</style><body role="status"><h1>{title}</h1><i></i>{text}</body></html>"""


def render(background: str, waited: float | None, url: str, reason: str | None) -> str:
    """Render the page. `waited` is the seconds since `url` stopped answering; None before the first attempt."""
    dark = _is_dark(background)
    text = ""
    if waited is not None:
        text = f"<p>The server does not answer yet.<br>{_waiting_text(waited)}</p>"
        if waited >= ADVICE_SECONDS:
            text += (
                "<p>If it stays like this, unplug the machine that runs Mantel, wait ten seconds, and plug it in again."
                " Nothing that was saved is lost.</p>"
            )
        text += f"<p><small>{escape(url)}: {escape(reason or '')}</small></p>"
    return PAGE.format(
        scheme="dark" if dark else "light",
        background=background,
        ink="#f6eee6" if dark else "#2c2420",
        muted="#bfb1a5" if dark else "#675a51",
        title="Opening the wall" if waited is None else "Waiting for Mantel",
        text=text,
    )


def load_background(profile_dir: Path) -> str:
    """The background color that the wall last had, so that the splash is dark where the wall was dark."""
    try:
        stored = _background_file(profile_dir).read_text("utf-8").strip()
    except (OSError, ValueError):
        return DEFAULT_BACKGROUND
    return stored if COLOR.fullmatch(stored) else DEFAULT_BACKGROUND


def save_background(profile_dir: Path, color: object) -> None:
    """Store the wall's background color. Anything but a plain color is ignored. Raises OSError."""
    if isinstance(color, str) and COLOR.fullmatch(color) and color != load_background(profile_dir):
        _background_file(profile_dir).write_text(color, "utf-8")


def _background_file(profile_dir: Path) -> Path:
    return profile_dir / "background"


def _waiting_text(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 1:
        return "This usually takes less than a minute."
    return f"It has been {minutes} minute{'s' if minutes > 1 else ''}."


def _is_dark(color: str) -> bool:
    """Whether the luma (ITU-R BT.601) is below one half."""
    if color.startswith("#"):
        red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    else:
        red, green, blue = (int(part) for part in re.findall(r"\d+", color))
    return red * 0.299 + green * 0.587 + blue * 0.114 < 128
