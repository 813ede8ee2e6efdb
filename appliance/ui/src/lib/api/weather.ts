import { read } from '../http/client'
import { resource } from '../http/resource.svelte'

/** The weather at home; null without a location or before the first fetch. */
export const weather = resource('/api/weather')

/** Up to five places of this name, best match first. */
export const placesOf = (name: string) => read('/api/geocode', { q: name })
