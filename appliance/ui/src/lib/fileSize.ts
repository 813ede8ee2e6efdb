import { formatNumber } from './time/formats'

/** A file size with a suitable unit. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const digits = value < 10 ? 1 : 0
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: digits })
}
