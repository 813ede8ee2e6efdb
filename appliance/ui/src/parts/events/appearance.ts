import { categoryOf } from '$lib/api/categories'
import { membersOf } from '$lib/api/members'
import { settings } from '$lib/api/settings'
import type { EventInstance } from '$lib/api/types'
import { lookOf, type EventColors, type Look } from './looks'

/** What the household wants the colour of an event to stand for. */
export function eventColors(): EventColors {
  return settings.value?.eventColors ?? 'people'
}

/**
 * Colour, stripes, emoji and category of an event. Elements of the class `tint bar` draw them with `--c` and `--stripes`.
 */
export function appearanceOf(event: Pick<EventInstance, 'color' | 'memberIds' | 'categoryId'>): Look {
  return lookOf(event, membersOf(event.memberIds), categoryOf(event.categoryId), eventColors())
}

/** Whether the event belongs to a series. */
export function isRecurring(event: EventInstance): boolean {
  return event.rrule !== null || event.seriesId !== null
}
