import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export type Rotation = 0 | 90 | 180 | 270

export interface WallSettings {
  sleepFrom: string | null
  sleepUntil: string | null
  idleMinutes: number | null
  rotation: Rotation
  brightness: number
  nightBrightness: number
  recycleAt: string
}

/** The kiosk's report on itself and its machine; null: unknown. */
export interface Report {
  heartbeat: string | null
  page: 'ok' | 'starting' | 'silent' | 'restarting'
  restarts: { count: number; last: { at: string; why: string } | null } | null
  chromiumSince: string | null
  kioskSince: string | null
  uptimeSeconds: number | null
  temperature: number | null
  memory: { total: number; available: number; wall: number | null } | null
  screen: {
    output: string | null
    power: 'on' | 'off' | 'unknown'
    width: number | null
    height: number | null
    trouble: string | null
  } | null
  wifi: { managed: boolean; connected: string | null; wired: boolean } | null
}

export interface Wall {
  attached: boolean
  since: string | null
  reportedAt: string | null
  report: Report | null
  settings: WallSettings
  trial: { rotation: Rotation; until: string } | null
  machine: {
    disk: { total: number; free: number }
    clock: 'right' | 'wrong' | 'unknown'
    /** The machine's own time. */
    now: string
    lastSync: { calendars: number; at: string | null; failing: string[] }
  }
  key: { id: string | null; removed: boolean } | null
}

export const wall = resource<Wall>('/api/wall')

/** Changes settings, shown at once and reverted on failure. Throws ApiError. */
export async function saveWall(change: Partial<WallSettings>): Promise<void> {
  const before = wall.value?.settings
  wall.patch((now) => ({ ...now, settings: { ...now.settings, ...change } }))
  try {
    await send('PATCH', '/api/wall', change)
  } catch (failure) {
    if (before) wall.patch((now) => ({ ...now, settings: before }))
    throw failure
  } finally {
    void wall.refresh()
  }
}

export const tryRotation = (rotation: Rotation) => send('POST', '/api/wall/rotation', { rotation })
export const switchScreen = (power: 'on' | 'off') => send('POST', '/api/wall/screen', { power })
export const restartWall = () => send('POST', '/api/wall/restart')
export const allowWall = () => send('POST', '/api/wall/key')
