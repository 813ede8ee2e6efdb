import { type Day, localOf } from '$lib/time/dates'
import type { Entry } from '$lib/api/types'

/** Entries grouped by household day, in their order. */
export function byDay(entries: readonly Entry[], zone: string): { day: Day; entries: Entry[] }[] {
  const days: { day: Day; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = localOf(Date.parse(entry.at), zone).date
    if (days.at(-1)?.day === day) days.at(-1)!.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

/** The target of an entry: a hash in this page, another site, or nothing. */
export function targetOf(url: string | null, origin: string): { hash?: string; away?: string } {
  if (!url || !URL.canParse(url, origin)) return {}
  const { origin: host, protocol, pathname, search, hash, href } = new URL(url, origin)
  if (host === origin) return { hash: hash || `#${pathname}${search}` }
  return protocol === 'https:' || protocol === 'http:' ? { away: href } : {}
}
