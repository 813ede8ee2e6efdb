import { outbox } from '../outbox/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'

export type Kind = 'reminder' | 'summary' | 'chore' | 'list' | 'message'

/** Something the household was told. */
export interface Entry {
  id: string
  at: string
  kind: Kind
  title: string
  body: string | null
  /** What it is about: a place in this page, or a page elsewhere. */
  url: string | null
  /** None means everybody. */
  memberIds: string[]
  source: 'system' | 'api' | 'mcp' | null
}

export const PAGE = 50
/** One more than a badge can tell. */
export const LATEST = 10
const UNDO_MS = 8_000
const PATH = '/api/notifications'

/** The newest first. */
export const latestEntries = resource<Entry[]>(`${PATH}?limit=${LATEST}`)
/** A page of the feed, the newest first; it begins below the instant `before`. */
export const entriesBefore = (before?: string) =>
  resource<Entry[]>(`${PATH}?limit=${PAGE}${before ? `&before=${before}` : ''}`)

/** Takes an entry away from everybody after a while; `takeBack` of the outbox undoes it until then. Admin. */
export const removeEntry = (entry: Entry, words: string) =>
  outbox.enqueue('DELETE', `${PATH}/${entry.id}`, undefined, { words, hold: UNDO_MS })

/** Those that this device takes away: at once, though the server hears of it later. */
export function withoutRemoved(entries: readonly Entry[]): Entry[] {
  const removed = new Set(outbox.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path))
  return entries.filter(({ id }) => !removed.has(`${PATH}/${id}`))
}

/** Admin. */
export const clearEntries = () => send<{ ok: true; deleted: number }>('DELETE', PATH)
