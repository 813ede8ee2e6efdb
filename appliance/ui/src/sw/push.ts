/// <reference lib="webworker" />
/** Push messages: each is shown, a tap opens its link, and the subscription is renewed when it changes. */
import type { PushDevice, PushPublicKey } from '../lib/api/types'
import { addressOf, messageOf } from './message'

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

interface SubscriptionChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null
}

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = messageOf(event.data?.text())
  const looks = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data: { url } }
  // A message that replaces another notifies again.
  const options = { ...looks, body, ...(tag ? { tag, renotify: true } : {}) }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url = '/' } = (event.notification.data ?? {}) as { url?: string }
  event.waitUntil(openPage(addressOf(url, worker.location.origin)))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  const changed = event as SubscriptionChangeEvent
  changed.waitUntil(renew(changed.newSubscription))
})

/** A page that has just opened asks to check the endpoint: not every browser fires `pushsubscriptionchange`. */
worker.addEventListener('message', (event) => {
  if (event.data === 'push') event.waitUntil(renew())
})

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
  const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
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
