import { instantOf, type Day } from '../time/dates'
import { send, sendUndoable } from '../http/client'
import { type Resource, resource } from '../http/resource.svelte'
import { outbox } from '../outbox/outbox.svelte'
import type { EventChange, EventDates, EventInstance, EventRequest } from './types'

/** A key that differs for each occurrence of a series. */
export function keyOf(event: EventInstance): string {
  return `${event.id}@${event.occurrenceStart ?? event.start}`
}

/** The events that overlap the household days from `first` to `last`, inclusive; on request with birthdays. */
export function eventsIn(first: Day, last: Day, zone: string, birthdays = false): Resource<EventInstance[]> {
  const [from, to] = [instantOf(first, 0, zone).iso, instantOf(last, 1440, zone).iso]
  return resource('/api/events', { from, to, birthdays: birthdays || undefined })
}

const pathOf = (id: string) => `/api/events/${encodeURIComponent(id)}` as const
export const eventOf = (id: string) => resource(pathOf(id))

export const addEvent = (request: EventRequest) => sendUndoable('POST', '/api/events', request)
export const changeEvent = (id: string, request: EventChange) => sendUndoable('PATCH', pathOf(id), request)
/** Changes an event through the outbox; for changes that can be repeated. `words` describes it in an error message. */
export const changeEventLater = (id: string, request: EventChange, words: string) =>
  outbox.enqueue('PATCH', pathOf(id), request, { words })

/** Deletes an event; `dates` selects the dates of a series. */
export const removeEvent = (id: string, dates: EventDates = {}) => sendUndoable('DELETE', pathOf(id), undefined, dates)

/** Undoes one write by its token. The server answers 409 when the event was changed since, 404 after 10 minutes. */
export const undoEventWrite = (token: string) => send('POST', '/api/events/undo', { token })
