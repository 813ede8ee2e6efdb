import { addDays, addMonths, type Day, monthGrid, weekday, weekStart } from '$lib/time/dates'

export const VIEWS = ['day', 'week', 'month', 'schedule'] as const
export type View = (typeof VIEWS)[number]

export function isView(text: string | undefined): text is View {
  return VIEWS.includes(text as View)
}

/** The first and last day of a view around a date. The schedule loads more days as it is scrolled. */
export function periodOf(view: View, date: Day, first: 0 | 1): { first: Day; last: Day } {
  if (view === 'week') return { first: weekStart(date, first), last: addDays(weekStart(date, first), 6) }
  if (view !== 'month') return { first: date, last: date }
  const days = monthGrid(date, first).flat()
  return { first: days[0]!, last: days[days.length - 1]! }
}

/** The date of the next (1) or previous (-1) page. */
export function pageDate(view: View, date: Day, by: 1 | -1): Day {
  if (view === 'month') return addMonths(date, by)
  return addDays(date, view === 'day' ? by : 7 * by)
}

/** ISO 8601 week number: the week of the year's first Thursday is 1. */
export function isoWeek(date: Day): number {
  const thursday = addDays(date, 3 - ((weekday(date) + 6) % 7))
  const start = Date.parse(`${thursday.slice(0, 4)}-01-01`)
  return Math.floor((Date.parse(thursday) - start) / (7 * 86_400_000)) + 1
}
