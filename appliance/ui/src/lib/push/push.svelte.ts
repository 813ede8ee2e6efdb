import { addDevice, publicKey, pushDevices, removeDevice } from '../api/push'
import { session } from '../http/session.svelte'
import { cachedSubscription, cacheSubscription } from './cachedSubscription'
import { type Obstacle, obstacleOf, currentBrowser } from './pushSupport'
import { pushRenewal, removePushSubscription } from './pushRenewal.svelte'
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
  #name = $state<string | undefined>()

  get obstacle(): Obstacle | null {
    return this.#obstacle
  }

  /** This device among `pushDevices`; undefined while it is not subscribed. */
  get own(): PushDevice | undefined {
    return pushDevices.value?.find(({ id }) => id === this.#id)
  }

  /** The name with which this device was last subscribed; undefined when it never was. */
  get name(): string | undefined {
    return this.#name
  }

  /** Follows changes of the browser's permission. */
  start(): () => void {
    const check = () => {
      this.#obstacle = obstacleOf(currentBrowser())
      void this.loadCached()
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
    // The server does not know this device: a subscription that the browser still has may be dead.
    await (await pushManager.getSubscription())?.unsubscribe()
    let subscription: PushSubscription
    try {
      subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    } catch {
      throw new NotSubscribed('noService')
    }
    const before = await cachedSubscription()
    const made = await addDevice(subscription.toJSON(), deviceName, before?.device)
    await cacheSubscription({
      key: session.key!,
      id: made.id,
      endpoint: subscription.endpoint,
      device: { deviceName, memberIds: made.memberIds, prefs: made.prefs as PushDevice['prefs'] },
    })
    pushRenewal.lost = false
    await pushDevices.refresh()
    this.#id = made.id
  }

  /** Unsubscribes this device, first here, so that nothing registers it again. Throws ApiError. */
  async turnOff(): Promise<void> {
    const id = this.#id
    await removePushSubscription()
    this.#id = null
    if (id) await removeDevice(id)
  }

  /** Reads which device this is; the service worker may have registered it again. */
  async loadCached(): Promise<void> {
    const cached = await cachedSubscription()
    this.#id = cached?.id ?? null
    this.#name = cached?.device?.deviceName
  }
}

export const push = new Push()

async function serviceWorkerReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new NotSubscribed('noWorker')), WORKER_TIMEOUT_MS))
  return Promise.race([navigator.serviceWorker.ready, late])
}
