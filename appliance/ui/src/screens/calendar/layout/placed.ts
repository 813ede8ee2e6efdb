import { keyOf } from '$lib/api/events'
import { type Day, daysBetween, spanOf } from '$lib/time/dates'
import type { Category, EventInstance, Member } from '$lib/api/types'

/** Lookup tables for the ids in events. */
export interface Lookups {
  members: readonly Member[]
  categories: readonly Category[]
}

/** An event with its household days, minutes and appearance. */
export interface Placed {
  key: string
  event: EventInstance
  first: Day
  /** Inclusive. */
  last: Day
  /** Minutes since the midnight that begins `first`. */
  start: number
  /** Minutes since the midnight that begins `last`; 1440 is its end. */
  end: number
  /** Drawn as a bar across days: all-day, or at least one day long. */
  bar: boolean
  color: string
  emoji: string | null
  people: Member[]
}

const DAY_MS = 86_400_000

/** Computes the days and appearance of events. Order: start, longest first, time, title. */
export function placeEvents(
  events: readonly EventInstance[],
  zone: string,
  { members, categories }: Lookups,
): Placed[] {
  const kinds = new Map(categories.map((category) => [category.id, category]))
  const seen = new Map<string, Placed>()
  for (const event of events) {
    const key = keyOf(event)
    if (seen.has(key)) continue
    const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
    const bar = event.allDay || Date.parse(event.end) - Date.parse(event.start) >= DAY_MS
    const kind = event.categoryId ? kinds.get(event.categoryId) : undefined
    seen.set(key, {
      key,
      event,
      first,
      last,
      start: startMinutes,
      end: endMinutes,
      bar,
      // The category's colour takes precedence over the person's.
      color: kind?.color ?? event.color,
      emoji: kind?.emoji ?? null,
      people: members.filter((member) => event.memberIds.includes(member.id)),
    })
  }
  return [...seen.values()].sort(inOrder)
}

/** The events on a day, in order. */
export function eventsOn(placed: readonly Placed[], day: Day): Placed[] {
  return placed.filter((one) => one.first <= day && one.last >= day)
}

/** Number of days it covers. */
export function dayCount(one: Placed): number {
  return daysBetween(one.first, one.last) + 1
}

function inOrder(a: Placed, b: Placed): number {
  return (
    a.first.localeCompare(b.first) ||
    dayCount(b) - dayCount(a) ||
    Number(b.bar) - Number(a.bar) ||
    a.start - b.start ||
    a.end - b.end ||
    a.event.title.localeCompare(b.event.title)
  )
}
