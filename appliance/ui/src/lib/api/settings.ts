import { resource } from '../http/resource.svelte'
import { read, send } from '../http/client'

export type ThemeMode = 'light' | 'dark' | 'auto' | 'scheduled'
export type TextScale = 's' | 'm' | 'l' | 'xl'

export interface Appearance {
  themeMode: ThemeMode
  darkFrom: string
  darkTo: string
  accent: string
  backgroundLight: 'warm' | 'white' | 'gray' | 'sage'
  backgroundDark: 'cocoa' | 'charcoal' | 'midnight'
  textScale: TextScale
  density: 'comfortable' | 'compact'
}

export interface Location {
  name: string
  lat: number
  lon: number
  countryCode?: string
}

export interface Settings extends Appearance {
  familyName: string
  timezone: string | null
  weekStart: 0 | 1
  quietFrom: string | null
  quietTo: string | null
  defaultReminderMinutes: number[]
  lateCompletionCredit: number
  streakGraceDays: number
  leaderboardEnabled: boolean
  stickersEnabled: boolean
  stickerPriceScale: number
  location: Location | null
  temperatureUnit: 'celsius' | 'fahrenheit'
}

/** The household's appearance; public, so that the sign-in screen can use it. */
export const readAppearance = () => read<Appearance>('/api/appearance')

export const settings = resource<Settings>('/api/settings')

/** Changes settings, shown at once and reverted on failure. Throws ApiError. */
export async function saveSettings(change: Partial<Settings>): Promise<void> {
  const before = settings.value
  settings.patch((now) => ({ ...now, ...change }))
  try {
    await send<Settings>('PATCH', '/api/settings', change)
  } catch (failure) {
    if (before) settings.patch(() => before)
    throw failure
  }
}

/** The household's zone; this device's zone until the settings are loaded or where they do not set one. */
export function zone(): string {
  return settings.value?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function firstWeekday(): 0 | 1 {
  return settings.value?.weekStart ?? 0
}
