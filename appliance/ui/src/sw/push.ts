/// <reference lib="webworker" />
/**
 * Push messages: each is shown, a tap opens its link, its buttons answer what waits for a yes, and the subscription is
 * renewed when it changes.
 */
import type { PushDevice, PushPublicKey } from '../lib/api/types'
import { pushed } from '../words/en.json'
import { addressOf, type Message, messageOf } from './message'

const worker = self as unknown as ServiceWorkerGlobalScope

/** Written by the page (lib/push); without it this device has no subscription. */
const CACHE_NAME = 'mantel-push'
const CACHE_PATH = '/push'
const SUBSCRIPTIONS = '/api/push/subscriptions'

interface CachedSubscription {
  /** This device's key, its subscription's id and endpoint. */
  key: string
  id: string
  endpoint: string
}

const BUTTONS = ['approve', 'decline'] as const
type Button = (typeof BUTTONS)[number]

/** A server that is away may never answer. */
const ANSWER_MS = 15_000

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

/** A page that has just opened asks to check the endpoint: not every browser fires `pushsubscriptionchange`. */
worker.addEventListener('message', (event) => {
  if (event.data === 'push') event.waitUntil(renew())
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
    if (failure instanceof Error && failure.message.endsWith(': 409')) return false
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

/** Registers the current endpoint with the server and keeps the device's options. */
async function renew(replacement?: PushSubscription | null): Promise<void> {
  const cached = await cachedSubscription()
  if (!cached) return
  const known =
    replacement ?? (await worker.registration.pushManager.getSubscription()) ?? (await subscribe(cached.key))
  if (known.endpoint === cached.endpoint) return
  const devices = (await request(cached.key, 'GET', SUBSCRIPTIONS)) as PushDevice[]
  const before = devices.find(({ id }) => id === cached.id)
  if (!before) return
  const { deviceName, memberIds, prefs } = before
  const made = (await request(cached.key, 'POST', SUBSCRIPTIONS, {
    subscription: known.toJSON(),
    deviceName,
    memberIds,
    prefs,
  })) as PushDevice
  await cacheSubscription({ key: cached.key, id: made.id, endpoint: known.endpoint })
  if (made.id !== before.id) await request(cached.key, 'DELETE', `${SUBSCRIPTIONS}/${before.id}`)
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { publicKey } = (await request(key, 'GET', '/api/push/vapid-public-key')) as PushPublicKey
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function request(key: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(path, {
    method,
    headers,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.json()
}

async function cachedSubscription(): Promise<CachedSubscription | undefined> {
  const cached = await caches.match(CACHE_PATH, { cacheName: CACHE_NAME })
  return cached?.json() as Promise<CachedSubscription | undefined>
}

async function cacheSubscription(cached: CachedSubscription): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(CACHE_PATH, new Response(JSON.stringify(cached)))
}
