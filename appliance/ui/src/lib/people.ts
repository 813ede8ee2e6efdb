import { difference } from './colour/difference'
import { PALETTE } from './colour/palette'
import type { Member } from './api/types'

/** In OKLab: colours that differ by less are hard to tell apart across a room. */
const ALIKE = 0.1

/**
 * The colour of the palette that is used least, and of those the one that differs most from all that are in use. Colours
 * that are not of the palette count too.
 */
export function freeColor(taken: readonly (string | null)[]): string {
  const used = taken.filter((one) => one !== null)
  const uses = (hex: string) => used.filter((one) => one.toLowerCase() === hex).length
  const distance = (hex: string) => Math.min(Infinity, ...used.filter((one) => one.toLowerCase() !== hex).map((one) => difference(hex, one))) // prettier-ignore
  const least = Math.min(...PALETTE.map(({ hex }) => uses(hex)))
  const free = PALETTE.map(({ hex }) => hex as string).filter((hex) => uses(hex) === least)
  return free.reduce((best, hex) => (distance(hex) > distance(best) ? hex : best))
}

/** The name of another member with this colour, or with one that is hard to tell from it. */
export function sameColor(color: string, others: readonly Pick<Member, 'name' | 'color'>[]): string | undefined {
  return others.find((other) => difference(color, other.color) < ALIKE)?.name
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
