import { addDevice, type Device, publicKey, pushDevices, removeDevice } from '../api/push'
import { session } from '../http/session.svelte'
import { type Obstacle, obstacleOf, sameKey, currentBrowser } from './pushSupport'
import { removePushSubscription, CACHE_NAME, CACHE_PATH } from './pushRenewal'

/** How long a browser may take to start the worker. */
const WORKER_TIMEOUT_MS = 10_000

/** The way there ended before this device was subscribed. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed'

  constructor(readonly reason: 'noWorker' | 'dismissed' | 'denied' | 'noService') {
    super(reason)
  }
}

/** Whether this device is pushed to, and what it takes. */
class Push {
  #obstacle = $state<Obstacle | null>(obstacleOf(currentBrowser()))
  #id = $state<string | null>(null)

  get obstacle(): Obstacle | null {
    return this.#obstacle
  }

  /** This device among `pushDevices`; undefined while it is not pushed to. */
  get own(): Device | undefined {
    return pushDevices.value?.find(({ id }) => id === this.#id)
  }

  /** Follows what the person allows in the browser's own settings. */
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

  /** Asks the person, the browser and the household, in this order. Raises NotSubscribed, ApiError. */
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

  /** Ends it here and at the house. Raises ApiError. */
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
