import { read } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Place, Weather } from './types'

/** The weather at home; null without a location or before the first fetch. */
export const weather = resource<Weather | null>('/api/weather')

/** Up to five places of this name, best match first. */
export const placesOf = (name: string) => read<Place[]>(`/api/geocode?q=${encodeURIComponent(name)}`)
