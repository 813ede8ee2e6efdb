import type { RecipeStep } from '$lib/api/types'
import { t } from '$lib/i18n/translate'

/** The lines of a text, or with `between` its paragraphs. */
export const linesOf = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * The steps of a text that is being edited. A step keeps its timer and reminder by its text, else by its place while no
 * step is added or removed.
 */
export function stepsAfter(known: readonly RecipeStep[], text: string): RecipeStep[] {
  const texts = linesOf(text, /\n\s*\n/)
  const left = [...known]
  const same = texts.map((one) => {
    const at = left.findIndex((step) => step.text === one)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  })
  return texts.map((one, at) => {
    const before = same[at] ?? (texts.length === known.length ? known[at] : undefined)
    return { text: one, timerSeconds: before?.timerSeconds ?? null, remindBefore: before?.remindBefore ?? null }
  })
}

/** Choices with one more that is stored and not among them, in order. */
export const choicesWith = (choices: readonly number[], own: number | null | undefined): number[] =>
  typeof own === 'number' && !choices.includes(own) ? [...choices, own].sort((a, b) => a - b) : [...choices]

/** How long before the meal. Not by the calendar's own function, which would load the calendar. */
export function beforeText(minutes: number): string {
  if (minutes === 0) return t('recipes.atMeal')
  if (minutes % 1440 === 0) return t('calendar.reminder.days', { count: minutes / 1440 })
  if (minutes % 60 === 0) return t('calendar.reminder.hours', { count: minutes / 60 })
  return t('calendar.reminder.minutes', { count: minutes })
}
