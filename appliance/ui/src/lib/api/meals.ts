import { changedList } from '../changes/changed'
import type { Command } from '../changes/commands'
import { outbox, type Change } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import { freshId } from '../ids'
import type { Day } from '../time/dates'
import type { Meal, MealPatch, MealRequest, MealSlot } from './types'

/** The meals of these days, both included. */
export const mealsBetween = (start: Day, end: Day) =>
  resource('/api/meals', { start, end }, { project: (meals, command) => mealsAfter(meals, command, start, end) })
export const mealSuggestions = (start: Day, end: Day, slot: MealSlot, without: string[]) =>
  resource('/api/meals/suggestions', { start, end, slot, without: without.join(',') })
export const ingredientsOf = (mealIds: string[]) => resource('/api/meals/ingredients', { meals: mealIds.join(',') })

/** The ids make it safe to send again. */
export const planMeals = (requests: MealRequest[]): Promise<Meal[]> =>
  send(
    'POST',
    '/api/meals',
    requests.map((request) => ({ ...request, id: freshId() })),
  )
/** Shown at once, and taken back where it fails. */
export const changeMeal = (mealId: string, patch: MealPatch) => outbox.send({ kind: 'meal.change', mealId, patch })
/** Waits for a moment, in which `outbox.cancel` takes it back. */
export const removeMeal = (mealId: string, words: string): Promise<Change> =>
  outbox.add({ kind: 'meal.remove', mealId }, words)

export const swapDays = (first: Day, second: Day) => send('POST', '/api/meals/swap', { first, second })
export const copyWeek = (from: Day, to: Day) => send('POST', '/api/meals/copy', { from, to })
export const repeatMeal = (id: string, everyWeeks: number) => send('POST', `/api/meals/${id}/repeat`, { everyWeeks })
export const endRepeat = (id: string) => send('DELETE', `/api/meals/${id}/repeat`)

export const sendIngredients = (listId: string, mealIds: string[], names: string[]) =>
  send('POST', '/api/meals/send', { listId, mealIds, names })
export const takeBack = (id: string) => send('POST', `/api/meals/${id}/take-back`)
export const addToPantry = (title: string) => send('POST', '/api/pantry', { title })
export const takeFromPantry = (title: string) => send('DELETE', '/api/pantry', undefined, { title })

function mealsAfter(meals: Meal[], command: Command, start: Day, end: Day): Meal[] {
  if (command.kind === 'meal.remove') return changedList(meals, (meal) => (meal.id === command.mealId ? null : meal))
  if (command.kind !== 'meal.change' || 'recipeId' in command.patch) return meals
  const after = changedList(meals, (meal) => {
    if (meal.id !== command.mealId) return meal
    const moved = { ...meal, ...command.patch } as Meal
    return moved.date < start || moved.date > end ? null : moved
  })
  return after === meals ? meals : [...after].sort((a, b) => a.date.localeCompare(b.date))
}
