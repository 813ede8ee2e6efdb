import { t } from './i18n/translate'
import type { ChoreRequest } from './api/types'

const DAILY = 'FREQ=DAILY'

/** Chores that many families have. */
export const CHORE_IDEAS = [
  { word: 'bed', emoji: '🛏️', points: 1, rrule: DAILY },
  { word: 'teeth', emoji: '🪥', points: 1, rrule: DAILY },
  { word: 'table', emoji: '🍽️', points: 2, rrule: DAILY },
  { word: 'dishes', emoji: '🫧', points: 3, rrule: DAILY },
  { word: 'pet', emoji: '🐾', points: 2, rrule: DAILY },
  { word: 'read', emoji: '📚', points: 2, rrule: DAILY },
  { word: 'toys', emoji: '🧸', points: 3, rrule: 'FREQ=WEEKLY;BYDAY=SA' },
  { word: 'bins', emoji: '🗑️', points: 3, rrule: 'FREQ=WEEKLY;BYDAY=MO' },
] as const

export type ChoreIdea = (typeof CHORE_IDEAS)[number]

export const ideaTitle = ({ word }: ChoreIdea): string => t(`choreDialogs.ideas.${word}`)

export function choreOf(idea: ChoreIdea, memberId: string | null): ChoreRequest {
  const { emoji, points, rrule } = idea
  return { title: ideaTitle(idea), emoji, points, rrule, memberId }
}
