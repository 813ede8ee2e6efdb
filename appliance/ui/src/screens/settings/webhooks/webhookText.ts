import type { EventType } from '$lib/api/webhooks'
import { formatNumber } from '$lib/time/formats'
import { t, type MessageKey } from '$lib/i18n/translate'
import type { Delivery } from '$lib/api/types'

const EVENT_WORDS: Record<EventType, MessageKey> = {
  'chore.completed': 'webhookSettings.event.choreCompleted',
  'chore.uncompleted': 'webhookSettings.event.choreUncompleted',
  'chore.step.changed': 'webhookSettings.event.choreStepChanged',
  'chore.pending': 'webhookSettings.event.chorePending',
  'chore.approved': 'webhookSettings.event.choreApproved',
  'chore.rejected': 'webhookSettings.event.choreRejected',
  'chore.skipped': 'webhookSettings.event.choreSkipped',
  'chore.unskipped': 'webhookSettings.event.choreUnskipped',
  'chore.moved': 'webhookSettings.event.choreMoved',
  'chore.changed': 'webhookSettings.event.choreChanged',
  'points.awarded': 'webhookSettings.event.pointsAwarded',
  'points.removed': 'webhookSettings.event.pointsRemoved',
  'events.changed': 'webhookSettings.event.eventsChanged',
  'calendar.changed': 'webhookSettings.event.calendarChanged',
  'calendar.synced': 'webhookSettings.event.calendarSynced',
  'category.changed': 'webhookSettings.event.categoryChanged',
  'list.changed': 'webhookSettings.event.listChanged',
  'list.item.changed': 'webhookSettings.event.listItemChanged',
  'member.changed': 'webhookSettings.event.memberChanged',
  'sticker.changed': 'webhookSettings.event.stickerChanged',
  'settings.changed': 'webhookSettings.event.settingsChanged',
  'display.paired': 'webhookSettings.event.displayPaired',
}

/** The event type in words; the name itself if unknown. */
export function eventWords(type: string): string {
  const word = EVENT_WORDS[type as EventType] as MessageKey | undefined
  return word ? t(word) : type
}

/** The subscribed event types in one line. */
export function listening(events: readonly string[]): string {
  if (events.length === 0) return t('webhookSettings.everything')
  if (events.length > 2) return t('webhookSettings.kinds', { count: events.length })
  return events.map(eventWords).join(', ')
}

/** Result of a delivery; the reason if it failed. */
export function outcome({ state, status, error }: Pick<Delivery, 'state' | 'status' | 'error'>): string {
  if (state === 'delivered') return t('webhookSettings.delivered', { status: status ?? '' })
  if (state === 'waiting') return t('common.waiting')
  if (state === 'sending') return t('webhookSettings.sending')
  if (status !== null) return t(answered(status), { status })
  return error ? error.charAt(0).toLocaleUpperCase() + error.slice(1) : t('webhookSettings.failed')
}

export function duration(ms: number): string {
  return ms < 1000
    ? t('webhookSettings.ms', { count: ms })
    : t('webhookSettings.seconds', { count: formatNumber(Math.round(ms / 100) / 10) })
}

/** The receiver's host, without secret parts of the address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function answered(status: number): MessageKey {
  if (status >= 500) return 'webhookSettings.answer.serverError'
  if (status === 401 || status === 403) return 'webhookSettings.answer.denied'
  if (status === 404 || status === 410) return 'webhookSettings.answer.nothing'
  if (status === 429) return 'webhookSettings.answer.tooMany'
  return status < 400 ? 'webhookSettings.answer.redirect' : 'webhookSettings.answer.notAccepted'
}
