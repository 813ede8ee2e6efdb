import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Rotation, WallSettings } from './types'

export const wall = resource('/api/wall', undefined, {
  project: (now, command) =>
    command.kind === 'wall.change' ? { ...now, settings: { ...now.settings, ...command.patch } } : now,
})

/** Changes settings, shown at once and reverted on failure. Throws ApiError. */
export async function saveWall(patch: Partial<WallSettings>): Promise<void> {
  try {
    await outbox.send({ kind: 'wall.change', patch })
  } finally {
    void wall.refresh()
  }
}

export const tryRotation = (rotation: Rotation) => send('POST', '/api/wall/rotation', { rotation })
export const switchScreen = (power: 'on' | 'off') => send('POST', '/api/wall/screen', { power })
export const restartWall = () => send('POST', '/api/wall/restart')
export const allowWall = () => send('POST', '/api/wall/key')
