import { t } from '$lib/i18n/translate'
import { shortDay } from './askApply'
import { isOfSeries } from './seriesDates'
import type { Apply, EventInstance } from '$lib/api/types'

/** Says what was changed or deleted, and on which dates of a series. */
export function changeText(task: 'changed' | 'deleted', event: EventInstance, apply: Apply): string {
  const title = event.title
  if (!isOfSeries(event)) return t(`calendar.undo.${task}`, { title })
  if (apply === 'all') return t(`calendar.undo.${task}All`, { title })
  return t(`calendar.undo.${task}${apply === 'this' ? 'On' : 'From'}`, { title, day: shortDay(event) })
}
