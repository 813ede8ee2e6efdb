import { categoryOf } from '$lib/api/categories'
import type { EventInstance } from '$lib/api/types'

/** Colour and emoji of an event; the category's colour takes precedence over the person's. */
export function appearanceOf(event: EventInstance): { color: string; emoji: string | null } {
  const category = categoryOf(event.categoryId)
  return { color: category?.color ?? event.color, emoji: category?.emoji ?? null }
}

/** Whether the event belongs to a series. */
export function isRecurring(event: EventInstance): boolean {
  return event.rrule !== null || event.seriesId !== null
}
