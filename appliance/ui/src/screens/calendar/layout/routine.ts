import type { EventInstance } from '$lib/api/types'
import { type Day, daysBetween } from '$lib/time/dates'
import type { Placed } from './placed'

/** A series with dates on this many days of a week is routine in that week: school, work. */
const ROUTINE_DAYS = 4

/** The series of an event, or the event itself; a detached event belongs to its series. */
function seriesOf(event: EventInstance): string {
  return event.detachedFrom ?? event.seriesId ?? event.id
}

/** The keys of the events that are routine in a week: their series is there on most days, or the family marked it. */
export function routineIn(placed: readonly Placed[], week: readonly Day[]): Set<string> {
  const [from, to] = [week[0]!, week[week.length - 1]!]
  const shown = placed.filter((one) => one.first >= from && one.first <= to && isShort(one))
  const days = new Map<string, Set<Day>>()
  for (const { event, first } of shown) {
    const series = seriesOf(event)
    days.set(series, (days.get(series) ?? new Set()).add(first))
  }
  const folded = shown.filter(({ event }) => event.routine || days.get(seriesOf(event))!.size >= ROUTINE_DAYS)
  return new Set(folded.map((one) => one.key))
}

/** Consecutive days that have the same routine series. */
export interface Stretch {
  column: number
  /** The events of each of the days, in the order of their times. */
  days: Placed[][]
}

/** The routine events of a week as stretches of days. */
export function stretchesOf(routine: readonly Placed[], week: readonly Day[]): Stretch[] {
  const found: Stretch[] = []
  let previous = ''
  week.forEach((day, column) => {
    const events = routine.filter((one) => one.first === day).sort((a, b) => a.start - b.start)
    const series = events.map((one) => `${seriesOf(one.event)} ${one.start}`).join()
    const last = found[found.length - 1]
    if (series && series === previous && last) last.days.push(events)
    else if (series) found.push({ column, days: [events] })
    previous = series
  })
  return found
}

/** Whether it is over by the end of its day, or of the night after it. */
function isShort(one: Placed): boolean {
  return daysBetween(one.first, one.last) <= (one.bar ? 0 : 1)
}
