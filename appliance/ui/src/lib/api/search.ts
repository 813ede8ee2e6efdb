import { changedParts } from '../changes/changed'
import { eventsAfter } from '../changes/events'
import { itemsAfter } from '../changes/items'
import type { Project } from '../changes/outbox.svelte'
import { read } from '../http/client'
import type { SearchResults } from './types'

/** Shorter texts find nothing, unless they are an emoji. */
export const SHORTEST_QUERY = 2
export const LONGEST_QUERY = 200

/** The best events, list items, chores and notes for what was typed. */
export const searchFor = (text: string, limit: number) => read('/api/search', { q: text, limit })

/** What was found, with this device's newer changes. */
export const resultsAfter: Project<SearchResults> = (results, command) =>
  changedParts(results, {
    events: eventsAfter(results.events, command),
    items: itemsAfter(results.items, command),
    notes: command.kind === 'note.remove' ? results.notes.filter(({ id }) => id !== command.noteId) : results.notes,
  })
