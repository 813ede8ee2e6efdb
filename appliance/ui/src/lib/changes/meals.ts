import type { Day } from '../time/dates'
import type { Meal } from '../api/types'
import { changedList } from './changed'
import type { Command } from './commands'

/** Meals between two days after a change of this device. */
export function mealsAfter(meals: Meal[], command: Command, start: Day, end: Day): Meal[] {
  if (command.kind === 'meal.remove') return changedList(meals, (meal) => (meal.id === command.mealId ? null : meal))
  if (command.kind !== 'meal.change' || 'recipeId' in command.patch) return meals
  const after = changedList(meals, (meal) => {
    if (meal.id !== command.mealId) return meal
    const moved = { ...meal, ...command.patch } as Meal
    return moved.date < start || moved.date > end ? null : moved
  })
  return after === meals ? meals : [...after].sort((a, b) => a.date.localeCompare(b.date))
}
