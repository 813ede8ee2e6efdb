import { addDays, addMonths, type Day, daysBetween, isDay, monthStart, range, weekday } from '../time/dates'
import type { Unit } from './grammar'

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

/** The longest time between two 29 Februaries. */
const YEARS_AHEAD = 9

/** A repetition as typed. */
export interface Repetition {
  unit: Exclude<Unit, 'minute' | 'hour'>
  every: number
  /** 0 is Sunday. */
  weekdays: number[]
  /** Monthly on the n-th of `weekdays`; -1 is the last. */
  nth?: number
  /** Monthly or yearly: the day of the month. */
  day?: number
  month?: number
  until?: Day
  count?: number
}

/** The RRULE. Without a start (`anchored` false) it says the day itself. */
export function ruleOf(repeat: Repetition, first: Day, anchored: boolean): string {
  const parts = [`FREQ=${FREQUENCIES[repeat.unit]}`]
  if (repeat.every > 1) parts.push(`INTERVAL=${repeat.every}`)
  if (repeat.nth) parts.push(`BYDAY=${repeat.nth}${NAMES[repeat.weekdays[0]!]}`)
  else if (repeat.unit === 'week') {
    const days = repeat.weekdays.length ? repeat.weekdays : [weekday(first)]
    const mondayFirst = [...new Set(days)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
    parts.push(`BYDAY=${mondayFirst.map((day) => NAMES[day]).join(',')}`)
  } else if (!anchored && repeat.unit === 'year') parts.push(`BYMONTH=${Number(first.slice(5, 7))}`)
  if (!anchored && !repeat.nth && (repeat.unit === 'month' || repeat.unit === 'year'))
    parts.push(`BYMONTHDAY=${Number(first.slice(8))}`)
  if (repeat.until) parts.push(`UNTIL=${repeat.until.replaceAll('-', '')}`)
  else if (repeat.count) parts.push(`COUNT=${repeat.count}`)
  return parts.join(';')
}

/** The first day on or after `from`. */
export function firstDayOf(repeat: Repetition, from: Day): Day {
  if (repeat.nth) {
    const nth = repeat.nth
    const inMonth = (month: Day) => {
      const days = daysOfMonth(month).filter((day) => weekday(day) === repeat.weekdays[0])
      return days.at(nth < 0 ? nth : nth - 1)!
    }
    return inMonth(from) >= from ? inMonth(from) : inMonth(addMonths(monthStart(from), 1))
  }
  if (repeat.month) return nextDate(repeat.month, repeat.day ?? 1, from) ?? from
  if (repeat.day) return nextMonthDay(repeat.day, from)
  if (repeat.weekdays.length) return range(from, 7).find((day) => repeat.weekdays.includes(weekday(day)))!
  return from
}

/** The next day of the month with this number; months without it are passed over. */
export function nextMonthDay(number: number, from: Day): Day {
  for (let month = monthStart(from); ; month = addMonths(month, 1)) {
    const day = daysOfMonth(month)[number - 1]
    if (day && day >= from) return day
  }
}

/** The next date of this month and day, 29 February only in leap years; null where there is none. */
export function nextDate(month: number, day: number, from: Day): Day | null {
  const year = Number(from.slice(0, 4))
  const dates = Array.from({ length: YEARS_AHEAD }, (_, at) => dateOf(year + at, month, day))
  return dates.find((date) => date !== null && date >= from) ?? null
}

/** The date; null when it does not exist. */
export function dateOf(year: number, month: number, day: number): Day | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : null
}

function daysOfMonth(day: Day): Day[] {
  const first = monthStart(day)
  return range(first, daysBetween(first, addMonths(first, 1)))
}

/** Moves by whole units. */
export function addUnits(day: Day, amount: number, unit: Unit): Day {
  if (unit === 'month') return addMonths(day, amount)
  if (unit === 'year') return addMonths(day, 12 * amount)
  return addDays(day, unit === 'week' ? 7 * amount : amount)
}
