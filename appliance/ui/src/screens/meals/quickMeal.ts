import { toast } from '$kit/overlays/toast.svelte'
import { planMeals, removeMeal } from '$lib/api/meals'
import { recipes } from '$lib/api/recipes'
import type { MealSlot } from '$lib/api/types'
import { t } from '$lib/i18n/translate'
import { type Day, timeText } from '$lib/time/dates'
import { dayName, slotName } from './mealText'

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
  const planned = await planMeals(days.map((date) => ({ date, slot, time, eaterIds: memberIds, ...what })))
  const words = { title: planned[0]!.title, day: days.map(dayName).join(', '), slot: slotName(slot) }
  toast(t('meals.moved', words), {
    undo: () => planned.forEach(({ id }) => void removeMeal(id, t('meals.doing.remove', words))),
  })
}
