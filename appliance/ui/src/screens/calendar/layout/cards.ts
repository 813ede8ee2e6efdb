import { linesOf, type Measure } from './textLines'

/** What cards are made of, in px. */
export interface CardMetrics {
  /** Of a day. */
  width: number
  /** Of a line of the title, and of one of the time and the place. */
  line: number
  small: number
  /** Above and below the text together. */
  padding: number
  /** Beside the text together. */
  inset: number
  /** Between the title and the time beside it, and between two cards. */
  gap: number
  /** Width of a person beside the time. */
  face: number
  title: Measure
  detail: Measure
}

export interface CardText {
  title: string
  emoji: string
  /** Empty for a whole day. */
  time: string
  place: string
  /** People beside the time. */
  faces: number
}

/** How a card is drawn. */
export interface CardForm {
  /** Of the title; it is cut where it needs more. */
  lines: number
  /** Whether the time is below the title, not beside its last line. */
  below: boolean
  /** Whether the emoji is before the title. */
  emoji: boolean
  place: boolean
  height: number
}

const MOST_LINES = 5
/** In widths of the letter m: in less room beside the time a title says nothing. */
const LEAST_TITLE = 2.6
/** In the same widths: in less room beside the time a place says nothing. */
const LEAST_PLACE = 4
/** What a form is worth: the share of the title that it shows, without breaking words, in few lines; then the emoji, and the place. */
const WORTH = { title: 10, line: 0.02, broken: -2, emoji: 0.5, place: 0.2 }

/**
 * The forms of a card, from the least to the richest: each is higher than the one before, and shows more. Titles have at
 * most `most` lines.
 */
export function formsOf(text: CardText, metrics: CardMetrics, most = MOST_LINES): CardForm[] {
  const { title, time, place, faces } = text
  const { line, small, padding } = metrics
  const inner = metrics.width - metrics.inset
  const hasDetail = time !== '' || faces > 0
  const detail = hasDetail ? (time ? metrics.detail(time) : 0) + faces * metrics.face + metrics.gap : 0
  const longest = longestWord(title, metrics.title)
  const best = new Map<number, { form: CardForm; worth: number }>()
  /** The best form of each height is kept: a title of one line to as many as it needs. */
  const add = (room: number, emoji: boolean, below: boolean, withPlace: boolean) => {
    const needed = linesOf(emoji ? `${text.emoji} ${title}` : title, room, metrics.title)
    const extras = (longest > room ? WORTH.broken : 0) + (emoji ? WORTH.emoji : 0) + (withPlace ? WORTH.place : 0)
    for (let lines = 1; lines <= needed && lines <= most; lines += 1) {
      const height = padding + lines * line + (below ? small : 0)
      const worth = Math.max(0.1, (WORTH.title * lines) / needed + extras - needed * WORTH.line)
      if (worth <= (best.get(height)?.worth ?? 0)) continue
      best.set(height, { form: { lines, below, emoji, place: withPlace, height }, worth })
    }
  }
  for (const emoji of text.emoji ? [false, true] : [false]) {
    if (!hasDetail || inner - detail >= LEAST_TITLE * metrics.title('m')) add(inner - detail, emoji, false, false)
    if (hasDetail) add(inner, emoji, true, false)
    if (place && inner - detail >= LEAST_PLACE * metrics.title('m')) add(inner, emoji, true, true)
  }
  let worth = 0
  const found: CardForm[] = []
  for (const height of [...best.keys()].sort((a, b) => a - b)) {
    const one = best.get(height)!
    if (one.worth <= worth) continue
    worth = one.worth
    found.push(one.form)
  }
  return found
}

function longestWord(title: string, measure: Measure): number {
  let longest = 0
  for (const word of title.split(' ')) longest = Math.max(longest, measure(word))
  return longest
}
