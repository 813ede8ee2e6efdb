import { formatNumber } from './formats'

/** A duration in its two largest units: 3 hours 45 minutes, or 3 hr 45 min. */
export function durationText(minutes: number, unitDisplay: 'long' | 'short'): string {
  const parts = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', Math.floor(minutes) % 60],
  ] as const
  const first = parts.findIndex(([, count]) => count > 0)
  const shown = first < 0 ? parts.slice(2) : parts.slice(first, first + 2).filter(([, count]) => count > 0)
  return shown.map(([unit, count]) => formatNumber(count, { style: 'unit', unit, unitDisplay })).join(' ')
}
