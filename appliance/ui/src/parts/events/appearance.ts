import { categoryOf } from '$lib/api/categories'
import { members, membersOf } from '$lib/api/members'
import { settings } from '$lib/api/settings'
import type { EventInstance } from '$lib/api/types'
import { isFamily, lookOf, type EventColors, type Look } from './looks'

/** What the household wants the colour of an event to stand for. */
export function eventColors(): EventColors {
  return settings.value?.eventColors ?? 'people'
}

/**
 * Colour, stripes, emoji and category of an event. Elements of the class `tint bar` draw them with `--c` and `--stripes`.
 */
export function appearanceOf(event: Pick<EventInstance, 'color' | 'memberIds' | 'categoryId'>): Look {
  const people = membersOf(event.memberIds)
  const family = isFamily(people, members.value ?? [])
  return lookOf(event, people, categoryOf(event.categoryId), eventColors(), family)
}

/** Whether the event belongs to a series. */
export function isRecurring(event: EventInstance): boolean {
  return event.rrule !== null || event.seriesId !== null
}
