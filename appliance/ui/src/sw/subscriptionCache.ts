import type { CachedSubscription } from '../lib/push/cachedSubscription'

/** As in lib/push/cachedSubscription, which the page uses: the worker is one file that shares none with the page. */
const CACHE_NAME = 'mantel-push'
const CACHE_PATH = '/push'

export async function cachedSubscription(): Promise<CachedSubscription | undefined> {
  const cached = await caches.match(CACHE_PATH, { cacheName: CACHE_NAME })
  return cached?.json() as Promise<CachedSubscription | undefined>
}

export async function cacheSubscription(cached: CachedSubscription): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(CACHE_PATH, new Response(JSON.stringify(cached)))
}
