import { addDevice, publicKey, pushDevices, removeDevice } from '../api/push'
import { session } from '../http/session.svelte'
import { type Obstacle, obstacleOf, sameKey, currentBrowser } from './pushSupport'
import { removePushSubscription, CACHE_NAME, CACHE_PATH } from './pushRenewal'
import type { PushDevice } from '../api/types'

/** Maximum start time of the service worker. */
const WORKER_TIMEOUT_MS = 10_000

/** Subscribing failed before the device was registered. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed'

  constructor(readonly reason: 'noWorker' | 'dismissed' | 'denied' | 'noService') {
    super(reason)
  }
}

/** Push state of this device. */
class Push {
  #obstacle = $state<Obstacle | null>(obstacleOf(currentBrowser()))
  #id = $state<string | null>(null)

  get obstacle(): Obstacle | null {
    return this.#obstacle
  }

  /** This device among `pushDevices`; undefined while it is not subscribed. */
  get own(): PushDevice | undefined {
    return pushDevices.value?.find(({ id }) => id === this.#id)
  }

  /** Follows changes of the browser's permission. */
  start(): () => void {
    const check = () => {
      this.#obstacle = obstacleOf(currentBrowser())
      void this.#loadCached()
    }
    check()
    addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }

  /** Asks for permission, subscribes and registers, in this order. Throws NotSubscribed, ApiError. */
  async turnOn(deviceName: string): Promise<void> {
    const permission = await Notification.requestPermission()
    this.#obstacle = obstacleOf(currentBrowser())
    if (permission !== 'granted') throw new NotSubscribed(permission === 'denied' ? 'denied' : 'dismissed')
    const { pushManager } = await serviceWorkerReady()
    const key = await publicKey()
    const before = await pushManager.getSubscription()
    if (before && !sameKey(before.options.applicationServerKey, key)) await before.unsubscribe()
    let subscription: PushSubscription
    try {
      subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    } catch {
      throw new NotSubscribed('noService')
    }
    const made = await addDevice(subscription.toJSON(), deviceName, this.own)
    await cacheSubscription({ key: session.key!, id: made.id, endpoint: subscription.endpoint })
    await pushDevices.refresh()
    this.#id = made.id
  }

  /** Unsubscribes this device here and on the server. Throws ApiError. */
  async turnOff(): Promise<void> {
    if (this.#id) await removeDevice(this.#id)
    this.#id = null
    await removePushSubscription()
  }

  async #loadCached(): Promise<void> {
    if (!globalThis.caches) return
    const cached = await (await caches.match(CACHE_PATH, { cacheName: CACHE_NAME }))?.json()
    this.#id = cached?.id ?? null
  }
}

export const push = new Push()

async function cacheSubscription(cached: { key: string; id: string; endpoint: string }): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(CACHE_PATH, new Response(JSON.stringify(cached)))
}

async function serviceWorkerReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new NotSubscribed('noWorker')), WORKER_TIMEOUT_MS))
  return Promise.race([navigator.serviceWorker.ready, late])
}
