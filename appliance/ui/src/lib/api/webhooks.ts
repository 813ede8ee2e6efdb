import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { WebhookPatch, WebhookRequest } from './types'

const LOG_EVERY_MS = 3_000

/** All event types a webhook can subscribe to, in display order. */
export const EVENTS = [
  'chore.completed',
  'chore.uncompleted',
  'chore.step.changed',
  'chore.pending',
  'chore.approved',
  'chore.rejected',
  'chore.skipped',
  'chore.unskipped',
  'chore.moved',
  'chore.changed',
  'points.awarded',
  'points.removed',
  'events.changed',
  'calendar.changed',
  'calendar.synced',
  'category.changed',
  'list.changed',
  'list.item.changed',
  'member.changed',
  'sticker.changed',
  'settings.changed',
  'display.paired',
] as const

export type EventType = (typeof EVENTS)[number]

/** Oldest first. Admin. */
export const webhooks = resource('/api/webhooks')
/** The last fifty, newest first. Admin. */
export const deliveriesOf = (id: string) => resource(`/api/webhooks/${id}/deliveries`)

/**
 * Polls the delivery log: the end of a delivery does not change the household's counter. Returns a function that stops
 * it.
 */
export function followDeliveries(id: string): () => void {
  const timer = setInterval(() => document.hidden || void deliveriesOf(id).refresh(), LOG_EVERY_MS)
  return () => clearInterval(timer)
}

/** The secret is only in this response and in that of a rotation. */
export const addWebhook = (request: WebhookRequest) => send('POST', '/api/webhooks', request)
export const changeWebhook = (id: string, request: WebhookPatch) => send('PATCH', `/api/webhooks/${id}`, request)
export const rotateWebhook = (id: string) => send('POST', `/api/webhooks/${id}/rotate`)
export const removeWebhook = (id: string) => send('DELETE', `/api/webhooks/${id}`)
