import type { FirstWeekday } from '../time/dates'
import { resource } from '../http/resource.svelte'
import { read, send } from '../http/client'
import type { Settings, SettingsPatch } from './types'

/** The household's appearance; public, so that the sign-in screen can use it. */
export const readAppearance = () => read('/api/appearance')

export const settings = resource('/api/settings')

/** Changes settings, shown at once and reverted on failure. Throws ApiError. */
export async function saveSettings(change: SettingsPatch): Promise<void> {
  const names = Object.keys(change) as (keyof Settings)[]
  const before = Object.fromEntries(names.map((name) => [name, settings.value?.[name]]))
  settings.patch((now) => ({ ...now, ...change }))
  try {
    await send('PATCH', '/api/settings', change)
  } catch (failure) {
    settings.patch((now) => ({ ...now, ...before }))
    throw failure
  }
}

/** The household's zone; this device's zone until the settings are loaded or where they do not set one. */
export function zone(): string {
  return settings.value?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function firstWeekday(): FirstWeekday {
  return settings.value?.weekStart ?? 0
}

/** Whether screens show only the points of all together. */
export const isTogether = () => settings.value?.pointsView === 'together'
