/** Cache with the data that the service worker needs to renew the subscription; read by sw/push. */
export const CACHE_NAME = 'mantel-push'
export const CACHE_PATH = '/push'

/**
 * Asks the service worker to check whether the server knows the current endpoint: not every browser fires
 * `pushsubscriptionchange`.
 */
export function requestPushRenewal(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('push'))
}

/** Called when this device gives up its key or turns push off. */
export async function removePushSubscription(): Promise<void> {
  if (!(await globalThis.caches?.delete(CACHE_NAME))) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
