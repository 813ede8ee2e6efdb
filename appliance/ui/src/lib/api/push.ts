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

/** A device that is pushed to. */
export interface Device {
  id: string
  deviceName: string
  /** Whose events and chores it hears of; none means everybody's. */
  memberIds: string[]
  prefs: Prefs
  createdAt: string
  lastSuccessAt: string | null
  lastAttemptAt: string | null
  /** Why the last push did not arrive; null when it did. */
  lastError: string | null
}

export type DevicePatch = Partial<Pick<Device, 'deviceName' | 'memberIds'>> & { prefs?: Partial<Prefs> }

const PATH = '/api/push/subscriptions'

/** An admin's key sees all devices, a display key its own. */
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

/** Changes a device's options, shown at once; throws when the server refused or could not be told. */
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
