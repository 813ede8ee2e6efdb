/** What a part of a column needs, in px. `weight` is its share of the room where nothing else decides. */
export interface Need {
  /** With less it shows nothing useful. */
  least: number
  /** With so much it shows everything. */
  wanted: number
  weight: number
}

/** The same of a part whose weight is known elsewhere. */
export type Needed = Omit<Need, 'weight'>

const STEPS = 40

/**
 * Shares a length among parts. Nobody gets more than is wanted while somebody else wants more, and each gets at least what
 * its weight gives it, as far as it wants that. What nobody wants is shared by weight.
 */
export function shared(length: number, needs: readonly Need[]): number[] {
  if (needs.length === 0) return []
  const least = sum(needs.map((need) => need.least))
  if (least >= length)
    return rounded(
      needs.map((need) => (length * need.least) / (least || 1)),
      length,
    )
  const wanted = sum(needs.map(most))
  const sizeAt = (level: number) =>
    wanted > length
      ? needs.map((need) => Math.max(need.least, Math.min(most(need), level * need.weight)))
      : needs.map((need) => Math.max(most(need), level * need.weight))
  return rounded(sizeAt(levelFor(length, sizeAt)), length)
}

const most = ({ least, wanted }: Need) => Math.max(least, wanted)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The level at which the sizes, which grow with it, fill the length. */
function levelFor(length: number, sizeAt: (level: number) => number[]): number {
  let low = 0
  let high = 1
  while (sum(sizeAt(high)) < length && high < 1e9) high *= 2
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (sum(sizeAt(middle)) < length) low = middle
    else high = middle
  }
  return high
}

/** Whole pixels that fill the length. */
function rounded(sizes: readonly number[], length: number): number[] {
  let end = 0
  let used = 0
  return sizes.map((size, at) => {
    end += size
    const whole = (at === sizes.length - 1 ? Math.round(length) : Math.round(end)) - used
    used += whole
    return whole
  })
}
