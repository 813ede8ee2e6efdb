import { addDays, addMonths, type Day, type FirstWeekday, monthGrid, range, weekday, weekStart } from '$lib/time/dates'

export const VIEWS = ['day', 'week', 'month', 'schedule'] as const
export type View = (typeof VIEWS)[number]

/** Weeks of a rolling month. */
const ROLLING_WEEKS = 5

export function isView(text: string | undefined): text is View {
  return VIEWS.includes(text as View)
}

/**
 * The first and last day of a view around a date. A rolling view begins with the date itself, or with its week in the
 * month view. The schedule loads more days as it is scrolled.
 */
export function periodOf(view: View, date: Day, first: FirstWeekday, rolling = false): { first: Day; last: Day } {
  if (view === 'week') {
    const start = rolling ? date : weekStart(date, first)
    return { first: start, last: addDays(start, 6) }
  }
  if (view !== 'month') return { first: date, last: date }
  const days = monthWeeks(date, first, rolling).flat()
  return { first: days[0]!, last: days[days.length - 1]! }
}

/** The weeks of a month view: those of the date's month, or five from the date's week on. */
export function monthWeeks(date: Day, first: FirstWeekday, rolling = false): Day[][] {
  if (!rolling) return monthGrid(date, first)
  const start = weekStart(date, first)
  return Array.from({ length: ROLLING_WEEKS }, (_, row) => range(addDays(start, 7 * row), 7))
}

/** The date of the next (1) or previous (-1) page. */
export function pageDate(view: View, date: Day, by: 1 | -1, rolling = false): Day {
  if (view === 'month') return rolling ? addDays(date, 7 * ROLLING_WEEKS * by) : addMonths(date, by)
  return addDays(date, view === 'day' ? by : 7 * by)
}

/** ISO 8601 week number: the week of the year's first Thursday is 1. */
export function isoWeek(date: Day): number {
  const thursday = addDays(date, 3 - ((weekday(date) + 6) % 7))
  const start = Date.parse(`${thursday.slice(0, 4)}-01-01`)
  return Math.floor((Date.parse(thursday) - start) / (7 * 86_400_000)) + 1
}
