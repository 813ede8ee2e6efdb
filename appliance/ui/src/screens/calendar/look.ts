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

/** How wide a person's mark is. */
export const MARK_PX = 8

/** People's colours side by side, as one background: an element for each would be a fifth of a month's elements. */
export function marksOf(people: readonly Member[]): string {
  const [one, ...others] = people.map(({ color }) => color)
  if (!one || others.length === 0) return one ?? 'none'
  return `linear-gradient(to right, ${[one, ...others].map((color, at) => `${color} ${at * MARK_PX}px ${(at + 1) * MARK_PX}px`).join(', ')})`
}
