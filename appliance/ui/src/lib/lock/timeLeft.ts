import { t } from '../i18n/translate'
import { formatNumber } from '../time/formats'

/** Minutes and seconds, like `4:05`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${formatNumber(Math.floor(seconds / 60))}:${formatNumber(seconds % 60, { minimumIntegerDigits: 2 })}`
}

/** A waiting time in words: whole minutes, rounded up. */
export function waitingTime(ms: number): string {
  return ms <= 60_000 ? t('lock.underAMinute') : t('lock.minutes', { count: Math.ceil(ms / 60_000) })
}
