import { categoryOf } from '$lib/api/categories'
import type { EventInstance } from '$lib/api/events'
import type { Member } from '$lib/api/members'

/** How an event is drawn: a category's colour says more than the person's. */
export function lookOf(event: EventInstance): { color: string; emoji: string | null } {
  const category = categoryOf(event.categoryId)
  return { color: category?.color ?? event.color, emoji: category?.emoji ?? null }
}

/** Whether it is one of several. */
export function recurs(event: EventInstance): boolean {
  return event.rrule !== null || event.seriesId !== null
}

/** How much room a person's dot takes. */
export const DOT_PX = 10

/** People's colours as dots side by side, in one background: an element for each would be a fifth of a month's elements. */
export function dots(people: readonly Member[]): string {
  return people.map(({ color }, at) => `radial-gradient(circle at ${DOT_PX * (at + 0.5)}px, ${color} 3.5px, #0000 4.5px)`).join(', ')
}
