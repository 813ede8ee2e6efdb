import type { CardForm } from './cards'

/** A card that is to be drawn, in forms from the least to the richest. */
export interface Card<T> {
  of: T
  forms: readonly CardForm[]
  /** Of the cards that find no place, those with the lowest rank are hidden first. */
  rank: number
  /** How bad it is to hide it; 1 without one. */
  loss?: number
}

/** The cards of one day in a row. */
export interface Cell<T> {
  cards: readonly Card<T>[]
  /** Height of what is above them in px: routine, and events over several days. */
  above: number
}

/** What a cell shows of its cards, in their order. */
interface FittedCell<T> {
  cards: { card: Card<T>; form: CardForm }[]
  hidden: Card<T>[]
}

export interface FittedRow<T> {
  height: number
  cells: FittedCell<T>[]
}

export interface Fitted<T> {
  rows: FittedRow<T>[]
  /** The rows are higher than the view, even with the least of each: it scrolls, and hides nothing. */
  scrolls: boolean
}

/** The forms of a card are used up to this one. */
const LEVELS = 10
/** Sums of fractions differ in their last digit. */
const ROUNDING = 0.01

/** In px: below each card, of the mark that tells how many are hidden, and of a row that has nothing. */
export interface FitMetrics {
  gap: number
  more: number
  least: number
}

/**
 * Shares a height among rows by what they hold. First every card gets its least form; where even that is too much,
 * the rows that lose the fewest events hide some. What is left goes to richer forms, and then to all rows.
 */
export function fitRows<T>(rows: readonly (readonly Cell<T>[])[], height: number, metrics: FitMetrics): Fitted<T> {
  const heights = rows.map((cells) => needOf(cells, 0, metrics))
  const lowest = rows.map((cells) => lowestOf(cells, metrics))
  const scrolls = sum(lowest) > height
  if (scrolls) return { rows: rows.map((cells, at) => fitRow(cells, heights[at]!, metrics)), scrolls }
  while (sum(heights) > height) {
    const [at, next] = cheapest(rows, heights, lowest, metrics)
    heights[at] = next
  }
  giveBack(rows, heights, height, metrics)
  enrich(rows, heights, height, metrics)
  return { rows: rows.map((cells, at) => fitRow(cells, heights[at]!, metrics)), scrolls }
}

/** The height of a row that shows all its cards in forms of a level, or in their richest. */
export function needOf<T>(cells: readonly Cell<T>[], level: number, { gap, least }: FitMetrics): number {
  return Math.max(
    least,
    ...cells.map(({ cards, above }) => above + cards.reduce((all, card) => all + formAt(card, level).height + gap, 0)),
  )
}

/** The cards of a row of a height. */
export function fitRow<T>(cells: readonly Cell<T>[], height: number, metrics: FitMetrics): FittedRow<T> {
  return { height, cells: cells.map((cell) => fitCell(cell, height, metrics)) }
}

function fitCell<T>({ cards, above }: Cell<T>, height: number, { gap, more }: FitMetrics): FittedCell<T> {
  const leastOf = (shown: readonly Card<T>[]) => sum(shown.map(({ forms }) => forms[0]!.height + gap))
  let room = height - above + ROUNDING
  const shown = new Set(cards)
  if (leastOf(cards) > room) {
    room -= more + gap
    for (const card of byRank(cards).slice(0, hiddenIn({ cards, above }, height, { gap, more }))) shown.delete(card)
  }
  room -= leastOf([...shown])
  // A low card may have room where a higher one of more importance has none.
  for (const card of [...byRank(cards)].reverse()) {
    const needed = card.forms[0]!.height + gap
    if (shown.has(card) || needed > room) continue
    shown.add(card)
    room -= needed
  }
  const kept = cards.filter((card) => shown.has(card)).map((card) => ({ card, form: card.forms[0]! }))
  for (let level = 1; level < LEVELS; level += 1)
    for (const one of kept) {
      const form = formAt(one.card, level)
      const taller = form.height - one.form.height
      if (taller > room) continue
      room -= taller
      one.form = form
    }
  return { cards: kept, hidden: cards.filter((card) => !shown.has(card)) }
}

/** How many cards of a cell have no room in their least form. */
function hiddenIn<T>(
  { cards, above }: Cell<T>,
  height: number,
  { gap, more }: Pick<FitMetrics, 'gap' | 'more'>,
): number {
  let room = height - above + ROUNDING
  let needed = 0
  for (const { forms } of cards) needed += forms[0]!.height + gap
  if (needed <= room) return 0
  room -= more + gap
  let hidden = 0
  for (const { forms } of byRank(cards)) {
    if (needed <= room) break
    needed -= forms[0]!.height + gap
    hidden += 1
  }
  return hidden
}

const ranked = new WeakMap<readonly Card<unknown>[], readonly Card<unknown>[]>()

/** The cards in the order in which they are hidden; sorted once. */
function byRank<T>(cards: readonly Card<T>[]): readonly Card<T>[] {
  let found = ranked.get(cards) as readonly Card<T>[] | undefined
  if (!found) ranked.set(cards, (found = [...cards].sort((a, b) => a.rank - b.rank)))
  return found
}

function formAt<T>({ forms }: Card<T>, level: number): CardForm {
  return forms[Math.min(level, forms.length - 1)]!
}

/** The height of a row that shows what is above its cards, and where there are cards the mark of the hidden ones. */
function lowestOf<T>(cells: readonly Cell<T>[], { gap, more, least }: FitMetrics): number {
  return Math.max(
    least,
    ...cells.map(({ cards, above }) => above + (cards.length > 1 ? more : (cards[0]?.forms[0]!.height ?? 0)) + gap),
  )
}

/** The row that loses the fewest events when it gets lower, and its next height. */
function cheapest<T>(
  rows: readonly (readonly Cell<T>[])[],
  heights: readonly number[],
  lowest: readonly number[],
  metrics: FitMetrics,
): [at: number, height: number] {
  let best: [number, number] = [0, lowest[0]!]
  let least = Infinity
  rows.forEach((cells, at) => {
    if (heights[at]! <= lowest[at]!) return
    const next = Math.max(lowest[at]!, heights[at]! - metrics.more - metrics.gap)
    const price = lossOf(cells, next, metrics) - lossOf(cells, heights[at]!, metrics) - heights[at]! / 1e6
    if (price < least) [least, best] = [price, [at, next]]
  })
  return best
}

/** How bad it is what a row of a height hides: each place that hides, and then each event. */
function lossOf<T>(cells: readonly Cell<T>[], height: number, metrics: FitMetrics): number {
  let loss = 0
  for (const cell of cells) {
    const hidden = hiddenIn(cell, height, metrics)
    if (!hidden) continue
    loss += 10
    for (const card of byRank(cell.cards).slice(0, hidden)) loss += card.loss ?? 1
  }
  return loss
}

/** Rows that hide something get what is left, as far as that shows more. */
function giveBack<T>(
  rows: readonly (readonly Cell<T>[])[],
  heights: number[],
  height: number,
  metrics: FitMetrics,
): void {
  for (let changed = true; changed;) {
    changed = false
    const free = height - sum(heights)
    for (const [at, cells] of rows.entries()) {
      const now = lossOf(cells, heights[at]!, metrics)
      const needed = now && enoughFor(cells, heights[at]!, free, now, metrics)
      if (!needed) continue
      heights[at] = needed
      changed = true
      break
    }
  }
}

/** The least height, at most `free` more, with which a row loses less than now; 0 without one. */
function enoughFor<T>(cells: readonly Cell<T>[], from: number, free: number, now: number, metrics: FitMetrics): number {
  if (lossOf(cells, from + free, metrics) >= now) return 0
  let [low, high] = [from, from + free]
  while (high - low > 0.5) {
    const middle = (low + high) / 2
    if (lossOf(cells, middle, metrics) < now) high = middle
    else low = middle
  }
  return high
}

/** Richer forms for whole rows, those first that need the least for it; then the rest by what the rows hold. */
function enrich<T>(
  rows: readonly (readonly Cell<T>[])[],
  heights: number[],
  height: number,
  metrics: FitMetrics,
): void {
  let free = height - sum(heights)
  for (let level = 1; level < LEVELS; level += 1) {
    const wanted = rows
      .map((cells, at) => ({ at, more: needOf(cells, level, metrics) - heights[at]! }))
      .sort((a, b) => a.more - b.more)
    for (const { at, more } of wanted) {
      if (more <= 0 || more > free) continue
      heights[at]! += more
      free -= more
    }
  }
  const all = sum(heights)
  heights.forEach((one, at) => (heights[at] = one + (all ? (free * one) / all : 0)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
