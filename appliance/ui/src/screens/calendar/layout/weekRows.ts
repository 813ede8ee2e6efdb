import type { Member } from '$lib/api/types'
import type { Day } from '$lib/time/dates'
import { byTimeOf } from './agenda'
import { type CardMetrics, type CardText, formsOf } from './cards'
import { SHORT_TITLE, SHORTEST_TITLE, WHOLE_TITLE } from './dinners'
import { type Card, type Cell, type FitMetrics, type Fitted, fitRows, needOf } from './fit'
import { type Lane, lanesOf } from './lanes'
import type { Placed } from './placed'
import { routineIn, type Stretch, stretchesOf } from './routine'
import { SOFT_HYPHEN } from './textLines'

/** A row of the week: a person, everybody (null), or all events together (undefined). */
export interface WeekRow {
  key: string
  person?: Member | null
  /** Events over several days. */
  lanes: Lane[]
  routine: Stretch[]
  /** The events of each day, in order. */
  days: Placed[][]
}

export interface WeekMetrics extends CardMetrics, FitMetrics {
  /** Height of an event over several days, and of a line of routine events, with the gap below. */
  lane: number
  routine: number
  /** Above and below the content of a row together. */
  around: number
}

export interface WeekLayout extends Fitted<Placed> {
  fitting: Fitting
  /** Lines of the titles of dinners. */
  dinnerLines: number
}

/** How a week is drawn: the least air and text first, and then more of both. */
export interface Fitting {
  scale: number
  dense: boolean
}
export const PLAIN: Fitting = { scale: 1, dense: false }
const ROOMIER: readonly Fitting[] = [PLAIN, { scale: 1.2, dense: false }, { scale: 1.4, dense: false }]
/** In minutes: what begins later is hidden last. */
const EVENING = 17 * 60
const DENSE: Fitting = { scale: 1, dense: true }

/** A row for each person, and first one for what is of everybody or of nobody, which stands there only. */
export function rowsByPerson(placed: readonly Placed[], people: readonly Member[], days: readonly Day[]): WeekRow[] {
  const isOwn = (one: Placed, person: Member) => !one.family && one.people.some(({ id }) => id === person.id)
  const rows = people.map((person) =>
    rowOf(
      person.id,
      person,
      placed.filter((one) => isOwn(one, person)),
      days,
    ),
  )
  const rest = placed.filter((one) => !people.some((person) => isOwn(one, person)))
  return [rowOf('family', null, rest, days), ...rows]
}

/** One row with the events of everybody. */
export function rowTogether(placed: readonly Placed[], days: readonly Day[]): WeekRow {
  return rowOf('together', undefined, placed, days)
}

/**
 * Shares a height among the rows. `metricsOf` answers the measures of a fitting, `dinnersOf` the height of the dinners with
 * titles of at most so many lines: they are whole only where that cuts no event.
 */
export function layOutWeek(
  rows: readonly WeekRow[],
  height: number,
  metricsOf: (fitting: Fitting) => WeekMetrics,
  textOf: (one: Placed, day: number) => CardText,
  dinnersOf: (lines: number) => number = () => 0,
): WeekLayout {
  const texts = rows.map((row) => row.days.map((events, day) => events.map((of) => textOf(of, day))))
  const laidIn = (fitting: Fitting) => {
    const metrics = metricsOf(fitting)
    const cells = rows.map((row, at) => cellsOf(row, metrics, texts[at]!))
    return { fitting, metrics, cells, need: (level: number) => sum(cells.map((one) => needOf(one, level, metrics))) }
  }
  // Most weeks that are full need no other.
  let laid = laidIn(DENSE)
  const dinnerLines =
    laid.need(Infinity) + dinnersOf(WHOLE_TITLE) <= height
      ? WHOLE_TITLE
      : laid.need(0) + dinnersOf(SHORT_TITLE) <= height
        ? SHORT_TITLE
        : SHORTEST_TITLE
  const room = height - dinnersOf(dinnerLines)
  // More air and larger text only where nothing is cut, and larger text only where no word is hyphenated.
  for (const fitting of laid.need(Infinity) <= room ? ROOMIER : []) {
    const next = laidIn(fitting)
    const isLarger = fitting.scale > 1
    if (next.need(Infinity) > room || (isLarger && next.cells.flat().some(({ cards }) => cards.some(isHyphenated))))
      break
    laid = next
  }
  return { ...fitRows(laid.cells, room, laid.metrics), fitting: laid.fitting, dinnerLines }
}

/** The lanes that an event of a day lies below. */
export function lanesAbove(row: Pick<WeekRow, 'lanes'>, column: number): number {
  const over = row.lanes.filter((one) => one.column <= column && column < one.column + one.columns)
  return Math.max(0, ...over.map((one) => one.lane + 1))
}

function cellsOf(row: WeekRow, metrics: WeekMetrics, texts: readonly CardText[][]): Cell<Placed>[] {
  const line = metrics.around + (row.routine.length ? metrics.routine : 0)
  return row.days.map((events, day) => ({
    above: line + lanesAbove(row, day) * metrics.lane,
    cards: events.map((of, at): Card<Placed> => ({
      of,
      forms: formsOf(texts[day]![at]!, metrics),
      rank: rankOf(of),
      loss: of.start >= EVENING ? 5 : 1,
    })),
  }))
}

const isHyphenated = ({ forms }: Card<Placed>) => forms[0]!.title.includes(SOFT_HYPHEN)

/** What repeats is hidden before what does not, and the morning before the evening. */
export function rankOf({ event, start }: Placed): number {
  return ((event.rrule ?? event.seriesId ?? event.detachedFrom) ? 0 : 10_000) + start
}

function rowOf(key: string, person: WeekRow['person'], placed: readonly Placed[], days: readonly Day[]): WeekRow {
  const folded = routineIn(placed, days)
  const others = placed.filter((one) => !folded.has(one.key))
  const isLong = (one: Placed) => one.bar && one.last > one.first
  return {
    key,
    person,
    lanes: lanesOf(others.filter(isLong), days),
    routine: stretchesOf(
      placed.filter((one) => folded.has(one.key)),
      days,
    ),
    days: days.map((day, at) =>
      others
        .filter((one) => !isLong(one) && (one.first === day || (at === 0 && one.first < day && one.last >= day)))
        .sort(byTimeOf(day)),
    ),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
