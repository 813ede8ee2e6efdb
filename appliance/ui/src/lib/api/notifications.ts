import { outbox, type Project } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import type { Entry } from './types'

export const PAGE = 50
/** One more than the badge can show. */
export const LATEST = 10
const PATH = '/api/notifications'

const withoutRemoved: Project<Entry[]> = (entries, command) =>
  command.kind === 'entry.remove' ? entries.filter(({ id }) => id !== command.entryId) : entries

/** Newest first. */
export const latestEntries = resource(PATH, { limit: LATEST }, { project: withoutRemoved })
/** A page of the feed, newest first, with the entries before the instant `before`. */
export const entriesBefore = (before?: string) => resource(PATH, { limit: PAGE, before }, { project: withoutRemoved })

/** Removes an entry for everybody after a delay; `outbox.cancel` undoes it until then. Admin. */
export const removeEntry = (entry: Entry, words: string) =>
  outbox.add({ kind: 'entry.remove', entryId: entry.id }, words)

/** Admin. */
export const clearEntries = () => send('DELETE', PATH)
