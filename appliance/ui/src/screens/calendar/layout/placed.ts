import { keyOf } from '$lib/api/events'
import { language } from '$lib/i18n/language.svelte'
import { type Day, daysBetween, spanOf } from '$lib/time/dates'
import type { Category, EventInstance, Member } from '$lib/api/types'
import { CAKE } from '../birthday/birthdays'
import { type EventColors, isFamily, type Look, lookOf } from '$parts/events/looks'

/** Lookup tables for the ids in events. */
export interface Lookups {
  members: readonly Member[]
  categories: readonly Category[]
  /** What the colour stands for; people by default. */
  colors?: EventColors
}

/** An event with its household days, minutes and appearance. */
export interface Placed extends Look {
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
  people: Member[]
  /** It is of everybody. */
  family: boolean
}

const DAY_MS = 86_400_000

/** Computes the days and appearance of events. Order: start, longest first, time, title. */
export function placeEvents(
  events: readonly EventInstance[],
  zone: string,
  { members, categories, colors = 'people' }: Lookups,
): Placed[] {
  const kinds = new Map(categories.map((category) => [category.id, category]))
  const seen = new Map<string, Placed>()
  for (const event of events) {
    const key = keyOf(event)
    if (seen.has(key)) continue
    const { first, last, startMinutes, endMinutes } = spanOf(event, zone)
    const bar = event.allDay || Date.parse(event.end) - Date.parse(event.start) >= DAY_MS
    const people = members.filter((member) => event.memberIds.includes(member.id))
    const family = isFamily(people, members)
    seen.set(key, {
      key,
      event,
      first,
      last,
      start: startMinutes,
      end: endMinutes,
      bar,
      people,
      family,
      ...lookOf(event, people, kinds.get(event.categoryId ?? ''), colors, family),
      ...(event.birthday ? { emoji: CAKE } : {}),
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
    (a.first < b.first ? -1 : Number(a.first > b.first)) ||
    dayCount(b) - dayCount(a) ||
    Number(b.bar) - Number(a.bar) ||
    a.start - b.start ||
    a.end - b.end ||
    a.event.title.localeCompare(b.event.title, language.locale)
  )
}
