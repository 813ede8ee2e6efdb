import { read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { PushDevice, PushDevicePatch, PushSubscriptionKeys } from './types'

const PATH = '/api/push/subscriptions'

/** An admin key sees all devices, a display key only its own. */
export const pushDevices = resource(PATH)

export const publicKey = async () => (await read('/api/push/vapid-public-key')).publicKey
export const addDevice = (
  subscription: PushSubscriptionJSON,
  deviceName: string,
  known?: Pick<PushDevice, 'memberIds' | 'prefs'>,
) =>
  send('POST', PATH, {
    subscription: subscription as PushSubscriptionKeys,
    deviceName,
    memberIds: known?.memberIds ?? [],
    prefs: known?.prefs ?? {},
  })
export const removeDevice = (id: string) => send('DELETE', `${PATH}/${id}`)
export const testDevice = (id: string) => send('POST', `/api/push/test/${id}`)

/** Changes a device's options, shown at once and reverted on failure. Throws ApiError. */
export async function changeDevice(id: string, { prefs, ...patch }: PushDevicePatch): Promise<void> {
  const before = pushDevices.value
  pushDevices.patch((all) =>
    all.map((one) => (one.id === id ? { ...one, ...patch, prefs: { ...one.prefs, ...prefs } } : one)),
  )
  try {
    await send('PATCH', `${PATH}/${id}`, { ...patch, ...(prefs ? { prefs } : {}) })
  } catch (failure) {
    if (before) pushDevices.patch(() => before)
    throw failure
  }
}
