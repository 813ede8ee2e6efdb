"""The wall returns from a page of another origin, such as an abandoned consent page, when nobody uses it."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from kiosk.config import KioskConfig
from kiosk.screen import Screen
from kiosk.supervisor import Supervisor
from kiosk.tab import Tab
from tests.journeys import browser
from tests.kiosk.harness import TIMEOUT_SECONDS, PageServer, go_to, run_in_thread

IDLE_SECONDS = 4.0
WALL_PAGE = "<!doctype html><title>Wall</title><script>fetch('/visit/wall')</script>"
# A page may ask before it is left. Nobody is there to answer.
EXTERNAL_PAGE = """<!doctype html><title>Consent</title><body><input autofocus><script>
addEventListener('beforeunload', (event) => event.preventDefault());
</script></body>"""
FRAME_STYLE = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0"
X = Y = 100

pytestmark = [pytest.mark.journey, pytest.mark.waits]

Use = Callable[[Tab], Awaitable[Any]]


@asynccontextmanager
async def running_supervisor(url: str, profile_dir: Path) -> AsyncIterator[Supervisor]:
    config = KioskConfig(
        url=url,
        profile_dir=profile_dir,
        chromium=browser.required(),
        chromium_flags=("--headless=new", "--site-per-process"),
        retry_seconds=0.1,
        heartbeat_seconds=0.5,
        external_page_idle_seconds=IDLE_SECONDS,
    )
    supervisor = Supervisor(config, Screen())
    task = asyncio.create_task(supervisor.run())
    try:
        yield supervisor
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def open_tab(supervisor: Supervisor, wall: PageServer) -> Tab:
    """Wait for the wall's page and return its tab."""
    assert "wall" == await asyncio.to_thread(wall.next_visit)
    assert supervisor.tab is not None
    return supervisor.tab


async def press(tab: Tab) -> None:
    for event in ("mousePressed", "mouseReleased"):
        await tab.devtools.call(
            "Input.dispatchMouseEvent", tab.session, type=event, x=X, y=Y, button="left", clickCount=1
        )


async def press_key(tab: Tab) -> None:
    for event in ("keyDown", "keyUp"):
        await tab.devtools.call("Input.dispatchKeyEvent", tab.session, type=event, key="a", code="KeyA", text="a")


async def insert_text(tab: Tab) -> None:
    """As an input method does: without key events."""
    await tab.devtools.call("Input.insertText", tab.session, text="a")


async def fake_press(tab: Tab) -> None:
    """As a script of the page can do."""
    await tab.devtools.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))", tab.session
    )


async def keep_using(tab: Tab, use: Use, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await use(tab)
        await asyncio.sleep(0.3)


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await condition():
            await asyncio.sleep(0.1)


def test_an_abandoned_external_page_is_left(tmp_path: Path) -> None:
    async def scenario(wall: PageServer, external: PageServer) -> None:
        async with running_supervisor(wall.url, tmp_path) as supervisor:
            tab = await open_tab(supervisor, wall)
            await go_to(tab.devtools, tab.session, f"{external.url}/?consent")
            await press(tab)
            assert "wall" == await asyncio.to_thread(wall.next_visit)
            assert 0 == supervisor.status.restarts

    with PageServer(WALL_PAGE).running() as wall, PageServer(EXTERNAL_PAGE).running() as external:
        run_in_thread(scenario(wall, external))


@pytest.mark.parametrize("use", [press, press_key, insert_text])
def test_an_external_page_stays_while_somebody_uses_it(tmp_path: Path, use: Use) -> None:
    async def scenario(wall: PageServer, external: PageServer) -> None:
        async with running_supervisor(wall.url, tmp_path) as supervisor:
            tab = await open_tab(supervisor, wall)
            await go_to(tab.devtools, tab.session, f"{external.url}/?consent")
            await press(tab)
            await keep_using(tab, use, 1.5 * IDLE_SECONDS)
            assert external.url == await tab.devtools.evaluate("location.origin", tab.session)
            assert "wall" == await asyncio.to_thread(wall.next_visit)

    with PageServer(WALL_PAGE).running() as wall, PageServer(EXTERNAL_PAGE).running() as external:
        run_in_thread(scenario(wall, external))


def test_touches_in_a_frame_of_a_third_site_count(tmp_path: Path) -> None:
    """Such a frame, as captchas use it, has its own process, where the kiosk's script does not run."""

    async def scenario(wall: PageServer, external: PageServer) -> None:
        async with running_supervisor(wall.url, tmp_path) as supervisor:
            tab = await open_tab(supervisor, wall)
            await go_to(tab.devtools, tab.session, f"{external.url}/?consent")
            await keep_using(tab, press, 1.5 * IDLE_SECONDS)
            assert external.url == await tab.devtools.evaluate("location.origin", tab.session)

    with (
        PageServer(WALL_PAGE).running() as wall,
        PageServer(EXTERNAL_PAGE).running() as frame,
    ):
        # Another host name is another site, which Chromium isolates.
        source = frame.url.replace("127.0.0.1", "localhost") + "/?captcha"
        page = f'<!doctype html><title>Consent</title><iframe src="{source}" style="{FRAME_STYLE}"></iframe>'
        with PageServer(page).running() as external:
            run_in_thread(scenario(wall, external))


def test_events_that_a_page_makes_itself_do_not_count(tmp_path: Path) -> None:
    async def scenario(wall: PageServer, external: PageServer) -> None:
        async with running_supervisor(wall.url, tmp_path) as supervisor:
            tab = await open_tab(supervisor, wall)
            await go_to(tab.devtools, tab.session, f"{external.url}/?consent")
            using = asyncio.create_task(keep_using(tab, fake_press, TIMEOUT_SECONDS))
            assert "wall" == await asyncio.to_thread(wall.next_visit)
            using.cancel()

    with PageServer(WALL_PAGE).running() as wall, PageServer(EXTERNAL_PAGE).running() as external:
        run_in_thread(scenario(wall, external))


def test_a_window_that_covers_the_wall_is_closed(tmp_path: Path) -> None:
    async def scenario(wall: PageServer, external: PageServer) -> None:
        async with running_supervisor(wall.url, tmp_path) as supervisor:
            tab = await open_tab(supervisor, wall)

            async def pages() -> list[str]:
                targets = (await tab.devtools.call("Target.getTargets"))["targetInfos"]
                return sorted(target["url"] for target in targets if target["type"] == "page")

            async def only_the_wall() -> bool:
                return [f"{wall.url}/?wall=1#/calendar"] == await pages()

            await tab.devtools.call(
                "Runtime.evaluate", tab.session, expression=f"open('{external.url}/?privacy')", userGesture=True
            )
            assert 2 == len(await pages())
            await wait_until(only_the_wall)
            assert (0, "ok") == (supervisor.status.restarts, supervisor.status.page)

    with PageServer(WALL_PAGE).running() as wall, PageServer(EXTERNAL_PAGE).running() as external:
        run_in_thread(scenario(wall, external))
