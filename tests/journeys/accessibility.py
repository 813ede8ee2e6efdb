"""Checks a page with axe-core."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "appliance/ui/node_modules/axe-core/axe.min.js"
COLOR_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]


def assert_accessible_in_both_schemes(page: Page) -> None:
    """In light and in dark colours. Only styles differ between them, so the screen is not opened again."""
    follows_the_device = page.evaluate("getComputedStyle(document.documentElement).colorScheme === 'light dark'")
    assert follows_the_device, "the household has a fixed colour scheme"
    for scheme in COLOR_SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)


def assert_accessible(page: Page) -> None:
    """Fails when axe-core finds anything: one line per element with rule, impact, selector and reason."""
    # Evaluated, not added as a script tag: the page's content security policy blocks inline scripts.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    report = page.evaluate("rules => axe.run(document, { runOnly: rules, resultTypes: ['violations'] })", RULES)
    broken = [words(rule, node) for rule in report["violations"] for node in rule["nodes"]]
    assert not broken, f"{len(broken)} accessibility errors on {page.url}\n" + "\n".join(broken)


def words(rule: dict[str, Any], node: dict[str, Any]) -> str:
    reason = " ".join(node["failureSummary"].split())
    return f"{rule['id']} ({rule['impact']}) {' '.join(map(str, node['target']))}: {reason}"
