import { to } from '$lib/to'
import { type Day, localOf, spanOf } from '$lib/time/dates'
import type { SearchResults } from '$lib/api/types'

export type Kind = 'events' | 'items' | 'chores' | 'notes' | 'rewards' | 'recipes' | 'meals'
export type Found<K extends Kind> = SearchResults[K][number]

/** In the order of the screen. */
export const KINDS: readonly Kind[] = ['events', 'items', 'chores', 'notes', 'rewards', 'recipes', 'meals']

export function countOf(results: SearchResults): number {
  return KINDS.reduce((sum, kind) => sum + results[kind].length, 0)
}

/** The day that a found event begins on. */
const dayOf = (event: { start: string; end: string; allDay: boolean }, zone: string): Day => spanOf(event, zone).first

/** The calendar at the event's day, with the event open. */
export function eventLink(event: Omit<Found<'events'>, 'declined'>, zone: string): string {
  return to.calendar({
    date: dayOf(event, zone),
    event: event.id,
    at: event.occurrenceStart ?? event.start,
  })
}

/** The list with the item open. */
export const itemLink = (item: Found<'items'>): string => to.list(item.listId, item.id)

/** The chores of the day it is due next, with the chore open. */
export const choreLink = (chore: Found<'chores'>): string => to.chores({ date: chore.nextDue, chore: chore.id })

/** What the note is about, open. */
export function noteLink(note: Found<'notes'>, zone: string): string {
  if (note.listId) return to.list(note.listId, note.targetId)
  const date = note.start && (note.allDay ? note.start.slice(0, 10) : localOf(note.start, zone).date)
  return to.calendar({ date, event: note.targetId, at: note.start })
}
