/** The width of a text in px. */
export type Measure = (text: string) => number

/** A no-break space is within a word. */
const WORDS = /(?:\S|\u00a0)+/g
/** Where a hyphen is drawn when a line ends there. */
export const SOFT_HYPHEN = '\u00ad'
/** A line may end after a hyphen, and after a soft one. */
const PIECES = /(?<=[-\u00ad])/

/**
 * The number of lines that a text takes in a width, as a browser breaks it: between words, after hyphens, and inside of
 * long words.
 */
export function linesOf(text: string, width: number, measure: Measure): number {
  let [lines, used] = [0, 0]
  for (const [word] of text.matchAll(WORDS)) {
    let space = measure(' ')
    for (const piece of word.split(PIECES)) {
      const needed = measure(piece)
      const hyphen = piece.endsWith(SOFT_HYPHEN) ? measure('-') : 0
      if (lines && used + space + needed + hyphen <= width) {
        used += space + needed
      } else {
        // A word that is longer than a line is broken at its letters.
        const own = Math.max(1, Math.ceil((needed + hyphen) / Math.max(width, 1)))
        lines += own
        used = Math.max(0, needed - (own - 1) * width)
      }
      space = 0
    }
  }
  return Math.max(1, lines)
}

/** The width of the longest piece of a text that stands on one line, with its hyphen. */
export function longestPiece(text: string, measure: Measure): number {
  let longest = 0
  for (const [word] of text.matchAll(WORDS))
    for (const piece of word.split(PIECES))
      longest = Math.max(longest, measure(piece) + (piece.endsWith(SOFT_HYPHEN) ? measure('-') : 0))
  return longest
}

const VOWELS = 'aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýąęœů'
const CONSONANTS = 'bcdfghjklmnpqrstvwxzßçñćłńśźż'
/** Consonants between two vowels: those with which the next syllable begins are last. */
const BETWEEN = new RegExp(`(?<=[${VOWELS}])([${CONSONANTS}]+)(?=[${VOWELS}])`, 'gi')
const SYLLABLE = /(?:sch|ch|ck|ph|sh|sz|th|cz|rz|[bcfgkp]l|[bcdfgkpt]r|[^])$/i
/** Letters before and after a hyphen; the fewer only where a word would be broken at any letter otherwise. */
const LEAST = [3, 2]

/**
 * A text whose words are hyphenated where they are wider than a line: about at their syllables, in all languages of the
 * page. Browsers on a Raspberry Pi have no dictionaries for `hyphens: auto`, and break a word at any letter.
 */
export function hyphenated(text: string, width: number, measure: Measure): string {
  return text.replace(WORDS, (word) => {
    let shown = word
    for (const least of LEAST)
      if (longestPiece(shown, measure) > width)
        shown = word.replace(BETWEEN, (between: string, _all: string, at: number) =>
          hyphenate(between, at, word.length, least),
        )
    return shown
  })
}

function hyphenate(between: string, at: number, length: number, least: number): string {
  const split = between.length - SYLLABLE.exec(between)![0].length
  const [before, after] = [at + split, length - at - split]
  return before < least || after < least ? between : between.slice(0, split) + SOFT_HYPHEN + between.slice(split)
}
