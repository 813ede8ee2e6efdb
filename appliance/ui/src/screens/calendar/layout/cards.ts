import { hyphenated, linesOf, longestPiece, type Measure } from './textLines'

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
  /** With soft hyphens in words that are wider than the card. */
  title: string
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
/** Between the time and the people, in widths of a face. */
const BESIDE_FACES = 0.4
/** What a form is worth: the share of the title that it shows, without breaking words, in few lines; then the emoji, and the place. */
const WORTH = { title: 10, line: 0.01, broken: 0.8, emoji: 0.5, place: 0.2 }

/** Of each text, for as long as its measures are used: most events of a month are the same ones. */
const known = new WeakMap<CardMetrics, Map<string, CardForm[]>>()

/**
 * The forms of a card, from the least to the richest: each is higher than the one before, and shows more. Titles have at
 * most `most` lines.
 */
export function formsOf(text: CardText, metrics: CardMetrics, most = MOST_LINES): CardForm[] {
  const own = known.get(metrics) ?? new Map<string, CardForm[]>()
  known.set(metrics, own)
  const key = `${most} ${text.faces} ${text.time}\n${text.emoji}\n${text.place}\n${text.title}`
  const forms = own.get(key) ?? computed(text, metrics, most)
  own.set(key, forms)
  return forms
}

function computed(text: CardText, metrics: CardMetrics, most: number): CardForm[] {
  const { time, place, faces } = text
  const { line, small, padding } = metrics
  const inner = metrics.width - metrics.inset
  const title = hyphenated(text.title, inner, metrics.title)
  const people = faces ? (faces + (time ? BESIDE_FACES : 0)) * metrics.face : 0
  const hasDetail = time !== '' || faces > 0
  const detail = hasDetail ? (time ? metrics.detail(time) : 0) + people + metrics.gap : 0
  const longest = longestPiece(title, metrics.title)
  const best = new Map<number, { form: CardForm; worth: number }>()
  /** The best form of each height is kept: a title of one line to as many as it needs. */
  const add = (room: number, emoji: boolean, below: boolean, withPlace: boolean) => {
    const shown = emoji ? `${text.emoji}\u00a0${title}` : title
    const isBroken = (emoji ? longestPiece(shown, metrics.title) : longest) > room
    // An emoji is not alone on a line, and beside the time the end of a word is cut rather than on the next line.
    if (emoji && isBroken) return
    const needed = linesOf(shown, room, metrics.title)
    const extras = (emoji ? WORTH.emoji : 0) + (withPlace ? WORTH.place : 0)
    for (let lines = 1; lines <= needed && lines <= most && !(lines > 1 && isBroken && room < inner); lines += 1) {
      const height = padding + lines * line + (below ? small : 0)
      const whole = (WORTH.title * lines * (isBroken ? WORTH.broken : 1)) / needed
      const worth = Math.max(0.1, whole + extras - needed * WORTH.line)
      if (worth <= (best.get(height)?.worth ?? 0)) continue
      best.set(height, { form: { title, lines, below, emoji, place: withPlace, height }, worth })
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
