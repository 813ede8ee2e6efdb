/** How large text must be to be read from where people stand. */

/** What is known about a wall: the diagonal of its screen, and how far away people stand. */
export interface Viewing {
  inches: number
  distanceMm: number
}

export interface Pixels {
  width: number
  height: number
}

/** The height of a capital letter of Figtree, in em. */
const CAPITAL_EM = 0.7
/** The smallest sizes of the board's main line and of the calendar's titles on a wall, and how high a capital must be. */
const LINES = [
  { rem: 1.3, arcMinutes: 7 },
  { rem: 1.01, arcMinutes: 5 },
]
const MM_PER_INCH = 25.4
/** Large text leaves at least the room of a screen of 1280 x 800 with text of twice the size. */
const LEAST_ROOM = { long: 640, short: 400 }

/** The height of something that is seen under an angle. */
export function heightAt(arcMinutes: number, distanceMm: number): number {
  return 2 * distanceMm * Math.tan(((arcMinutes / 60) * Math.PI) / 180 / 2)
}

/**
 * The least size of 1 rem, in CSS pixels, at which everybody reads the wall from this distance: a capital letter of the
 * board's main line is 7 arc minutes high, one of a calendar's title 5.
 */
export function baseSize(heightMm: number, heightPx: number, distanceMm: number): number {
  const pixelsPerMm = heightPx / heightMm
  return Math.max(
    ...LINES.map(({ rem, arcMinutes }) => (heightAt(arcMinutes, distanceMm) * pixelsPerMm) / CAPITAL_EM / rem),
  )
}

/** The height of a screen with square pixels. */
export function heightOf(inches: number, { width, height }: Pixels): number {
  return (inches * MM_PER_INCH * height) / Math.hypot(width, height)
}

/** The size of 1 rem without a factor, as `html` has it in base.css. */
export const usualSize = (windowWidth: number) => Math.max(16, 13.28 + 0.0025 * windowWidth)

/** The factor of the text size that a wall needs; 1 where the usual size is enough. */
export function sizeFactor({ inches, distanceMm }: Viewing, screen: Pixels, windowWidth = screen.width): number {
  return Math.max(1, baseSize(heightOf(inches, screen), screen.height, distanceMm) / usualSize(windowWidth))
}

/** The text size of a device: `chosen`, and what the wall needs, as far as there is room. */
export function textSizeOf(chosen: number, needed: number, window: Pixels): number {
  const [short, long] = [window.width, window.height].sort((a, b) => a - b) as [number, number]
  const most = Math.min(long / LEAST_ROOM.long, short / LEAST_ROOM.short)
  return Math.max(chosen, Math.min(chosen * needed, most))
}

/** The diagonal in inches of a screen of this size, as far as it is known. */
export function diagonalOf(widthMm: unknown, heightMm: unknown): number | null {
  if (typeof widthMm !== 'number' || typeof heightMm !== 'number') return null
  return Math.round((Math.hypot(widthMm, heightMm) / MM_PER_INCH) * 10) / 10
}

/** Parses what is stored; null when that is nothing, or nonsense. */
export function parseViewing(text: string | null): Viewing | null {
  try {
    const { inches, distanceMm } = JSON.parse(text ?? 'null') as Viewing
    return inches > 0 && distanceMm > 0 ? { inches, distanceMm } : null
  } catch {
    return null
  }
}
