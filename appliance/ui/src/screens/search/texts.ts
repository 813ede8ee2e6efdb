import { type Day, daysBetween, localOf, spanOf } from '$lib/time/dates'
import { formatDay, formatMinutes, formatTimes } from '$lib/time/formats'
import { t } from '$lib/i18n/translate'

/** A text beside the title of a result. `own` is a text of the screen, such as a date, in which nothing is marked. */
export interface TextPart {
  text: string
  own?: boolean
}

/** A day: today, tomorrow, yesterday, a weekday of this week, or a date, with the year when it is another one. */
function dayText(day: Day, today: Day): string {
  const away = daysBetween(today, day)
  if (away === 0) return t('common.today')
  if (away === 1) return t('common.tomorrow')
  if (away === -1) return t('common.yesterday')
  const year = day.slice(0, 4) === today.slice(0, 4) && Math.abs(away) < 300 ? undefined : ('numeric' as const)
  return formatDay(day, { weekday: 'short', day: 'numeric', month: 'short', year })
}

/** When something is due. */
export function dueText(day: Day, today: Day): string {
  const away = daysBetween(today, day)
  if (away === 0) return t('common.dueToday')
  if (away === 1) return t('common.dueTomorrow')
  if (away === -1) return t('search.dueYesterday')
  return t('common.dueOn', { day: dayText(day, today) })
}

/** Day and time of an event. */
export function whenText(event: { start: string; end: string; allDay: boolean }, today: Day, zone: string): string {
  const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
  if (event.allDay) return first === last ? dayText(first, today) : `${dayText(first, today)} – ${dayText(last, today)}`
  const times = first === last ? formatTimes(startMinutes, endMinutes) : formatMinutes(startMinutes)
  return `${dayText(first, today)}, ${times}`
}

/** The day of an instant or of a date. */
export function dayOfStart(start: string, allDay: boolean | null, today: Day, zone: string): string {
  return dayText(allDay ? start.slice(0, 10) : localOf(start, zone).date, today)
}
