/** The width of a text in px. */
export type Measure = (text: string) => number

const WORDS = /\S+/g

/** The number of lines that a text takes in a width, as a browser breaks it: between words, and inside of long ones. */
export function linesOf(text: string, width: number, measure: Measure): number {
  let [lines, used] = [0, 0]
  const space = measure(' ')
  for (const [word] of text.matchAll(WORDS)) {
    const needed = measure(word)
    if (lines && used + space + needed <= width) {
      used += space + needed
      continue
    }
    // A word that is longer than a line is broken at its letters.
    const own = Math.max(1, Math.ceil(needed / Math.max(width, 1)))
    lines += own
    used = needed - (own - 1) * width
  }
  return Math.max(1, lines)
}
