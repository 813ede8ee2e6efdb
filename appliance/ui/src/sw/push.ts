/// <reference lib="webworker" />
/**
 * Push messages: each is shown, a tap opens its link, its buttons answer what waits for a yes, and the subscription is
 * renewed when it changes.
 */
import { pushed } from '../messages/en/rest.json'
import { addressOf, type Message, messageOf } from './message'
import { renew } from './renewal'
import { Refused, request } from './request'
import { cachedSubscription } from './subscriptionCache'

const worker = self as unknown as ServiceWorkerGlobalScope

const BUTTONS = ['approve', 'decline'] as const
type Button = (typeof BUTTONS)[number]

interface SubscriptionChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null
}

worker.addEventListener('push', (event) => {
  event.waitUntil(show(messageOf(event.data?.text())))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const message = { url: '/', ...(event.notification.data as Partial<Message> | null) }
  const button = BUTTONS.find((name) => name === event.action)
  event.waitUntil(
    button && (message.approve || message.rewards)
      ? decide(button, message)
      : openPage(addressOf(message.url, worker.location.origin)),
  )
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  const changed = event as SubscriptionChangeEvent
  changed.waitUntil(renew(changed.newSubscription))
})

/** A page that has just opened asks to check the subscription: not every browser fires `pushsubscriptionchange`. */
worker.addEventListener('message', (event) => {
  if (event.data !== 'push') return
  event.waitUntil(renew().then((kept) => event.ports[0]?.postMessage(kept ? 'kept' : 'lost')))
})

/** A message that replaces another notifies again. Buttons that a browser does not show are in the page too. */
async function show(message: Message): Promise<void> {
  const { title, body, tag, approve, rewards, words } = message
  const options = {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: message,
    ...(tag ? { tag, renotify: true } : {}),
    ...(approve || rewards
      ? { actions: BUTTONS.map((action) => ({ action, title: { ...pushed, ...words }[action] })) }
      : {}),
  }
  await worker.registration.showNotification(title, options)
}

/** Answers with this device's key, also while no page is open; says so when it fails, with the buttons again. */
async function decide(button: Button, message: Partial<Message>): Promise<void> {
  const { title = '', url = '/', tag, approve, rewards, words } = message
  const texts = { ...pushed, ...words }
  const shown = { title, url, ...(tag ? { tag } : {}) }
  try {
    const cached = await cachedSubscription()
    if (!cached) throw new Error('no key')
    const asked = askedOf(button, message)
    const counted = await Promise.all(asked.map(([path, body]) => counts(cached.key, path, body)))
    if (!counted.includes(true)) await show({ ...shown, body: texts.answered })
  } catch {
    await show({
      ...shown,
      body: texts.failed,
      ...(approve ? { approve } : {}),
      ...(rewards ? { rewards } : {}),
      ...(words ? { words } : {}),
    })
  }
}

/** The requests of a button, with their bodies. */
function askedOf(button: Button, { approve, rewards = [] }: Partial<Message>): [path: string, body?: object][] {
  const ticks = button === 'approve' ? '/api/chores/pending/approve' : '/api/chores/pending/reject'
  return approve ? [[ticks, { ids: approve }]] : rewards.map((id) => [`/api/rewards/redemptions/${id}/${button}`])
}

/** Sends an answer; false when somebody has answered before. Asking again after a failure is safe. */
async function counts(key: string, path: string, body?: object): Promise<boolean> {
  try {
    await request(key, 'POST', path, body)
    return true
  } catch (failure) {
    if (failure instanceof Refused && failure.status === 409) return false
    throw failure
  }
}

async function openPage(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (page && address.startsWith(`${worker.location.origin}/`)) {
    try {
      await page.navigate(address)
      await page.focus()
      return
    } catch {
      // The page belongs to another worker, or the browser does not allow focusing.
    }
  }
  await worker.clients.openWindow(address)
}
