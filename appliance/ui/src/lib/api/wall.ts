import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Rotation, WallSettings } from './types'

export const wall = resource('/api/wall')

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
