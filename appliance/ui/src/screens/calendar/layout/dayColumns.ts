import type { Member } from '$lib/api/types'
import type { Day } from '$lib/time/dates'
import { lanesOf, type Lane } from './lanes'
import type { Placed } from './placed'

/** A column of the hour grid: a day, or a person on a day. Without a person: the events of nobody. */
export interface DayColumn {
  key: string
  day: Day
  person?: Member | null
  placed: readonly Placed[]
}

/** Days side by side. */
export function byDay(days: readonly Day[], placed: readonly Placed[]): DayColumn[] {
  return days.map((day) => ({ key: day, day, placed }))
}

/**
 * A column for each person of a day, and a last one for the events of nobody where there are any. An event of several
 * people is in each of their columns.
 */
export function byPerson(day: Day, people: readonly Member[], placed: readonly Placed[]): DayColumn[] {
  const columns: DayColumn[] = people.map((person) => ({
    key: person.id,
    day,
    person,
    placed: placed.filter((one) => one.people.some(({ id }) => id === person.id)),
  }))
  const rest = placed.filter((one) => !one.people.some(({ id }) => people.some((person) => person.id === id)))
  if (rest.some((one) => one.first <= day && one.last >= day))
    columns.push({ key: 'nobody', day, person: null, placed: rest })
  return columns
}

/** All-day events above the columns, as bars; an event of people who do not stand side by side has several bars. */
export function stripOf(columns: readonly DayColumn[]): Lane[] {
  const [first] = columns
  if (!first || first.person === undefined)
    return lanesOf(
      (first?.placed ?? []).filter((one) => one.bar),
      columns.map((one) => one.day),
    )
  const lanes: Lane[] = []
  const taken: boolean[][] = []
  const bars = new Set(
    columns.flatMap(({ day, placed }) => placed.filter((one) => one.bar && one.first <= day && one.last >= day)),
  )
  for (const of of bars) {
    for (const [from, to] of runs(columns.map((column) => column.placed.includes(of)))) {
      let lane = 0
      while (taken[lane]?.slice(from, to).some(Boolean)) lane += 1
      taken[lane] ??= columns.map(() => false)
      taken[lane]!.fill(true, from, to)
      const before = of.first < first.day
      lanes.push({ of, lane, column: from, columns: to - from, before, after: of.last > first.day })
    }
  }
  return lanes
}

/** Whether the day has a column for each person when nobody has chosen: on walls, where the columns are legible. */
export function personColumnsByDefault(wall: boolean, people: number, roomy: boolean): boolean {
  return wall && people >= 2 && people <= (roomy ? 7 : 4)
}

/** In rem: what three columns need. */
const LEAST_FOR_THREE = 14

/** How many of the columns are visible at once, each of about 7 rem at least: three on a phone, one with large text there, then as many as fit. */
export function visibleColumns(widthRem: number, columns: number): number {
  return Math.min(columns, Math.max(widthRem < LEAST_FOR_THREE ? 1 : 3, mostBeside(widthRem)))
}

/** How many legible blocks, of about 7 rem, stand side by side in a column. */
export function mostBeside(widthRem: number): number {
  return Math.max(1, Math.floor((widthRem + 0.4) / 7))
}

/** The ranges (end exclusive) in which all values are true. */
function runs(values: readonly boolean[]): [from: number, to: number][] {
  const found: [number, number][] = []
  values.forEach((value, at) => {
    const last = found[found.length - 1]
    if (!value) return
    if (last && last[1] === at) last[1] = at + 1
    else found.push([at, at + 1])
  })
  return found
}
