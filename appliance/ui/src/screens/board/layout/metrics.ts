/** The sizes that the board's style sheets compute, in px. */
export interface Metrics {
  /** A pixel of a wall of 1920 by 1080, whose navigation takes 112. */
  u: number
  /** The unit of the widths and heights at which a card changes: a card with larger words is as if it were smaller. */
  rem: number
  tap: number
  what: number
  body: number
  small: number
}

/** A letter's width is about this part of its height. */
const LETTER = 0.53

/** How many lines a text takes, at most two. */
export function linesOf(text: string, size: number, width: number, most = 2): number {
  return Math.max(1, Math.min(most, Math.ceil((text.length * size * LETTER) / Math.max(1, width))))
}

/** The sizes for a room of so many px. `factor` is the household's and the device's text size. */
export function metricsOf(
  { width, height }: { width: number; height: number },
  { rem, tap, factor, larger = 1 }: { rem: number; tap: number; factor: number; larger?: number },
): Metrics {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const u = Math.max(0.66, Math.min(long / 1808, short / 1080)) * factor * larger
  return {
    u,
    rem: rem * larger,
    tap,
    what: Math.max(1.3 * rem, 33 * u),
    body: Math.max(1.125 * rem, 23 * u),
    small: Math.max(1.125 * rem, 20 * u),
  }
}

/** Fewer people, larger words. */
export const largerFor = (people: number): number => [1, 1.5, 1.3, 1.15][people] ?? 1
