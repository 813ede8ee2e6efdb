import { dateOrder } from '../time/clockStyle.svelte'
import { formatter } from '../time/formats'

/** Whether the reader writes the day before the month. */
export function isDayFirst(): boolean {
  if (dateOrder() !== 'auto') return dateOrder() === 'dmy'
  const parts = formatter({ day: 'numeric', month: 'numeric' }).own.formatToParts(0)
  return parts.findIndex(({ type }) => type === 'day') < parts.findIndex(({ type }) => type === 'month')
}
