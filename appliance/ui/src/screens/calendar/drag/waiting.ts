import type { Change } from '$lib/outbox/outbox.svelte'
import type { EventInstance } from '$lib/api/types'

const EVENT = /^\/api\/events\/([^/?]+)$/

/** Whether a change in the outbox gives an event new times. */
export function isChangeOfEvent({ method, path }: Change): boolean {
  return method === 'PATCH' && EVENT.test(path)
}

/** The events of a response requested at `asOf` with the new times that wait in the outbox, each of one event. */
export function withWaitingTimes(events: EventInstance[], changes: readonly Change[], asOf: number): EventInstance[] {
  let shown = events
  for (const change of changes) {
    if ((change.sentAt ?? Infinity) <= asOf || !isChangeOfEvent(change)) continue
    const id = decodeURIComponent(EVENT.exec(change.path)![1]!)
    const { start, end } = change.body as { start: string; end: string }
    shown = shown.map((event) => (event.id === id ? { ...event, start, end } : event))
  }
  return shown
}
