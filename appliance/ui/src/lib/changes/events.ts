import { zone } from '../api/settings'
import { requestTimes, wallSpanOf } from '../time/wallTime'
import { changedList } from './changed'
import type { Command, MovedEvent } from './commands'

/** Events with the new times of one of them, or of the dates of its series. */
export function eventsAfter<T extends MovedEvent>(events: T[], command: Command): T[] {
  if (command.kind !== 'event.move') return events
  const { event, request, span } = command
  const { start = event.start, end = event.end } = request
  if (!span || event.occurrenceStart === null)
    return changedList(events, (one) => (one.id === event.id ? { ...one, start, end } : one))
  const first = event.occurrenceStart
  const was = wallSpanOf(event, zone())
  const [from, to] = [span.from - was.from, span.to - was.to]
  return changedList(events, (one) => {
    const date = one.occurrenceStart ?? one.start
    if (one.id !== event.id) return one
    if (request.apply === 'this') return date === first ? { ...one, start, end } : one
    if (request.apply === 'following' && date < first) return one
    const now = wallSpanOf(one, zone())
    return { ...one, ...requestTimes(one, { from: now.from + from, to: now.to + to }, zone()) }
  })
}
