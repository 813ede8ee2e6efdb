import type { EventInstance } from '$lib/api/types'

/** Chosen members and categories; empty means all. */
export interface FilterChoice {
  members: ReadonlySet<string>
  categories: ReadonlySet<string>
}

/** Whether an event is shown. Events without members are for everybody, so member filters do not hide them. */
export function isShown(event: EventInstance, { members, categories }: FilterChoice): boolean {
  const people = members.size === 0 || event.memberIds.length === 0 || event.memberIds.some((id) => members.has(id))
  return people && (categories.size === 0 || (event.categoryId !== null && categories.has(event.categoryId)))
}
