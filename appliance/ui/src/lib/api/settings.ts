import type { FirstWeekday } from '../time/dates'
import { outbox } from '../changes/outbox.svelte'
import { resource } from '../http/resource.svelte'
import { read } from '../http/client'
import type { Settings, SettingsPatch } from './types'

/** The household's appearance; public, so that the sign-in screen can use it. */
export const readAppearance = () => read('/api/appearance')

export const settings = resource('/api/settings', undefined, {
  project: (now, command) => (command.kind === 'settings.change' ? ({ ...now, ...command.patch } as Settings) : now),
})

/** Changes settings, shown at once and reverted on failure. Throws ApiError. */
export async function saveSettings(patch: SettingsPatch): Promise<void> {
  await outbox.send({ kind: 'settings.change', patch })
}

/** Draws settings that are not saved yet, until the returned function is called. */
export const previewSettings = (patch: SettingsPatch) => outbox.draft({ kind: 'settings.change', patch })

/** The household's zone; this device's zone until the settings are loaded or where they do not set one. */
export function zone(): string {
  return settings.value?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function firstWeekday(): FirstWeekday {
  return settings.value?.weekStart ?? 0
}

/** Whether screens show only the points of all together. */
export const isTogether = () => settings.value?.pointsView === 'together'
