import { read } from '../http/client'
import { resource } from '../http/resource.svelte'

export interface Conditions {
  emoji: string
  /** In words, such as “Light rain”. */
  text: string
  /** Percent. */
  rainChance: number | null
}

export interface Weather {
  location: string
  unit: 'celsius' | 'fahrenheit'
  now: (Conditions & { temp: number }) | null
  /** A week from today. */
  days: (Conditions & { date: string; high: number; low: number })[]
}

export interface Place {
  name: string
  /** Tells it from others of that name. */
  label: string
  lat: number
  lon: number
  countryCode?: string
}

/** The weather at home; null without a location, or before any could be fetched. */
export const weather = resource<Weather | null>('/api/weather')

/** Up to five places of a name, the likeliest first. */
export const placesOf = (name: string) => read<Place[]>(`/api/geocode?q=${encodeURIComponent(name)}`)
