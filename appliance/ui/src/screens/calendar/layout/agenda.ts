import { addDays, type Day } from '$lib/time/dates'
import { eventsOn, type Placed } from './placed'

/** A day with events (today is always listed), or a range of days without. */
export type Entry = { day: Day; events: Placed[] } | { free: [first: Day, last: Day] }

/** The days from `first` to `last` as list entries. */
export function agendaOf(placed: readonly Placed[], first: Day, last: Day, today: Day): Entry[] {
  const entries: Entry[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const events = eventsOn(placed, day).sort(byTimeOf(day))
    const before = entries[entries.length - 1]
    if (events.length > 0 || day === today) entries.push({ day, events })
    else if (before && 'free' in before) before.free[1] = day
    else entries.push({ free: [day, day] })
  }
  return entries
}

/** All-day events first, then events that started earlier, then by start. */
export function byTimeOf(day: Day): (a: Placed, b: Placed) => number {
  const start = (one: Placed) => (one.first < day ? 0 : one.start)
  return (a, b) => Number(b.bar) - Number(a.bar) || start(a) - start(b) || a.end - b.end
}
