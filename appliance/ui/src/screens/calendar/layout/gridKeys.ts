import { stepAcross } from '$lib/i18n/direction'
import { addDays, type Day } from '$lib/time/dates'

const STEPS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }

/** The day that a key moves the focus to in a grid of weeks; undefined for other keys and at the edges. */
export function dayAfterKey(key: string, from: Day, weeks: readonly (readonly Day[])[]): Day | undefined {
  const row = weeks.find((week) => week.includes(from))
  if (key === 'Home') return row?.[0]
  if (key === 'End') return row?.[row.length - 1]
  const by = STEPS[key] ?? stepAcross(key)
  const to = by && addDays(from, by)
  return weeks.some((week) => to && week.includes(to)) ? to || undefined : undefined
}

/**
 * Moves the focus among the elements with `data-day`, of which only one is a tab stop. Returns the focused day, or
 * undefined where the key means nothing here.
 */
export function moveDayFocus(event: KeyboardEvent, weeks: readonly (readonly Day[])[]): Day | undefined {
  const at = (event.target as HTMLElement).dataset.day
  if (!at || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const to = dayAfterKey(event.key, at, weeks)
  const next = to && (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-day="${to}"]`)
  if (!next) return undefined
  event.preventDefault()
  event.stopPropagation()
  next.focus()
  return to
}
