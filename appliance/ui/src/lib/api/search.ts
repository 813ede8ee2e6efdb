import { read } from '../http/client'

/** Shorter texts find nothing, unless they are an emoji. */
export const SHORTEST_QUERY = 2
export const LONGEST_QUERY = 200

/** The best events, list items, chores and notes for what was typed. */
export const searchFor = (text: string, limit: number) => read('/api/search', { q: text, limit })
