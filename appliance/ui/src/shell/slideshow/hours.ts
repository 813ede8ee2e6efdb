import { parseTime, within } from '$lib/time/dates'
import type { Settings } from '$lib/api/types'

type Chosen = Pick<Settings, 'slideshow' | 'slideshowAfterMinutes' | 'slideshowFrom' | 'slideshowTo'>

/** Whether photos are due `idleMs` after the last touch, at so many minutes after midnight. */
export function photosAreDue(chosen: Chosen | undefined, idleMs: number, minutes: number): boolean {
  if (!chosen?.slideshow || idleMs < (chosen.slideshowAfterMinutes ?? 10) * 60_000) return false
  const { slideshowFrom: from, slideshowTo: to } = chosen
  return !from || !to || within(parseTime(from), parseTime(to), minutes)
}
