import type { EventInstance } from '$lib/api/events'

/** The people and categories chosen; nothing chosen lets everything through. */
export interface FilterChoice {
  members: ReadonlySet<string>
  categories: ReadonlySet<string>
}

/** Whether an event is shown. What belongs to nobody in particular concerns everybody, so no choice of people hides it. */
export function isShown(event: EventInstance, { members, categories }: FilterChoice): boolean {
  const people = members.size === 0 || event.memberIds.length === 0 || event.memberIds.some((id) => members.has(id))
  return people && (categories.size === 0 || (event.categoryId !== null && categories.has(event.categoryId)))
}
