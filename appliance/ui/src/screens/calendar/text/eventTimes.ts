import { addDays, type Day, daysBetween, spanOf } from '$lib/time/dates'
import { formatDay, formatDays, formatMinutes, formatTimes } from '$lib/time/formats'
import { t } from '$lib/i18n/translate'
import { isoWeek, type View } from '../layout/period'
import { dayCount, type Placed } from '../layout/placed'
import type { EventInstance } from '$lib/api/types'

const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Title of a view's header: the month, or the months from one to another in their short form. */
export function titleOf(
  view: View,
  date: Day,
  period: { first: Day; last: Day },
  short: boolean,
  rolling = false,
): string {
  if (view !== 'week' && view !== 'month') return formatDay(date, short ? SHORT : { ...LONG, year: 'numeric' })
  const [first, last] = view === 'month' && !rolling ? [date, date] : [period.first, period.last]
  if (first.slice(0, 7) === last.slice(0, 7)) return formatDay(first, { month: 'long', year: 'numeric' })
  return formatDays(first, last, { month: 'short', year: 'numeric' })
}

export function weekText(day: Day): string {
  return t('calendar.weekNumber', { number: isoWeek(day) })
}

/** A date with Today, Tomorrow or Yesterday; the year only when it is not the current one. */
export function dayText(day: Day, today: Day): string {
  const near = relativeDayName(day, today)
  const date = formatDay(day, { ...LONG, ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }) })
  return near ? `${near}, ${date}` : date
}

/** Today, Tomorrow, Yesterday; empty for other days. */
export function relativeDayName(day: Day, today: Day): string {
  const away = daysBetween(today, day)
  return away === 0 ? t('common.today') : away === 1 ? t('common.tomorrow') : away === -1 ? t('common.yesterday') : ''
}

/** The times of an event; one time where it ends as it begins. */
export function timesRange(start: number, end: number): string {
  if (start === end) return formatMinutes(start)
  return formatTimes(start, end)
}

/** Label of an hour: 16:00, or 4 PM without minutes. */
export function hourText(hour: number): string {
  return formatMinutes(hour * 60).replace(/:00(?=\s\p{L})/u, '')
}

/** The shortest form of a time: 4p, 8:30a, 16, 8:30. */
export function shortTime(minutes: number): string {
  const [, hour, minute, rest = ''] = /^0?(\d+)\D(\d\d)(?:\s*(\p{L}))?/u.exec(formatMinutes(minutes)) ?? []
  if (hour === undefined) return formatMinutes(minutes)
  return `${hour}${minute === '00' ? '' : `:${minute}`}${rest.toLowerCase()}`
}

/** The time of an event as shown on one of its days. */
export function timeOn(one: Placed, day: Day): string {
  const days = dayCount(one)
  if (one.event.allDay)
    return days > 1 ? t('calendar.dayOf', { day: daysBetween(one.first, day) + 1, days }) : t('calendar.allDay')
  if (days === 1) return timesRange(one.start, one.end)
  if (day === one.first) return t('calendar.from', { time: formatMinutes(one.start) })
  return day === one.last
    ? t('calendar.until', { time: formatMinutes(one.end) })
    : t('calendar.dayOf', { day: daysBetween(one.first, day) + 1, days })
}

/** The full date and time of an event, in the household's zone. */
export function eventTimeText(
  event: Pick<EventInstance, 'start' | 'end' | 'allDay'>,
  zone: string,
  today: Day,
): string {
  const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
  const [from, to] = [formatMinutes(startMinutes), formatMinutes(endMinutes)]
  if (event.allDay) {
    if (first === last) return `${dayText(first, today)} · ${t('calendar.allDay')}`
    const count = daysBetween(first, last) + 1
    return `${formatDays(first, last, { ...SHORT, year: 'numeric' })} · ${t('common.days', { count })}`
  }
  if (first === last)
    return `${dayText(first, today)} · ${timesRange(startMinutes, endMinutes).replaceAll(' ', '\u00a0')}`
  return `${dayText(first, today)}, ${from} – ${dayText(last, today)}, ${to}`
}

/** A reminder's offset in words; below zero it is a time on the day of an all-day event. */
export function reminderText(minutes: number): string {
  if (minutes < 0) return t('calendar.reminder.onTheDay', { time: formatMinutes(-minutes) })
  if (minutes === 0) return t('common.atStart')
  if (minutes % 10080 === 0) return t('calendar.reminder.weeks', { count: minutes / 10080 })
  if (minutes % 1440 === 0) return t('calendar.reminder.days', { count: minutes / 1440 })
  if (minutes % 60 === 0) return t('calendar.reminder.hours', { count: minutes / 60 })
  return t('calendar.reminder.minutes', { count: minutes })
}

/** The exclusive end that the API expects after the last day of an all-day event. */
export function endAfter(last: Day): Day {
  return addDays(last, 1)
}
