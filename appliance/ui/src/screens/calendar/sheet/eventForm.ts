import { addDays, type Day, daysBetween, instantOf, spanOf, weekday } from '$lib/time/dates'
import { t } from '$lib/i18n/translate'
import { parseRule, type Repeat, formatRule } from '$parts/repeat/rule'
import { endAfter } from '../text/eventTimes'
import type { EventInstance, EventRequest } from '$lib/api/types'

/** The form values of an event, in the household's days and minutes. */
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
  /** null: automatic. */
  categoryId: string | null
  /** A recurrence rule the form can edit, or one it keeps unchanged. */
  repeat: Repeat | null
  custom: string | null
  /** null: the household's default; empty: none. */
  reminders: number[] | null
  travelMinutes: number | null
  remindBeforeLeave: boolean
  countdown: boolean
}

export type FieldErrors = Partial<Record<'title' | 'calendarId' | 'end' | 'until', string>>

const DAY = 1440
const HOUR = 60

/** Form for a new event; `lasts` are its minutes. */
export function emptyForm(calendarId: string, first: Day, start: number, lasts = HOUR): Form {
  const end = start + lasts
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
    countdown: false,
  }
}

/** Form for an existing event; `defaults` are the household's default reminders. */
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
    countdown: event.countdown ?? false,
  }
}

/** Moves the start and keeps the duration. */
export function moveStart(form: Form, first: Day, start: number): Pick<Form, 'first' | 'start' | 'last' | 'end'> {
  const lasts = daysBetween(form.first, form.last) * DAY + form.end - form.start
  const end = start + Math.max(0, lasts)
  if (form.allDay)
    return { first, start, last: addDays(first, Math.max(0, daysBetween(form.first, form.last))), end: form.end }
  return { first, start, last: addDays(first, Math.floor(end / DAY)), end: end % DAY }
}

/** Minutes from start to end; for an all-day event those of its times. */
export function durationOf(form: Form): number {
  return daysBetween(form.first, form.last) * DAY + form.end - form.start
}

/** The end so many minutes after the start. */
export function endAfterMinutes(form: Form, minutes: number): Pick<Form, 'last' | 'end'> {
  const end = form.start + minutes
  return { last: addDays(form.first, Math.floor(end / DAY)), end: end % DAY }
}

/** The end at a time of day. On a one-day event, a time at or before the start is on the next day. */
export function moveEnd(form: Form, end: number): Pick<Form, 'last' | 'end'> {
  const overnight = daysBetween(form.first, form.last) <= 1
  return { last: overnight ? addDays(form.first, end > form.start ? 0 : 1) : form.last, end }
}

/** Validation errors by field. */
export function errorsOf(form: Form, zone: string): FieldErrors {
  const errors: FieldErrors = {}
  if (!form.title.trim()) errors.title = t('calendar.form.noTitle')
  if (!form.calendarId) errors.calendarId = t('calendar.form.noCalendar')
  const { start, end } = requestTimes(form, zone)
  if (end <= start) errors.end = t('calendar.form.endFirst')
  if (form.repeat?.until && form.repeat.until < form.first) errors.until = t('calendar.form.untilFirst')
  return errors
}

/** The request body for the form. */
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
    reminders: remindersOf(form.reminders, form.allDay),
    travelMinutes: form.travelMinutes,
    remindBeforeLeave: form.remindBeforeLeave,
    countdown: form.countdown,
  }
}

/** The fields that differ; times, all-day and rule are always sent together. */
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

/** Whether a local time does not exist or occurs twice because of a clock change. */
export function clockChangeAt(day: Day, minutes: number, zone: string): 'gap' | 'overlap' | null {
  const { gap, overlap } = instantOf(day, minutes, zone)
  return gap ? 'gap' : overlap ? 'overlap' : null
}

function requestTimes(form: Form, zone: string): { start: string; end: string } {
  if (form.allDay) return { start: form.first, end: endAfter(form.last) }
  return { start: instantOf(form.first, form.start, zone).iso, end: instantOf(form.last, form.end, zone).iso }
}

/** A weekly series starts on the first of its weekdays. */
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

/** The reminders that an event can have: those on the day itself are lost with a time; null for the default. */
export function remindersOf(chosen: number[] | null, allDay: boolean): number[] | null {
  const kept = chosen?.filter((minutes) => allDay || minutes >= 0)
  return kept && (kept.length || !chosen?.length) ? kept : null
}

/** The event's own reminders; null for the default, undefined where an empty list is ambiguous. */
function ownReminders(event: EventInstance, defaults: readonly number[]): number[] | null | undefined {
  if (event.reminderSource === 'event') return event.reminders ?? []
  if (event.reminderSource === 'default') return null
  return defaults.length > 0 ? [] : undefined
}
