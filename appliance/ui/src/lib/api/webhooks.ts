import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

const LOG_EVERY_MS = 3_000

/** Everything a webhook can be told of, in the order offered. */
export const EVENTS = [
  'chore.completed',
  'chore.uncompleted',
  'chore.changed',
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

export interface Webhook {
  id: string
  url: string
  /** None means all. A name may be one that this page does not know. */
  events: string[]
  enabled: boolean
  createdAt: string
}

export type WebhookRequest = Pick<Webhook, 'url' | 'events' | 'enabled'>

export interface Delivery {
  id: number
  type: string
  data: Record<string, unknown>
  /** When it happened. */
  at: string
  state: 'waiting' | 'sending' | 'delivered' | 'failed' | 'skipped'
  sentAt: string | null
  /** What the receiver answered, and how long it took to answer or fail. */
  status: number | null
  ms: number | null
  error: string | null
}

/** The oldest first. Admin. */
export const webhooks = resource<Webhook[]>('/api/webhooks')
/** The last fifty, the newest first. Admin. */
export const deliveriesOf = (id: string) => resource<Delivery[]>(`/api/webhooks/${id}/deliveries`)

/** That a delivery has ended moves no counter: asks for the log every few seconds until stopped. */
export function followDeliveries(id: string): () => void {
  const timer = setInterval(() => document.hidden || void deliveriesOf(id).refresh(), LOG_EVERY_MS)
  return () => clearInterval(timer)
}

/** The secret is only ever in this answer and in that of a rotation. */
export const addWebhook = (request: WebhookRequest) =>
  send<Webhook & { secret: string }>('POST', '/api/webhooks', request)
export const changeWebhook = (id: string, request: Partial<WebhookRequest>) =>
  send<Webhook>('PATCH', `/api/webhooks/${id}`, request)
export const rotateWebhook = (id: string) => send<Webhook & { secret: string }>('POST', `/api/webhooks/${id}/rotate`)
export const removeWebhook = (id: string) => send('DELETE', `/api/webhooks/${id}`)
