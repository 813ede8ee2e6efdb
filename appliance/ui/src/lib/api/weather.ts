import { read } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Conditions {
  emoji: string
  /** For example “Light rain”. */
  text: string
  /** Percent. */
  rainChance: number | null
}

export interface Weather {
  location: string
  unit: 'celsius' | 'fahrenheit'
  now: (Conditions & { temp: number }) | null
  /** Seven days from today. */
  days: (Conditions & { date: string; high: number; low: number })[]
}

export interface Place {
  name: string
  /** Distinguishes places of the same name. */
  label: string
  lat: number
  lon: number
  countryCode?: string
}

/** The weather at home; null without a location or before the first fetch. */
export const weather = resource<Weather | null>('/api/weather')

/** Up to five places of this name, best match first. */
export const placesOf = (name: string) => read<Place[]>(`/api/geocode?q=${encodeURIComponent(name)}`)
