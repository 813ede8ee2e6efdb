import { type Day, daysBetween } from '$lib/time/dates'
import type { Placed } from './placed'

/** A stretch of an event within a row of days. */
export interface Lane {
  of: Placed
  /** From 0, top to bottom. */
  lane: number
  /** From 0, in the row's days. */
  column: number
  columns: number
  /** It began before the row, or goes on after it. */
  before: boolean
  after: boolean
}

/** Lays events over a row of consecutive days, each in the highest lane that is free on all of its days. */
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

/** How many events each day of the row has no room for when only so many lanes are shown. */
export function hiddenOf(lanes: readonly Lane[], shown: number, days: number): number[] {
  return Array.from(
    { length: days },
    (_, day) => lanes.filter((one) => one.lane >= shown && one.column <= day && day < one.column + one.columns).length,
  )
}

/** What spans days lies above what does not, so that a bar is not broken by the short ones under it. */
function longestFirst(a: Placed, b: Placed): number {
  const [one, other] = [a.bar || a.last > a.first, b.bar || b.last > b.first]
  return Number(other) - Number(one)
}
