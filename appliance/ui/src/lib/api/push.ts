import { changedList } from '../changes/changed'
import { outbox } from '../changes/outbox.svelte'
import { read, send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { PushDevice, PushDevicePatch, PushSubscriptionKeys } from './types'

const PATH = '/api/push/subscriptions'

/** An admin key sees all devices, a display key only its own. */
export const pushDevices = resource(PATH, undefined, {
  project: (devices, command) =>
    command.kind === 'pushDevice.change'
      ? changedList(devices, (one) =>
          one.id === command.deviceId
            ? ({ ...one, ...command.patch, prefs: { ...one.prefs, ...command.patch.prefs } } as PushDevice)
            : one,
        )
      : devices,
})

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
export async function changeDevice(deviceId: string, patch: PushDevicePatch): Promise<void> {
  await outbox.send({ kind: 'pushDevice.change', deviceId, patch })
}
