import { addDays, type Day, daysBetween, localOf, parseTime } from '../time/dates'
import { formatDay } from '../time/formats'
import { clock } from '../time/clock.svelte'
import { settings, zone } from './settings'

const DAY_MINUTES = 24 * 60
const startsAt = () => (settings.value?.dayStartsAt ?? 0) * 60

/**
 * The day of chores, streaks and the board, and the minutes of it. Until the hour at which it starts the day before goes
 * on, with more than 24 hours.
 */
export function householdNow(now: number = clock.now): { date: Day; minutes: number } {
  const local = localOf(now, zone())
  if (local.minutes >= startsAt()) return local
  return { date: addDays(local.date, -1), minutes: local.minutes + DAY_MINUTES }
}

export const householdToday = (now?: number): Day => householdNow(now).date

/** The minutes of a time of day HH:MM in the household's day; NaN for free text. */
export function minutesOf(time: string): number {
  const minutes = parseTime(time)
  return minutes < startsAt() ? minutes + DAY_MINUTES : minutes
}

/** A day of the past, in as few words as possible: its weekday within a week, else its date. */
export function shortDay(day: Day): string {
  return formatDay(
    day,
    daysBetween(day, householdToday()) < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
  )
}
