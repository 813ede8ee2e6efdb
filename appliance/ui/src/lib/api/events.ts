import { instantOf, type Day } from '../time/dates'
import type { WallSpan } from '../time/wallTime'
import { send, sendUndoable } from '../http/client'
import { type Resource, resource } from '../http/resource.svelte'
import type { Of } from '../changes/commands'
import { eventsAfter } from '../changes/events'
import type { EventChange, EventDates, EventInstance, EventRequest } from './types'

/** A key that differs for each occurrence of a series. */
export function keyOf(event: Pick<EventInstance, 'id' | 'occurrenceStart' | 'start'>): string {
  return `${event.id}@${event.occurrenceStart ?? event.start}`
}

/** The events that overlap the household days from `first` to `last`, inclusive; on request with birthdays. */
export function eventsIn(first: Day, last: Day, zone: string, birthdays = false): Resource<EventInstance[]> {
  const [from, to] = [instantOf(first, 0, zone).iso, instantOf(last, 1440, zone).iso]
  return resource('/api/events', { from, to, birthdays: birthdays || undefined }, { project: eventsAfter })
}

const pathOf = (id: string) => `/api/events/${encodeURIComponent(id)}` as const
export const eventOf = (id: string) =>
  resource(pathOf(id), undefined, { project: (event, command) => eventsAfter([event], command)[0]! })

export const addEvent = (request: EventRequest) => sendUndoable('POST', '/api/events', request)
export const changeEvent = (id: string, request: EventChange) => sendUndoable('PATCH', pathOf(id), request)
/** The change that gives an event, or the dates of its series that `request` names, new times. */
export function moveEvent(event: EventInstance, span: WallSpan, request: EventChange): Of<'event.move'> {
  const { id, start, end, allDay, occurrenceStart } = event
  return { kind: 'event.move', event: { id, start, end, allDay, occurrenceStart }, request, span }
}

/** Deletes an event; `dates` selects the dates of a series. */
export const removeEvent = (id: string, dates: EventDates = {}) => sendUndoable('DELETE', pathOf(id), undefined, dates)

/** Undoes one write by its token. The server answers 409 when the event was changed since, 404 after 10 minutes. */
export const undoEventWrite = (token: string) => send('POST', '/api/events/undo', { token })
