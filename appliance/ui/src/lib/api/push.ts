import { read, send } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Prefs {
  eventReminders: boolean
  dailySummary: boolean
  /** HH:MM, in the household's zone. */
  summaryTime: string
  choreNudge: boolean
  choreNudgeTime: string
  listUpdates: boolean
}

/** A device that receives push messages. */
export interface Device {
  id: string
  deviceName: string
  /** Members whose events and chores it receives; empty: everybody's. */
  memberIds: string[]
  prefs: Prefs
  createdAt: string
  lastSuccessAt: string | null
  lastAttemptAt: string | null
  /** Error of the last push; null after a success. */
  lastError: string | null
}

export type DevicePatch = Partial<Pick<Device, 'deviceName' | 'memberIds'>> & { prefs?: Partial<Prefs> }

const PATH = '/api/push/subscriptions'

/** An admin key sees all devices, a display key only its own. */
export const pushDevices = resource<Device[]>(PATH)

export const publicKey = async () => (await read<{ publicKey: string }>('/api/push/vapid-public-key')).publicKey
export const addDevice = (
  subscription: PushSubscriptionJSON,
  deviceName: string,
  known?: Pick<Device, 'memberIds' | 'prefs'>,
) =>
  send<Device>('POST', PATH, { subscription, deviceName, memberIds: known?.memberIds ?? [], prefs: known?.prefs ?? {} })
export const removeDevice = (id: string) => send('DELETE', `${PATH}/${id}`)
export const testDevice = (id: string) => send<{ ok: boolean }>('POST', `/api/push/test/${id}`)

/** Changes a device's options, shown at once and reverted on failure. Throws ApiError. */
export async function changeDevice(id: string, { prefs, ...patch }: DevicePatch): Promise<void> {
  const before = pushDevices.value
  pushDevices.patch((all) =>
    all.map((one) => (one.id === id ? { ...one, ...patch, prefs: { ...one.prefs, ...prefs } } : one)),
  )
  try {
    await send<Device>('PATCH', `${PATH}/${id}`, { ...patch, ...(prefs ? { prefs } : {}) })
  } catch (failure) {
    if (before) pushDevices.patch(() => before)
    throw failure
  }
}
