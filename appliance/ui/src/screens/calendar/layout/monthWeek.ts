import type { Day } from '$lib/time/dates'
import { byTimeOf } from './agenda'
import { type CardMetrics, type CardText, formsOf } from './cards'
import { fitRow } from './fit'
import { lanesOf } from './lanes'
import type { Placed } from './placed'
import { routineIn } from './routine'
import { rankOf } from './weekRows'

/** An event in a week of the month. Times in px from the top of the week. */
export interface MonthBar {
  of: Placed
  column: number
  columns: number
  top: number
  height: number
  /** With soft hyphens where it is wider than a day. */
  title: string
  /** Lines of the title, and whether the emoji is before it and the time below it. */
  lines: number
  emoji: boolean
  below: boolean
  /** Whether the time is shown: it gives way to a title that would be cut to a few letters. */
  timed: boolean
  before: boolean
  after: boolean
}

export interface MonthWeek {
  bars: MonthBar[]
  /** Of each day: the routine events, and how many others have no room. */
  routine: Placed[][]
  hidden: number[]
}

/** In px. */
export interface MonthMetrics extends CardMetrics {
  /** Height of a week, of the line of the day's number, and of an event over several days with the gap below. */
  height: number
  head: number
  lane: number
}

const MOST_LINES = 2
/** In widths of the letter m. */
const LEAST_TITLE = 6

/** Lays out a week of the month: events over several days above, and below them those of each day. */
export function layOutMonthWeek(
  placed: readonly Placed[],
  week: readonly Day[],
  metrics: MonthMetrics,
  textOf: (one: Placed) => CardText,
): MonthWeek {
  const [first, last] = [week[0]!, week[week.length - 1]!]
  const shown = placed.filter((one) => one.first <= last && one.last >= first)
  const folded = routineIn(shown, week)
  const others = shown.filter((one) => !folded.has(one.key))
  const isLong = (one: Placed) => one.last > one.first && (one.bar || one.first < first)
  const lanes = lanesOf(others.filter(isLong), week)
  const room = metrics.height - metrics.head
  const most = Math.max(1, Math.floor(room / metrics.lane))
  const bars: MonthBar[] = lanes
    .filter(({ lane }) => lane < most)
    .map(({ lane, ...one }) => ({
      ...one,
      top: metrics.head + lane * metrics.lane,
      height: metrics.lane - metrics.gap,
      title: one.of.event.title,
      lines: 1,
      emoji: true,
      below: false,
      timed: true,
    }))
  const cells = week.map((day, column) => {
    const covering = lanes.filter((one) => one.lane < most && one.column <= column && column < one.column + one.columns)
    const cards = others.filter((one) => one.first === day && !isLong(one)).sort(byTimeOf(day))
    return {
      above: Math.max(0, ...covering.map((one) => one.lane + 1)) * metrics.lane,
      cards: cards.map((of) => ({ of, forms: formsOf(textOf(of), metrics, MOST_LINES), rank: rankOf(of) })),
    }
  })
  // The mark of what has no room is beside the day's number.
  const fitted = fitRow(cells, room, { gap: metrics.gap, more: -metrics.gap, least: 0 }).cells
  fitted.forEach(({ cards }, column) => {
    let top = metrics.head + cells[column]!.above
    for (const { card, form } of cards) {
      const { title, lines, emoji, below, height } = form
      const timed = below || lines > 1 || hasRoomForTime(textOf(card.of), metrics)
      const shown = { title, lines, emoji, below, timed, before: false, after: false }
      bars.push({ of: card.of, column, columns: 1, top, height, ...shown })
      top += height + metrics.gap
    }
  })
  return {
    bars,
    routine: week.map((day) => shown.filter((one) => folded.has(one.key) && one.first === day)),
    hidden: fitted.map(({ hidden }, column) => {
      const above = lanes.filter(
        ({ lane, column: at, columns }) => lane >= most && at <= column && column < at + columns,
      )
      return hidden.length + above.length
    }),
  }
}

/** Whether a line has room for the time beside the title, or for so much of it that it says something. */
function hasRoomForTime({ title, time }: CardText, { width, inset, gap, ...metrics }: MonthMetrics): boolean {
  const beside = width - inset - gap - metrics.detail(time)
  return beside >= Math.min(metrics.title(title), LEAST_TITLE * metrics.title('m'))
}
