import { keyOf } from '$lib/api/events'
import { requestTimes, wallSpanOf, type WallSpan } from './wallTime'
import type { Apply, EventInstance } from '$lib/api/types'

/** New times of an event that the server does not know yet. */
export interface PendingTimes {
  event: EventInstance
  span: WallSpan
  apply: Apply
}

/** The events with the new times. They must not have them already: a series would move twice. */
export function withPendingTimes(
  events: EventInstance[],
  pending: readonly PendingTimes[],
  zone: string,
): EventInstance[] {
  let shown = events
  for (const change of pending) {
    const was = wallSpanOf(change.event, zone)
    const [from, to] = [change.span.from - was.from, change.span.to - was.to]
    shown = shown.map((event) => {
      if (!applies(change, event)) return event
      const span = wallSpanOf(event, zone)
      return { ...event, ...requestTimes(event, { from: span.from + from, to: span.to + to }, zone) }
    })
  }
  return shown
}

function applies({ event, apply }: PendingTimes, to: EventInstance): boolean {
  if (to.id !== event.id) return false
  if (event.occurrenceStart === null || apply === 'this') return keyOf(to) === keyOf(event)
  return apply === 'all' || (to.occurrenceStart ?? to.start) >= event.occurrenceStart
}
