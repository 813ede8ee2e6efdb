import { language } from '../i18n/language.svelte'
import { t, type MessageKey } from '../i18n/translate'
import type { FirstWeekday } from './dates'

export interface Zone {
  /** IANA name: America/Argentina/Ushuaia. */
  name: string
  /** Ushuaia */
  city: string
  /** Americas, Argentina; the continent in the device's language. Empty for oceans, which have no code. */
  region: string
}

/** The continents by their names in IANA's zones. Chromium has no names for their codes. */
const CONTINENTS: Readonly<Record<string, MessageKey | ''>> = {
  Africa: 'zones.africa',
  America: 'zones.america',
  Antarctica: 'zones.antarctica',
  Arctic: '',
  Asia: 'zones.asia',
  Atlantic: '',
  Australia: 'zones.australia',
  Europe: 'zones.europe',
  Indian: '',
  Pacific: 'zones.oceania',
}

/** This device's zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** All zones the browser knows, by city; `also` are added if missing. */
export function allZones(...also: string[]): Zone[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...also])
  return [...names].map(zoneOf).sort((one, other) => (one.city < other.city ? -1 : 1))
}

export function zoneOf(name: string): Zone {
  const parts = name.replaceAll('_', ' ').split('/')
  const [continent = '', ...rest] = parts.slice(0, -1)
  return { name, city: parts.at(-1)!, region: [continentName(continent), ...rest].filter(Boolean).join(', ') }
}

/** The zones whose city, region or name contains every word of the query; cities that begin with it first. */
export function zonesLike(zones: Zone[], query: string): Zone[] {
  const words = plain(query)
    .split(/[\s,/_]+/)
    .filter(Boolean)
  const hits = zones.filter((zone) => words.every((word) => plain(Object.values(zone).join(' ')).includes(word)))
  const first = (zone: Zone) => (plain(zone.city).startsWith(words[0] ?? '') ? 0 : 1)
  return words.length ? hits.sort((one, other) => first(one) - first(other)) : hits
}

/** The first day of the week in the language's region: 0 Sunday, 1 Monday, 6 Saturday. */
export function ownWeekStart(tag = language.locale): FirstWeekday {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  return info?.firstDay === 7 ? 0 : info?.firstDay === 6 ? 6 : 1
}

function continentName(name: string): string {
  const key = CONTINENTS[name]
  return key ? t(key) : (key ?? name)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
