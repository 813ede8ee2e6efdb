import { instantOf, type Day } from '../time/dates'
import { send } from '../http/client'
import { type Resource, resource } from '../http/resource.svelte'
import type { EventInstance, EventPatch, EventRequest, Scope } from './types'

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
export const changeEvent = (id: string, request: EventPatch) =>
  send<EventInstance>('PATCH', `/api/events/${encodeURIComponent(id)}`, request)
export const removeEvent = (id: string, scope: Scope = 'occurrence') =>
  send('DELETE', `/api/events/${encodeURIComponent(id)}?scope=${scope}`)
