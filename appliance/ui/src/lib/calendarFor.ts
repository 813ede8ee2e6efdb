import type { Calendar, Member } from './api/types'

/** Whether events can be added now: written, shown, and stored here or at a connected provider. */
export function isOpen({ writable, enabled, kind, accountId, needsReconnect }: Calendar): boolean {
  return writable && enabled && (kind === 'local' || Boolean(accountId && !needsReconnect))
}

/**
 * The calendar of a new event for these people, when none is named: `calendar_for` in
 * `appliance/calendar/calendars/rules.py`, which says the order. Of several that suit them as well, `last` is taken
 * before others: the one that was used here last.
 */
export function calendarFor(
  memberIds: readonly string[],
  people: readonly Member[],
  calendars: readonly Calendar[],
  last: string | null = null,
): string | null {
  const named = people.filter(({ id }) => memberIds.includes(id))
  const chosen = new Set(named.map(({ defaultCalendarId }) => defaultCalendarId ?? null))

  function rank({ id, memberIds: owners }: Calendar): [number, number] {
    const theirs = named.length > 0 && named.every((one) => owners.includes(one.id))
    if (chosen.size === 1 && chosen.has(id)) return [0, 0]
    if (theirs && owners.length === named.length) return [1, 0]
    if (!owners.length || people.every((one) => owners.includes(one.id))) return [2, 0]
    return theirs ? [3, owners.length] : [4, 0]
  }

  const ranked = calendars
    .filter(isOpen)
    .map((one) => ({ id: one.id, order: [...rank(one), one.id === last ? 0 : 1, one.kind === 'local' ? 0 : 1] }))
  ranked.sort((a, b) => a.order.reduce((found, value, at) => found || value - b.order[at]!, 0))
  return ranked[0]?.id ?? null
}
