import { read } from '../http/client'
import type { SearchResults } from './types'

/** Shorter texts find nothing, unless they are an emoji. */
export const SHORTEST_QUERY = 2
export const LONGEST_QUERY = 200

/** The best events, list items, chores and notes for what was typed. */
export const searchFor = (text: string, limit: number): Promise<SearchResults> =>
  read<SearchResults>(`/api/search?${new URLSearchParams({ q: text, limit: String(limit) })}`)
