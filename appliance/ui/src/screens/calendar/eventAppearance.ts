import { categoryOf } from '$lib/api/categories'
import type { EventInstance } from '$lib/api/events'

/** How an event is drawn: a category's colour says more than the person's. */
export function appearanceOf(event: EventInstance): { color: string; emoji: string | null } {
  const category = categoryOf(event.categoryId)
  return { color: category?.color ?? event.color, emoji: category?.emoji ?? null }
}

/** Whether it is one of several. */
export function isRecurring(event: EventInstance): boolean {
  return event.rrule !== null || event.seriesId !== null
}
