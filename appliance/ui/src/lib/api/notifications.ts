import { outbox } from '../outbox/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Entry } from './types'

export const PAGE = 50
/** One more than the badge can show. */
export const LATEST = 10
const UNDO_MS = 8_000
const PATH = '/api/notifications'

/** Newest first. */
export const latestEntries = resource(PATH, { limit: LATEST })
/** A page of the feed, newest first, with the entries before the instant `before`. */
export const entriesBefore = (before?: string) => resource(PATH, { limit: PAGE, before })

/** Removes an entry for everybody after a delay; `outbox.cancel` undoes it until then. Admin. */
export const removeEntry = (entry: Entry, words: string) =>
  outbox.enqueue('DELETE', `${PATH}/${entry.id}`, undefined, { words, hold: UNDO_MS })

/** Hides the entries that this device is removing, before the server knows. */
export function withoutRemoved(entries: readonly Entry[]): Entry[] {
  const removed = new Set(outbox.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path))
  return entries.filter(({ id }) => !removed.has(`${PATH}/${id}`))
}

/** Admin. */
export const clearEntries = () => send('DELETE', PATH)
