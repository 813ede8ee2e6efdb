"""Reads the QR codes that a terminal prints and that a page shows."""

import base64

import zxingcpp
from playwright.sync_api import Locator, Page

from tests.waiting import until

MODULE = 4
PIXELS = """async (picture) => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let grey = ''
  for (let at = 0; at < data.length; at += 4) {
    grey += String.fromCharCode((data[at] * 3 + data[at + 1] * 6 + data[at + 2]) / 10)
  }
  return { width: image.width, height: image.height, grey: btoa(grey) }
}"""


def scan(shown: Locator, page: Page) -> str:
    """The text of the one code in an element; `page` is any page, which decodes the screenshot.

    A screenshot during an animation may be unreadable, so it tries again for a while.
    """

    def read() -> list[str]:
        seen = page.evaluate(PIXELS, base64.b64encode(shown.screenshot()).decode())
        return _read(base64.b64decode(seen["grey"]), seen["width"], seen["height"])

    [found] = until(read, lambda codes: len(codes) == 1)
    return found


def scan_printed(printed: str) -> str:
    """The text of the code in a terminal's output, where each line has two rows of modules; drawn blocks are light."""
    rows = []
    for line in printed.splitlines():
        if len(line) > 20 and set(line) <= set("█▀▄ "):
            rows += [[each in "█▀" for each in line], [each in "█▄" for each in line]]
    width = max(map(len, rows))
    grey = bytearray()
    for row in rows:
        light = row + [False] * (width - len(row))
        grey += bytes(255 if on else 0 for on in light for _ in range(MODULE)) * MODULE
    [found] = _read(bytes(grey), width * MODULE, len(rows) * MODULE)
    return found


def _read(grey: bytes, width: int, height: int) -> list[str]:
    return [str(found.text) for found in zxingcpp.read_barcodes(memoryview(grey).cast("B", (height, width)))]
