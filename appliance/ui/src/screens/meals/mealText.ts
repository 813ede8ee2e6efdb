import type { Meal, MealSlot, MealSuggestion } from '$lib/api/types'
import { t } from '$lib/i18n/translate'
import { formatDay, formatMinutes, formatNumber } from '$lib/time/formats'
import { minutesOf } from './plan'

export const slotName = (slot: MealSlot) => t(`meals.slots.${slot}`)

/** What a meal is called; nothing has a name of its own. */
export const titleOf = (meal: Pick<Meal, 'title' | 'kind'>) => meal.title || t('meals.kinds.nothing')

export const EMOJI: Record<Meal['kind'], string> = { recipe: '', text: '', restaurant: '🍴', nothing: '' }

/** When to begin, for a recipe with times. */
export const startText = (meal: Meal) =>
  meal.startBy ? t('meals.startBy', { time: formatMinutes(minutesOf(meal.startBy)) }) : null

export const dayName = (day: string) => formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })

/** Why a recipe is suggested. */
export function reasonText({ reasons }: MealSuggestion): string {
  const texts = reasons.map((reason) => {
    switch (reason.code) {
      case 'rated':
        return t('meals.reasons.rated', { stars: formatNumber(reason.stars ?? 0) })
      case 'not_had_for':
        return t('meals.reasons.notHad', { count: reason.days ?? 0 })
      case 'never_had':
        return t('meals.reasons.never')
      case 'different':
        return t('meals.reasons.different', { tag: reason.tag ?? '' })
    }
  })
  return texts.join(' · ')
}
