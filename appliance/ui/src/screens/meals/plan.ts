import type { Meal, MealSlot } from '$lib/api/types'
import { addDays, type Day, type FirstWeekday, range, weekStart } from '$lib/time/dates'

/** In the order of the day. */
export const SLOTS: readonly MealSlot[] = ['breakfast', 'lunch', 'dinner', 'snack']
export const DAYS = 7

/** The days of the plan: the week of a day, or seven days from it on. */
export function planDays(day: Day, rolling: boolean, first: FirstWeekday): Day[] {
  return range(rolling ? day : weekStart(day, first), DAYS)
}

/** The slots to show: the household's, and any other that has a meal, so that none is hidden. */
export function shownSlots(chosen: readonly MealSlot[], meals: readonly Meal[]): MealSlot[] {
  return SLOTS.filter((slot) => chosen.includes(slot) || meals.some((meal) => meal.slot === slot))
}

/** What is asked most: dinner, where the household plans it. */
export const mainSlot = (chosen: readonly MealSlot[]): MealSlot =>
  chosen.length && !chosen.includes('dinner') ? chosen[0]! : 'dinner'

export const mealsOf = (meals: readonly Meal[], day: Day, slot: MealSlot) =>
  meals.filter((meal) => meal.date === day && meal.slot === slot)

const EVENTS = 4

/** Of the events of a full day those that meals are planned around: what lasts all day, then the latest. In their order. */
export function aroundMeals<T extends { bar: boolean }>(events: readonly T[]): T[] {
  const over = events.length - EVENTS
  const early = events.filter(({ bar }) => !bar).slice(0, Math.max(0, over))
  return events.filter((one) => !early.includes(one)).slice(0, EVENTS)
}

/** The first of the days that comes `by` plans later. */
export const shifted = (days: readonly Day[], by: 1 | -1) => addDays(days[0]!, by * DAYS)

/** HH:MM as minutes since midnight. */
export function minutesOf(time: string | undefined): number {
  if (!time) return 0
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}

export const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
