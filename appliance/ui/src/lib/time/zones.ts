export interface Zone {
  /** As the server knows it: America/Argentina/Ushuaia. */
  name: string
  /** Ushuaia */
  city: string
  /** America, Argentina */
  region: string
}

/** The zone this device's clock is in. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Every zone a browser knows, by city; `also` is added where it is missing. */
export function allZones(...also: string[]): Zone[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...also])
  return [...names].map(zoneOf).sort((one, other) => one.city.localeCompare(other.city))
}

export function zoneOf(name: string): Zone {
  const parts = name.replaceAll('_', ' ').split('/')
  return { name, city: parts.at(-1)!, region: parts.slice(0, -1).join(', ') }
}

/** The zones whose city or region has every word of a search; a city that begins with it comes first. */
export function zonesLike(zones: Zone[], query: string): Zone[] {
  const words = plain(query)
    .split(/[\s,/_]+/)
    .filter(Boolean)
  const hits = zones.filter(({ city, region }) => words.every((word) => plain(`${city} ${region}`).includes(word)))
  const first = (zone: Zone) => (plain(zone.city).startsWith(words[0] ?? '') ? 0 : 1)
  return words.length ? hits.sort((one, other) => first(one) - first(other)) : hits
}

/** 0 where the week begins on Sunday in the reader's country, else 1. */
export function ownWeekStart(language = globalThis.navigator?.language ?? 'en'): 0 | 1 {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  return info?.firstDay === 7 ? 0 : 1
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
