import { type Day, daysBetween } from '$lib/time/dates'
import type { Placed } from './placed'

/** The part of an event within a row of days. */
export interface Lane {
  of: Placed
  /** 0 is the top. */
  lane: number
  /** 0 is the row's first day. */
  column: number
  columns: number
  /** Whether it begins before the row, or ends after it. */
  before: boolean
  after: boolean
}

/** Places events on a row of consecutive days, each in the first lane that is free on all its days. */
export function lanesOf(placed: readonly Placed[], days: readonly Day[]): Lane[] {
  const first = days[0]!
  const last = days[days.length - 1]!
  const taken: boolean[][] = []
  const lanes: Lane[] = []
  for (const of of placed.filter((one) => one.first <= last && one.last >= first).sort(longestFirst)) {
    const before = of.first < first
    const after = of.last > last
    const column = before ? 0 : daysBetween(first, of.first)
    const columns = (after ? days.length - 1 : daysBetween(first, of.last)) - column + 1
    let lane = 0
    while (taken[lane]?.slice(column, column + columns).some(Boolean)) lane += 1
    taken[lane] ??= days.map(() => false)
    taken[lane]!.fill(true, column, column + columns)
    lanes.push({ of, lane, column, columns, before, after })
  }
  return lanes
}

/** The number of events that do not fit on each day when only `shown` lanes are visible. */
export function hiddenOf(lanes: readonly Lane[], shown: number, days: number): number[] {
  return Array.from(
    { length: days },
    (_, day) => lanes.filter((one) => one.lane >= shown && one.column <= day && day < one.column + one.columns).length,
  )
}

/** Events over several days first, so that short ones do not interrupt a bar. */
function longestFirst(a: Placed, b: Placed): number {
  const [one, other] = [a.bar || a.last > a.first, b.bar || b.last > b.first]
  return Number(other) - Number(one)
}
