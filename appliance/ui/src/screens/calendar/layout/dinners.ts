import type { Meal } from '$lib/api/types'
import { hyphenated, linesOf, type Measure } from './textLines'

/** A meal of a day as it is drawn. */
export interface Dinner {
  meal: Meal
  /** With soft hyphens in words that are wider than a day. */
  title: string
  /** That the whole title takes. */
  lines: number
}

/** In px. `width` is that of a day. */
export interface DinnerMetrics {
  font: number
  width: number
  line: number
  gap: number
  /** Of a day without a meal: as high as a finger. */
  least: number
  title: Measure
}

/** Beside the text of a day with a reserve for rounding, and above and below it, together. */
const AROUND = { beside: 14, above: 10 }
/** Lines of a title: all where every event has all of its room, then fewer. The events of a week come before long titles. */
export const WHOLE_TITLE = 12
export const SHORT_TITLE = 3
export const SHORTEST_TITLE = 2

/** What there is for dinner on each of the days. Nothing may have no name. */
export function dinnersOf(days: readonly (readonly Meal[])[], { width, title: measure }: DinnerMetrics): Dinner[][] {
  const inner = width - AROUND.beside
  return days.map((meals) =>
    meals.map((meal) => {
      const title = hyphenated(meal.title || '–', inner, measure)
      return { meal, title, lines: linesOf(title, inner, measure) }
    }),
  )
}

/** The height of their row with titles of at most `most` lines; none where nothing is planned. */
export function dinnersHeight(dinners: readonly (readonly Dinner[])[], most: number, metrics: DinnerMetrics): number {
  if (!dinners.some((of) => of.length)) return 0
  const heightOf = (of: readonly Dinner[]) =>
    of.reduce((all, { lines }) => all + Math.min(lines, most) * metrics.line + metrics.gap, AROUND.above)
  return Math.max(metrics.least, ...dinners.map(heightOf))
}
