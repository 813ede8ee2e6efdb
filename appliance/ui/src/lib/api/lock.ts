import { ApiError, callJson, read, send } from '../http/client'
import { askForPin, lock } from '../lock/lock.svelte'
import { serverTime } from '../time/serverTime.svelte'
import { isAdmin, me } from './access'
import { settings } from './settings'

const GRANT_MS = 5 * 60_000

export const setPin = (pin: string) => send('PUT', '/api/settings/pin', { pin })
export const removePin = () => send('DELETE', '/api/settings/pin')

/** Finds out whether this screen is unlocked, after the page was loaded. */
export async function readGrant(): Promise<void> {
  const { until } = await read('/api/unlock')
  const left = until ? Math.min(Date.parse(until) - serverTime.now(), GRANT_MS) : 0
  lock.until = left > 0 ? Date.now() + left : 0
}

/** Unlocks this screen for five minutes. Throws ApiError for a wrong PIN, and while too many were wrong. */
export async function unlock(pin: string): Promise<void> {
  try {
    await callJson('POST', '/api/unlock', { pin })
  } catch (failure) {
    const wait = failure instanceof ApiError && failure.body.retryAfter
    if (typeof wait === 'number') lock.waitUntil = Date.now() + wait * 1000
    throw failure
  }
  onUnlocked()
}

/** The server gave this screen a grant. */
export function onUnlocked(): void {
  lock.until = Date.now() + GRANT_MS
  lock.waitUntil = 0
  lock.ranOut = false
}

export async function lockNow(): Promise<void> {
  await callJson('DELETE', '/api/unlock')
  lock.until = 0
}

/** Whether what only parents see is closed on this screen. */
export const needsParent = (): boolean =>
  (settings.value?.pinSet ?? false) && me.value?.scope === 'display' && !lock.until

/**
 * Asks for the PIN where this screen needs it. For changes that are sent later, when nobody may be there to answer; all
 * others ask by themselves. Resolves to false when the person cancels.
 */
export async function ensureUnlocked(): Promise<boolean> {
  if (!settings.value?.pinSet || isAdmin() || lock.until > Date.now()) return true
  return askForPin()
}
