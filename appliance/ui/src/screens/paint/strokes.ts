import getStroke from 'perfect-freehand'
import { RAINBOW } from './paintPalette'

/** One thing that was put on the paper, in the paper's own units; what comes later lies above. */
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
/** How far the line runs behind the finger, against shaking. */
const FOLLOW = 0.62
/** Paper units a millisecond at which a finger's line is thinnest, and how fast its width changes. */
const FAST = 4
const GIVE = 0.22

/** A finger or pencil on its way over the paper. */
export class Pen {
  readonly #points: number[] = []
  #tip: [number, number]
  #time: number
  #pressure: number

  /** `pressure` is 0 to 1, or null where the device cannot tell: then a fast line is a thin one. */
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

  /** The points from a place on, up to where the finger is now. */
  from(start: number): Float32Array {
    return new Float32Array([...this.#points.slice(start * TRIPLE), ...this.#tip, this.#pressure])
  }

  /** The points of one piece, all of them settled. */
  piece(at: number): Float32Array {
    return new Float32Array(this.#points.slice(at * PIECE * TRIPLE, ((at + 1) * PIECE + 1) * TRIPLE))
  }

  mark(): Mark {
    return { kind: 'stroke', ink: this.ink, size: this.size, points: this.from(0) }
  }
}

/** The pieces a stroke is drawn in; each begins on the point where the one before ends. */
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

/** Through the middles of an outline's sides. */
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

/** The ink's colour is that of its place on the paper, so a stroke can be drawn piece by piece. */
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
