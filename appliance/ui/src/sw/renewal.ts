/// <reference lib="webworker" />
/** Keeps this device's push subscription: at the browser, and with its name and options at the server. */
import type { PushDevice, PushPublicKey } from '../lib/api/types'
import type { CachedSubscription, DeviceOptions } from '../lib/push/cachedSubscription'
import { Refused, request } from './request'
import { cachedSubscription, cacheSubscription } from './subscriptionCache'

const worker = self as unknown as ServiceWorkerGlobalScope

const SUBSCRIPTIONS = '/api/push/subscriptions'

/** One after the other: two pages may ask at the same time. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Registers this device again when its endpoint changed or the server no longer lists it. False when that is impossible,
 * so that the device gets no notifications. Throws when the server cannot be reached.
 */
export function renew(replacement?: PushSubscription | null): Promise<boolean> {
  const renewed = last.then(() => check(replacement))
  last = renewed.catch(() => {})
  return renewed
}

async function check(replacement?: PushSubscription | null): Promise<boolean> {
  const cached = await cachedSubscription()
  if (!cached) return true
  const devices = (await request(cached.key, 'GET', SUBSCRIPTIONS)) as PushDevice[]
  // Turned off meanwhile.
  if ((await cachedSubscription())?.id !== cached.id) return true
  const listed = devices.find(({ id }) => id === cached.id)
  const device = listed ?? cached.device
  if (!device) return false
  const current = replacement ?? (await worker.registration.pushManager.getSubscription())
  const moved = current && current.endpoint !== cached.endpoint
  if (listed && current && !moved) {
    await cacheSubscription({ ...cached, device: optionsOf(listed) })
    return true
  }
  const { publicKey } = (await request(cached.key, 'GET', '/api/push/vapid-public-key')) as PushPublicKey
  let subscription: PushSubscription
  try {
    subscription = moved ? current : await subscribe(publicKey, current)
  } catch {
    return false
  }
  try {
    await register(cached, subscription, optionsOf(device))
  } catch (failure) {
    if (failure instanceof Refused && failure.status < 500) return false
    throw failure
  }
  if (listed) await removeOther(cached)
  return true
}

/** The push service no longer knows the endpoint of a device that the server removed. */
async function subscribe(applicationServerKey: string, dead: PushSubscription | null): Promise<PushSubscription> {
  await dead?.unsubscribe()
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

const optionsOf = ({ deviceName, memberIds, prefs }: DeviceOptions): DeviceOptions => ({ deviceName, memberIds, prefs })

async function register({ key }: CachedSubscription, subscription: PushSubscription, device: DeviceOptions) {
  const body = { subscription: subscription.toJSON(), ...device }
  const { id } = (await request(key, 'POST', SUBSCRIPTIONS, body)) as PushDevice
  await cacheSubscription({ key, id, endpoint: subscription.endpoint, device })
}

/** The subscription of the endpoint before, unless the server kept its id. */
async function removeOther({ key, id }: CachedSubscription): Promise<void> {
  if ((await cachedSubscription())?.id !== id) await request(key, 'DELETE', `${SUBSCRIPTIONS}/${id}`)
}
