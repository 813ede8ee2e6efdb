import { codedText } from '$lib/errors/codedText'
import { ApiError } from '$lib/http/client'
import { localOf, todayIn } from '$lib/time/dates'
import { formatInstant } from '$lib/time/formats'
import { t, type MessageKey } from '$lib/i18n/translate'
import type { Calendar } from '$lib/api/types'

const KINDS: Record<Calendar['kind'], MessageKey> = {
  local: 'calendarSettings.kindLocal',
  ics: 'calendarSettings.kindFeed',
  google: 'common.google',
  microsoft: 'calendarSettings.kindMicrosoft',
  caldav: 'calendarSettings.kindCaldav',
}

export const providerName = (kind: Calendar['kind']): string => t(KINDS[kind])

export function kindOf(calendar: Calendar): string {
  const kind = t(KINDS[calendar.kind])
  return calendar.writable || calendar.kind === 'ics' ? kind : t('calendarSettings.readOnly', { kind })
}

/** Sync state of a calendar in one line; `bad` where somebody has to act. (contract §12) */
export function syncState(calendar: Calendar, zone: string, now: number): { text: string; bad: boolean } {
  if (!calendar.enabled) return { text: t('calendarSettings.stateOff'), bad: false }
  if (calendar.kind === 'local') return { text: t('calendarSettings.stateLocal'), bad: false }
  if (calendar.needsReconnect) return { text: t('calendarSettings.stateReconnect'), bad: true }
  const paused = calendar.lastErrorDetails
  if (paused?.code === 'sync_interrupted') {
    const until = timeText(String(paused.until), zone, now)
    return { text: t('calendarSettings.statePaused', { when: until }), bad: true }
  }
  if (!calendar.lastSyncedAt) return { text: t('common.notSynced'), bad: false }
  const when = timeText(calendar.lastSyncedAt, zone, now)
  if (calendar.lastError) {
    const details = calendar.lastErrorDetails ?? {}
    const loss = lossText(details)
    if (loss) return { text: `${t('calendarSettings.stateSynced', { when })} · ${loss}`, bad: true }
    const failure = new ApiError(0, calendar.lastError, details)
    const reason = withPrivateHint(codedText(failure) ?? calendar.lastError, details.code as string | undefined)
    return { text: t('calendarSettings.stateFailed', { when, reason }), bad: true }
  }
  return { text: t('calendarSettings.stateSynced', { when }), bad: false }
}

/** What a good sync could not read; undefined when there is nothing. */
function lossText({ code, count, reasons, zones }: NonNullable<Calendar['lastErrorDetails']>): string | undefined {
  if (code === 'events_unreadable') {
    return t('calendarSettings.stateLost', { count: Number(count), reasons: String(reasons) })
  }
  return code === 'zone_unknown' ? t('calendarSettings.stateZone', { zones: String(zones) }) : undefined
}

/** The time if today, otherwise with the date. */
function timeText(instant: string, zone: string, now: number): string {
  const today = localOf(Date.parse(instant), zone).date === todayIn(zone, now)
  return formatInstant(instant, zone, {
    hour: 'numeric',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  })
}

/** The server's error text, with advice where it is not enough. */
export function withPrivateHint(message: string, code?: string): string {
  return code === 'private_address' || /public address/.test(message)
    ? `${message} ${t('calendarSettings.privateHint')}`
    : message
}
