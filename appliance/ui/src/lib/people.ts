import { PALETTE } from './colour/palette'
import type { Member } from './api/types'

/** The palette's colours, ordered so that each differs clearly from the ones before it. */
const DISTINCT_FIRST = [0, 7, 4, 2, 8, 5, 10, 1, 6, 9, 3, 13, 11, 12].map((at) => PALETTE[at]!.hex as string)

/** A colour of the palette that nobody has; if all are taken, the least used one. */
export function freeColor(taken: readonly (string | null)[]): string {
  const uses = (hex: string) => taken.filter((one) => one?.toLowerCase() === hex).length
  return DISTINCT_FIRST.reduce((best, hex) => (uses(hex) < uses(best) ? hex : best))
}

/** The name of another member with this colour. */
export function sameColor(color: string, others: readonly Pick<Member, 'name' | 'color'>[]): string | undefined {
  return others.find((other) => other.color.toLowerCase() === color.toLowerCase())?.name
}

/** One or two ASCII letters, as the server requires; null where the name does not begin with one. */
export function initials(name: string): string | null {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .split(/[\s-]+/)
  const [first, last] = [words[0]!, words.at(-1)!].map((word) => /^[A-Za-z]/.exec(word)?.[0] ?? '')
  return first ? `${first}${words.length > 1 ? last : ''}`.toUpperCase() : null
}
