import { forgetSubscription } from './cachedSubscription'

/** What the service worker answered: whether this device lost its notifications, and how often it was asked. */
class PushRenewal {
  lost = $state(false)
  answers = $state(0)
}

export const pushRenewal = new PushRenewal()

/**
 * Asks the service worker to check whether the server knows this device and its current endpoint: not every browser
 * fires `pushsubscriptionchange`, and the server forgets an endpoint that its push service no longer knows.
 */
export function requestPushRenewal(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      pushRenewal.lost = data === 'lost'
      pushRenewal.answers += 1
    }
    active?.postMessage('push', [port2])
  })
}

/** Called when this device gives up its key or its notifications. */
export async function removePushSubscription(): Promise<void> {
  pushRenewal.lost = false
  if (!(await forgetSubscription())) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
