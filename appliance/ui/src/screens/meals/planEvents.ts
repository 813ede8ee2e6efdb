import { eventsIn } from '$lib/api/events'
import { categories } from '$lib/api/categories'
import { members } from '$lib/api/members'
import { zone } from '$lib/api/settings'
import type { Day } from '$lib/time/dates'
import { eventsOn, type Placed, placeEvents } from '../calendar/layout/placed'
import { routineIn } from '../calendar/layout/routine'

/** The events of each day of the plan that matter for a meal: without what is there on most days. */
export function planEvents(days: readonly Day[]): Map<Day, Placed[]> {
  const found = eventsIn(days[0]!, days.at(-1)!, zone()).value ?? []
  const placed = placeEvents(
    found.filter(({ declined }) => !declined),
    zone(),
    { members: members.value ?? [], categories: categories.value ?? [] },
  )
  const routine = routineIn(placed, days)
  const shown = placed.filter(({ key }) => !routine.has(key))
  return new Map(days.map((day) => [day, eventsOn(shown, day)]))
}
