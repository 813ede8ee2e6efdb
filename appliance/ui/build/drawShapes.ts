import { crc32, deflateSync } from 'node:zlib'

/** A rounded rectangle on a canvas of 512 units; `fill` is #rrggbb. */
export interface Shape {
  x: number
  y: number
  width: number
  height: number
  radius: number
  fill: string
}

const UNITS = 512

/** Renders the shapes as SVG, back to front. */
export function svg(shapes: Shape[]): string {
  const rects = shapes.map(
    ({ x, y, width, height, radius, fill }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${UNITS} ${UNITS}">${rects.join('')}</svg>\n`
}

/** Renders the shapes as an RGBA PNG of `size` pixels, anti-aliased by the distance from the pixel centre. */
export function png(shapes: Shape[], size: number): Uint8Array {
  const stride = size * 4 + 1
  const pixels = Buffer.alloc(stride * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      paint(pixels, row * stride + 1 + column * 4, shapes, column + 0.5, row + 0.5, size / UNITS)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

function paint(pixels: Buffer, at: number, shapes: Shape[], x: number, y: number, scale: number): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (const shape of shapes) {
    const cover = Math.min(1, Math.max(0, 0.5 - distance(shape, x / scale, y / scale) * scale))
    if (cover === 0) continue
    const [r, g, b] = [1, 3, 5].map((start) => parseInt(shape.fill.slice(start, start + 2), 16)) as [
      number,
      number,
      number,
    ]
    const next = cover + alpha * (1 - cover)
    const blend = (over: number, under: number) => (over * cover + under * alpha * (1 - cover)) / next
    ;[red, green, blue, alpha] = [blend(r, red), blend(g, green), blend(b, blue), next]
  }
  pixels.set([Math.round(red), Math.round(green), Math.round(blue), Math.round(alpha * 255)], at)
}

/** Signed distance in units from a rounded rectangle's edge; negative inside. */
function distance({ x, y, width, height, radius }: Shape, px: number, py: number): number {
  const dx = Math.abs(px - x - width / 2) - width / 2 + radius
  const dy = Math.abs(py - y - height / 2) - height / 2 + radius
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
