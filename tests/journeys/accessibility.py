"""Checks a page with axe-core."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "appliance/ui/node_modules/axe-core/axe.min.js"
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
# Those of RULES with the tag cat.color.
COLOR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def assert_accessible_in_both_schemes(page: Page) -> None:
    """In light and in dark colours. Only colours differ between them: the screen is not opened again for the other."""
    follows_the_device = page.evaluate("getComputedStyle(document.documentElement).colorScheme === 'light dark'")
    assert follows_the_device, "the household has a fixed colour scheme"
    page.emulate_media(color_scheme="light")
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, COLOR_RULES)


def assert_accessible(page: Page, rules: dict[str, Any] = RULES) -> None:
    """Fails when axe-core finds anything: one line per element with rule, impact, selector and reason."""
    # Evaluated, not added as a script tag: the page's content security policy blocks inline scripts.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    report = page.evaluate("rules => axe.run(document, { runOnly: rules, resultTypes: ['violations'] })", rules)
    broken = [words(rule, node) for rule in report["violations"] for node in rule["nodes"]]
    assert not broken, f"{len(broken)} accessibility errors on {page.url}\n" + "\n".join(broken)


def words(rule: dict[str, Any], node: dict[str, Any]) -> str:
    reason = " ".join(node["failureSummary"].split())
    return f"{rule['id']} ({rule['impact']}) {' '.join(map(str, node['target']))}: {reason}"
