import { zone } from '$lib/api/settings'
import { type Day, localOf } from '$lib/time/dates'
import { formatList } from '$lib/i18n/textList'
import { formatDay, formatMinutes } from '$lib/time/formats'
import { t } from '$lib/i18n/translate'
import { isRecurring } from '$parts/events/appearance'
import type { Placed } from '../layout/placed'
import { timeOn, timesRange } from './eventTimes'

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** An event on one of its days, as a screen reader says it: title, time, day, names, and what else its block shows. */
export function eventLabel(one: Placed, day: Day): string {
  const { event } = one
  const time = one.bar ? timeOn(one, day) : timesRange(one.start, one.end)
  return [event.title, time, formatDay(day, DAY), namesOf(one), ...notes(one)].filter(Boolean).join(', ')
}

/** The same without the day, for a list that belongs to one. */
export function shortLabel(one: Placed, day: Day): string {
  const { linkedItemCount } = one.event
  const tasks = linkedItemCount ? t('calendar.tasks', { count: linkedItemCount }) : ''
  const declined = one.event.declined ? t('common.declined') : ''
  return [`${timeOn(one, day)} ${one.event.title}`, declined, namesOf(one), tasks].filter(Boolean).join(', ')
}

function namesOf({ people }: Placed): string {
  if (people.length < 2) return people[0]?.name ?? ''
  return formatList(people.map((person) => person.name))
}

function notes({ event, category }: Placed): string[] {
  return [
    event.declined ? t('common.declined') : '',
    category ?? '',
    event.leaveAt ? t('common.leaveBy', { time: formatMinutes(localOf(event.leaveAt, zone()).minutes) }) : '',
    event.location ?? '',
    event.linkedItemCount ? t('calendar.tasks', { count: event.linkedItemCount }) : '',
    isRecurring(event) ? t('common.repeats') : '',
  ]
}
