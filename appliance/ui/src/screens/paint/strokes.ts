import getStroke from 'perfect-freehand'
import { RAINBOW } from './brushes'

/** One mark in canvas units; later marks are drawn above. */
export type Mark =
  | { kind: 'stroke'; ink: string; size: number; points: Float32Array }
  | { kind: 'sticker'; sticker: string; x: number; y: number; size: number; turn: number }
  | { kind: 'clear' }

export interface Size {
  width: number
  height: number
}

export const PAPER = '#ffffff'
/** x, y and pressure. */
const TRIPLE = 3
/** A long stroke is drawn in pieces, so that each new point costs the same. */
export const PIECE = 48
/** How far the line lags behind the finger, to smooth it. */
const FOLLOW = 0.62
/** Speed (units per millisecond) at which a line is thinnest, and how fast its width changes. */
const FAST = 4
const GIVE = 0.22

/** A stroke in progress. */
export class Pen {
  readonly #points: number[] = []
  #tip: [number, number]
  #time: number
  #pressure: number

  /** `pressure` is 0 to 1, or null if unsupported: then faster means thinner. */
  constructor(
    readonly ink: string,
    readonly size: number,
    x: number,
    y: number,
    pressure: number | null,
    time: number,
  ) {
    this.#tip = [x, y]
    this.#time = time
    this.#pressure = pressure ?? 0.55
    this.#points.push(x, y, this.#pressure)
  }

  get length(): number {
    return this.#points.length / TRIPLE
  }

  to(x: number, y: number, pressure: number | null, time: number): void {
    const [lastX, lastY] = this.#points.slice(-TRIPLE) as [number, number]
    const speed = Math.hypot(x - this.#tip[0], y - this.#tip[1]) / Math.max(1, time - this.#time)
    this.#pressure = pressure ?? this.#pressure + (1 - Math.min(1, speed / FAST) - this.#pressure) * GIVE
    this.#tip = [x, y]
    this.#time = time
    this.#points.push(lastX + (x - lastX) * FOLLOW, lastY + (y - lastY) * FOLLOW, this.#pressure)
  }

  /** The points from `start` up to the current position. */
  from(start: number): Float32Array {
    return new Float32Array([...this.#points.slice(start * TRIPLE), ...this.#tip, this.#pressure])
  }

  /** The points of one finished piece. */
  piece(at: number): Float32Array {
    return new Float32Array(this.#points.slice(at * PIECE * TRIPLE, ((at + 1) * PIECE + 1) * TRIPLE))
  }

  mark(): Mark {
    return { kind: 'stroke', ink: this.ink, size: this.size, points: this.from(0) }
  }
}

/** The pieces of a stroke; each begins at the last point of the one before. */
export function pieces(points: Float32Array): Float32Array[] {
  const cut = []
  for (let at = 0; at === 0 || at + TRIPLE < points.length; at += PIECE * TRIPLE)
    cut.push(points.slice(at, at + (PIECE + 1) * TRIPLE))
  return cut
}

export function draw(context: CanvasRenderingContext2D, mark: Mark): void {
  const { width, height } = context.canvas
  if (mark.kind === 'clear') {
    context.fillStyle = PAPER
    context.fillRect(0, 0, width, height)
  } else if (mark.kind === 'sticker') {
    context.save()
    context.translate(mark.x, mark.y)
    context.rotate(mark.turn)
    context.font = `${mark.size}px 'Noto Color Emoji', 'Apple Color Emoji', 'Segoe UI Emoji', sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = '#000'
    context.fillText(mark.sticker, 0, mark.size * 0.06)
    context.restore()
  } else for (const piece of pieces(mark.points)) drawPiece(context, mark.ink, mark.size, piece)
}

export function drawPiece(context: CanvasRenderingContext2D, ink: string, size: number, points: Float32Array): void {
  const path = []
  for (let at = 0; at < points.length; at += TRIPLE) path.push([points[at]!, points[at + 1]!, points[at + 2]!])
  const outline = getStroke(path, {
    size,
    thinning: 0.5,
    smoothing: 0.5,
    streamline: 0,
    simulatePressure: false,
    last: true,
  }) as [number, number][]
  if (outline.length < 3) return
  context.fillStyle = ink === RAINBOW ? rainbow(context) : ink
  context.fill(rounded(outline))
}

/** A smooth path through the midpoints of the outline's sides. */
function rounded(outline: [number, number][]): Path2D {
  const path = new Path2D()
  const middle = (at: number): [number, number] => {
    const [[x, y], [nextX, nextY]] = [outline[at % outline.length]!, outline[(at + 1) % outline.length]!]
    return [(x + nextX) / 2, (y + nextY) / 2]
  }
  path.moveTo(...middle(0))
  for (let at = 1; at <= outline.length; at++) path.quadraticCurveTo(...outline[at % outline.length]!, ...middle(at))
  return path
}

const BANDS = 4
const rainbows = new WeakMap<CanvasRenderingContext2D, CanvasGradient>()

/** The colour depends on the position on the canvas, so that a stroke can be drawn in pieces. */
function rainbow(context: CanvasRenderingContext2D): CanvasGradient {
  let ink = rainbows.get(context)
  if (!ink) {
    const { width, height } = context.canvas
    ink = context.createLinearGradient(0, 0, width, height)
    const steps = BANDS * 6
    for (let step = 0; step <= steps; step++) ink.addColorStop(step / steps, `hsl(${(step * 60) % 360} 92% 58%)`)
    rainbows.set(context, ink)
  }
  return ink
}
