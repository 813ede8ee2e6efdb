/** Where this device keeps what its worker needs to renew the subscription; sw/push reads it. */
export const CACHE_NAME = 'mantel-push'
export const CACHE_PATH = '/push'

/** Asks the worker to look whether the household still knows where this device is pushed to: not every browser tells. */
export function requestPushRenewal(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('push'))
}

/** When this device gives up its key, or wants to be told no more: a browser that is asked to forget takes no push. */
export async function removePushSubscription(): Promise<void> {
  if (!(await globalThis.caches?.delete(CACHE_NAME))) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
