import { parseRule } from '$parts/repeat/rule'
import { isRecurring } from '$parts/events/appearance'
import { datesOf } from '../sheet/seriesDates'
import { dayOf, requestTimes, wallSpanOf, type WallSpan } from '$lib/time/wallTime'
import type { Apply, Calendar, EventChange, EventInstance } from '$lib/api/types'

/** The request that gives an event, or some dates of its series, a new time. The server moves a rule along. */
export function changeRequest(
  event: EventInstance,
  span: WallSpan,
  { kind, zone, apply }: { kind: Calendar['kind']; zone: string; apply: Apply },
): EventChange {
  const times = { ...requestTimes(event, span, zone), allDay: event.allDay }
  if (!isRecurring(event)) return times
  if (kind !== 'local') return { ...times, ...datesOf(event, kind, apply) }
  return { ...times, occurrence: event.occurrenceStart ?? event.start, apply }
}

/** Whether the rule of a series can follow its occurrence to this span. */
export function ruleFollows(event: EventInstance, span: WallSpan, zone: string): boolean {
  const first = dayOf(wallSpanOf(event, zone).from)
  return !event.rrule || dayOf(span.from) === first || parseRule(event.rrule, first, zone) !== null
}
