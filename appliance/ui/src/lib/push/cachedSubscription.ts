import type { PushDevice } from '../api/types'

/** What the service worker needs to renew this device's subscription; without it the device has none. */
export interface CachedSubscription {
  /** This device's key, its subscription's id and endpoint. */
  key: string
  id: string
  endpoint: string
  /** Name and options, for a server that no longer has them; missing in caches of earlier versions. */
  device?: DeviceOptions
}

export type DeviceOptions = Pick<PushDevice, 'deviceName' | 'memberIds' | 'prefs'>

/** As in sw/subscriptionCache. */
const CACHE_NAME = 'mantel-push'
const CACHE_PATH = '/push'

export async function cachedSubscription(): Promise<CachedSubscription | undefined> {
  const cached = await globalThis.caches?.match(CACHE_PATH, { cacheName: CACHE_NAME })
  return cached?.json() as Promise<CachedSubscription | undefined>
}

export async function cacheSubscription(cached: CachedSubscription): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(CACHE_PATH, new Response(JSON.stringify(cached)))
}

/** False when there was none. */
export async function forgetSubscription(): Promise<boolean> {
  return (await globalThis.caches?.delete(CACHE_NAME)) ?? false
}
