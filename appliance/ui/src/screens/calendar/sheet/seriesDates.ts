import type { Apply, Calendar, EventDates, EventInstance } from '$lib/api/types'

/** What a change is about; `times` includes the day, `rule` is the recurrence rule. */
export interface Changes {
  times?: boolean
  rule?: boolean
}

/** Kinds of calendars whose series can be divided. */
const DIVIDED = new Set<Calendar['kind']>(['local', 'caldav', 'google', 'microsoft'])

/** Whether the event is one date of a series, also one that was changed by itself. */
export function isOfSeries({ rrule, seriesId, detachedFrom }: EventInstance): boolean {
  return rrule !== null || seriesId !== null || detachedFrom !== undefined
}

/**
 * The dates that a change of this occurrence can apply to. Empty for an event that does not repeat. A new rule cannot
 * apply to one date.
 */
export function applyChoices(event: EventInstance, kind: Calendar['kind'], { rule = false }: Changes = {}): Apply[] {
  if (!isOfSeries(event)) return []
  const following: Apply[] = DIVIDED.has(kind) ? ['following'] : []
  return [...(rule ? [] : (['this'] as const)), ...following, 'all']
}

/** The dates of a write as the API expects them. */
export function datesOf(event: EventInstance, kind: Calendar['kind'], apply: Apply): EventDates {
  if (!isOfSeries(event)) return {}
  // Each occurrence of a synced series has an id of its own.
  if (kind !== 'local') return { apply }
  return { occurrence: event.occurrenceStart ?? event.start, apply }
}
