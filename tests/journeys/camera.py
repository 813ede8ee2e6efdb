"""A camera of the page that sees a barcode, as a printer draws it."""

from itertools import groupby
from typing import cast

import zxingcpp
from playwright.sync_api import Page

# A camera sends them all the time, a canvas only when it is drawn.
CAMERA = """([width, bars]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: 360 })
    const context = canvas.getContext('2d')
    const draw = () => {
        context.fillStyle = 'white'
        context.fillRect(0, 0, width, 360)
        context.fillStyle = 'black'
        for (const [from, wide] of bars) context.fillRect(from, 80, wide, 200)
    }
    setInterval(draw, 50)
    window.streams = []
    navigator.mediaDevices.getUserMedia = async () => {
        draw()
        window.streams.push(canvas.captureStream())
        return window.streams.at(-1)
    }
}"""


def show_barcode(page: Page, code: str) -> None:
    """Hold an EAN-13 in front of the page's camera, as long as the page is open."""
    barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.EAN13)
    # An image is read like bytes, which its type does not say.
    pixels = memoryview(cast("bytes", barcode.to_image(scale=4)))
    height, width = cast("tuple[int, int]", pixels.shape)
    bars, at = [], 0
    for grey, equal in groupby(pixels.tobytes()[height // 3 * width :][:width]):
        wide = len(list(equal))
        if grey == 0:
            bars.append((at, wide))
        at += wide
    page.evaluate(CAMERA, [width, bars])


def cameras_in_use(page: Page) -> int:
    """How many of the streams that the page asked for are still running."""
    return int(page.evaluate("window.streams.filter(stream => stream.active).length"))
