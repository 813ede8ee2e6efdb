import type { EventInstance, EventRequest } from '$lib/api/events'
import { addDays, type Day, daysBetween, instantOf, spanOf, weekday } from '$lib/time/dates'
import { t } from '$lib/i18n/translate'
import { parseRule, type Repeat, formatRule } from '../text/eventRule'
import { endAfter } from '../text/eventTimes'

/** An event as it is being written, in the household's days and minutes. */
export interface Form {
  calendarId: string
  title: string
  allDay: boolean
  first: Day
  start: number
  /** Inclusive. */
  last: Day
  end: number
  location: string
  description: string
  memberIds: string[]
  /** null is automatic. */
  categoryId: string | null
  /** What repeats it: a rule the form can show, or one it leaves alone. */
  repeat: Repeat | null
  custom: string | null
  /** null is the household's default, an empty list is none. */
  reminders: number[] | null
  travelMinutes: number | null
  remindBeforeLeave: boolean
}

export type FieldErrors = Partial<Record<'title' | 'calendarId' | 'end' | 'until', string>>

const DAY = 1440
const HOUR = 60

/** A new event's form: an hour at that time, or all day where there is none. */
export function emptyForm(calendarId: string, first: Day, start: number): Form {
  const end = start + HOUR
  return {
    calendarId,
    title: '',
    allDay: false,
    first,
    start,
    last: end >= DAY ? addDays(first, 1) : first,
    end: end % DAY,
    location: '',
    description: '',
    memberIds: [],
    categoryId: null,
    repeat: null,
    custom: null,
    reminders: null,
    travelMinutes: null,
    remindBeforeLeave: false,
  }
}

/** An existing event's form; `defaults` are the household's own reminders. */
export function formFor(event: EventInstance, zone: string, defaults: readonly number[]): Form {
  const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
  const repeat = event.rrule ? parseRule(event.rrule, first, zone) : null
  const midnight = !event.allDay && endMinutes === DAY
  return {
    calendarId: event.calendarId,
    title: event.title,
    allDay: event.allDay,
    first,
    start: event.allDay ? 9 * HOUR : startMinutes,
    last: midnight ? addDays(last, 1) : last,
    end: event.allDay ? 10 * HOUR : endMinutes % DAY,
    location: event.location ?? '',
    description: event.description ?? '',
    memberIds: event.memberScope === 'occurrence' || event.memberScope === 'series' ? [...event.memberIds] : [],
    categoryId: ownCategory(event),
    repeat,
    custom: event.rrule && !repeat ? event.rrule : null,
    reminders: ownReminders(event, defaults) ?? null,
    travelMinutes: event.travelMinutes,
    remindBeforeLeave: event.remindBeforeLeave,
  }
}

/** Moves the start; the end keeps its distance. */
export function moveStart(form: Form, first: Day, start: number): Pick<Form, 'first' | 'start' | 'last' | 'end'> {
  const lasts = daysBetween(form.first, form.last) * DAY + form.end - form.start
  const end = start + Math.max(0, lasts)
  if (form.allDay)
    return { first, start, last: addDays(first, Math.max(0, daysBetween(form.first, form.last))), end: form.end }
  return { first, start, last: addDays(first, Math.floor(end / DAY)), end: end % DAY }
}

/** What must be mended before it can be saved, by field. */
export function errorsOf(form: Form, zone: string): FieldErrors {
  const errors: FieldErrors = {}
  if (!form.title.trim()) errors.title = t('calendar.form.noTitle')
  if (!form.calendarId) errors.calendarId = t('calendar.form.noCalendar')
  const { start, end } = requestTimes(form, zone)
  if (end <= start) errors.end = t('calendar.form.endFirst')
  if (form.repeat?.until && form.repeat.until < form.first) errors.until = t('calendar.form.untilFirst')
  return errors
}

/** What the form asks the server for. */
export function requestOf(form: Form, zone: string): EventRequest {
  const settled = { ...form, ...movedToWeekday(form) }
  return {
    calendarId: form.calendarId,
    title: form.title.trim(),
    ...requestTimes(settled, zone),
    allDay: form.allDay,
    location: form.location.trim(),
    description: form.description.trim(),
    memberIds: form.memberIds,
    rrule: form.custom ?? (form.repeat ? formatRule(form.repeat, settled.first) : null),
    categoryId: form.categoryId,
    reminders: form.reminders,
    travelMinutes: form.travelMinutes,
    remindBeforeLeave: form.remindBeforeLeave,
  }
}

/** The properties in which two wishes differ; times, all-day and rule always go together. */
export function changedFields(before: EventRequest, after: EventRequest): Partial<Omit<EventRequest, 'calendarId'>> {
  const { calendarId: _, ...request } = after
  const differ = (key: keyof typeof request) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const together = ['start', 'end', 'allDay', 'rrule'] as const
  const times = together.some(differ)
  return Object.fromEntries(
    Object.entries(request).filter(([key]) =>
      together.includes(key as never) ? times : differ(key as keyof typeof request),
    ),
  )
}

/** Makes an event again that was deleted: everything the household said of it itself. Null when that cannot be told. */
export function recreateRequest(event: EventInstance, defaults: readonly number[]): EventRequest | null {
  const reminders = ownReminders(event, defaults)
  if (reminders === undefined || event.linkedItemCount || event.noteCount) return null
  return {
    calendarId: event.calendarId,
    title: event.title,
    start: event.start,
    end: event.end,
    allDay: event.allDay,
    location: event.location ?? '',
    description: event.description ?? '',
    memberIds: event.memberScope === 'occurrence' || event.memberScope === 'series' ? event.memberIds : [],
    rrule: event.rrule,
    categoryId: ownCategory(event),
    reminders,
    travelMinutes: event.travelMinutes,
    remindBeforeLeave: event.remindBeforeLeave,
  }
}

/** What a clock change does to a wall time: a time that does not exist, or one that comes twice. */
export function clockChangeAt(day: Day, minutes: number, zone: string): 'gap' | 'overlap' | null {
  const { gap, overlap } = instantOf(day, minutes, zone)
  return gap ? 'gap' : overlap ? 'overlap' : null
}

function requestTimes(form: Form, zone: string): { start: string; end: string } {
  if (form.allDay) return { start: form.first, end: endAfter(form.last) }
  return { start: instantOf(form.first, form.start, zone).iso, end: instantOf(form.last, form.end, zone).iso }
}

/** A weekly series begins on the first of its weekdays, not on a day it then never meets again. */
function movedToWeekday(form: Form): Pick<Form, 'first' | 'last'> {
  const days = form.repeat?.frequency === 'weekly' ? form.repeat.weekdays : []
  if (days.length === 0) return { first: form.first, last: form.last }
  let ahead = 0
  while (!days.includes(weekday(addDays(form.first, ahead)))) ahead += 1
  return { first: addDays(form.first, ahead), last: addDays(form.last, ahead) }
}

function ownCategory(event: EventInstance): string | null {
  return event.categorySource === 'event' || event.categorySource === 'series' ? event.categoryId : null
}

/** The event's own reminders; null for the default, undefined where none at all may mean either. */
function ownReminders(event: EventInstance, defaults: readonly number[]): number[] | null | undefined {
  if (event.reminderSource === 'event') return event.reminders ?? []
  if (event.reminderSource === 'default') return null
  return defaults.length > 0 ? [] : undefined
}
