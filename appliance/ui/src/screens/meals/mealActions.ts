import { attempt } from '$kit/overlays/attempt'
import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'
import { changeMeal, planMeals, removeMeal, sendIngredients, swapDays, takeBack } from '$lib/api/meals'
import { recipes } from '$lib/api/recipes'
import type { Meal, MealSlot } from '$lib/api/types'
import { outbox } from '$lib/changes/outbox.svelte'
import { read } from '$lib/http/client'
import { t } from '$lib/i18n/translate'
import { type Day, timeText } from '$lib/time/dates'
import { dayName, slotName, titleOf } from './mealText'

/** Moves a meal, with undo, and asks about what is on a list for it. */
export async function moveMeal(meal: Meal, date: Day, slot: MealSlot): Promise<void> {
  if (meal.date === date && meal.slot === slot) return
  const title = titleOf(meal)
  const words = { title, day: dayName(date), slot: slotName(slot) }
  const moved = await attempt(() => changeMeal(meal.id, { date, slot }), t('meals.doing.move', { title }))
  if (!moved) return
  toast(t('meals.moved', words), {
    undo: () => void attempt(() => changeMeal(meal.id, { date: meal.date, slot: meal.slot })),
  })
  await offerToTakeBack(meal)
}

/** Deletes a meal: what it has on a list stays or goes, as the family says. */
export async function removeWithUndo(meal: Meal): Promise<void> {
  const title = titleOf(meal)
  const taken = await offerToTakeBack(meal)
  const change = removeMeal(meal.id, t('meals.doing.remove', { title }))
  const undo = async () => {
    if (!(await outbox.cancel(await change))) return toast(t('meals.tooLate'), { bad: true })
    if (taken?.listId) await attempt(() => sendIngredients(taken.listId!, [meal.id], taken.names))
  }
  toast(t('meals.removed', { title }), { undo: () => void undo() })
}

/** Lets the meals of two days change places. */
export async function swapWithUndo(first: Day, second: Day): Promise<void> {
  if (!(await attempt(() => swapDays(first, second)))) return
  toast(t('meals.swapped', { first: dayName(first), second: dayName(second) }), {
    undo: () => void attempt(() => swapDays(first, second)),
  })
}

/** Asks whether the things of a meal leave their list; what left it, or null. */
async function offerToTakeBack(meal: Meal) {
  if (meal.onList === 0) return null
  // What the screen knows may be older: the things may have left the list, here or on another device.
  const { onList } = await read(`/api/meals/${meal.id}`).catch(() => meal)
  if (onList === 0) return null
  const leave = await confirmAction({
    title: t('meals.onListAsk', { count: onList }),
    text: t('meals.onListHint', { title: titleOf(meal) }),
    yes: t('meals.takeOff'),
    no: t('meals.leave'),
  })
  if (!leave) return null
  return takeOff(meal)
}

/** Takes the things of a meal off their list, and says so. */
export async function takeOff(meal: Meal) {
  let taken: Awaited<ReturnType<typeof takeBack>> | null = null
  await attempt(async () => {
    taken = await takeBack(meal.id)
    toast(t('meals.takenOff', { count: taken.names.length }))
  })
  return taken as Awaited<ReturnType<typeof takeBack>> | null
}

/** Says on which days a meal was planned, with Undo. */
export function sayPlanned(planned: readonly Meal[]): void {
  const [{ title: own, kind, slot }] = planned as [Meal]
  const title = titleOf({ title: own, kind })
  toast(t('meals.moved', { title, day: planned.map(({ date }) => dayName(date)).join(', '), slot: slotName(slot) }), {
    undo: () => planned.forEach(({ id }) => void removeMeal(id, t('meals.doing.remove', { title }))),
  })
}

interface Typed {
  title: string
  days: readonly Day[]
  slot: MealSlot
  /** Minutes since midnight; null for the usual time. */
  start: number | null
  memberIds: string[]
}

/** Plans what was typed: a recipe of that name, else a text. It says so with Undo. Throws ApiError. */
export async function planTyped({ title, days, slot, start, memberIds }: Typed): Promise<void> {
  await recipes.refresh()
  const same = recipes.value?.find((recipe) => recipe.title.toLocaleLowerCase() === title.toLocaleLowerCase())
  const what = same ? { recipeId: same.id } : { title }
  const time = start === null ? null : timeText(start)
  sayPlanned(await planMeals(days.map((date) => ({ date, slot, time, eaterIds: memberIds, ...what }))))
}
