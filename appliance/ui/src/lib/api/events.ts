import { instantOf, type Day } from '../time/dates'
import { send } from '../http/client'
import { type Resource, resource } from '../http/resource.svelte'

export type MemberScope = 'occurrence' | 'series' | 'calendar' | 'none'
export type CategorySource = 'event' | 'series' | 'keyword' | 'calendar'
export type Scope = 'occurrence' | 'series'

/** One event, or one occurrence of a series. Occurrences share the id and differ in occurrenceStart. */
export interface EventInstance {
  id: string
  calendarId: string
  title: string
  /** Instants, or dates with an exclusive end for all-day events. */
  start: string
  end: string
  allDay: boolean
  location: string | null
  description: string | null
  memberIds: string[]
  color: string
  rrule: string | null
  occurrenceStart: string | null
  readOnly: boolean
  seriesId: string | null
  memberScope: MemberScope
  categoryId: string | null
  categorySource: CategorySource | null
  reminders: number[] | null
  reminderSource: 'event' | 'default' | null
  travelMinutes: number | null
  leaveAt: string | null
  remindBeforeLeave: boolean
  linkedItemCount?: number
  noteCount?: number
}

export interface EventRequest {
  calendarId: string
  title: string
  start: string
  end: string
  allDay: boolean
  location?: string
  description?: string
  memberIds?: string[]
  rrule?: string | null
  categoryId?: string | null
  reminders?: number[] | null
  travelMinutes?: number | null
  remindBeforeLeave?: boolean
}

/** A key that differs for each occurrence of a series. */
export function keyOf(event: EventInstance): string {
  return `${event.id}@${event.occurrenceStart ?? event.start}`
}

/** The events that overlap the household days from `first` to `last`, inclusive. */
export function eventsIn(first: Day, last: Day, zone: string): Resource<EventInstance[]> {
  const query = new URLSearchParams({ from: instantOf(first, 0, zone).iso, to: instantOf(last, 1440, zone).iso })
  return resource<EventInstance[]>(`/api/events?${query}`)
}

export const eventOf = (id: string) => resource<EventInstance>(`/api/events/${encodeURIComponent(id)}`)

export const addEvent = (request: EventRequest) => send<EventInstance>('POST', '/api/events', request)
export const changeEvent = (id: string, request: Partial<Omit<EventRequest, 'calendarId'>> & { scope?: Scope }) =>
  send<EventInstance>('PATCH', `/api/events/${encodeURIComponent(id)}`, request)
export const removeEvent = (id: string, scope: Scope = 'occurrence') =>
  send('DELETE', `/api/events/${encodeURIComponent(id)}?scope=${scope}`)
