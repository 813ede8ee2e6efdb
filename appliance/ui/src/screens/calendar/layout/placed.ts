import type { Category } from '$lib/api/categories'
import { type EventInstance, keyOf } from '$lib/api/events'
import type { Member } from '$lib/api/members'
import { type Day, daysBetween, spanOf } from '$lib/time/dates'

/** Whom and what events name by their ids. */
export interface Lookups {
  members: readonly Member[]
  categories: readonly Category[]
}

/** An event with the household days and minutes it covers, and how it looks. */
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
  /** Lies across days as a bar: an all-day event, or one of a day's length and more. */
  bar: boolean
  color: string
  emoji: string | null
  people: Member[]
}

const DAY_MS = 86_400_000

/** Places events in the household's days: bars first and the longest of them first, then by time and title. */
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
      // A category says more than the person: its colour goes before theirs.
      color: kind?.color ?? event.color,
      emoji: kind?.emoji ?? null,
      people: members.filter((member) => event.memberIds.includes(member.id)),
    })
  }
  return [...seen.values()].sort(inOrder)
}

/** Those that touch a day, in order. */
export function eventsOn(placed: readonly Placed[], day: Day): Placed[] {
  return placed.filter((one) => one.first <= day && one.last >= day)
}

/** How many days it covers. */
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
